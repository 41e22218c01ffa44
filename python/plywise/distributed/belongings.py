"""What a worker keeps from one job to the next, such as engines that run: closed with its crew.

Jobs stay pure functions: what is kept may save time, and never changes a result.
"""

import threading
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from functools import partial
from typing import Any, Protocol, TypeVar, cast


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


def is_worker() -> bool:
    """Whether this thread has become a worker.

    >>> is_worker()
    False
    """
    return hasattr(_here, "belongings")


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


Needs = Callable[[Any], Sequence[str]]
"""Of a job, the programs that must run beside it; none if it is a pure function."""
Missing = Callable[[Any], Sequence[str]]
"""Of a job, those of them that this machine does not have."""
_LIVING: dict[Any, tuple[Needs, Missing]] = {}

Work = TypeVar("Work", bound=Callable[..., Any])


def with_programs(needs: Needs, missing: Missing) -> Callable[[Work], Work]:
    """Says of a work function that some of its jobs have programs which live on between jobs."""

    def noted(work: Work) -> Work:
        _LIVING[work] = (needs, missing)
        return work

    return noted


def lives_on(work: Any, job: Any) -> bool:
    """Whether a job wants a worker that keeps what it has started.

    >>> lives_on(len, "any job")
    False
    """
    known = _LIVING.get(_inner(work))
    return known is not None and bool(known[0](job))


def missing_for(work: Any, job: Any) -> Sequence[str]:
    """The programs that a job wants, and this machine does not have."""
    known = _LIVING.get(_inner(work))
    return () if known is None else known[1](job)


def _inner(work: Any) -> Any:
    return work.func if isinstance(work, partial) else work
