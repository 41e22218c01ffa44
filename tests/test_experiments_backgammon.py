"""The experiments on backgammon, at tiny sizes."""

import re
from pathlib import Path

import pytest

from plywise.experiments import backgammon_leaf, backgammon_td, experiment, gammon, gammon_grid
from plywise.experiments.gammon import Measured, measured
from plywise.experiments.gammon_grid import CROSSED, STEPS, Crossed, Setting
from plywise.experiments.gammon_tracks import Track, differences, slope, table, verdict
from plywise.experiments.kit.plan import ExperimentPlan, Size
from plywise.experiments.kit.result import NOT_RUN, Result, markdown
from plywise.experiments.kit.writer import write
from plywise.runs.batches.config import BatchConfig


def plan(name: str, size: Size, work: Path, **changes: object) -> ExperimentPlan:
    found = experiment(name)
    return ExperimentPlan(experiment=found, size_name="quick", size=size, work=work, **changes)


# ---- backgammon-leaf -------------------------------------------------------------------------

TINY = Size(seeds=1, games=10, match_games=4)


@pytest.fixture
def soon_learnt(monkeypatch: pytest.MonkeyPatch) -> None:
    """A start that plays games to their end, which networks that know nothing hardly do."""
    monkeypatch.setattr(backgammon_leaf, "START_TIMES", 60)
    networks = {"quick": {"features": "raw", "evaluation": "gammon:hidden=16"}}
    monkeypatch.setattr(backgammon_leaf, "NETWORKS", networks)


def labelled(result: Result) -> dict[str, object]:
    return {row.label: row.measured for row in result.rows}


@pytest.mark.usefixtures("soon_learnt")
def test_every_checkpoint_of_both_rules_plays_the_start(tmp_path: Path, monkeypatch) -> None:
    one = backgammon_leaf.run(plan("backgammon-leaf", TINY, tmp_path, workers=2))
    rows = one.tables[0].rows
    assert [row[0] for row in rows] == [*map(str, range(1, 11)), "slope in 10,000"]
    assert all(re.fullmatch(r"[+-]\d\.\d{3} ± \d\.\d{3}", row[1]) for row in rows[:-1])
    assert one.data["checkpoints.csv"].count("\n") == 1 + 2 * 10
    assert [row.label for row in one.rows][
        1
    ] == "TDLeaf: check-points beyond 3 standard errors, of 10"
    assert all(word in one.notes[0] for word in ("TDLeaf, seed 1", "parity", "10 check-points"))
    assert write(one, tmp_path / "out")
    assert "checkpoints-1.png" in markdown(one)
    # Nothing is learnt or played twice, whatever the number of workers.
    monkeypatch.setattr(backgammon_leaf, "points", _only_against_pubeval)
    again = backgammon_leaf.run(plan("backgammon-leaf", TINY, tmp_path, workers=1))
    assert again.rows == one.rows
    assert again.tables == one.tables


def _only_against_pubeval(players, **settings):
    assert players[1] is None, "a match of a check-point was played again"
    return gammon.points(players, **settings)


@pytest.mark.usefixtures("soon_learnt")
def test_what_the_minutes_leave_no_time_for_is_not_run(tmp_path: Path) -> None:
    one = backgammon_leaf.run(plan("backgammon-leaf", TINY, tmp_path, minutes=1e-6))
    assert set(labelled(one).values()) == {NOT_RUN}
    assert one.pictures == ()
    assert write(one, tmp_path / "out")


def track(rule: str, *pairs: list[float]) -> Track:
    games = [5_000 * (n + 1) for n in range(len(pairs))]
    return Track(rule=rule, seed=1, games=games, pairs=pairs, pubeval=["+0.400"] * len(pairs))


def test_parity_is_ten_checkpoints_within_three_standard_errors() -> None:
    even, better = [1.0, -1.0, 1.0, -1.0], [1.0, 0.9, 1.1, 1.0]
    assert "parity, all 10" in verdict(track("TDLeaf", *[even] * 10))
    told = verdict(track("TDLeaf", *[even] * 9, better))
    assert "no parity, 1 of 10" in told
    assert "game 50,000 +1.000" in told
    assert "nothing is concluded" in verdict(track("TDLeaf", *[even] * 9))


def test_a_slope_is_that_of_the_line_and_as_sure_as_the_matches() -> None:
    scores = [Measured(mean=0.02 * n, error=0.035) for n in range(1, 11)]
    found = slope([5_000 * n for n in range(1, 11)], scores)
    assert found is not None
    assert found.mean == pytest.approx(0.04)  # in 10,000 games
    assert found.error == pytest.approx(0.035 / (0.25 * 82.5) ** 0.5)
    assert slope([5_000], scores[:1]) is None


def test_rules_are_compared_pair_by_pair() -> None:
    leaf, directed = track("TDLeaf", [1.0, 2.0]), track("TD-Directed", [0.5, 1.5], [1.0, 1.0])
    assert differences(leaf, directed) == [Measured(mean=0.5, error=0.0)]
    rows = table([leaf, directed], 1).rows
    assert rows[0][3] == "+0.500 ± 0.000"
    assert rows[1][1] == rows[1][3] == NOT_RUN
    assert table([leaf], 1).rows[0][2] == NOT_RUN


def test_the_error_of_a_match_is_over_its_pairs() -> None:
    assert measured([1.0, 0.0, -1.0, 0.0]).error == pytest.approx((2 / 3) ** 0.5 / 2)


# ---- backgammon-td ---------------------------------------------------------------------------


def test_every_setting_of_the_grid_can_be_learnt() -> None:
    for base in gammon_grid.BASES.values():
        for cross in CROSSED:
            for setting in cross.settings(base):
                config = BatchConfig(**setting.learning(games=960, seed=1))
                assert config.shape.hidden == setting.hidden
                if "games" in config.step_size:
                    assert config.step_size["games"] == 960  # the fall takes the whole run
    assert {name.split()[0] for name in STEPS} == {"annealed", "adam", "coherence"}


@pytest.fixture
def small_grid(monkeypatch: pytest.MonkeyPatch) -> None:
    crossed = (
        Crossed(title="Step size by λ", down="step", across="decay", columns=(0.0, 0.7),
                rows=("annealed", "coherence c .5")),
        Crossed(title="Hidden units by features", down="hidden", across="features", rows=(16,),
                columns=("raw", "expert")),
    )  # fmt: skip
    monkeypatch.setattr(backgammon_td, "CROSSED", crossed)


@pytest.mark.usefixtures("small_grid")
def test_settings_are_learnt_once_and_told_with_their_seeds(tmp_path: Path) -> None:
    size = Size(seeds=2, games=48, match_games=20)
    one = backgammon_td.run(plan("backgammon-td", size, tmp_path, workers=2))
    base = Setting(hidden=16, features="raw")
    assert len(one.rows) == 5  # the base stands in both tables
    assert base.label in labelled(one)
    assert all(row.error is not None and row.error >= 0.0 for row in one.rows)
    assert one.data["settings.csv"].count("\n") == 1 + 5 * 2
    assert [table.header[0] for table in one.tables] == ["step", "hidden", ""]
    assert one.tables[2].header == ("", "seed 1", "seed 2")
    assert "not run" not in markdown(one)
    write(one, tmp_path / "out")
    assert (tmp_path / "out" / "step-size-by-lambda.png").exists()
    again = backgammon_td.run(plan("backgammon-td", size, tmp_path, workers=1))
    assert again.rows == one.rows
    assert again.data == one.data


@pytest.mark.usefixtures("small_grid")
def test_settings_without_time_are_not_run(tmp_path: Path) -> None:
    size = Size(seeds=1, games=200, match_games=4)
    one = backgammon_td.run(plan("backgammon-td", size, tmp_path, minutes=1e-6))
    assert set(labelled(one).values()) == {NOT_RUN}
    assert write(one, tmp_path / "out")
