"""Matches as .mat: dialects are read, what is written is read again, and no text crashes us."""

import random
import subprocess
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from conftest import require_engine
from deeper import deeper
from fuzzed_streams import accident
from plywise.errors import BadInput, BadSetting, IllegalMove
from plywise.play.backgammon.mat import MatGame, MatMatch, mat_text
from plywise.play.backgammon.mat_reading import read_mat, read_mat_file
from plywise.play.backgammon.steps import read_play
from plywise.play.backgammon.turns import Order, Turn

MANY = deeper(100, 3000)

GNUBG = """\
; [EventDate "2026.11.17"]

 3 point match

 Game 1
 gnubg : 0                      ann : 0
  1)                             21: 13/11 24/23
  2) 52: 13/8 24/22              63: 8/5 11/5
  3) 66:                         33: 18/15 18/15 13/10 13/10
  4) 54: 25/21                    Doubles => 2
  5)  Drops                       Wins 1 point

 Game 2
 gnubg : 0                      ann : 1
  1) 31: 8/5 6/5                 42: 8/4* 6/4
  2)  Doubles => 2                Takes
  3) 61: 25/24 13/7              65: 6/0 5/0
                                  Wins 4 points

"""
"""As gnubg 1.07 writes it, but for the spaces at the ends of lines."""

XG = """\
\ufeff; [Site "XG Mobile"]\r
; [Match ID "491989142"]\r
; [Player 1 "Ken"]\r
; [Player 1 Elo "1522.94/244"]\r
; [Variation "Backgammon"]\r
; [CubeLimit "1024"]\r
\r
7 Point match\r
\r
Game 1\r
Ken : 0                              XG-Pro : 0\r
  1) 41: 13/9 24/23                   16: 13/7(1) 8/7\r
  2) 66: 24/18(2) 13/7(2)             32: Cannot Move\r
  3) 53: Bar/20 24/21*                43: 24/20*/17   \r
  4) 21: ????                        \r
                                      Wins 2 points\r
"""
"""As eXtreme Gammon writes: Windows' lines, repeated steps, a roll that was not played."""

GRID = """\
[Site "GridGammon"]
# a comment of somebody

 0 point match

 Game 1
 ann, 1834.12 : 2 bob,1700 : 5
 1)\t\t35: 13/8 13/10
 2) Doubles => 2\tBeavers => 4
 3) 31: 8/5 6/5\t\tDoubles
 4) Takes\t\t11: 6/5(4)
 5) 61: 6/Off 1/0
      Wins 8 points and the match
"""
"""Tabs for columns, ratings behind names, a beaver, a double without its value."""


def turns_of(text: str, game: int = 0) -> list[tuple[int, object]]:
    return [
        (turn.player, turn.play if turn.is_roll else f"{turn.action} {turn.cube or ''}".strip())
        for turn in read_mat(text).games[game].turns
    ]


# ---- dialects --------------------------------------------------------------------------------


def test_a_match_of_gnubg_is_read() -> None:
    match = read_mat(GNUBG)
    assert (match.length, match.headers) == (3, (("EventDate", "2026.11.17"),))
    first, second = match.games
    assert first.players == second.players == ("gnubg", "ann")
    assert (first.scores, first.winner, first.points) == ((0, 0), 1, 1)
    assert (second.scores, second.winner, second.points) == ((0, 1), 1, 4)
    assert [turn.dice for turn in first.turns] == [
        (2, 1), (5, 2), (6, 3), (6, 6), (3, 3), (5, 4), None, None,
    ]  # fmt: skip
    assert turns_of(GNUBG)[-5:] == [
        (0, ""), (1, "18/15 18/15 13/10 13/10"), (0, "bar/21"), (1, "double 2"), (0, "drop"),
    ]  # fmt: skip
    assert turns_of(GNUBG, 1)[-1] == (1, "6/off 5/off")


def test_a_match_of_extreme_gammon_is_read() -> None:
    match = read_mat(XG)
    assert match.length == 7
    assert match.headers[0] == ("Site", "XG Mobile")
    assert match.headers[3] == ("Player 1 Elo", "1522.94/244")
    game = match.games[0]
    assert (game.players, game.winner, game.points) == (("Ken", "XG-Pro"), 1, 2)
    assert game.turns[1].dice == (6, 1)
    assert turns_of(XG)[2:] == [
        (0, "24/18 24/18 13/7 13/7"), (1, ""), (0, "bar/20 24/21*"), (1, "24/20* 20/17"), (0, None),
    ]  # fmt: skip


def test_a_session_with_tabs_ratings_and_a_beaver_is_read() -> None:
    match = read_mat(GRID)
    assert match.headers == (("Site", "GridGammon"), ("", "a comment of somebody"))
    game = match.games[0]
    assert (match.length, game.players, game.scores) == (0, ("ann", "bob"), (2, 5))
    assert (game.winner, game.points) == (0, 8)
    assert turns_of(GRID) == [
        *((1, "13/8 13/10"), (0, "double 2"), (1, "beaver 4"), (0, "8/5 6/5")),
        *((1, "double 8"), (0, "take"), (1, "6/5 6/5 6/5 6/5"), (0, "6/off 1/off")),
    ]


def test_a_player_with_a_raccoon_rolls_on_without_a_word() -> None:
    text = """ 0 point match
 Game 1
 ann : 0      bob : 0
  1) 31: 8/5 6/5                  Doubles => 2
  2)  Beavers => 4                Raccoons => 8
  3)                             61: 13/7 8/7
"""
    assert turns_of(text)[1:] == [
        (1, "double 2"), (0, "beaver 4"), (1, "raccoon 8"), (1, "13/7 8/7"),
    ]  # fmt: skip
    assert turns_of(text.replace("Raccoons", "Beavers")) == turns_of(text)  # as gnubg says it


@pytest.mark.parametrize(
    ("written", "play"),
    [
        ("8/5(2) 6/3(2)", "8/5 8/5 6/3 6/3"),
        ("8/5*(2)", "8/5* 8/5"),
        ("24/18*/13", "24/18* 18/13"),
        ("24/18/12(2)", "24/18 18/12 24/18 18/12"),
        ("25/21 BAR/20*", "bar/21 bar/20*"),
        ("6/0 5/OFF 4/Off", "6/off 5/off 4/off"),
        ("24/13", "24/13"),
        ("", ""),
    ],
)
def test_a_play_is_kept_step_by_step(written: str, play: str) -> None:
    assert read_play(written) == play
    assert read_play(play) == play


@pytest.mark.parametrize(
    "wrong", ["8/", "/5", "5/8", "8/8", "26/20", "8/5(5)", "8", "25/0", "8/5/6", "bar/bar", "8-5"]
)
def test_a_step_that_is_none_is_refused(wrong: str) -> None:
    with pytest.raises(BadInput, match=wrong.split("(")[0]):
        read_play(wrong)


def test_a_result_that_is_not_told_is_in_the_next_score() -> None:
    text = GNUBG.replace("                       Wins 1 point", "")
    text = text.replace("                                  Wins 4 points\n", "")
    first, second = read_mat(text).games
    assert (first.winner, first.points) == (1, 1)
    assert (second.winner, second.points) == (None, 0)
    lines = [line for line in GNUBG.splitlines() if "Doubles" not in line and "Drops" not in line]
    first, second = read_mat("\n".join(lines).replace("  3) 61", "  2) 61")).games
    assert (first.winner, first.points) == (1, 1)


# ---- places of errors ------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("old", "new", "place", "says"),
    [
        ("63: 8/5 11/5", "73: 8/5 11/5", "line 8, game 1, move 2", "no dice '73'"),
        ("63: 8/5 11/5", "60: 8/5 11/5", "line 8, game 1, move 2", "no dice '60'"),
        ("8/5 11/5", "8/5 11/", "line 8, game 1, move 2", "'11/' is no step"),
        ("8/5 11/5", "8/5 11/5 4/3", "line 8, game 1, move 2", "has 3 steps, and 63 gives 2"),
        ("  2) 52: 13/8 24/22 ", "  2)", "line 8, game 1, move 2", "player 1 moves twice"),
        ("  3) 66: ", "  4) 66: ", "line 9, game 1, move 2", "move 3 is missing"),
        ("  3) 66: ", "  3) 6", "line 9, game 1, move 3", "nothing that .mat knows"),
        ("Drops    ", "Drips    ", "line 11, game 1, move 5", "nothing that .mat knows"),
        (" Drops   ", " 31: 8/5 ", "line 11, game 1, move 5", "was not answered"),
        ("Wins 1 point", "Wins 2 points", "line 11, game 1, move 5", "by which 1 were won"),
        ("Wins 1 point", "Wins 1 po", "line 11, game 1, move 5", "is no result"),
        ("Wins 4 points", "Wins", "line 18, game 2, move 3", "is no result"),
        ("Wins 4 points", "Wins 0 points", "game 2, move 3", "points=0"),
        (" ann : 1", " ann", "line 14, game 2", "does not name the players"),
        ("Takes", "Takes it", "line 16, game 2, move 2", "'Takes it'"),
        ("Takes", "", "line 17, game 2, move 3", "was not answered"),
        ("=> 2                Takes", "=> 3                Takes", "game 2, move 2", "cube=3"),
        ("=> 2                Takes", "=> 4                Takes", "game 2, move 2", "2 is next"),
        (" Doubles => 2                Takes", "31: 8/5", "line 17, game 2, move 3", "twice"),
        (
            "  3) 61: 25/24 13/7 ",
            "  3)  Doubles => 4",
            "game 2, move 3",
            "the cube is his opponent's",
        ),
        (" 3 point match\n", "", "line 19", "no match in .mat form"),
    ],
)
def test_an_error_names_the_game_and_the_move(old: str, new: str, place: str, says: str) -> None:
    assert old in GNUBG
    with pytest.raises(BadInput, match=rf"^match.mat.*{place}: .*({says})"):
        read_mat(GNUBG.replace(old, new, 1), "match.mat")


def test_a_game_without_a_result_is_named_when_no_score_tells_it() -> None:
    text = GNUBG.replace("Drops                       Wins 1 point", "Takes")
    text = text.replace("ann : 1", "ann : 0")
    with pytest.raises(BadInput, match="game 1, move 5: the game ends without a result"):
        read_mat(text)


def test_a_file_that_is_cut_off_is_read_to_its_last_whole_line_or_refused() -> None:
    whole, refused = read_mat(GNUBG), 0
    for length in range(len(GNUBG)):
        try:
            part = read_mat(GNUBG[:length])
        except BadInput:
            refused += 1
            continue
        for got, wanted in zip(part.games, whole.games, strict=False):
            plays = [turn.play for turn in got.turns]
            assert plays[:-1] == [turn.play for turn in wanted.turns][: max(0, len(plays) - 1)]
    assert refused > 200


def test_a_game_from_another_position_is_refused() -> None:
    text = GNUBG.replace("  1) 31", "; Set Pos=-b----E-C---eE---c-e----B-/0\n  1) 31")
    with pytest.raises(BadInput, match="line 15, game 2: a position was set up"):
        read_mat(text)


# ---- the hook --------------------------------------------------------------------------------


def test_a_judge_hears_every_turn_and_may_replace_it() -> None:
    heard: list[list[Turn]] = []

    def judge() -> Callable[[Turn], Turn | None]:
        heard.append([])

        def hear(turn: Turn) -> Turn | None:
            heard[-1].append(turn)
            if turn.play == "8/5 11/5":
                return Turn(player=turn.player, dice=turn.dice, play="11/5 8/5")
            return None

        return hear

    match = read_mat(GNUBG, check=judge)
    assert [len(game) for game in heard] == [8, 6]
    assert match.games[0].turns[2].play == "11/5 8/5"


def test_what_a_judge_refuses_is_named_with_its_place() -> None:
    def judge() -> Callable[[Turn], Turn | None]:
        def hear(turn: Turn) -> Turn | None:
            if turn.play == "8/4* 6/4":
                raise IllegalMove("'8/4* 6/4' is not legal there")
            return None

        return hear

    with pytest.raises(
        IllegalMove, match="mat, line 15, game 2, move 1: '8/4\\* 6/4' is not legal"
    ):
        read_mat(GNUBG, check=judge)
    with pytest.raises(BadSetting, match="check="):
        read_mat(GNUBG, check="strict")  # type: ignore[arg-type]


# ---- writing ---------------------------------------------------------------------------------


def test_what_gnubg_wrote_is_written_as_gnubg_wrote_it() -> None:
    assert mat_text(read_mat(GNUBG)) == GNUBG


@pytest.mark.parametrize("text", [GNUBG, XG, GRID])
def test_what_is_read_is_written_in_one_form(text: str) -> None:
    match = read_mat(text)
    form = mat_text(match)
    assert read_mat(form) == match
    assert mat_text(read_mat(form)) == form
    assert all(line == line.rstrip() for line in form.split("\n"))


SIGNS = st.characters(categories=("L", "N", "P", "S")) | st.just(" ")
NAMES = st.text(SIGNS, max_size=40).map(lambda text: f"x{text.replace(':', '')}x")
LINES = st.text(SIGNS, max_size=30)


def steps(chance: random.Random, dice: tuple[int, int]) -> str:
    """Any steps, legal or not."""
    play = []
    for _ in range(chance.randrange(5 if dice[0] == dice[1] else 3)):
        start = chance.randrange(1, 26)
        end = chance.randrange(1 if start == 25 else 0, start)
        hit = chance.choice(("", "", "*")) if end else ""
        play.append(f"{'bar' if start == 25 else start}/{end or 'off'}{hit}")
    return " ".join(play)


def any_turn(chance: random.Random, order: Order, player: int) -> Turn:
    """Something that a player might do, at this moment or not."""
    if chance.random() < 0.7:
        dice = tuple(sorted(chance.choices(range(1, 7), k=2), reverse=True))
        play = None if chance.random() < 0.1 else steps(chance, dice)
        return Turn(player=player, dice=dice, play=play)
    action = chance.choice((order.next_action(), "take", "take", "drop"))
    cube = None if action in ("take", "drop") else order.next_cube()
    return Turn(player=player, action=action, cube=cube)


def any_game(chance: random.Random, number: int, players: tuple[str, str]) -> MatGame:
    turns: list[Turn] = []
    for _ in range(chance.randrange(40)):
        turn = any_turn(chance, Order(turns), chance.randrange(2))
        with suppress(BadInput):
            Order([*turns, turn])
            turns.append(turn)
    order = Order(turns)
    winner = chance.randrange(2) if order.winner is None else order.winner
    return MatGame(
        number=number,
        players=players,
        scores=(chance.randrange(20), chance.randrange(20)),
        turns=tuple(turns),
        winner=winner,
        points=order.cube * (1 if order.winner is not None else chance.randrange(1, 4)),
    )


@settings(max_examples=MANY, deadline=None)
@given(
    st.integers(0, 2**32),
    st.tuples(NAMES, NAMES),
    st.integers(0, 25),
    st.lists(st.tuples(st.sampled_from(["Site", "Match ID", "Player 1"]), LINES), max_size=3),
    st.integers(1, 4),
)
def test_a_match_that_is_written_is_read_again_as_it_was(
    seed: int, players: tuple[str, str], length: int, headers: list[tuple[str, str]], games: int
) -> None:
    chance = random.Random(seed)
    match = MatMatch(
        length=length,
        games=tuple(any_game(chance, number, players) for number in range(1, games + 1)),
        headers=tuple(headers),
    )
    text = mat_text(match)
    assert read_mat(text) == match
    assert read_mat(text.replace("\n", "\r\n")) == match
    assert mat_text(read_mat(text)) == text


PLAYERS = ("ann", "bob")
ROLL = Turn(player=0, dice=(3, 1), play="8/5 6/5")


@pytest.mark.parametrize(
    "wrong",
    [
        lambda: Turn(player=2, dice=(3, 1)),
        lambda: Turn(player=0),
        lambda: Turn(player=0, dice=(1, 3)),
        lambda: Turn(player=0, dice=(3, 1), action="take"),
        lambda: Turn(player=0, action="double"),
        lambda: Turn(player=0, action="double", cube=3),
        lambda: Turn(player=0, action="take", cube=2),
        lambda: Turn(player=0, action="take", play="8/5"),
        lambda: Turn(player=0, action="sulk"),
        lambda: Turn(player=0, dice=(3, 1), play="8/5(2)"),
        lambda: Turn(player=0, dice=(3, 1), play=31),
        lambda: MatGame(players=("ann",)),
        lambda: MatGame(players=("ann", "b:b")),
        lambda: MatGame(players=("; ann", "bob")),
        lambda: MatGame(players=("ann", "bob,1800")),
        lambda: MatGame(players=("ann", "bob\n")),
        lambda: MatGame(players=PLAYERS, number=0),
        lambda: MatGame(players=PLAYERS, scores=(0, -1)),
        lambda: MatGame(players=PLAYERS, turns=(ROLL, ROLL)),
        lambda: MatGame(players=PLAYERS, turns=[ROLL]),
        lambda: MatGame(players=PLAYERS, turns=("31: 8/5",)),
        lambda: MatGame(players=PLAYERS, points=2),
        lambda: MatGame(players=PLAYERS, winner=0),
        lambda: MatGame(players=PLAYERS, winner=2, points=1),
        lambda: MatMatch(length=3, games=()),
        lambda: MatMatch(length=-1, games=(MatGame(players=PLAYERS),)),
        lambda: MatMatch(length=3, games=(MatGame(players=PLAYERS),) * 2),
        lambda: MatMatch(length=3, games=(MatGame(players=PLAYERS),), headers=(("a]", "b"),)),
        lambda: MatMatch(length=3, games=(MatGame(players=PLAYERS),), headers=(("", ""),)),
        lambda: MatMatch(length=3, games=(MatGame(players=PLAYERS),), headers=(("", '[a "b"]'),)),
        lambda: MatMatch(length=3, games=(MatGame(players=PLAYERS),), headers=(("a", "b\nc"),)),
    ],
)
def test_a_match_that_cannot_be_written_is_refused(wrong: Callable[[], object]) -> None:
    with pytest.raises(BadInput):
        wrong()


# ---- files and garbage -----------------------------------------------------------------------


def test_a_file_of_windows_is_read(tmp_path: Path) -> None:
    path = tmp_path / "jörg.mat"
    path.write_bytes(GNUBG.replace("ann", "Jörg").replace("\n", "\r\n").encode("cp1252"))
    assert read_mat_file(path).games[0].players == ("gnubg", "Jörg")
    path.write_bytes(GNUBG.replace("ann", "Jörg").encode())
    assert read_mat_file(path).games[0].players == ("gnubg", "Jörg")
    path.write_text(GNUBG.replace("63:", "73:"))
    with pytest.raises(BadInput, match=r"jörg\.mat, line 8, game 1, move 2"):
        read_mat_file(path)


@settings(max_examples=MANY, deadline=None)
@given(st.text(), st.integers(0, len(GNUBG)))
def test_any_text_is_a_match_or_bad_input(text: str, place: int) -> None:
    for damaged in (text, GNUBG[:place] + text + GNUBG[place:]):
        with suppress(BadInput):
            assert read_mat(mat_text(read_mat(damaged))) == read_mat(damaged)


@pytest.mark.parametrize("text", [GNUBG, XG, GRID])
def test_a_damaged_match_is_read_or_bad_input(text: str) -> None:
    chance = random.Random(3)
    for _ in range(deeper(1000, 100_000)):
        damaged = accident(accident(text, chance), chance)
        with suppress(BadInput):
            match = read_mat(damaged)
            assert read_mat(mat_text(match)) == match


@pytest.mark.parametrize("text", [None, 3, b" 3 point match"])
def test_what_is_no_text_is_bad_input(text: str) -> None:
    with pytest.raises(BadInput, match="give the text of a"):
        read_mat(text)


# ---- gnubg -----------------------------------------------------------------------------------


def gnubg(folder: Path, *commands: str) -> None:
    """Have gnubg do something, in a folder of its own."""
    subprocess.run(
        [require_engine("gnubg"), "--tty", "--quiet", "--no-rc"],
        input="\n".join([*commands, ""]),
        text=True,
        cwd=folder,
        env={"HOME": str(folder), "PATH": "/usr/bin:/bin"},
        capture_output=True,
        timeout=120,
        check=False,
    )


PLAY = (
    "set confirm new off", "set display off", "set automatic game on", "set automatic roll on",
    "set automatic move on", "set automatic bearoff on", "set player 0 gnubg", "set player 1 gnubg",
    *(f"set player {player} {what} evaluation plies 0"
      for player in (0, 1) for what in ("chequerplay", "cubedecision")),
)  # fmt: skip


@pytest.mark.engine
@pytest.mark.parametrize("seed", range(1, deeper(3, 30)))
def test_gnubgs_own_matches_come_back_and_gnubg_reads_them_again(tmp_path: Path, seed: int) -> None:
    gnubg(tmp_path, *PLAY, f"set seed {seed}", "new match 5", "export match mat first.mat")
    first = (tmp_path / "first.mat").read_text()
    match = read_mat_file(tmp_path / "first.mat")
    assert mat_text(match) == "\n".join(line.rstrip() for line in first.split("\n"))
    assert match.games[-1].winner is not None
    (tmp_path / "ours.mat").write_text(mat_text(match))
    gnubg(tmp_path, "set confirm new off", "import mat ours.mat", "export match mat second.mat")
    assert sorted_steps(read_mat_file(tmp_path / "second.mat")) == sorted_steps(match)


def sorted_steps(match: MatMatch) -> list[object]:
    """All of a match, but for the order of steps, in which gnubg has a mind of its own."""
    return [
        [
            (*game.players, *game.scores, game.winner, game.points),
            *((turn.player, turn.dice, sorted((turn.play or "").replace("*", "").split()),
               turn.action, turn.cube) for turn in game.turns),
        ]
        for game in match.games
    ]  # fmt: skip


@pytest.mark.engine
def test_gnubg_reads_beavers_dances_and_resignations_that_we_write(tmp_path: Path) -> None:
    text = """ 0 point match

 Game 1
 ann : 0                        bob : 0
  1) 31: 8/5 6/5                  Doubles => 2
  2)  Beavers => 4               66: 24/18 24/18 13/7 13/7
  3) 21: ????
                                  Wins 8 points

"""
    match = read_mat(text)
    assert mat_text(match) == text
    (tmp_path / "ours.mat").write_text(text)
    gnubg(tmp_path, "set confirm new off", "import mat ours.mat", "export match mat second.mat")
    again = read_mat_file(tmp_path / "second.mat").games[0]
    assert again.turns[:4] == match.games[0].turns[:4]
    assert (again.winner, again.points) == (1, 8)
