"""xboard itself plays a game with the engine, by the lines that the documentation gives."""

import os
import re
import shlex
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from conftest import require_engine
from screens import screen

PATIENCE = 100.0
DOCS = Path(__file__).resolve().parents[1] / "docs" / "engine.md"
LINES = re.findall(r"^(xboard .*?) *#", DOCS.read_text(), flags=re.MULTILINE)


@pytest.fixture
def display() -> Iterator[str]:
    """A screen that nobody sees."""
    with screen(require_engine("Xvfb")) as number:
        yield number


@pytest.mark.parametrize("line", LINES)
def test_xboard_plays_a_game_by_the_documented_line(line, display, tmp_path):
    adapter = "polyglot" if "-fUCI" in line else "uci2wb"
    needed = [require_engine(name) for name in ("xboard", adapter, "phalanx")]
    folders = [str(Path(found).parent) for found in (sys.executable, *needed)]
    environment = {
        **os.environ,
        "DISPLAY": display,
        "HOME": str(tmp_path),
        "PATH": os.pathsep.join([*folders, os.environ["PATH"]]),
    }
    match = ["-scp", "phalanx", "-mg", "1", "-tc", "0:02", "-sgf", "game.pgn"]
    board = subprocess.Popen(
        [*shlex.split(line), *match], cwd=tmp_path, env=environment, start_new_session=True,
        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
    )  # fmt: skip
    try:
        game = written(tmp_path / "game.pgn")
    finally:
        os.killpg(board.pid, signal.SIGTERM)  # it stays open with the last position
        board.wait()
    assert '[White "plywise' in game
    assert re.search(r'\[Result "(1-0|0-1|1/2-1/2)"\]', game)


def written(path: Path) -> str:
    """A file, once there is one and its last line is that of a finished game."""
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until:
        text = path.read_text() if path.exists() else ""
        if re.search(r"(1-0|0-1|1/2-1/2)\s*$", text):
            return text
        time.sleep(0.2)
    pytest.fail(f"no game after {PATIENCE} s")


def test_the_documentation_has_both_ways():
    assert len(LINES) == 2
