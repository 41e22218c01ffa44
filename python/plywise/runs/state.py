"""How a run stands, without touching it: learning, done, stopped, diverged or damaged."""

import json
import os
import socket
import sys
from pathlib import Path
from typing import Literal

from plywise.regular import SETTINGS, read_regular
from plywise.runs import lock

State = Literal["learning", "done", "stopped", "diverged", "damaged"]


def is_at_work(folder: Path) -> bool:
    """Whether a trainer holds the lock of a run's folder.

    The lock is not tried: a trainer that begins just then would find it taken. The system's list of
    locks is read instead, or where it has none, whether the process lives that signed the file.
    """
    path = folder / lock.NAME
    try:
        who = json.loads(read_regular(path, at_most=SETTINGS))
        pid, host = int(who["pid"]), who["host"]
    except (OSError, ValueError, KeyError, TypeError):
        return False  # given back, or never taken
    if host != socket.gethostname():
        return True  # another machine's, by a shared disk: its word is all there is
    return _is_listed(path) if sys.platform == "linux" else _lives(pid)


def _is_listed(path: Path) -> bool:
    try:
        inode = str(path.stat().st_ino)
        with Path("/proc/locks").open(encoding="ascii") as file:
            return any(f":{inode} " in line for line in file if "FLOCK" in line)
    except OSError:
        return False


def _lives(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return True
    return True
