"""Connect Four: the kernel's rules beside those in Python, and its solver."""

import random
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
from typer.testing import CliRunner

import plywise as pw
from deeper import deeper
from plywise.cli.app import app
from plywise.games import connect_four as twin
from plywise.games.connect_four_solver import solve

GAME, TWIN = pw.game("connect-four"), pw.game(twin.ConnectFour)
RULES = twin.ConnectFour()
GAMES = deeper(600, 5_000)


def games(count: int, seed: int = 1) -> Iterator[list[str]]:
    """The moves of games at random."""
    for number in range(count):
        chance, position, moves = random.Random(seed * 1_000_000 + number), TWIN.start(), []
        while position.moves:
            moves.append(chance.choice(position.moves))
            position = position.after(moves[-1])
        yield moves


# ---- rules -----------------------------------------------------------------------------------


def test_known_counts() -> None:
    counts = [GAME.start().kernel.perft(depth) for depth in range(9)]
    assert counts == [1, 7, 49, 343, 2_401, 16_807, 117_649, 823_536, 5_673_234]


def test_games_go_as_they_do_in_python() -> None:
    endings = set()
    for moves in games(GAMES):
        ours, theirs = GAME.start(), TWIN.start()
        for move in moves:
            assert (ours.moves, ours.turn, ours.outcome) == (theirs.moves, theirs.turn, None)
            ours, theirs = ours.after(move), theirs.after(move)
            assert str(ours) == str(theirs)
            assert GAME.position(str(ours)) == ours
        assert (ours.moves, ours.outcome) == ([], theirs.outcome)
        endings.add((ours.outcome, ours.outcome_reason))
    assert endings == {(1.0, "four in a line"), (0.0, "four in a line"), (0.5, "full board")}


def test_it_keeps_what_searches_rely_on() -> None:
    assert pw.check("connect-four", games=deeper(10, 200)) == []


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("......./......./......./......./...o...", "six rows of seven"),
        ("......./......./......./......./...x.../.......", "hangs in the air"),
        ("......./......./......./......./......./ooo....", "X moves first"),
        ("......./......./......./......./oooo.../xxxx...", "over before"),
    ],
)
def test_boards_that_cannot_arise_are_refused(text: str, message: str) -> None:
    with pytest.raises(pw.BadPosition, match=message):
        GAME.position(text)


def test_a_full_column_is_refused_with_a_hint() -> None:
    told = r'"4" is not legal.*a full column takes no more discs'
    with pytest.raises(pw.IllegalMove, match=told):
        GAME.start().after(*"4444444")


def test_so_it_is_at_the_command_line(tmp_path: Path) -> None:
    openings = tmp_path / "openings.txt"
    openings.write_text("4 4\n4 4 4 4 4 4 4\n")
    asked = ["match", "connect-four", "random", "random", "--openings", str(openings)]
    told = CliRunner().invoke(app, asked)
    assert told.exit_code == 2
    assert 'line 2: "4" is not legal' in told.output
    assert "a full column takes no more discs" in told.output


def test_the_game_in_python_is_still_there_by_its_own_name() -> None:
    name = "plywise.games.connect_four:ConnectFour"
    assert (TWIN.name, pw.game(name)) == (name, TWIN)
    assert TWIN.feature_sets == ["own"]
    assert GAME.feature_sets == ["tuples", "lines"]
    run = pw.learn(twin.ConnectFour, search=pw.AlphaBeta(depth=1), games=2, gate_every=0)
    assert run.config.game == name


# ---- the solver ------------------------------------------------------------------------------


@cache
def brute_force(state: twin.State) -> int:
    """The value for the side to move, without any pruning."""
    outcome = RULES.outcome(state)
    if outcome is not None:
        return 0 if outcome == 0.5 else -1
    return max(-brute_force(RULES.after(state, move)) for move in RULES.moves(state))


def test_late_positions_are_worth_what_brute_force_says() -> None:
    seen = set()
    for moves in games(deeper(25, 200), seed=2):
        for plies in range(max(0, 42 - 11), len(moves) + 1):
            solved = solve(GAME.start().after(*moves[:plies]))
            state = TWIN.start().after(*moves[:plies]).state
            assert solved.value == brute_force(state), moves[:plies]
            going_on = [] if RULES.outcome(state) is not None else RULES.moves(state)
            each = {move: -brute_force(RULES.after(state, move)) for move in going_on}
            assert solved.moves == each
            seen.add(solved.value)
    assert seen == {-1, 0, 1}


def test_a_position_of_another_game_is_not_solved() -> None:
    with pytest.raises(pw.BadInput, match="a position of othello was given"):
        solve(pw.game("othello").start())


@pytest.mark.skipif(deeper(True, False), reason="minutes: make deep")
def test_the_first_player_wins_by_the_middle_column_alone() -> None:
    # V. Allis, A knowledge-based approach of Connect-Four, 1988; J. Allen the same year.
    solved = solve(GAME.start())
    assert (solved.value, solved.best) == (1, ("4",))
    assert list(solved.moves.values()) == [-1, -1, 0, 1, 0, -1, -1]
