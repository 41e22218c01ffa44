"""The mock engines as opponents, and what they leave behind."""

import sys
import time
from pathlib import Path

from plywise.play.opponents import Engine, Opponent
from plywise.play.opponents.engine import Protocol

FOLDER = Path(__file__).parent / "mock_engines"
XBOARD = {
    "announces_nothing", "hangs_in_xboard", "moves_illegally_in_xboard", "plays_well_in_xboard",
    "refuses_a_move", "resigns", "takes_no_positions",
}  # fmt: skip


GAMES = {"usi": "shogi", "gnubg": "backgammon"}


def mock(
    name: str, *, patience: float = 60.0, depth: int = 1, protocol: Protocol | None = None
) -> Opponent:
    """A mock engine as an opponent."""
    engine = Engine(
        name=name,
        command=(sys.executable, str(FOLDER / f"{name}.py")),
        protocol=protocol or _protocol(name),
        games=("chess", "shogi", "backgammon"),
        is_homeless=False,
    )
    game = GAMES.get(engine.protocol, "chess")
    return Opponent(engine=engine, limits={"depth": depth}, patience=patience, game=game)


def _protocol(name: str) -> Protocol:
    if name in XBOARD:
        return "xboard"
    if name.endswith("_as_gnubg"):
        return "gnubg"
    return "usi" if name.endswith("_in_usi") else "uci"


def executable(name: str, folder: Path) -> Path:
    """A program that is the mock engine, as users give one by its path."""
    path = folder / name
    path.write_text(f'#!/bin/sh\nexec "{sys.executable}" "{FOLDER / name}.py"\n')
    path.chmod(0o755)
    return path


def pids(file: Path) -> list[int]:
    """The processes that mock engines noted."""
    return [int(line) for line in file.read_text().split()]


def left_behind(file: Path) -> list[int]:
    """Those of the noted processes that still run after a while.

    A process that was killed and is nobody's child of ours is not gone at once.
    """
    for _ in range(100):
        if not (running := [pid for pid in pids(file) if _is_running(pid)]):
            break
        time.sleep(0.05)
    return running


def _is_running(pid: int) -> bool:
    try:
        status = Path(f"/proc/{pid}/stat").read_text()
    except OSError:
        return False
    return status.rpartition(")")[2].split()[0] not in "ZX"  # dead, but nobody asked yet
