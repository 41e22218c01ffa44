"""A thread for what takes long, so that a GUI is listened to while it runs."""

from __future__ import annotations

import time
from collections.abc import Callable
from queue import SimpleQueue
from threading import Event, Thread
from typing import Final, Protocol

LOOK: Final = 0.1
"""Seconds between two looks whether a job is still wanted."""


class EngineJob(Protocol):
    """Something that runs beside the conversation with the GUI."""

    has_answered: bool
    """Set just before its last line goes out."""

    @property
    def ends_itself(self) -> bool:
        """Whether it has a limit of its own, and waits for nobody."""

    def run(self) -> None:
        """Do it, and say what came of it."""

    def finish(self) -> None:
        """End it soon, from another thread."""

    def ponderhit(self) -> None:
        """Let the clock run, from another thread."""


class Worker:
    """One job at a time; the next one waits until the former has given its answer.

    All run in the same thread: a new one would get its first share of a busy machine last.
    """

    def __init__(self) -> None:
        self._job: EngineJob | None = None
        self._jobs: SimpleQueue[EngineJob | None] = SimpleQueue()
        self._is_idle = Event()
        self._thread: Thread | None = None

    @property
    def is_busy(self) -> bool:
        """Whether a job has not yet given its answer."""
        return self._job is not None and not self._job.has_answered

    def begin(self, job: EngineJob) -> None:
        """Start a job; the one before is finished first."""
        self.finish(wait=True)
        if self._thread is None:
            self._thread = Thread(target=self._work, name="plywise-engine", daemon=True)
            self._thread.start()
        self._job = job
        self._is_idle.clear()
        self._jobs.put(job)

    def _work(self) -> None:
        while (job := self._jobs.get()) is not None:
            job.run()
            self._is_idle.set()

    def finish(self, *, wait: bool) -> None:
        """End the job, if there is one, and with `wait` come back after its answer."""
        if self._job is None:
            return
        self._job.finish()
        if wait:
            self._is_idle.wait()
            self._job = None

    def let_end(self, seconds: float, is_wanted: Callable[[], bool]) -> bool:
        """Wait for a job that ends by itself, while it is wanted; False if that took too long."""
        deadline = time.monotonic() + seconds
        while self._job is not None and self.is_busy and self._job.ends_itself and is_wanted():
            if time.monotonic() >= deadline:
                return False
            self._is_idle.wait(LOOK)
        return True

    def close(self) -> None:
        """Finish, and let the thread go."""
        self.finish(wait=True)
        if self._thread is not None:
            self._jobs.put(None)
            self._thread.join()
            self._thread = None

    def ponderhit(self) -> bool:
        """Tell the job that the opponent played what it thinks about; False if there is none."""
        if self._job is None or self._job.has_answered:
            return False
        self._job.ponderhit()
        return True
