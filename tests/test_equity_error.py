"""Runs of backgammon tell their equity error; those of before, and linear ones, do without."""

import json
import shutil
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

import plywise as pw
from plywise.cli.app import app
from plywise.files import Log, Mark
from plywise.play.backgammon.reference_set import equity_error
from plywise.report.batches import write
from plywise.runs import checkpoint
from plywise.runs.batches.config import BatchConfig
from plywise.runs.batches.folder import BatchFolder
from plywise.runs.batches.run import BatchRun

SMALL = {"evaluation": "gammon:16", "features": "raw", "games": 640, "gate_games": 20, "seed": 3}


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> BatchRun:
    return pw.learn_batches(out=tmp_path_factory.mktemp("run") / "new", gate_every=160, **SMALL)


@pytest.fixture
def old(run: BatchRun, tmp_path: Path) -> BatchRun:
    """The same run as it was written before gates told the error."""
    folder = BatchFolder(Path(shutil.copytree(run.directory, tmp_path / "old")))
    state: Any = folder.state(run.config)
    gates = Log(folder.gates, Mark())
    for gate in run.gates:
        gates.append(replace(gate, equity_error=None).line())
    gates.close()
    state["logs"]["gates"] = asdict(gates.mark)
    checkpoint.save(folder.checkpoints, state)
    assert "equity" not in folder.gates.read_text()
    return pw.load_batches(folder.path)


def test_it_falls_while_a_run_learns(run: BatchRun) -> None:
    errors = {gate.game: gate.equity_error for gate in run.gates}
    assert list(errors) == [160, 320, 480, 640]
    begun = equity_error(run.weights_at(0).as_evaluation().networks)
    assert begun > errors[160] > errors[640] > 0.1
    # Of the mean of the weights, which is what the matches are played with.
    assert errors[640] == equity_error(run.as_weights().as_evaluation().networks)
    assert errors[640] != equity_error(run.as_weights(last=True).as_evaluation().networks)


def test_it_changes_nothing_that_is_learnt(run: BatchRun, tmp_path: Path) -> None:
    without = pw.learn_batches(out=tmp_path / "without", gate_every=0, **SMALL)
    assert without.gates == []
    assert without.as_weights().values == run.as_weights().values


# ---- where it is shown -----------------------------------------------------------------------


def test_the_command_tells_it_while_it_learns_and_at_the_end(tmp_path: Path) -> None:
    config = tmp_path / "config.toml"
    config.write_text(BatchConfig(**{**SMALL, "games": 64, "gate_every": 32}).to_toml())
    words = ["learn", "backgammon", "--config", str(config)]
    told = CliRunner().invoke(app, [*words, "--out", str(tmp_path / "run")])
    assert told.exit_code == 0, told.output
    gates = pw.load_batches(tmp_path / "run").gates
    for gate in gates:
        line = next(
            line for line in told.stderr.splitlines() if line.startswith(f"game {gate.game} ")
        )
        assert line.endswith(f"equity error {gate.equity_error:.3f}")
    assert told.stdout.splitlines()[-1] == f"equity error {gates[-1].equity_error:.3f}"
    as_json = CliRunner().invoke(app, [*words, "--out", str(tmp_path / "again"), "--json"])
    assert [gate["equity_error"] for gate in json.loads(as_json.stdout)["gates"]] == [
        gate.equity_error for gate in gates
    ]


def test_the_report_draws_it_under_the_points(run: BatchRun, tmp_path: Path) -> None:
    text = write(run, tmp_path).read_text()
    error = run.gates[-1].equity_error
    assert f"{error:.3f} <small>points, mean over 400 positions" in text
    assert f"{error:.3f} after game 640" in text


def test_a_run_of_before_is_read_and_drawn_and_goes_on(old: BatchRun, tmp_path: Path) -> None:
    assert [gate.equity_error for gate in old.gates] == [None] * 8
    page = write(old, tmp_path / "report").read_text()
    assert "points a game against pubeval" in page
    assert "quity error" not in page
    longer = pw.learn_batches(out=old.directory, resume=True, games=800)
    assert [gate.equity_error is None for gate in longer.gates] == [True] * 8 + [False] * 2
    told = CliRunner().invoke(app, ["report", str(old.directory), "--out", str(tmp_path)])
    assert told.exit_code == 0, told.output


def test_linear_evaluations_of_backgammon_learn_without_it(tmp_path: Path) -> None:
    """Their value is no number of points."""
    run = pw.learn(
        "backgammon", evaluation="linear", features="raw", games=4, gate_every=2,
        gate_games=2, out=tmp_path,
    )  # fmt: skip
    assert [gate.equity_error for gate in run.gates] == [None, None]
    assert "equity_error" not in (tmp_path / "gates.jsonl").read_text()
