"""Runs of earlier versions are read and go on; those of later ones are refused."""

import json
import shutil
from pathlib import Path

import numpy as np
import pytest

import small_runs
from plywise.cli.app import app
from plywise.errors import NewerVersion
from plywise.report import write
from plywise.runs.directory import FORMAT
from plywise.runs.run import load
from plywise.runs.trainer import resume

OLD = Path(__file__).parent / "old_runs" / "weights_in_metrics"
"""Seven of twelve games, written by plywise 0.1.0: `small(games=12, batch=3, ballot=2,
gate_every=3, gate_games=2)`; the weights are on the lines of metrics.jsonl."""


@pytest.fixture
def old(tmp_path: Path) -> Path:
    return Path(shutil.copytree(OLD, tmp_path / "old"))


def test_an_old_run_is_read(old: Path) -> None:
    run = load(old)
    lines = [json.loads(line) for line in (old / "metrics.jsonl").read_text().splitlines()]
    assert len(run.history) == 7
    assert run.history.every == 1
    assert run.history.weights.tolist() == [line["weights"] for line in lines]
    assert run.history.rates.tolist() == [line["rates"] for line in lines]
    assert list(run.weights.values()) == lines[-1]["weights"]
    assert list(run.weights_at(3).values()) == lines[2]["weights"]
    assert [(gate.game, gate.against, gate.worse) for gate in run.gates] == [
        (3, "start", False),
        (6, "start", False),
    ]
    assert run.normalised() == pytest.approx(
        dict(zip(run.names, _mean(lines[3:]) / _mean(lines[3:])[0], strict=True))
    )


def _mean(lines: list[dict[str, list[float]]]) -> np.ndarray:
    return np.mean([line["weights"] for line in lines], axis=0)


def test_an_old_run_is_drawn(old: Path, tmp_path: Path) -> None:
    pytest.importorskip("matplotlib", reason="needs the extra report")
    files = write(old, tmp_path / "report")
    assert {"weights.png", "gates.png"} <= {file.name for file in files}


def test_an_old_run_goes_on_in_its_own_form_to_the_same_weights(old: Path) -> None:
    run = resume(old, workers=2)
    settings = {"games": 12, "batch": 3, "ballot": 2, "gate_every": 3, "gate_games": 2}
    whole = small_runs.play(small_runs.small(**settings))
    assert len(run.history) == 12
    assert small_runs.digest(run) == small_runs.digest(whole)
    assert not list(old.glob("weights-every-*"))
    last = json.loads((old / "metrics.jsonl").read_text().splitlines()[-1])
    assert last["weights"] == list(run.weights.values())
    assert [gate.game for gate in run.gates] == [3, 6, 9, 12]
    assert resume(old, games=14, workers=1).history.weights.shape == (14, 5)


def test_a_run_of_a_newer_version_is_refused_and_left_as_it_is(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "run"
    small_runs.play(small_runs.small(games=2), folder)
    config = folder / "config.toml"
    text = config.read_text()
    assert text.startswith(f"# plywise run, format {FORMAT}\n")
    config.write_text(text.replace(f"format {FORMAT}", f"format {FORMAT + 1}") + "\nnovelty = 1\n")
    before = {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()}
    for look in (load, resume):
        with pytest.raises(NewerVersion, match="written by a newer version of plywise"):
            look(folder)
    for words in (["show", str(folder)], ["learn", "chess", "--out", str(folder), "--resume"]):
        with pytest.raises(SystemExit) as ended:
            app(words)
        assert ended.value.code == 2
        assert "newer version of plywise" in capsys.readouterr().err
    assert before == {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()}
