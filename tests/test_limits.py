"""A machine at its limits: too little memory, too few file handles. A message, and nothing lost."""

import os
import resource
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

import plywise as pw
import small_runs

HUGE = 2**39
"""Entries of a table that no machine has room for."""


def open_files() -> int:
    return len(os.listdir("/proc/self/fd"))  # noqa: PTH208  (what it opens itself is no matter)


@contextmanager
def few_handles(more: int) -> Iterator[None]:
    """This process may open only so many files more."""
    before = resource.getrlimit(resource.RLIMIT_NOFILE)
    # The limit is on the number of a handle, and new ones get the lowest that is free.
    free = os.open(os.devnull, os.O_RDONLY)
    os.close(free)
    resource.setrlimit(resource.RLIMIT_NOFILE, (free + more, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, before)


def test_a_run_without_file_handles_stops_and_goes_on_later(tmp_path: Path) -> None:
    config = small_runs.small(games=3, gate_every=2, gate_games=2)
    whole = small_runs.play(config)
    refused = 0
    for more in range(12):
        folder, before = tmp_path / str(more), open_files()
        try:
            with few_handles(more):
                small_runs.play(config, folder)
        except OSError as error:
            assert "Too many open files" in str(error)  # noqa: PT017  (later ones succeed)
            assert str(folder) in str(error)  # noqa: PT017
            refused += 1
        assert open_files() == before, more
        run = small_runs.play(config, folder, resume=True)
        assert small_runs.digest(run) == small_runs.digest(whole)
    assert 3 <= refused < 12


def test_a_table_larger_than_the_memory_is_refused_by_its_size(tmp_path: Path) -> None:
    search = pw.AlphaBeta(depth=3, table_entries=HUGE)
    with pytest.raises(MemoryError, match=f"table of {HUGE} entries"):
        small_runs.play(small_runs.small(search=search), tmp_path)
    with pytest.raises(MemoryError, match=f"table of {HUGE} entries"):
        pw.match("chess/ones", "random", games=2, search=search)
    with pytest.raises(pw.BadSetting, match="table_entries 9999999900000"):
        pw.AlphaBeta(table_entries=9_999_999_900_000)


LITTLE = """
import resource, sys
from plywise.cli import main
size = 2 << 30
resource.setrlimit(resource.RLIMIT_AS, (size, size))
sys.argv = ["plywise", "learn", "chess", *sys.argv[1:]]
main()
"""


def test_too_little_memory_is_a_message_and_exit_1(tmp_path: Path) -> None:
    config = small_runs.small(search=pw.AlphaBeta(depth=3, table_entries=2**27))  # 3 GB
    (tmp_path / "settings.toml").write_text(config.to_toml())
    options = ["--config", str(tmp_path / "settings.toml"), "--out", str(tmp_path / "run")]
    failed = subprocess.run(
        [sys.executable, "-c", LITTLE, *options, "--workers", "1"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert failed.returncode == 1, failed.stderr
    assert "Traceback" not in failed.stderr
    assert f"table of {2**27} entries" in failed.stderr
    assert small_runs.Run(tmp_path / "run").config == config
