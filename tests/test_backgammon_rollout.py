"""Rollouts: positions played out, the luck of the dice taken away."""

import csv
from pathlib import Path

import pytest

from plywise.errors import BadInput, IllegalMove
from plywise.play.backgammon.board import Board
from plywise.play.backgammon.hint import hint
from plywise.play.backgammon.rollout import rollout, rollout_best
from small_gammon import drawn_networks, learnt_networks
from test_cli import as_json, plywise, refusal

ENDING = Board((1, 1, 1, 0, 0, 1) + (0,) * 19, (2, 1, 0, 1, 0, 0) + (0,) * 19)


@pytest.fixture(scope="module")
def weights(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("weights") / "small.json"
    return drawn_networks().as_weights().save(path)


def test_a_bear_off_is_known_without_a_game() -> None:
    found = rollout(ENDING, drawn_networks())
    assert (found.games, found.error, found.reduction) == (0, 0.0, None)
    assert -1 < found.equity < 1


def test_played_out_without_tables_a_bear_off_is_worth_what_they_say() -> None:
    exact = rollout(ENDING, drawn_networks()).equity
    found = rollout(ENDING, drawn_networks(), tables=False)
    assert found.games == 1296
    assert abs(found.plain.equity - exact) < 4 * found.plain.error
    # The one-sided table, by which networks play here, is not quite the best.
    assert abs(found.equity - exact) < 4 * found.error + 0.001
    assert found.reduction is not None
    assert found.reduction > 5


def test_bear_offs_are_worth_what_gnubg_says(shared_data: Path) -> None:
    file = shared_data / "backgammon" / "bearoff_two_sided_1000.csv"
    if not file.exists():
        pytest.skip(f"needs {file}, which is absent")
    with file.open() as rows:
        some = list(csv.DictReader(rows))[:200:10]
    name = next(key for key in some[0] if key.lower() in ("position_id", "id", "position"))
    equity = next(key for key in some[0] if "cubeless" in key.lower())
    for row in some:
        assert rollout(row[name], drawn_networks()).equity == pytest.approx(
            float(row[equity]), abs=0.0002
        )


def test_taking_luck_away_makes_the_error_smaller_and_leaves_the_mean() -> None:
    found = rollout("start", learnt_networks(), games=216, truncate=7)
    assert found.reduction is not None
    assert found.reduction > 1.5
    spread = (found.plain.error**2 + found.error**2) ** 0.5
    assert abs(found.equity - found.plain.equity) < 4 * spread


def test_workers_change_nothing_and_seeds_the_dice() -> None:
    networks = drawn_networks()
    one = rollout("start", networks, games=50, truncate=4, seed=3)
    assert rollout("start", networks, games=50, truncate=4, seed=3, workers=3) == one
    assert rollout("start", networks, games=50, truncate=4, seed=4) != one


def test_a_play_is_rolled_out_in_the_view_of_who_plays_it() -> None:
    networks = drawn_networks()
    found = rollout("start", networks, dice=(3, 1), play="8/5 6/5", games=36, truncate=2)
    after = rollout(found.position, networks, games=36, truncate=2)
    assert found.equity == pytest.approx(-after.equity)
    assert found.outlook.win == pytest.approx(1 - after.outlook.win)
    assert found.outlook.gammon == after.outlook.lose_gammon
    # A ply with all luck taken away is what two plies say of the play.
    told = {each.play: each for each in hint("start", networks, dice=(3, 1), candidates=99)}
    one = rollout("start", networks, dice=(3, 1), play="8/5 6/5", games=36, truncate=1)
    assert one.equity == pytest.approx(told["8/5 6/5"].equity, abs=1e-5)


def test_the_best_plays_of_a_roll_are_ranked() -> None:
    found = rollout_best("start", drawn_networks(), dice=(3, 1), plays=4, games=36, truncate=2)
    assert len({each.play for each in found}) == 4
    assert [each.equity for each in found] == sorted((e.equity for e in found), reverse=True)


def test_both_sides_may_look_two_plies_ahead() -> None:
    assert rollout("start", drawn_networks(), games=2, plies=2, truncate=2).games == 2


@pytest.mark.parametrize(
    ("settings", "words"),
    [
        ({"games": 0}, "games=0"),
        ({"plies": 4}, "plies=4"),
        ({"truncate": 0}, "truncate=0"),
        ({"seed": -1}, "seed=-1"),
        ({"workers": 0}, "workers=0"),
        ({"play": "8/5 6/5"}, "without a roll"),
    ],
)
def test_wrong_settings_are_refused(settings: dict[str, object], words: str) -> None:
    with pytest.raises(BadInput, match=words):
        rollout("start", drawn_networks(), **settings)  # type: ignore[arg-type]


def test_an_illegal_play_is_refused() -> None:
    with pytest.raises(IllegalMove, match="8/2"):
        rollout("start", drawn_networks(), dice=(3, 1), play="8/2")


def test_the_command_tells_rollouts(weights: Path) -> None:
    words = ("--weights", weights, "--games", "36", "--truncate", "1", "--workers", "1")
    told = plywise("rollout", "backgammon", "start", "--dice", "31", "--plays", "2", *words).stdout
    assert "X to play 31" in told
    assert "  2. " in told
    found = as_json("rollout", "backgammon", "start", *words)
    assert found["dice"] is None
    assert (found["games"], found["truncate"], found["seed"]) == (36, 1, 0)
    assert {"equity", "error", "plain_equity", "plain_error", "win", "lose", "errors"} <= set(
        found["rollouts"][0]
    )


def test_the_command_refuses_what_it_cannot_roll_out(weights: Path) -> None:
    assert "not rolled out" in refusal("rollout", "chess", "--weights", weights)
    assert "below 1" in refusal("rollout", "backgammon", "start", "--games", "0")
    assert "13 characters" in refusal("rollout", "backgammon", "4HPwATDgc/ABM")
    other = ("--weights", "backgammon/pubeval")
    assert "do not tell the chances" in refusal("rollout", "backgammon", "start", *other)
