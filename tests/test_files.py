"""What is written never takes the place of what is no file, and follows no link laid for it."""

import os
import re
import shutil
import signal
import socket
import stat
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

import small_runs
from plywise.errors import BadInput
from plywise.evaluation.weights import resolve
from plywise.experiments.kit.cells import Kept
from plywise.files import Log, Mark, sweep, write_atomically
from plywise.play.pgn import PgnFile, pgn_game, write_pgn
from plywise.play.records import CsaFile
from plywise.runs import checkpoint
from plywise.runs.lock import Lock
from plywise.runs.run import load

PATIENCE = 60.0
"""Seconds after which a process counts as hung."""


def _device(path: Path) -> None:
    """A node of our own that eats what it is given, as /dev/null does: that one is left alone."""
    try:
        os.mknod(path, stat.S_IFCHR | 0o600, os.makedev(1, 3))
    except PermissionError:
        pytest.skip("only root makes device nodes")


def _socket(path: Path) -> None:
    here = Path.cwd()
    os.chdir(path.parent)  # the name of a socket is at most a hundred bytes long
    try:
        with socket.socket(socket.AF_UNIX) as made:
            made.bind(path.name)
    finally:
        os.chdir(here)


def _loop(path: Path) -> None:
    path.symlink_to(path.name)


KINDS: dict[str, Callable[[Path], object]] = {
    "pipe": os.mkfifo,
    "socket": _socket,
    "device": _device,
    "folder": Path.mkdir,
    "link to itself": _loop,
}


@pytest.fixture(params=KINDS)
def special(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Path]:
    """Something that is no file, which must be the same afterwards and alone in its folder."""
    folder = tmp_path / "special"
    folder.mkdir()
    path = folder / "games.pgn"
    KINDS[request.param](path)
    before = path.lstat()
    yield path
    after = path.lstat()
    assert (after.st_mode, after.st_ino) == (before.st_mode, before.st_ino)
    assert [found.name for found in folder.iterdir()] == [path.name]


WRITERS: dict[str, Callable[[Path], object]] = {
    "whole": lambda path: write_atomically(path, b"new"),
    "weights": lambda path: resolve("chess/standard").save(path),
    "games": lambda path: write_pgn(path, [pgn_game(["e2e4"])]),
    "appended": PgnFile,
    "csa": CsaFile,
    "log": lambda path: Log(path, Mark()),
    "cells": lambda path: Kept(path).keep("a", {}),
}


@pytest.mark.parametrize("writer", WRITERS)
def test_what_is_no_file_is_never_written_to(writer: str, special: Path) -> None:
    with pytest.raises(BadInput, match=rf"{re.escape(repr(str(special)))}.*not a file.*give"):
        WRITERS[writer](special)


def plywise(*words: str | Path) -> "subprocess.CompletedProcess[str]":
    command = [sys.executable, "-m", "plywise", *map(str, words)]
    return subprocess.run(
        command, capture_output=True, text=True, check=False, timeout=PATIENCE, cwd="/"
    )


@pytest.mark.parametrize(
    "words",
    [
        ("show", "chess/standard", "--save"),
        ("match", "chess", "chess/standard", "random", "--games", "2", "--depth", "1", "--pgn"),
        ("match", "chess", "chess/standard", "random", "--games", "2", "--depth", "1", "--record"),
        ("rate", "chess/standard", "--games", "2", "--pgn"),
    ],
    ids=["show --save", "match --pgn", "match --record", "rate --pgn"],
)
def test_commands_refuse_what_is_no_file(words: tuple[str, ...], special: Path) -> None:
    done = plywise(*words, special)
    assert (done.returncode, done.stdout) == (2, "")
    assert str(special) in done.stderr
    assert "not a file" in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize(
    "words",
    [
        ("spikes", "chess", "--out"),
        ("search", "chess", "--using", "uct", "--nodes", "100", "--picture"),
    ],
    ids=["spikes --out", "search --picture"],
)
def test_a_place_that_cannot_be_written_to_is_told_before_the_work(
    words: tuple[str, ...], tmp_path: Path
) -> None:
    path = tmp_path / "pipe.png"
    os.mkfifo(path)
    done = plywise(*words, path)
    assert done.returncode == 2
    assert "positions, each searched" not in done.stderr
    assert "not a file" in done.stderr


@pytest.mark.parametrize("name", ["metrics.jsonl", "games.txt", "lock", "config.toml"])
def test_a_run_with_a_pipe_among_its_files_is_refused(name: str, tmp_path: Path) -> None:
    small_runs.play(small_runs.small(), tmp_path / "run")
    path = tmp_path / "run" / name
    path.unlink()
    os.mkfifo(path)
    done = plywise("learn", "chess", "--out", tmp_path / "run", "--resume", "--games", "20")
    assert done.returncode == 2, done.stderr
    assert name in done.stderr


def test_no_link_is_followed_that_waits_where_the_new_file_is_made(tmp_path: Path) -> None:
    victim = tmp_path / "victim"
    victim.write_text("precious")
    for name in ("file.tmp", "next.json", "file~", ".file.tmp"):
        (tmp_path / name).symlink_to(victim)
    write_atomically(tmp_path / "file", b"new")
    checkpoint.save(tmp_path, {"game": 1})
    assert victim.read_text() == "precious"
    assert (tmp_path / "file").read_bytes() == b"new"
    assert checkpoint.load(tmp_path) == {"game": 1}


def at_rename(look: Callable[[], object], path: Path) -> None:
    """Write a file, and `look` right before it gets its name."""
    is_on = True

    def hook(event: str, arguments: tuple[object, ...]) -> None:
        if is_on and event == "os.rename":
            look()

    sys.addaudithook(hook)  # there is no way to take one away again: it falls silent instead
    try:
        write_atomically(path, b"new")
    finally:
        is_on = False


def test_the_name_under_which_a_file_is_made_cannot_be_foretold(tmp_path: Path) -> None:
    used: set[str] = set()
    for _ in range(20):
        at_rename(lambda: used.update(path.name for path in tmp_path.iterdir()), tmp_path / "file")
    assert len(used - {"file"}) == 20


def test_a_link_to_a_file_stays_one_and_the_file_is_written(tmp_path: Path) -> None:
    (tmp_path / "there").mkdir()
    real, link = tmp_path / "there" / "weights.json", tmp_path / "link.json"
    real.write_text("old")
    link.symlink_to("there/weights.json")
    write_atomically(link, b"new")
    assert link.is_symlink()
    assert real.read_bytes() == b"new"
    with PgnFile(link) as file:
        file.add(["game"])
    assert link.is_symlink()
    assert real.read_bytes() == b"new\n\ngame\n"


def test_a_link_to_nowhere_makes_the_file_that_it_names(tmp_path: Path) -> None:
    link = tmp_path / "link"
    link.symlink_to("new")
    write_atomically(link, b"1")
    assert link.is_symlink()
    assert (tmp_path / "new").read_bytes() == b"1"


def test_a_new_file_may_be_read_by_those_whom_the_umask_lets(tmp_path: Path) -> None:
    before = os.umask(0o027)
    try:
        write_atomically(tmp_path / "new", b"")
    finally:
        os.umask(before)
    assert stat.S_IMODE((tmp_path / "new").stat().st_mode) == 0o640


def test_a_file_keeps_who_may_read_it(tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.write_text("old")
    path.chmod(0o604)
    write_atomically(path, b"new")
    assert stat.S_IMODE(path.stat().st_mode) == 0o604


def test_a_long_name_is_written_too(tmp_path: Path) -> None:
    path = tmp_path / ("n" * 255)
    write_atomically(path, b"new")
    assert path.read_bytes() == b"new"


@pytest.mark.parametrize("path", ["", "a\0b"])
def test_a_name_that_no_file_has_is_refused(path: str) -> None:
    with pytest.raises(BadInput, match="file"):
        resolve("chess/standard").save(path)


HALF_WRITTEN = """
import os, signal, sys
from pathlib import Path
from plywise import files
files.os.fsync = lambda descriptor: os.kill(os.getpid(), signal.SIGKILL)
files.write_atomically(Path(sys.argv[1]), b"half")
"""


def kill_while_writing(path: Path) -> None:
    killed = subprocess.run([sys.executable, "-c", HALF_WRITTEN, str(path)], check=False)
    assert killed.returncode == -signal.SIGKILL


def test_what_a_killed_run_left_half_written_is_cleared_by_the_next(tmp_path: Path) -> None:
    run = small_runs.play(small_runs.small(), tmp_path / "run")
    names = sorted(path.name for path in run.directory.rglob("*"))
    for name in ("config.toml", "games.pgn", "checkpoints/latest.json"):
        kill_while_writing(run.directory / name)
    assert len(list(run.directory.rglob("*"))) == len(names) + 3
    (run.directory / "notes.tmp").write_text("the user's own")
    again = small_runs.play(small_runs.small(games=14), run.directory, resume=True)
    fresh = small_runs.play(small_runs.small(games=14), tmp_path / "fresh")
    assert small_runs.digest(again) == small_runs.digest(fresh)
    left = sorted(path.name for path in run.directory.rglob("*"))
    assert left == sorted([*names, "notes.tmp"])


SWEEP = """
import sys
from pathlib import Path
from plywise.files import sweep
sweep(Path(sys.argv[1]))
"""


def test_what_another_process_is_writing_now_is_not_cleared(tmp_path: Path) -> None:
    swept: list[object] = []
    command = [sys.executable, "-c", SWEEP, str(tmp_path)]
    at_rename(lambda: swept.append(subprocess.run(command, check=True)), tmp_path / "file")
    assert len(swept) == 1
    assert (tmp_path / "file").read_bytes() == b"new"


def test_sweeping_leaves_what_only_looks_alike(tmp_path: Path) -> None:
    kill_while_writing(tmp_path / "file")
    (left,) = tmp_path.iterdir()
    victim = tmp_path / "victim"
    shutil.move(left, victim)
    left.symlink_to(victim)
    os.mkfifo(left.with_name(re.sub("[0-9a-f]{16}", "0" * 16, left.name)))
    sweep(tmp_path)
    assert victim.read_bytes() == b"half"
    assert len(list(tmp_path.iterdir())) == 3


def test_a_lock_needs_a_file(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "lock")
    with pytest.raises(BadInput, match="not a file"), Lock(tmp_path):
        pass


def test_games_of_a_run_do_not_go_to_a_pipe(tmp_path: Path) -> None:
    small_runs.play(small_runs.small(), tmp_path / "run")
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(BadInput, match="not a file"):
        load(tmp_path / "run").pgn(tmp_path / "pipe")
