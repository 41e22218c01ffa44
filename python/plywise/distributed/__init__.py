"""Work as pure functions, handed to threads or processes of this machine, or to other machines.

Nothing that is computed depends on how many workers there are, or of which kind: results come back
in the order of the jobs, and a job carries everything that it needs, its random numbers included.
"""

from plywise.distributed.address import on
from plywise.distributed.elsewhere import Elsewhere, Machine
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
