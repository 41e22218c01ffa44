"""What is said at the prompt of a game is answered or refused, and clocks and levels are kept."""

import itertools
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

import plywise as pw
from plywise.errors import BadSetting, IllegalMove
from plywise.play.brain.brain import Brain
from plywise.play.brain.entry import Entry
from plywise.play.brain.recalling import Recalling
from plywise.play.judging import evaluation_of
from plywise.play.levels import level_read, levels
from plywise.play.sitting.actions import ACTIONS
from plywise.play.sitting.chess_clock import ChessClock, TimeUp
from plywise.play.sitting.opponent import Opponent
from plywise.play.sitting.sitting import LEFT, Ended
from sittings import Table, rival

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
