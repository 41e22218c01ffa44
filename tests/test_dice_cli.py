"""Games of dice on the command line."""

from pathlib import Path

import pytest

from test_cli import as_json, plywise, refusal

SOURCE = """
from plywise.games.dice_race import DiceRace


class Heavy(DiceRace):
    '''Loaded dice.'''

    def chances(self, state):
        return [("d1", 0.5), ("d2", 0.4)]


class Generous(DiceRace):
    '''More points than it declares.'''

    def outcome(self, state):
        points = super().outcome(state)
        return None if points is None else 3 * points
"""


@pytest.fixture(scope="module")
def learnt(tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("runs") / "race"
    plywise("learn", "dice-race", "--games", "60", "--gate-every", "30", "--out", out)
    return out


@pytest.fixture
def games(tmp_path: Path) -> Path:
    path = tmp_path / "loaded.py"
    path.write_text(SOURCE)
    return path


def test_a_search_tells_points_and_leaves(learnt: Path) -> None:
    words = ("search", "dice-race", "64 52 first 2", "--using", "expectimax:depth=2")
    told = plywise(*words, "--weights", learnt).stdout
    assert "points expected by the side to move" in told
    assert "leaf   50.0 %" in told
    found = as_json(*words, "--weights", learnt)
    assert sum(probability for probability, _ in found["leaves"]) == pytest.approx(1.0)
    assert found["value"] == max(found["roots"].values())


def test_a_match_tells_points_a_game(learnt: Path) -> None:
    words = ("match", "dice-race", learnt, "random", "--games", "40", "--seed", "2")
    assert "points a game" in plywise(*words).stdout
    found = as_json(*words)
    low, high = found["points_interval"]
    assert low < found["points"] < high


def test_a_run_resumes_with_dice_and_points(learnt: Path) -> None:
    more = as_json("learn", "dice-race", "--out", learnt, "--resume", "--games", "90")
    whole = as_json(
        "learn", "dice-race", "--games", "90", "--gate-every", "30", "--out", f"{learnt}-w"
    )
    assert more["weights"] == whole["weights"]
    assert more["gates"][-1]["points"] is not None


def test_perft_and_games_know_the_race() -> None:
    assert plywise("perft", "dice-race", "2", "--divide").stdout.split() == [
        "d1", "1", "d2", "1", "d3", "1", "3",
    ]  # fmt: skip
    assert "by dice" in plywise("games", "dice-race").stdout


def test_alpha_beta_is_refused_with_a_hint() -> None:
    told = refusal("search", "dice-race", "start")
    assert "has dice, which alpha-beta cannot search" in told
    assert "--using expectimax" in told
    told = refusal("search", "dice-race", "start", "--using", "uct")
    assert "--using expectimax" in told
    assert "unknown search option" in refusal(
        "search", "dice-race", "--using", "expectimax:null_move=2"
    )


def test_loaded_dice_and_undeclared_points_end_with_2_and_the_position(games: Path) -> None:
    told = refusal("match", f"{games}:Heavy", "random", "random", "--games", "2")
    assert "2 rolls sum to 0.9, not to 1" in told
    assert "((6, 6), (6, 6), 'first', 0)" in told
    told = refusal("match", f"{games}:Generous", "random", "random", "--games", "2")
    assert "which the game declares: [-2.0, -1.0, 1.0, 2.0]" in told
