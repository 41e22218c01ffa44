"""What a worker keeps from one job to the next, such as engines that run: closed with its crew.

Jobs stay pure functions: what is kept may save time, and never changes a result.
"""

import threading
from collections.abc import Callable
from contextlib import ExitStack
from typing import Protocol, TypeVar, cast


class Closable(Protocol):
    """Something that must be put away at the end."""

    def close(self) -> None:
        """Put it away. Another thread may call this, and the owner may still be at work."""


Thing = TypeVar("Thing", bound=Closable)


class Belongings:
    """The things of one worker, each made when it is first asked for."""

    def __init__(self) -> None:
        self._things: dict[Callable[[], Closable], Closable] = {}
        self._lock = threading.Lock()
        self._is_closed = False

    def of(self, make: Callable[[], Thing]) -> Thing | None:
        """The worker's own thing of a kind; None when all has been put away."""
        with self._lock:
            if self._is_closed:
                return None
            if make not in self._things:
                self._things[make] = make()
            return cast("Thing", self._things[make])

    def close(self) -> None:
        """Put all of them away; a Ctrl-C in between is passed on when all are."""
        with self._lock:
            self._is_closed = True
        with ExitStack() as stack:
            for thing in self._things.values():
                stack.callback(thing.close)


_here = threading.local()


def become_worker() -> Belongings:
    """From now on this thread is a worker, with belongings of its own."""
    _here.belongings = Belongings()
    return cast("Belongings", _here.belongings)


def own(make: Callable[[], Thing]) -> Thing | None:
    """The worker's own thing of a kind, kept from job to job; None in a thread that is no worker.

    >>> own(ExitStack) is None
    True
    >>> from plywise.distributed import threads
    >>> with threads(1) as one:
    ...     one.submit(lambda job, stop: own(ExitStack) is own(ExitStack), None).result()
    True
    """
    belongings: Belongings | None = getattr(_here, "belongings", None)
    return None if belongings is None else belongings.of(make)
