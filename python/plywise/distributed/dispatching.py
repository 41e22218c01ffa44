"""Hands jobs out in chunks, and results back in order: the same for every place that jobs go to."""

from __future__ import annotations

import threading
import time
from collections import deque
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import CancelledError, Executor, Future
from dataclasses import dataclass
from functools import partial
from queue import Empty, SimpleQueue
from typing import Any, Protocol

from plywise.distributed.belongings import lives_on
from plywise.distributed.chunks import Pace, aimed_at, chunk_size
from plywise.distributed.far_end import Answer, asked, own_files
from plywise.distributed.handshake import here
from plywise.distributed.packing import unpacked
from plywise.errors import BadInput, BadSetting

LINGER, LINGERED = 0.003, 0.01
"""Seconds for which an idle hand waits for the next job, and for all that follow: jobs come one
after the other, as a run learns from the games of a chunk."""
LOOK_AGAIN = 5.0
"""Seconds after which the number of hands is asked for anew: machines come and go."""
MOST_LOSSES = 20
"""A chunk that was lost so often is given up: something is wrong with it, not with machines."""


class Lost(Exception):
    """A chunk did not come back, through no fault of its own: it is sent again."""


class Line(Protocol):
    """What leads to a place: one chunk goes out, one answer or an exception comes back."""

    def hands(self) -> int:
        """How many can work there at the same time."""

    def send(
        self, chunk: bytes, *, lives_on: bool, back: Callable[[bytes | BaseException], None]
    ) -> None:
        """Send a chunk; `back` is called once, in any thread, with `Lost` for one to be repeated.

        `lives_on`: it wants a worker that keeps what it started, for the next chunk of the kind.
        """

    def abandon(self) -> None:
        """End everything that is there, within seconds: nobody waits for it."""


@dataclass(eq=False)
class _Job:
    work: Any
    job: Any
    future: Future[Any]


@dataclass(eq=False)
class _Chunk:
    jobs: Sequence[_Job]
    losses: int = 0

    @property
    def work(self) -> Any:
        return self.jobs[0].work


class Dispatcher(Executor):
    """One thread that sends and receives; events reach it by a queue, so that nothing is locked."""

    def __init__(
        self, line: Line, most: int, paces: dict[Any, Pace], on_hands: Callable[[int], None]
    ) -> None:
        self._line, self._most, self._on_hands = line, most, on_hands
        self._events: SimpleQueue[Any] = SimpleQueue()
        self._waiting: deque[_Job] = deque()
        self._under_way: set[_Chunk] = set()
        self._paces = paces
        self._hands = max(1, min(most, line.hands()))
        self._looked = time.monotonic()
        self._is_closed = False
        self._broken: BaseException | None = None
        self._thread = threading.Thread(target=self._run, name="plywise-dispatch", daemon=True)
        self._thread.start()

    def submit(self, work: Any, /, *args: Any, **_: Any) -> Future[Any]:
        """The future result of `work` on its job."""
        if self._broken is not None:
            raise RuntimeError("nothing can be sent any more") from self._broken
        future: Future[Any] = Future()
        (job,) = args
        self._events.put(_Job(work, job, future))
        return future

    def pace(self, work: Any) -> Pace:
        """How long jobs of that work take."""
        return self._paces.setdefault(_kind(work), Pace())

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """End all that is under way, and whoever waits for it gets a CancelledError."""
        if self._is_closed:
            return
        self._is_closed = True
        self._events.put(None)
        self._thread.join()
        try:
            self._line.abandon()
        finally:
            for chunk in self._under_way:
                _end(chunk.jobs)
            _end(self._waiting)

    # ---- in the thread --------------------------------------------------------------------------

    def _run(self) -> None:
        try:
            while self._take_in():
                while (size := self._next_size()) > 0:
                    self._send(_Chunk(self._cut(size)))
        except BaseException as error:  # nobody else would tell those who wait
            self._broken = error
            for chunk in self._under_way:
                _fail(chunk.jobs, error)
            _fail(self._waiting, error)
            self._waiting.clear()
            self._under_way.clear()

    def _take_in(self) -> bool:
        """Wait for events and note them; False when it is over."""
        timeout, end = LOOK_AGAIN, None
        while True:
            try:
                event = self._events.get(timeout=timeout)
            except Empty:
                self._look_again()
                return True
            if event is None:
                return False
            self._note(event)
            now = time.monotonic()
            end = now + LINGERED if end is None else end
            timeout = 0.0 if self._is_enough() else max(0.0, min(LINGER, end - now))

    def _is_enough(self) -> bool:
        """Whether it would not help to wait for more jobs before some are sent."""
        jobs = len(self._waiting) + self._jobs_under_way
        return len(self._waiting) >= aimed_at(self._full(), jobs=jobs, hands=self._hands)

    def _note(self, event: Any) -> None:
        if isinstance(event, _Job):
            self._waiting.append(event)
        else:
            chunk, came = event
            self._under_way.discard(chunk)
            self._receive(chunk, came)

    def _look_again(self) -> None:
        if time.monotonic() - self._looked < LOOK_AGAIN:
            return
        self._looked = time.monotonic()
        self._hands = max(1, min(self._most, self._line.hands()))
        self._on_hands(self._hands)

    def _full(self) -> int:
        return self.pace(self._waiting[0].work).full if self._waiting else 1

    def _next_size(self) -> int:
        while self._waiting and self._waiting[0].future.cancelled():
            self._waiting.popleft()
        return chunk_size(
            self._full(), waiting=len(self._waiting), hands=self._hands, busy=len(self._under_way),
            under_way=self._jobs_under_way,
        )  # fmt: skip

    @property
    def _jobs_under_way(self) -> int:
        return sum(len(chunk.jobs) for chunk in self._under_way)

    def _cut(self, size: int) -> list[_Job]:
        """The next jobs, all of one kind."""
        first = self._waiting[0]
        kind, lives = _kind(first.work), lives_on(first.work, first.job)
        jobs: list[_Job] = []
        while self._waiting and len(jobs) < size:
            one = self._waiting[0]
            if (_kind(one.work), lives_on(one.work, one.job)) != (kind, lives):
                break
            self._waiting.popleft()
            if one.future.set_running_or_notify_cancel():
                jobs.append(one)
        return jobs

    def _send(self, chunk: _Chunk) -> None:
        if not chunk.jobs:
            return
        try:
            data = asked(here(), own_files(), chunk.work, [one.job for one in chunk.jobs])
        except Exception as error:
            self._fail_unsendable(chunk, error)
            return
        self._under_way.add(chunk)
        self._line.send(
            data,
            lives_on=lives_on(chunk.work, chunk.jobs[0].job),
            back=lambda came: self._events.put((chunk, came)),
        )

    def _fail_unsendable(self, chunk: _Chunk, error: Exception) -> None:
        """Of jobs that cannot be packed together the others go alone."""
        if len(chunk.jobs) == 1:
            chunk.jobs[0].future.set_exception(error)
            return
        for one in chunk.jobs:
            self._send(_Chunk([one]))

    def _receive(self, chunk: _Chunk, came: bytes | BaseException) -> None:
        if isinstance(came, Lost) and chunk.losses < MOST_LOSSES:
            self._send(_Chunk(chunk.jobs, chunk.losses + 1))
            return
        if isinstance(came, BaseException):
            _fail(chunk.jobs, _given_up(came) if isinstance(came, Lost) else came)
            return
        found: Answer = unpacked(came)
        if found.refused:
            _fail(chunk.jobs, BadSetting(found.refused))
        elif len(found.outcomes) != len(chunk.jobs):  # the jobs could not even be unpacked there
            _fail(chunk.jobs, found.outcomes[0][1])
        else:
            self.pace(chunk.work).note(len(chunk.jobs), found.seconds)
            for one, (is_done, what) in zip(chunk.jobs, found.outcomes, strict=True):
                if is_done:
                    one.future.set_result(what)
                else:
                    one.future.set_exception(what)


def _given_up(lost: Lost) -> BadInput:
    why = str(lost).strip().partition("\n")[0][:200]
    return BadInput(
        f"the same work was lost {MOST_LOSSES + 1} times ({why}): it seems to end the process that "
        "does it, as a game or a feature of your own may; try it on this machine, without --on"
    )


def _kind(work: Any) -> Any:
    """Work that may share a chunk."""
    if isinstance(work, partial):
        return work.func, work.args, tuple(sorted(work.keywords.items()))
    return work


def _fail(jobs: Iterable[_Job], error: BaseException) -> None:
    for one in jobs:
        if not one.future.done():
            one.future.set_exception(error)


def _end(jobs: Iterable[_Job]) -> None:
    for one in jobs:
        if not one.future.cancel() and not one.future.done():
            one.future.set_exception(CancelledError())
