"""The experiment on Connect Four at a tiny size: it measures what it says, and again the same."""

from dataclasses import replace
from pathlib import Path

import pytest

import plywise as pw
from plywise.experiments import experiment
from plywise.experiments.connect_four import SETS, checkpoints
from plywise.experiments.kit.learnt import last_half
from plywise.experiments.kit.plan import ExperimentPlan, Size
from plywise.experiments.kit.result import Result
from plywise.play.connect_four import accuracy as measuring
from plywise.play.connect_four.known_positions import known_positions, shares

FEW = known_positions()[:60]


@pytest.fixture(scope="module")
def found(tmp_path_factory: pytest.TempPathFactory) -> Result:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(measuring, "known_positions", lambda: FEW)
        return run(tmp_path_factory.mktemp("work"))


def run(work: Path) -> Result:
    size = Size(seeds=2, games=64, depths=(2,))
    plan = ExperimentPlan(
        experiment=experiment("connect-four"), size_name="quick", size=size, work=work
    )
    return plan.experiment.run(plan)


def test_every_check_point_of_both_sets_is_told(found: Result) -> None:
    curve = found.tables[0]
    assert [row[0] for row in curve.rows] == [str(games) for games in checkpoints(64)]
    assert all("not run" not in row for row in curve.rows)
    assert [row[0] for row in found.tables[1].rows] == [
        f"{name}, seed {seed}" for name in SETS for seed in (1, 2)
    ]
    assert len(found.data["checkpoints.csv"].splitlines()) == 1 + 4 * len(checkpoints(64))
    assert [picture.name for picture in found.pictures] == ["optimal", "value-error"]


def test_check_points_have_means_of_their_own(tmp_path: Path) -> None:
    run = pw.learn(
        "connect-four", features="lines", games=20, gate_every=0, seed=1, out=tmp_path / "run"
    )
    weights, every = run.history.weights, run.history.every
    assert every == 1
    assert last_half(run.history, 20).tolist() == weights[10:20].mean(axis=0).tolist()
    assert last_half(run.history, 2).tolist() == weights[1:2].mean(axis=0).tolist()
    # Of a run whose weights are kept every few games alone.
    few = replace(run.history, every=4)
    assert last_half(few, 16).tolist() == weights[2:4].mean(axis=0).tolist()
    assert last_half(few, 1).tolist() == weights[0:1].mean(axis=0).tolist()


def test_a_random_mover_and_a_search_without_weights_stand_beside(found: Result) -> None:
    rows = {row.label: row.measured for row in found.rows}
    assert rows["a random mover: best moves, %"] == 100 * shares(known_positions())
    untrained, learnt = (rows[f"{name}: best moves, %"] for name in ("no weights", "tuples"))
    assert isinstance(untrained, float)
    assert isinstance(learnt, float)
    assert rows["a random mover: best moves, %"] < untrained < 95
    assert learnt > 60


def test_settings_are_those_that_are_usual_in_the_game(found: Result) -> None:
    learning = found.settings["learning"]
    for name in SETS:
        assert learning[name]["features"] == name
        assert learning[name]["ballot"] == 8
        assert learning[name]["step_size"] == {
            "name": "coherence", "c": 1.0, "prior": 0.1, "cap": 0.1,
        }  # fmt: skip
        assert learning[name]["rule"]["trace_decay"] == 0.7
