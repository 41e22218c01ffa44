"""How many jobs go out together: enough to be worth a journey, few enough that all hands have some.

To send a task elsewhere and fetch its result costs some milliseconds, so a task should take 100 at
least. How jobs are put together is a matter of time alone: each carries its own chance, and results
come back in the order of the jobs.
"""

from dataclasses import dataclass
from math import ceil
from typing import Final

AIM: Final = 0.2
"""Seconds that a chunk should take; a tenth would do, and games differ in length."""
MOST_JOBS: Final = 512
"""In a chunk, however short they are."""
AHEAD: Final = 2
"""Chunks for each hand, of which it works on one: the next lies ready."""
NEWEST: Final = 0.3
"""The weight of the last chunk in the mean time of a job."""


@dataclass
class Pace:
    """How long a job of one kind takes, as far as is known."""

    seconds: float | None = None

    def note(self, jobs: int, seconds: float) -> None:
        """So many jobs took so long together."""
        each = seconds / jobs
        before = each if self.seconds is None else self.seconds
        self.seconds = before + NEWEST * (each - before)

    @property
    def full(self) -> int:
        """The jobs of a chunk that is worth its journey; one alone while nothing is known.

        >>> Pace().full, Pace(0.03).full, Pace(5.0).full
        (1, 7, 1)
        """
        if self.seconds is None:
            return 1
        return max(1, min(MOST_JOBS, ceil(AIM / max(self.seconds, 1e-9))))


def aimed_at(full: int, *, jobs: int, hands: int) -> int:
    """The size of the next chunk if enough jobs wait: a full one, or the share of a hand.

    >>> aimed_at(7, jobs=1000, hands=2), aimed_at(7, jobs=16, hands=2)
    (7, 4)
    """
    return min(full, max(1, ceil(jobs / (AHEAD * hands))))


def chunk_size(full: int, *, waiting: int, under_way: int, hands: int, busy: int) -> int:
    """How many of the waiting jobs should go now; 0 if it is better to wait for more.

    `under_way` are jobs that went out, in `busy` chunks. First every hand gets something to do,
    then every hand a next chunk; towards the end of the work chunks get smaller by that.

    >>> chunk_size(7, waiting=1000, under_way=0, hands=2, busy=0)
    7
    >>> chunk_size(7, waiting=16, under_way=0, hands=2, busy=0)  # a run at lag 16
    4
    >>> chunk_size(7, waiting=2, under_way=14, hands=2, busy=4), chunk_size(7, waiting=2,
    ...     under_way=14, hands=2, busy=2)
    (0, 0)
    >>> chunk_size(7, waiting=3, under_way=0, hands=8, busy=5)
    1
    """
    if waiting == 0:
        return 0
    size = aimed_at(full, jobs=waiting + under_way, hands=hands)
    idle = hands - busy
    if idle > 0:
        return min(size, ceil(waiting / idle))
    return size if busy < AHEAD * hands and waiting >= size else 0
