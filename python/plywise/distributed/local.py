"""Workers on this machine: threads (the kernel releases the GIL) or spawned processes."""

import atexit
import ctypes
import os
import signal
import threading
import time
import traceback
from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from contextlib import ExitStack
from multiprocessing import get_context, parent_process
from multiprocessing.connection import Connection, wait
from multiprocessing.reduction import ForkingPickler
from threading import Event
from typing import ClassVar, Self, TypeVar

from plywise._kernel import Stop
from plywise.checks import is_whole, shown
from plywise.distributed.belongings import Belongings, become_worker
from plywise.errors import BadSetting

Job = TypeVar("Job")
Result = TypeVar("Result")

Work = Callable[[Job, Stop], Result]
"""A pure function of its job. The flag ends it early, by KeyboardInterrupt, as `play_game` does."""

MOST_WORKERS = 1024  # a typing error (--workers 20000) should not freeze the machine
GRACE = 3.0  # seconds in which abandoned work should have ended
JOBS_AHEAD = 4  # a worker's stock of jobs: it never waits, and early stopping wastes little


class Workers(ABC):
    """`count` hands to work; use it as a context manager.

    Leaving the block abandons what is still running, so a Ctrl-C or a match that is decided early
    need not wait for games that nobody will look at. Blocks of the same object may be nested.
    """

    is_elsewhere: ClassVar[bool] = False
    """Whether jobs may be done on other machines, which have none of this one's files."""

    def __init__(self, count: int) -> None:
        if not is_whole(count) or not 1 <= count <= MOST_WORKERS:
            raise BadSetting(
                f"{shown(count)} workers; give a number from 1 to {MOST_WORKERS} "
                f"(this machine has {cores()} cores)"
            )
        self.count = count
        self._executor: Executor | None = None
        self._blocks = 0
        self._entering = threading.Lock()

    def __repr__(self) -> str:
        return f"{type(self).__name__.lower()}({self.count})"

    def __enter__(self) -> Self:
        with self._entering:  # runs of several threads may share a crew
            if self._executor is None:
                self._executor = self._start()
            self._blocks += 1
        return self

    def __exit__(self, *_: object) -> None:
        with self._entering:
            self._blocks -= 1
            if self._blocks > 0 or self._executor is None:
                return
            executor, self._executor = self._executor, None
        try:
            self._abandon()
        finally:
            executor.shutdown(wait=True, cancel_futures=True)

    def submit(self, work: "Work[Job, Result]", job: Job) -> "Future[Result]":
        """The future result of `work` on `job`."""
        if self._executor is None:
            raise RuntimeError(f"{self!r} are not at work: submit jobs inside a `with` block")
        return self._submit(self._executor, work, job)

    def ordered(self, work: "Work[Job, Result]", jobs: Iterable[Job]) -> Iterator[Result]:
        """The results in the order of the jobs, which are drawn from `jobs` a few at a time.

        >>> with threads(2) as two:
        ...     list(two.ordered(lambda job, stop: job * job, range(5)))
        [0, 1, 4, 9, 16]
        """
        waiting: deque[Future[Result]] = deque()
        try:
            for job in jobs:
                waiting.append(self.submit(work, job))
                if len(waiting) >= self._stock(work):
                    yield waiting.popleft().result()
            while waiting:
                yield waiting.popleft().result()
        finally:
            for future in waiting:
                future.cancel()

    def _stock(self, work: "Work[Job, Result]") -> int:
        """How many jobs are handed out before the first result is awaited."""
        return self.count * JOBS_AHEAD

    @abstractmethod
    def _start(self) -> Executor: ...

    @abstractmethod
    def _abandon(self) -> None:
        """End what is running now: nobody waits for its result."""

    @abstractmethod
    def _submit(
        self, executor: Executor, work: "Work[Job, Result]", job: Job
    ) -> "Future[Result]": ...


class Threads(Workers):
    """Threads of this process, for work that spends its time in the kernel."""

    def _start(self) -> Executor:
        self._stop = Stop()
        self._busy: dict[int, Event] = {}
        self._belongings: list[Belongings] = []
        return ThreadPoolExecutor(
            self.count,
            thread_name_prefix="plywise",
            initializer=lambda: self._belongings.append(become_worker()),
        )

    def _abandon(self) -> None:
        self._stop.set()
        end = time.monotonic() + GRACE
        for thread, idle in list(self._busy.items()):
            if not idle.wait(max(0.0, end - time.monotonic())):
                # It does not look at the flag: a game written in Python that never comes back.
                raise_in = ctypes.pythonapi.PyThreadState_SetAsyncExc
                raise_in(ctypes.c_ulong(thread), ctypes.py_object(KeyboardInterrupt))
        # While the threads still live: with them, programs end that they have started.
        with ExitStack() as stack:
            for belongings in self._belongings:
                stack.callback(belongings.close)

    def _submit(self, executor: Executor, work: "Work[Job, Result]", job: Job) -> "Future[Result]":
        return executor.submit(self._call, work, job)

    def _call(self, work: "Work[Job, Result]", job: Job) -> Result:
        self._busy[threading.get_ident()] = idle = Event()
        try:
            return work(job, self._stop)
        finally:
            idle.set()


class Processes(Workers):
    """Processes of their own, for work that holds the GIL (games and features written in Python).

    They are spawned, never forked: a fork copies locks that threads of the parent hold. So a script
    that uses them needs the usual `if __name__ == "__main__":`, and jobs and results are pickled
    on their way through the pipe (never to a file).
    """

    def _start(self) -> Executor:
        spawn = get_context("spawn")
        # The children hold the reading end only: when the parent closes its own, all see it.
        reader, self._flag = spawn.Pipe(duplex=False)
        self._reader = reader
        return ProcessPoolExecutor(
            self.count, mp_context=spawn, initializer=_begin, initargs=(reader,)
        )

    def _abandon(self) -> None:
        self._flag.close()
        self._reader.close()

    def _submit(self, executor: Executor, work: "Work[Job, Result]", job: Job) -> "Future[Result]":
        # Packed here, as the pipe would, and unpacked in our own function: what goes wrong on
        # either side is then an exception of this job, and not the end of the whole pool.
        return executor.submit(_call, work, bytes(ForkingPickler.dumps(job)))


_STOP = Stop()
"""In a spawned worker: ends what it is doing."""


def _begin(flag: "Connection[object, object]") -> None:
    """Set a spawned worker up: Ctrl-C is the parent's business, and so is our life."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    atexit.register(become_worker().close)
    threading.Thread(target=_watch, args=(flag,), daemon=True).start()


def _watch(flag: "Connection[object, object]") -> None:
    """Stop when the parent says so, and go when it is gone, however it ended."""
    parent = parent_process()
    alive = [] if parent is None else [parent.sentinel]
    if flag in wait([flag, *alive]):
        _STOP.set()
        wait(alive, GRACE)  # for a game written in Python that never comes back
    os._exit(0)


def _call(work: "Work[Job, Result]", packed: bytes) -> Result:
    try:
        job: Job = ForkingPickler.loads(packed)
        return work(job, _STOP)
    except Exception as error:
        if not is_portable(error):
            raise RuntimeError("".join(traceback.format_exception(error))) from None
        raise


def is_portable(error: Exception) -> bool:
    """Whether others can be sent an exception; one of a class that they cannot make, they cannot.

    >>> is_portable(ValueError("told as it is"))
    True
    """
    if type(error).__module__ in ("__main__", "__mp_main__"):
        return False  # others know the script by another name
    try:
        return type(ForkingPickler.loads(ForkingPickler.dumps(error))) is type(error)
    except Exception:
        return False


def cores() -> int:
    """How many cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def threads(count: int | None = None) -> Threads:
    """`count` threads; by default as many as there are cores.

    >>> threads(2)
    threads(2)
    """
    return Threads(cores() if count is None else count)


def processes(count: int | None = None) -> Processes:
    """`count` spawned processes; by default as many as there are cores.

    >>> processes(2)
    processes(2)
    """
    return Processes(cores() if count is None else count)


def workers_for(wanted: "int | Workers | None") -> Workers:
    """The workers that a user's `workers=` means: a number of threads, or workers of any kind.

    >>> workers_for(3), workers_for(processes(2))
    (threads(3), processes(2))
    """
    return wanted if isinstance(wanted, Workers) else threads(wanted)
