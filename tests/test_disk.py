"""A disk that is full or may not be written to: a message that names the file, and nothing lost."""

import resource
import subprocess
import sys
from pathlib import Path

import pytest

import small_runs
from plywise.files import Log, Mark, fits, write_atomically
from plywise.runs.run import Run

FULL = """
import resource, sys
sys.path.insert(0, sys.argv[3])
import small_runs
limit = int(sys.argv[2])
resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit))
small_runs.play(small_runs.killable(60), sys.argv[1], resume=True, checkpoint_seconds=0.05)
"""


def run_with_limit(folder: Path, limit: int) -> "subprocess.CompletedProcess[str]":
    here = str(Path(__file__).parent)
    return subprocess.run(
        [sys.executable, "-c", FULL, str(folder), str(limit), here],
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.parametrize("limit", [200, 1_500, 8_000])
def test_a_full_disk_stops_the_run_with_the_name_of_the_file(tmp_path: Path, limit: int) -> None:
    """200 bytes are too few for the settings, 1,500 for a checkpoint, 8,000 for the lines."""
    failed = run_with_limit(tmp_path / "run", limit)
    assert failed.returncode == 1
    last = failed.stderr.strip().splitlines()[-1]
    assert last.startswith("OSError: [Errno 27] File too large: ")
    assert str(tmp_path / "run") in last
    run = small_runs.play(small_runs.killable(60), tmp_path / "run", resume=True)
    assert small_runs.digest(run) == small_runs.digest(small_runs.play(small_runs.killable(60)))


def test_a_folder_that_cannot_be_made_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(OSError, match="file/run"):
        small_runs.play(small_runs.small(), tmp_path / "file" / "run")


def test_a_folder_that_may_not_be_written_to_is_named(tmp_path: Path) -> None:
    tmp_path.chmod(0o500)
    try:
        (tmp_path / "probe").touch()
    except PermissionError:
        with pytest.raises(PermissionError, match="run"):
            small_runs.play(small_runs.small(), tmp_path / "run")
    else:
        pytest.skip("permissions do not bind this user (root)")
    finally:
        tmp_path.chmod(0o700)


@pytest.fixture
def nearly_full() -> object:
    """Files of this process may have at most 1,000 bytes."""
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (1000, before[1]))
    yield
    resource.setrlimit(resource.RLIMIT_FSIZE, before)


def test_a_line_that_does_not_fit_leaves_the_file_as_it_was(
    tmp_path: Path, nearly_full: object
) -> None:
    log = Log(tmp_path / "log", Mark())
    log.append("x" * 500)
    with pytest.raises(OSError, match="log"):
        log.append("y" * 600)
    assert (tmp_path / "log").read_text() == "x" * 500 + "\n"
    assert fits(tmp_path / "log", log.mark)
    log.append("z")
    log.close()
    assert fits(tmp_path / "log", log.mark)


def test_a_file_that_does_not_fit_leaves_the_old_one(tmp_path: Path, nearly_full: object) -> None:
    path = tmp_path / "file"
    write_atomically(path, b"old")
    with pytest.raises(OSError, match="file"):
        write_atomically(path, b"x" * 2000)
    assert path.read_bytes() == b"old"
    assert [found.name for found in tmp_path.iterdir()] == ["file"]


def test_a_run_left_by_a_full_disk_can_be_read(tmp_path: Path) -> None:
    assert run_with_limit(tmp_path, 8_000).returncode == 1
    run = Run(tmp_path)
    assert 0 < len(run.history) < 60
    assert not run.is_complete
