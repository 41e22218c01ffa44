"""What the screens share: the folders that are served, limits, threads, and a process apart."""

import asyncio
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeVar

from starlette.requests import Request

from plywise._kernel import Stop
from plywise.errors import BadInput
from plywise.page.apart import Apart
from plywise.page.places import Places

Result = TypeVar("Result")
LOOPBACK = ("127.0.0.1", "localhost", "[::1]")
"""The names of this machine that a page may be asked for by."""
THREADS = 2


class Busy(BadInput):
    """Too many searches wait already."""


class Gone(Exception):
    """Who asked has gone away: there is nobody to answer."""


@dataclass(frozen=True, kw_only=True)
class Limits:
    """What one page may cost."""

    nodes: int = 2_000_000
    """Of one search."""
    seconds: float = 20.0
    """Of one search, one replay, and one call of a game in Python."""
    searches: int = 16
    """Searches and replays that may wait for the two threads."""
    body: int = 64 << 10
    """Bytes of a question."""
    streams: int = 64
    """Streams that are open at once."""


@dataclass(kw_only=True)
class House:
    """The server's own state; one for each server.

    >>> House(folders=(Path("runs"),)).origin
    'http://127.0.0.1:8420'
    """

    folders: tuple[Path, ...] = (Path("runs"),)
    """What is served: runs, matches and experiments below these, and nothing else."""
    trusted: tuple[Path, ...] = ()
    """Python files whose code may run."""
    limits: Limits = field(default_factory=Limits)
    """What one page may cost."""
    read_only: bool = False
    """Whether it only shows: no playing, no searching, and no cache is written."""
    host: str = "127.0.0.1"
    """The address that it listens at."""
    port: int = 8420
    """And the port."""
    token: str | None = field(default=None, repr=False)
    """What a visitor must bring; None on this machine alone."""
    streams: int = 0
    """Streams that are open."""
    caches: dict[str, Any] = field(default_factory=dict, repr=False)
    """What screens remember, under names of their own."""

    def __post_init__(self) -> None:
        self.places = Places(self.folders)
        self.closing = asyncio.Event()
        """Set when the server ends: streams end with it."""
        self._pool = ThreadPoolExecutor(THREADS, thread_name_prefix="page")
        self._reader = ThreadPoolExecutor(1, thread_name_prefix="page-reader")
        self._waiting = 0
        self._stops: set[Stop] = set()
        self._apart = Apart(self.trusted)

    @property
    def is_open(self) -> bool:
        """Whether others than this machine can reach it."""
        return self.host not in (*LOOPBACK, "::1")

    @property
    def origin(self) -> str:
        """How a page of it begins."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        return f"http://{host}:{self.port}"

    def cache(self, name: str) -> dict[Any, Any]:
        """A dictionary that lives as long as the server."""
        found: dict[Any, Any] = self.caches.setdefault(name, {})
        return found

    async def work(self, request: Request, job: Callable[[Stop], Result]) -> Result:
        """What a job gives, in one of two threads.

        Its `Stop` is set when who asked has gone away, when the time is up and when the server
        ends. Busy if too many wait already; Gone if there is nobody to answer any more.
        """
        if self._waiting >= self.limits.searches:
            raise Busy(f"{self._waiting} searches wait already; try again in a moment")
        stop = Stop()
        self._stops.add(stop)
        self._waiting += 1
        loop = asyncio.get_running_loop()

        def begin() -> Result:
            if stop.is_set:  # who asked went away while others were served
                raise Gone
            loop.call_soon_threadsafe(loop.call_later, self.limits.seconds, stop.set)
            return job(stop)

        try:
            return await self._unless_gone(request, loop.run_in_executor(self._pool, begin), stop)
        finally:
            stop.set()
            self._stops.discard(stop)
            self._waiting -= 1

    async def read(self, job: Callable[[], Result]) -> Result:
        """What a look at files gives, in a thread of its own: the streams go on meanwhile."""
        try:
            return await asyncio.get_running_loop().run_in_executor(self._reader, job)
        except RuntimeError:
            if self.closing.is_set():  # the threads have ended before this question
                raise Gone from None
            raise

    async def apart(self, request: Request, job: Callable[..., Result], *words: Any) -> Result:
        """The same of a function of a module in a process of its own: a game in Python.

        The process has the trusted files loaded. It is killed after `limits.seconds`, and when who
        asked has gone away; the next call starts another one.
        """
        loop = asyncio.get_running_loop()

        def call() -> Result:
            return self._apart.call(job, words, self.limits.seconds)

        return await self._unless_gone(request, loop.run_in_executor(None, call), self._apart)

    async def _unless_gone(
        self, request: Request, work: Awaitable[Result], ends: "Stop | Apart"
    ) -> Result:
        """What the work gives; it is ended, and Gone raised, when who asked goes away."""
        task = asyncio.ensure_future(work)
        gone = asyncio.create_task(_gone(request))
        try:
            await asyncio.wait({task, gone}, return_when=asyncio.FIRST_COMPLETED)
            if not task.done():
                ends.set()
                await asyncio.wait({task})
                task.exception()  # nobody is left to be told
                raise Gone
            return task.result()
        finally:
            gone.cancel()
            if not task.done():
                ends.set()

    def close(self) -> None:
        """End what is under way."""
        self.closing.set()
        for stop in self._stops:
            stop.set()
        self._apart.close()
        for pool in (self._pool, self._reader):
            pool.shutdown(wait=False, cancel_futures=True)


async def _gone(request: Request) -> None:
    """Wait until who asked has gone away."""
    while (await request.receive())["type"] != "http.disconnect":
        pass
