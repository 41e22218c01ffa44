"""Processes that outlive an engine: found by a mark in their environment, and ended.

An engine leads a process group of its own, but what it starts may leave the group: a wrapper that
calls setsid, a daemon. The environment is inherited all the same, so each engine gets a mark in it.
Only Linux shows the environment of other processes, in /proc; elsewhere nothing is found. Whoever
clears or overwrites its environment, or runs as another user, is not found either.
"""

import atexit
import os
import secrets
import signal
import time
from contextlib import suppress

VARIABLE = "PLYWISE_ENGINE"
"""The marks of the engine that a process belongs to, and of those around it."""
PROC = "/proc"
ROUNDS = 40
"""How often we look: whoever was killed takes a moment to go, and may have started others."""
PAUSE = 0.005
"""Seconds between two looks."""

_given: set[str] = set()
"""The marks of engines that run."""


def new_mark() -> str:
    """A mark for an engine that is about to start; `end_marked` takes it back."""
    mark = secrets.token_hex(8)
    _given.add(mark)
    return mark


def environment(mark: str) -> dict[str, str]:
    """What an engine's environment has for the mark: an engine may play against others itself.

    >>> environment("1f")[VARIABLE].endswith("1f;")
    True
    """
    return {VARIABLE: f"{os.environ.get(VARIABLE, '')}{mark};"}


def end_marked(mark: str) -> None:
    """Kill every process that carries the mark."""
    for _ in range(ROUNDS):
        found = marked(mark)
        for pid in found:
            with suppress(ProcessLookupError, PermissionError):
                os.kill(pid, signal.SIGKILL)
        if not found:
            break
        time.sleep(PAUSE)
    forget(mark)


def forget(mark: str) -> None:
    """Take a mark back that no process carries."""
    _given.discard(mark)


def marked(mark: str) -> list[int]:
    """The processes that carry the mark."""
    return [pid for pid in _processes() if mark.encode() in _environment_of(pid)]


def _processes() -> list[int]:
    try:
        return [int(name) for name in os.listdir(PROC) if name.isdecimal()]  # noqa: PTH208 - many
    except OSError:
        return []


def _environment_of(pid: int) -> bytes:
    """The environment that a process began with; empty for one that we cannot see."""
    try:
        with open(f"{PROC}/{pid}/environ", "rb") as file:  # noqa: PTH123 - there are many
            return file.read()
    except OSError:
        return b""


@atexit.register
def _end_all() -> None:
    """A Ctrl-C may fall between the start of an engine and the block that would end it."""
    for mark in list(_given):
        end_marked(mark)
