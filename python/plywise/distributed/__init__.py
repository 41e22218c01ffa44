"""Work as pure functions, handed to threads or processes of this machine, or to other machines.

Nothing that is computed depends on how many workers there are, or of which kind: results come back
in the order of the jobs, and a job carries everything that it needs, its random numbers included.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from plywise.distributed.local import (
    Processes,
    Threads,
    Work,
    Workers,
    cores,
    processes,
    threads,
    workers_for,
)

if TYPE_CHECKING:
    from plywise.distributed.address import on
    from plywise.distributed.elsewhere import Elsewhere, Machine

__all__ = [
    "Elsewhere",
    "Machine",
    "Processes",
    "Threads",
    "Work",
    "Workers",
    "cores",
    "on",
    "processes",
    "threads",
    "workers_for",
]

_ELSEWHERE = {"Elsewhere": "elsewhere", "Machine": "elsewhere", "on": "address"}
"""What is loaded when it is asked for: an engine that only has threads need not know of it."""


def __getattr__(name: str) -> Any:
    """What other machines need, with all that it stands on."""
    if name not in _ELSEWHERE:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_ELSEWHERE[name]}"), name)
