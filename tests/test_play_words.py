"""What is said at the prompt of a game is understood, answered or refused; and the game is kept."""

import errno
import itertools
from collections.abc import Callable, Iterable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import plywise as pw
from plywise.errors import BadInput, BadSetting, IllegalMove
from plywise.games.boards import layout_of
from plywise.games.grid import grid_of
from plywise.play.brain.brain import Brain
from plywise.play.brain.entry import Entry
from plywise.play.brain.recalling import Recalling
from plywise.play.judging import evaluation_of
from plywise.play.keeping import Keeper, Kept, form_of, text_of
from plywise.play.levels import level_read, levels, search_at
from plywise.play.meant import move_of, moves_meant, near_moves
from plywise.play.sitting.actions import ACTIONS
from plywise.play.sitting.chess_clock import ChessClock, TimeUp
from plywise.play.sitting.drawing import Look, drawn, width
from plywise.play.sitting.opponent import Opponent
from plywise.play.sitting.sitting import LEFT, Ended, Sitting
from plywise.play.sitting.words import completions, ways

PROMOTES = "8/4P1k1/8/8/8/8/8/K7 w - - 0 1"
TWO_KNIGHTS = "4k3/8/8/8/8/5N2/8/1N2K3 w - - 0 1"
HOLDS = "4k4/9/9/9/9/9/9/9/4K4 b Pb 1"


def rival(game: str, depth: int = 1) -> Opponent:
    searching = search_at(game, "depth:1", 100) if depth == 1 else pw.AlphaBeta(depth=depth)
    return Opponent(evaluation=evaluation_of(game, ""), searching=searching, name="it")


class Table:
    """Somebody who says these things one after the other, and what is shown."""

    def __init__(self, game: str, said: Iterable[str], position: str = "", **more: Any) -> None:
        self._said = iter(said)
        self.shown: list[str] = []
        rules = pw.game(game)
        start = rules.position(position) if position else rules.start()
        more.setdefault("opponent", rival(game))
        self.sitting = Sitting(start=start, ask=self.ask, tell=self.shown.append, seed=1, **more)

    def ask(self, question: str) -> str:
        self.shown.append(question)
        try:
            return next(self._said)
        except StopIteration:
            raise EOFError from None

    def play(self) -> Ended:
        return self.sitting.play()

    @property
    def told(self) -> str:
        return "\n".join(self.shown)


# ---- moves as people write them ------------------------------------------------------------------


@pytest.mark.parametrize(
    ("game", "position", "word", "move"),
    [
        ("chess", "", "e4", "e2e4"),
        ("chess", "", "E2E4", "e2e4"),
        ("chess", "", "Ng1-f3", "g1f3"),
        ("chess", "", "nf3", "g1f3"),
        ("chess", "", "#20", "g1h3"),
        ("chess", PROMOTES, "e8=Q", "e7e8q"),
        ("chess", PROMOTES, "e8n", "e7e8n"),
        ("chess", PROMOTES, "e7e8r", "e7e8r"),
        ("chess", "4k3/8/8/8/8/8/8/4K2R w K - 0 1", "0-0", "e1g1"),
        ("chess", "4k3/8/8/8/8/8/8/4K2R w K - 0 1", "o-o", "e1g1"),
        ("chess", TWO_KNIGHTS, "Nbd2", "b1d2"),
        ("crazyhouse", "4k3/8/8/8/8/8/8/4K3[Np] w - - 0 1", "N@f3", "N@f3"),
        ("crazyhouse", "4k3/8/8/8/8/8/8/4K3[Np] w - - 0 1", "n@f3", "N@f3"),
        ("shogi", "", "7g7f", "7g7f"),
        ("shogi", "", "P-7f", "7g7f"),
        ("shogi", "", "7f", "7g7f"),
        ("shogi", "", "７六歩", "7g7f"),
        ("shogi", "", "▲76歩(77)", "7g7f"),
        ("shogi", "", "7776FU", "7g7f"),
        ("shogi", "", "+7776fu", "7g7f"),
        ("shogi", HOLDS, "P*5e", "P*5e"),
        ("shogi", HOLDS, "p*5e", "P*5e"),
        ("shogi", HOLDS, "5五歩打", "P*5e"),
        ("shogi", HOLDS, "55歩", "P*5e"),
        ("shogi", HOLDS, "0055FU", "P*5e"),
        ("shogi", "4k4/9/4P4/9/9/9/9/9/4K4 b - 1", "5二歩成", "5c5b+"),
        ("shogi", "4k4/9/4P4/9/9/9/9/9/4K4 b - 1", "P5b+", "5c5b+"),
        ("shogi", "4k4/9/4P4/9/9/9/9/9/4K4 b - 1", "P5b", "5c5b"),
        ("othello", "", "D3", "d3"),
        ("connect-four", "", "4", "4"),
        ("tic-tac-toe", "", "#1", "0"),
    ],
)
def test_a_move_is_understood_in_all_its_writings(
    game: str, position: str, word: str, move: str
) -> None:
    rules = pw.game(game)
    at = rules.position(position) if position else rules.start()
    assert move_of(at, word) == move


def test_the_square_of_the_last_move_need_not_be_repeated() -> None:
    at = pw.game("shogi").start().after("7g7f", "3c3d", "8h2b+")
    assert move_of(at, "同銀", "8h2b+") == "3a2b"
    assert not moves_meant(at, "同銀")


@pytest.mark.parametrize("game", [game for game in pw.game_names() if layout_of(game)])
def test_every_legal_move_is_meant_by_its_own_notation_and_by_that_alone(game: str) -> None:
    position = pw.game(game).start()
    for ply in range(12):
        if position.outcome is not None:
            break
        for move in position.moves:
            assert moves_meant(position, position.notation(move)) == [move]
            assert moves_meant(position, move) == [move]
        position = position.after(position.moves[7 * ply % len(position.moves)])


def test_what_says_too_little_is_told_with_what_it_can_mean() -> None:
    chess = pw.game("chess")
    with pytest.raises(IllegalMove, match=r"'Nd2' can be Nbd2 or Nfd2"):
        move_of(chess.position(TWO_KNIGHTS), "Nd2")
    with pytest.raises(IllegalMove, match=r"'e8' can be e8=B, e8=N\+, e8=Q or e8=R"):
        move_of(chess.position(PROMOTES), "e8")
    with pytest.raises(IllegalMove, match=r"'e7e8' can be"):
        move_of(chess.position(PROMOTES), "e7e8")
    golds = pw.game("shogi").position("4k4/9/9/9/9/9/9/3G1G3/4K4 b - 1")
    with pytest.raises(IllegalMove, match=r"'57金' can be 4h5g or 6h5g"):
        move_of(golds, "57金")


def test_what_is_near_is_named() -> None:
    start = pw.game("chess").start()
    assert near_moves(start, "e2e5") == ["e3", "e4"]
    assert "Nf3" in near_moves(start, "Nf4")
    with pytest.raises(IllegalMove, match=r"did you mean e3 or e4\?"):
        move_of(start, "e2e5")
    assert near_moves(start, "xyzzy") == []


def test_a_number_is_a_place_in_the_list_only_where_it_can_be_nothing_else() -> None:
    full = pw.game("connect-four").start().after(*"333333")
    assert moves_meant(full, "3") == [], "the column is full, and the third of the list is another"
    assert moves_meant(full, "#3") == ["4"]
    assert moves_meant(pw.game("chess").start(), "7") == []
    assert moves_meant(pw.game("chess").start(), "#99") == []
    rolled = pw.game("dice-race").position("64 52 first 2")
    assert moves_meant(rolled, "1") == rolled.moves[:1]


# ---- words ---------------------------------------------------------------------------------------


def test_every_word_is_answered_and_nothing_is_changed_by_questions() -> None:
    asked = [
        "moves",
        "hint",
        "eval",
        "level",
        "board",
        "flip",
        "position",
        "clock",
        "help",
        "",
        "?",
    ]
    table = Table("chess", [*asked, "quit"], opponent=rival("chess", 2))
    assert table.play() == Ended(reason=LEFT)
    assert not table.sitting.moves
    told = table.told
    for words in (
        "#1 a3", "hint: 1.", "as it stands:", "nodes:1000", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP",
        "there is no clock", "list the legal moves", "write a move, as",
    ):  # fmt: skip
        assert words in told, words
    assert told.count("what I would play in your place") == 2
    assert set(ACTIONS) >= {*asked[:-2], "undo", "swap", "save", "resign", "quit"}


def test_what_is_no_move_is_told_and_asked_again() -> None:
    table = Table("chess", ["e5", "Ke2", "nonsense" * 100, "\x00", "e4 e5", "résumé", "#0", "#x"])
    assert table.play().reason == LEFT
    assert table.told.count("is not legal here") == 8
    assert max(map(len, table.shown)) < 200


def test_a_check_is_told_where_a_move_forgets_it() -> None:
    table = Table("chess", ["a3"], position="4k3/8/8/8/8/8/P3r3/4K3 w - - 0 1")
    table.play()
    assert "you are in check; 'a3' is not legal here" in table.told


def test_a_move_taken_back_takes_the_answer_with_it() -> None:
    table = Table("chess", ["undo", "e4", "d4", "undo", "back", "undo", "c4", "quit"])
    table.play()
    assert table.sitting.moves[0] == "c2c4"
    assert len(table.sitting.moves) == 2
    assert table.told.count("your last move is taken back") == 2
    assert table.told.count("no move of yours to take back") == 2


def test_the_same_moves_get_the_same_answers_of_a_seed_and_of_taking_back() -> None:
    lines = []
    for said in (["e4", "d4"], ["e4", "a3", "undo", "d4"]):
        table = Table("chess", said)
        table.play()
        lines.append(table.sitting.moves)
    assert lines[0] == lines[1]


def test_sides_are_changed() -> None:
    table = Table("chess", ["e4", "swap", "quit"])
    table.play()
    assert len(table.sitting.moves) == 3, "the second answer was White's"
    assert table.sitting.persons == {"second"}
    rows = [line.split()[0] for line in table.shown if line.startswith("  ") and line.strip()]
    assert rows[:9] == ["8", "7", "6", "5", "4", "3", "2", "1", "a"]
    assert rows[-9:] == ["1", "2", "3", "4", "5", "6", "7", "8", "h"], "Black sees it so"


def test_two_people_play_without_the_program() -> None:
    both = frozenset({"first", "second"})
    table = Table("chess", ["f3", "e5", "g4", "swap", "undo", "g4", "Qh4"], persons=both)
    assert table.play() == Ended(reason="checkmate", outcome=0.0)
    assert "Black's move: " in table.told
    assert table.shown[-1] == "Black wins, checkmate"


def test_the_level_is_changed_in_the_midst_of_a_game() -> None:
    table = Table("chess", ["level nodes:77", "level 5000", "level strong", "level weakest"])
    table.play()
    assert "I play with 77 nodes a move now" in table.told
    assert "no ratings were measured for this but chess/plywise" in table.told
    assert "unknown level 'strong'; did you mean 'strongest'?" in table.told
    assert table.sitting.opponent.searching.nodes == 50  # type: ignore[union-attr]


def test_a_pass_is_typed_like_any_move() -> None:
    only_pass = f"{'X' * 61}OX- X"
    start = pw.game("othello").position(only_pass)
    assert start.moves == ["pass"]
    table = Table("othello", ["h8", "pass"], position=only_pass)
    assert table.play().reason == "more discs"
    assert table.sitting.moves == ["pass", "h8"]


class Odd(pw.Rules):
    """A game whose moves are called like words."""

    repeats = False

    def start(self) -> tuple[int, str]:
        return (2, "first")

    def turn(self, state: tuple[int, str]) -> str:
        return state[1]

    def moves(self, state: tuple[int, str]) -> list[str]:
        return ["moves", "quit"]

    def after(self, state: tuple[int, str], move: str) -> tuple[int, str]:
        return (state[0] - 1, "second" if state[1] == "first" else "first")

    def outcome(self, state: tuple[int, str]) -> float | None:
        return None if state[0] else 0.5


def test_a_move_that_is_called_like_a_word_is_a_move_and_a_slash_makes_it_the_word() -> None:
    game = pw.game(Odd()).name
    table = Table(game, ["/moves", "quit"])
    assert table.play() == Ended(reason="drawn", outcome=0.5)
    assert "#1 moves  #2 quit" in table.told
    assert table.sitting.moves[0] == "quit"


def test_an_opening_is_played_in_any_writing_and_belongs_to_the_game() -> None:
    table = Table("chess", ["quit"], moves=["e4", "e7e5", "Nf3"], persons=frozenset({"second"}))
    assert table.sitting.moves == ["e2e4", "e7e5", "g1f3"]
    with pytest.raises(IllegalMove, match="'Ke3' is not legal"):
        Table("chess", [], moves=["e4", "e5", "Ke3"])


def test_a_long_game_is_drawn_where_it_was_said() -> None:
    table = Table("chess", ["e4", "d4"], max_plies=4)
    assert table.play() == Ended(reason="adjudicated draw", outcome=0.5)
    assert table.shown[-1] == "Drawn, adjudicated draw"


@pytest.mark.parametrize(
    ("position", "said", "ends"),
    [
        ("6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1", "Ra8", "White wins, checkmate"),
        ("k7/8/1K6/8/8/8/8/2Q5 w - - 0 1", "Qc7", "Drawn, stalemate"),
        ("8/8/8/8/8/2k5/1p6/K7 w - - 0 1", "resign", "White resigns, Black wins"),
    ],
)
def test_the_end_is_told_in_words(position: str, said: str, ends: str) -> None:
    table = Table("chess", [said, "quit"], position=position)
    table.play()
    assert table.shown[-1] == ends


# ---- clocks --------------------------------------------------------------------------------------


def ticking(step: float) -> Callable[[], float]:
    count = itertools.count()
    return lambda: step * next(count)


def test_whose_time_is_up_has_lost_even_if_he_answers() -> None:
    clock = ChessClock(minutes=1, increment=2, now=ticking(10))
    table = Table("chess", ["moves"] * 9, clock=clock)
    assert table.play() == Ended(reason="time forfeit", outcome=0.0)
    assert table.shown[-1] == "White's time is up, Black wins"
    assert any(line.startswith("[0:") and line.endswith("your move: ") for line in table.shown)


def test_a_question_that_nobody_answers_in_time_loses() -> None:
    table = Table("chess", [], clock=ChessClock(minutes=1))

    def ask(question: str) -> str:
        raise TimeUp

    table.sitting.ask = ask
    assert table.play().reason == "time forfeit"


def test_a_move_gives_its_seconds_and_the_program_keeps_to_its_time() -> None:
    clock = ChessClock(minutes=1, increment=2, now=ticking(0.001))
    table = Table("chess", ["e4", "d4"], clock=clock)
    table.play()
    assert clock.left("first") == pytest.approx(64, abs=0.5)
    seen: list[int | None] = []
    replying = Opponent._looked

    def looked(self: Opponent, position: Any, using: Any, seed: int) -> str | None:
        seen.append(using.movetime)
        return replying(self, position, using, seed)

    Opponent._looked = looked  # type: ignore[method-assign]
    try:
        Table("chess", ["e4"], clock=ChessClock(minutes=0.05)).play()
    finally:
        Opponent._looked = replying  # type: ignore[method-assign]
    assert seen[0] is not None
    assert seen[0] < 1000, "of three seconds"


@pytest.mark.parametrize("text", ["", "5+", "-1", "0", "5+3+1", "five", "1e9", "99999"])
def test_what_is_no_clock_is_refused(text: str) -> None:
    with pytest.raises(BadSetting, match=r"write\s5\+3"):
        ChessClock.read(text)


# ---- opponents -----------------------------------------------------------------------------------


def test_what_a_brain_knows_is_played_at_once_and_the_rest_is_searched() -> None:
    start = pw.game("chess").start()
    known = Entry(position=str(start), move="b1c3", low=0.1, high=0.1, depth=7, ply=0)
    knowing = replace(rival("chess"), brain=Recalling(Brain([known])))
    assert knowing.reply(start, seed=1) == "b1c3"
    mate = pw.game("chess").position("6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1")
    assert knowing.reply(mate, seed=1) == "a1a8"


def test_the_largest_terms_of_a_position_are_told_in_units() -> None:
    evaluation = evaluation_of("chess", "chess/plywise")
    told = Opponent(evaluation=evaluation, searching=pw.AlphaBeta(depth=1), name="it").account(
        pw.game("chess").position("4k3/8/8/8/8/8/8/R3K3 b - - 0 1")
    )
    value = evaluation.value(pw.game("chess").position("4k3/8/8/8/8/8/8/R3K3 w - - 0 1"))
    assert told[0].startswith("as it stands: +")
    assert told[0].endswith("for White (pawn = 1)")
    assert float(told[0].split()[3]) > 3 > value / evaluation.scale, "pawns, not weights"
    shares = [abs(float(line.split()[-1])) for line in told[2:] if line[0] != "a"]
    assert shares == sorted(shares, reverse=True)
    assert told[2].startswith("end.rook ")


def test_a_network_tells_its_value_and_no_terms() -> None:
    network = pw.Network(pw.game("chess").features("material"), hidden=2, seed=1)
    opponent = Opponent(evaluation=network, searching=pw.AlphaBeta(depth=1), name="it")
    table = Table("chess", ["eval"], opponent=opponent)
    table.play()
    assert "its value is no sum of terms" in table.told


# ---- levels --------------------------------------------------------------------------------------


def test_levels_are_measured_ratings_nodes_or_words() -> None:
    assert level_read("chess", "chess/plywise", "1500") == "elo:1500"
    assert level_read("chess", "chess/plywise", "elo:950") == "elo:950"
    assert level_read("shogi", "shogi/plywise", "strongest") == "nodes:100000"
    assert level_read("chess", "chess/plywise", "usual") == "elo:1300"
    for game, weights, text, says in (
        ("chess", "chess/plywise", "3000", "outside what was measured, 923 to 2276"),
        ("chess", "chess/standard", "1300", "no ratings were measured for this but chess/plywise"),
        ("othello", "", "elo:1300", "no ratings were measured for this; give one of nodes:50"),
    ):
        with pytest.raises(BadSetting, match=says):
            level_read(game, weights, text)


@pytest.mark.parametrize("game", pw.game_names())
def test_each_level_of_a_game_can_be_asked_for(game: str) -> None:
    for level, label in levels(game):
        assert level_read(game, "", level) == level
        assert label


# ---- records -------------------------------------------------------------------------------------


def test_the_game_is_on_the_disk_after_every_move(tmp_path: Path) -> None:
    path = tmp_path / "game.pgn"
    table = Table("chess", ["e4", "d4"], keeper=Keeper(path, "chess"))
    counts = []
    asked = table.sitting.ask

    def ask(question: str) -> str:
        counts.append(path.read_text().count("PlyCount"))
        counts.append(len(table.sitting.moves))
        assert f'[PlyCount "{len(table.sitting.moves)}"]' in path.read_text()
        return asked(question)

    table.sitting.ask = ask
    table.play()
    assert counts[1::2] == [0, 2, 4]
    assert "{left unfinished} *" in path.read_text()


def test_pgn_is_read_by_python_chess(tmp_path: Path) -> None:
    chess_pgn = pytest.importorskip("chess.pgn")
    path = tmp_path / "game.pgn"
    fools = {"persons": frozenset({"first", "second"})}
    for said in (["f3", "e5", "g4", "Qh4"], ["e4", "resign"]):
        Table("chess", said, keeper=Keeper(path, "chess"), **fools).play()
    with path.open() as file:
        first, second, none = (chess_pgn.read_game(file) for _ in range(3))
    assert none is None
    assert [move.uci() for move in first.mainline_moves()] == ["f2f3", "e7e5", "g2g4", "d8h4"]
    assert first.headers["Result"] == "0-1"
    assert first.end().board().is_checkmate()
    assert (second.headers["Result"], second.headers["Termination"]) == ("1-0", "normal")


@pytest.mark.parametrize("form", ["kif", "kifu", "csa"])
def test_records_of_shogi_are_read_by_cshogi(form: str, tmp_path: Path) -> None:
    parser = pytest.importorskip("cshogi.CSA" if form == "csa" else "cshogi.KIF").Parser
    cshogi = pytest.importorskip("cshogi")
    path = tmp_path / f"game.{form}"
    said = ["76歩", "3c3d", "8h2b+", "3a2b", "B*5e", "resign"]
    table = Table(
        "shogi", said, persons=frozenset({"first", "second"}), keeper=Keeper(path, "shogi")
    )
    assert table.play().reason == "resignation"
    if form == "csa":
        read = parser.parse_file(str(path))[0]
    else:
        text = path.read_text("cp932" if form == "kif" else "utf-8")
        read = parser.parse_str(text)
    moves = [cshogi.move_to_usi(move) for move in read.moves]
    assert moves == ["7g7f", "3c3d", "8h2b+", "3a2b", "B*5e"]


@pytest.mark.parametrize(
    ("form", "says"),
    [("pgn", '[Termination "time forfeit"]'), ("kif", "切れ負け"), ("csa", "%TIME_UP")],
)
def test_a_game_lost_on_time_is_kept_as_such(form: str, says: str) -> None:
    kept = Kept(game="shogi", moves=("7g7f",), outcome=1.0, reason="time forfeit")
    assert says in text_of(kept, form)


def test_a_plain_text_tells_where_a_game_began(tmp_path: Path) -> None:
    path = tmp_path / "game.log"
    table = Table(
        "chess", ["e8=Q", "quit"], position=PROMOTES, keeper=Keeper(path, "chess"),
        clock=ChessClock.read("5+3"),
    )  # fmt: skip
    table.play()
    text = path.read_text()
    assert text.startswith("chess: you (White), it (Black)\n")
    assert f"start: {PROMOTES}\n" in text
    assert "TimeControl: 300+3\n" in text
    assert "1. e8=Q" in text
    assert text.endswith("not finished (left unfinished)\n")


def test_no_game_is_written_over(tmp_path: Path) -> None:
    path = tmp_path / "game.kif"
    Table("shogi", ["7g7f"], keeper=Keeper(path, "shogi")).play()
    kept = path.read_bytes()
    with pytest.raises(BadSetting, match="is there already"):
        Keeper(path, "shogi")
    table = Table("shogi", ["2g2f", f"save {path}", f"save {tmp_path / 'other.csa'}"])
    table.play()
    assert "is there already" in table.told
    assert path.read_bytes() == kept
    assert "+2726FU" in (tmp_path / "other.csa").read_text()


def test_a_file_that_cannot_be_written_costs_no_game(tmp_path: Path) -> None:
    keeper = Keeper(tmp_path / "game.pgn", "chess")

    def full(text: str) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    written = keeper.keep
    table = Table("chess", ["e4", "save", f"save {tmp_path}", "quit"], keeper=keeper)
    asked = table.sitting.ask

    def ask(question: str) -> str:
        said = asked(question)
        keeper.keep = written if said == "quit" else full  # type: ignore[method-assign]
        return said

    table.sitting.ask = ask
    table.play()
    assert table.told.count("could not be written: No space left") == 2
    assert "write where to" in table.told
    assert "is a folder" in table.told
    assert "1. e4" in (tmp_path / "game.pgn").read_text()


@pytest.mark.parametrize(
    ("name", "game", "form"),
    [
        ("a.pgn", "othello", "pgn"), ("a.PGN", "chess", "pgn"), ("a", "chess", "txt"),
        ("a.kifu", "shogi", "kifu"), ("a.mat", "backgammon", "mat"),
    ],
)  # fmt: skip
def test_the_form_of_a_record_is_that_of_its_suffix(name: str, game: str, form: str) -> None:
    assert form_of(Path(name), game) == form


@pytest.mark.parametrize(("name", "game"), [("a.kif", "chess"), ("a.mat", "shogi")])
def test_a_form_of_another_game_is_refused(name: str, game: str) -> None:
    with pytest.raises(BadInput, match="are not kept as"):
        form_of(Path(name), game)


# ---- boards --------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", [game for game in pw.game_names() if layout_of(game)])
@pytest.mark.parametrize("flipped", [False, True])
def test_every_man_is_drawn_where_he_stands(game: str, flipped: bool) -> None:
    position = pw.game(game).start()
    grid = grid_of(position)
    assert grid is not None
    wanted = [[grid.men[c].letter if c in grid.men else "." for c in row] for row in grid.cells]
    rows = list(grid.rows)
    if flipped and grid.turns:
        wanted, rows = [row[::-1] for row in wanted[::-1]], rows[::-1]
    lines = drawn(position, look=Look(signs=False), flipped=flipped)
    cells = [line.split() for line in lines if len(line.split()) == len(grid.columns) + 1]
    is_upside = grid.layout is not None and grid.layout.second == "turned"  # names to the right
    assert [row[:-1] if is_upside else row[1:] for row in cells] == wanted
    assert [row[-1] if is_upside else row[0] for row in cells] == rows
    signs = drawn(position, look=Look(), flipped=flipped)
    assert len(signs) == len(lines)
    assert not any("?" in line for line in signs)


def test_the_last_move_is_marked_and_the_hands_are_told() -> None:
    at = pw.game("shogi").start().after("7g7f", "3c3d", "8h2b+", "3a2b")
    lines = drawn(at, look=Look(), last=["3a", "2b"], names={"first": "A", "second": "B"})
    assert lines[0] == "B  in hand: 角"
    assert lines[-1] == "A  in hand: 角"
    assert sum(line.count("[") for line in lines) == 2
    assert [width(line) for line in lines[2:11]].count(width(lines[2])) == 9, "kanji take two"
    turned = drawn(at, look=Look(), flipped=True, names={"first": "A", "second": "B"})
    assert turned[0].startswith("A")
    assert "v玉" in turned[2], "Sente's king looks down now"


def test_colours_mark_what_brackets_mark_elsewhere() -> None:
    at = pw.game("chess").start().after("e2e4")
    coloured = "\n".join(drawn(at, look=Look(colour=True), last=["e2", "e4"]))
    assert "[" not in coloured.replace("\x1b[", "")
    assert coloured.count("\x1b[48;2;95;135;215m") == 2
    plain = "\n".join(drawn(at, look=Look(), last=["e2", "e4"]))
    assert "\x1b" not in plain
    check = pw.game("chess").position("4k3/8/8/8/8/8/4r3/4K3 w - - 0 1")
    assert "\x1b[48;2;215;95;95m" in "\n".join(drawn(check, look=Look(colour=True)))


def test_whose_discs_are_whose_is_told_beside_the_names() -> None:
    start = pw.game("othello").start()
    names = {"first": "Black: you", "second": "White: it"}
    lines = drawn(start, look=Look(), names=names)
    assert (lines[0], lines[-1]) == ("○ White: it", "● Black: you")
    letters = drawn(start, look=Look(signs=False), names=names)
    assert (letters[0], letters[-1]) == ("O White: it", "X Black: you")
    coloured = drawn(start, look=Look(colour=True), names=names)
    assert "38;2;255;255;255m ● " in coloured[0]
    assert "38;2;17;17;17m ● " in coloured[-1]
    chess = drawn(pw.game("chess").start(), look=Look(), names=names)
    assert chess[-1] == "Black: you"


def test_what_the_board_does_not_show_is_told_beside_it() -> None:
    checked = pw.game("three-check").start().after("e2e4", "f7f6", "d1h5")
    assert "checks to give: White 2, Black 3" in drawn(checked, look=Look())
    assert drawn(pw.game("random-tree").start(), look=Look()) == ["  seed 1"]


# ---- completion ----------------------------------------------------------------------------------


def test_moves_and_words_are_completed() -> None:
    start = pw.game("chess").start()
    assert completions("N", start) == ["Na3", "Nc3", "Nf3", "Nh3"]
    assert completions("g1", start) == ["g1f3", "g1h3"]
    assert completions("h", start) == ["h3", "h4", "hint", "help"]
    assert completions("/re", start) == ["/resign"]
    assert completions("x", start) == []
    over = pw.game("chess").position("7k/6Q1/6K1/8/8/8/8/8 b - - 0 1")
    assert completions("K", over) == []
    assert {*ACTIONS} <= {*completions("", start)}


@pytest.mark.parametrize("game", pw.game_names())
def test_an_example_of_a_move_is_understood(game: str) -> None:
    position = pw.game(game).start()
    if position.turn == "chance":
        position = position.after(position.moves[0])
    for word in ways(position).replace(" or ", ", ").split(", "):
        assert len(moves_meant(position, word)) == 1, word
