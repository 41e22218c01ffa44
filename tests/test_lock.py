"""One trainer a run directory."""

import json
import signal
import subprocess
import sys
from pathlib import Path

import pytest

import small_runs
from plywise.errors import RunLocked
from plywise.runs.lock import Lock

HOLD = """
import sys
from pathlib import Path
from plywise.runs.lock import Lock
with Lock(Path(sys.argv[1])):
    print("held", flush=True)
    sys.stdin.read()
"""


def hold(folder: Path) -> "subprocess.Popen[str]":
    process = subprocess.Popen(
        [sys.executable, "-c", HOLD, str(folder)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None
    assert process.stdout.readline() == "held\n"
    return process


def test_a_second_trainer_is_refused_and_told_who_the_first_is(tmp_path: Path) -> None:
    with hold(tmp_path) as other:
        with pytest.raises(RunLocked, match=rf"process {other.pid} on .*, since 2.*") as refused:
            small_runs.play(small_runs.small(), tmp_path)
        other.communicate()
    assert str(tmp_path) in str(refused.value)
    assert not (tmp_path / "config.toml").exists()
    small_runs.play(small_runs.small(games=2), tmp_path)


def test_a_lock_left_by_a_killed_process_is_recovered(tmp_path: Path) -> None:
    with hold(tmp_path) as other:
        other.send_signal(signal.SIGKILL)
        other.communicate()
    assert json.loads((tmp_path / "lock").read_text())["pid"] == other.pid
    with Lock(tmp_path):
        pass


def test_a_lock_is_one_in_a_process_too(tmp_path: Path) -> None:
    with Lock(tmp_path), pytest.raises(RunLocked, match="another trainer"), Lock(tmp_path):
        pass
    with Lock(tmp_path):
        pass


@pytest.mark.parametrize("text", ["", "nonsense", "[]", '{"pid": 1}'])
def test_a_lock_file_with_nonsense_in_it_locks_nothing(tmp_path: Path, text: str) -> None:
    (tmp_path / "lock").write_text(text)
    with Lock(tmp_path):
        assert "pid" in (tmp_path / "lock").read_text()


def test_reading_a_run_needs_no_lock(tmp_path: Path) -> None:
    small_runs.play(small_runs.small(games=2), tmp_path)
    with Lock(tmp_path):
        assert len(small_runs.Run(tmp_path).history) == 2
