"""Runs in batches: the same weights however they are played, stopped or resumed."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pytest

import plywise as pw
from plywise.errors import BadInput, BadSetting, DamagedFile
from plywise.runs.batches.config import BatchConfig
from plywise.runs.batches.reference import learnt_in_python
from plywise.runs.batches.run import BatchRun

SMALL = {"evaluation": "gammon:16", "features": "raw", "gate_every": 0, "batch": 8}


def learnt(tmp_path: Path, name: str, **settings: object) -> BatchRun:
    return pw.learn_batches(out=tmp_path / name, **{**SMALL, "games": 96, **settings})


@pytest.mark.parametrize(("features", "batch"), [("raw", 2), ("expert", 1)])
def test_the_readable_rule_gives_the_kernel_s_weights(features: str, batch: int) -> None:
    settings = {**SMALL, "features": features, "games": 600, "batch": batch, "seed": 5}
    # Networks that know nothing play for hundreds of turns: these know a little.
    schooled = BatchConfig(**settings).learner()
    schooled.run(600, 2)
    start = schooled.weights
    config = BatchConfig(**settings | {"games": 8, "seed": 6})
    learner = config.learner(start)
    learner.run(2, 2)
    in_python = learnt_in_python(config, 2, start)
    assert np.abs(learner.weights - start).max() > 0.01
    assert np.abs(learner.weights - in_python).max() < 2e-5  # f32 against f64


@pytest.mark.parametrize("step_size", ["annealed:.1", "adam", "coherence:c=.5"])
def test_workers_change_nothing(tmp_path: Path, step_size: str) -> None:
    one, three = (
        learnt(tmp_path, f"{n}", workers=n, games=32, step_size=step_size).as_weights(last=True)
        for n in (1, 3)
    )
    assert one.values == three.values


def test_a_run_in_pieces_is_a_run_in_one(tmp_path: Path) -> None:
    whole = learnt(tmp_path, "whole", gate_every=32, gate_games=10)
    steps = {"name": "annealed", "games": 96}
    learnt(
        tmp_path, "pieces", games=32, step_size=steps, average_from=48, gate_every=32, gate_games=10
    )
    again = pw.learn_batches(out=tmp_path / "pieces", resume=True, games=96)
    assert again.as_weights().values == whole.as_weights().values
    assert [gate.points for gate in again.gates] == [gate.points for gate in whole.gates]
    assert again.weights_at(64).values == whole.weights_at(64).values
    assert len(again.history) == 96


def test_a_killed_run_goes_on_to_the_same_bits(tmp_path: Path) -> None:
    code = (
        "import plywise as pw; "
        f"pw.learn_batches(out={str(tmp_path / 'killed')!r}, evaluation='gammon:16', "
        "features='raw', games=6000, gate_every=2000, gate_games=10, seed=3, workers=1)"
    )
    process = subprocess.Popen([sys.executable, "-c", code])
    metrics = tmp_path / "killed" / "metrics.jsonl"
    deadline = time.monotonic() + 60
    while not (metrics.exists() and metrics.stat().st_size > 400) and time.monotonic() < deadline:
        time.sleep(0.02)
    process.send_signal(signal.SIGKILL)
    process.wait()
    resumed = pw.learn_batches(out=tmp_path / "killed", resume=True)
    whole = pw.learn_batches(
        out=tmp_path / "whole", evaluation="gammon:16", features="raw", games=6000,
        gate_every=2000, gate_games=10, seed=3,
    )  # fmt: skip
    assert resumed.as_weights(last=True).values == whole.as_weights(last=True).values
    assert resumed.as_weights().values == whole.as_weights().values


def test_learning_beats_its_start(tmp_path: Path) -> None:
    run = learnt(tmp_path, "run", games=1000, gate_every=1000, gate_games=200, seed=2)
    pubeval, start = run.gates[-2:]
    assert (pubeval.against, start.against) == ("pubeval", "start")
    assert start.points is not None
    assert start.points[1] > 0.0  # the lower end, in points a game


def test_weights_go_through_a_file_to_the_bit(tmp_path: Path) -> None:
    weights = learnt(tmp_path, "run", games=8).as_weights()
    path = weights.save(tmp_path / "networks.json")
    assert pw.Weights.load(path) == weights
    assert path.stat().st_size < 6 * len(weights.values) + 2000
    text = path.read_text()
    path.write_text(text.replace('"float32": "', '"float32": "AAAA', 1))
    with pytest.raises(DamagedFile):
        pw.Weights.load(path)


def test_a_run_begins_with_given_weights(tmp_path: Path) -> None:
    first = learnt(tmp_path, "first", games=8)
    second = pw.learn_batches(
        out=tmp_path / "second", start=first.as_weights(), games=8, batch=8, gate_every=0, seed=9
    )
    assert second.weights_at(0).values == first.as_weights().values
    assert second.config.evaluation == first.config.evaluation


@pytest.mark.parametrize(
    ("settings", "why"),
    [
        ({"games": 0}, "greater than or equal to 1"),
        ({"evaluation": "gammon:5"}, "hidden=5"),
        ({"evaluation": "network:8"}, "cannot be learnt in batches"),
        ({"features": "row"}, "row"),
        ({"game": "chess"}, "not learnt in batches"),
        ({"rule": "tdleaf"}, "plies = 2"),
        ({"update": "move", "batch": 2}, "batch = 1"),
        ({"update": "move", "batch": 1, "trace_decay": 0.0, "step_size": "coherence"}, "annealed"),
        ({"step_size": "annealed:0"}, "start=0"),
        ({"step_size": "adam:beta1=.5"}, "beta1=0.5"),
        ({"plies": 3}, "plies = 3"),
        ({"nonsense": 1}, "nonsense"),
    ],
)
def test_bad_settings_are_told_with_their_value(settings: dict[str, object], why: str) -> None:
    with pytest.raises(BadInput, match=why):
        BatchConfig(**settings)


def test_a_resumed_run_keeps_its_settings(tmp_path: Path) -> None:
    learnt(tmp_path, "run", games=16)
    with pytest.raises(BadSetting, match="seed"):
        pw.learn_batches(out=tmp_path / "run", resume=True, seed=99)
    with pytest.raises(BadSetting, match="already has a run"):
        learnt(tmp_path, "run")
    with pytest.raises(BadSetting, match="fewer"):
        pw.learn_batches(out=tmp_path / "run", resume=True, games=8)


def test_the_command_learns_tells_and_resumes(tmp_path: Path) -> None:
    command = [
        sys.executable, "-m", "plywise", "learn", "backgammon", "--evaluation", "gammon:16",
        "--features", "raw", "--batch", "8", "--out", str(tmp_path / "run"), "--json",
    ]  # fmt: skip
    environment = {**os.environ, "TERM": "dumb"}
    done = subprocess.run(
        [*command, "--games", "64", "--gate-every", "0"], capture_output=True, text=True,
        env=environment, check=True,
    )  # fmt: skip
    told = json.loads(done.stdout.splitlines()[-1])
    assert (told["games"], told["gates"]) == (64, [])
    again = subprocess.run(
        [*command[:5], "--out", str(tmp_path / "run"), "--resume", "--games", "72"],
        capture_output=True, text=True, env=environment, check=True,
    )  # fmt: skip
    assert "72 games" in again.stdout
    refused = subprocess.run(
        [*command, "--lag", "3"], capture_output=True, text=True, env=environment, check=False
    )
    assert refused.returncode == 2
    assert "--lag" in refused.stderr
