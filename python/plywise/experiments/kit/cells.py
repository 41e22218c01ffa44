"""Cells of an experiment, computed side by side and kept: what is finished is not done again."""

import json
import os
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from plywise import _kernel
from plywise.distributed import Workers, threads
from plywise.distributed.far_end import refuse_unfound
from plywise.errors import BadSetting
from plywise.experiments.kit.plan import ExperimentPlan
from plywise.files import kept_notes, naming, open_for_writing, regular

if TYPE_CHECKING:
    from plywise._kernel import Remote, Stop

TALK_SECONDS = 15.0

Asked = TypeVar("Asked")
Value = dict[str, Any]
"""What a cell holds, in JSON's own types."""


@dataclass(frozen=True, kw_only=True)
class CellJob(Generic[Asked]):
    """One cell to be computed: a function of `asked` alone, whose name is `key`."""

    key: str
    asked: Asked


class Hand:
    """What a worker gets from outside: the flag that ends it, and a remote for its searches."""

    def __init__(self, stop: "Stop", remotes: "_Remotes") -> None:
        self.stop = stop
        self._remotes = remotes

    @contextmanager
    def remote(self) -> Iterator["Remote"]:
        """A remote for one search: whoever breaks the experiment off ends it by that."""
        remote = _kernel.Remote()
        self._remotes.lend(remote)
        try:
            yield remote
        finally:
            self._remotes.take_back(remote)


def computed(
    plan: ExperimentPlan,
    name: str,
    jobs: Sequence[CellJob[Asked]],
    work: Callable[[Asked, Hand], Value],
    *,
    until: float | None = None,
    quiet: bool = False,
) -> dict[str, Value]:
    """The values of all jobs by their keys, in the order of the jobs; they are kept as `name`.

    Jobs that are not begun at the time `until` (of the monotonic clock) are left out. `quiet`: a
    few jobs, of which the user need not be told.
    """
    cells = Kept(plan.work / f"{name}.jsonl")
    missing = [job for job in jobs if job.key not in cells]
    talk = _Talk(plan, ready=len(jobs) - len(missing), total=len(jobs))
    remotes = _Remotes()

    def one(job: CellJob[Asked], stop: "Stop") -> None:
        if until is not None and time.monotonic() >= until:
            return
        value = work(job.asked, Hand(stop, remotes))
        if stop.is_set or remotes.ended:
            raise KeyboardInterrupt  # what was broken off is not a value
        cells.keep(job.key, value)

    if plan.crew is not None and travels(work):
        for job, value in zip(missing, _elsewhere(plan.crew, missing, work, until), strict=True):
            if value is not None:
                cells.keep(job.key, value)
            if not quiet:
                talk.done()
        return {job.key: cells[job.key] for job in jobs if job.key in cells}
    with threads(plan.workers) as crew:
        try:
            for _ in crew.ordered(one, missing):
                if not quiet:
                    talk.done()
        finally:
            remotes.end()
    return {job.key: cells[job.key] for job in jobs if job.key in cells}


def travels(work: Callable[..., Any]) -> bool:
    """Whether other machines can import the work; what knows its experiment's plan stays here.

    >>> travels(fingerprint), travels(lambda asked, hand: {})
    (True, False)
    """
    try:
        refuse_unfound(work)
    except BadSetting:
        return False
    return True


def _elsewhere(
    crew: Workers,
    jobs: Sequence[CellJob[Asked]],
    work: Callable[[Asked, Hand], Value],
    until: float | None,
) -> Iterator[Value | None]:
    """The values from other machines, in their order; None for what was not begun in time."""

    def sent() -> "Iterator[tuple[Callable[[Asked, Hand], Value], Asked]]":
        for job in jobs:
            if until is not None and time.monotonic() >= until:
                return
            yield work, job.asked

    found = 0
    for value in crew.ordered(cell_elsewhere, sent()):
        found += 1
        yield value
    yield from [None] * (len(jobs) - found)


def cell_elsewhere(job: "tuple[Callable[[Any, Hand], Value], Any]", stop: "Stop") -> Value:
    """One cell, on whatever machine this is."""
    work, asked = job
    return work(asked, Hand(stop, _Remotes()))


def deadline(plan: ExperimentPlan) -> float | None:
    """When the user's minutes are over, on the monotonic clock."""
    return None if plan.minutes is None else time.monotonic() + 60 * plan.minutes


class Kept:
    """Values in a file that is only ever appended to; a line that was not finished is cut off.

    >>> import tempfile
    >>> file = Path(tempfile.mkdtemp()) / "cells.jsonl"
    >>> Kept(file).keep("depth 3", {"nodes": 41})
    >>> Kept(file)["depth 3"]
    {'nodes': 41}
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._lock = Lock()
        self._values: dict[str, Value] = {}
        path.parent.mkdir(parents=True, exist_ok=True)
        data = path.read_bytes() if regular(path).exists() else b""
        whole = data[: data.rfind(b"\n") + 1]
        if whole != data:
            with naming(path):
                os.truncate(path, len(whole))
        for number, line in enumerate(whole.splitlines(), start=1):
            with kept_notes(f"{path}, line {number}"):
                kept = json.loads(line)
                self._values[kept["key"]] = kept["value"]

    def __contains__(self, key: str) -> bool:
        return key in self._values

    def __getitem__(self, key: str) -> Value:
        return self._values[key]

    def keep(self, key: str, value: Value) -> None:
        """Add a value, in one write: two experiments may share the file."""
        line = json.dumps({"key": key, "value": value}, separators=(",", ":")) + "\n"
        with self._lock, naming(self._path):
            with os.fdopen(
                open_for_writing(self._path, os.O_WRONLY | os.O_APPEND), "ab", 0
            ) as file:
                file.write(line.encode())
            self._values[key] = value


class _Remotes:
    """The remotes of all searches that run now."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._lent: set[Remote] = set()
        self.ended = False

    def lend(self, remote: "Remote") -> None:
        with self._lock:
            self._lent.add(remote)
            ended = self.ended
        if ended:
            remote.finish()

    def take_back(self, remote: "Remote") -> None:
        with self._lock:
            self._lent.discard(remote)

    def end(self) -> None:
        """End every search, those to come included."""
        with self._lock:
            self.ended = True
            running = list(self._lent)
        for remote in running:
            remote.finish()


class _Talk:
    """Tells now and then how far the cells are."""

    def __init__(self, plan: ExperimentPlan, *, ready: int, total: int) -> None:
        self._plan, self._ready, self._total = plan, ready, total
        self._count = 0
        self._begun = self._last = time.monotonic()

    def done(self) -> None:
        """Count a cell, and talk if it is time."""
        self._count += 1
        now = time.monotonic()
        if now - self._last < TALK_SECONDS:
            return
        self._last = now
        done = self._ready + self._count
        left = (self._total - done) * (now - self._begun) / self._count / 60
        self._plan.say(
            f"{self._plan.experiment.name}: {done:,} of {self._total:,} cells, "
            f"about {left:.0f} min left"
        )


def fingerprint(settings: object) -> str:
    """Eight digits for settings in JSON's own types: a cell's key changes with what decides it.

    >>> fingerprint({"depth": 4}) == fingerprint({"depth": 5})
    False
    """
    return sha256(json.dumps(settings, sort_keys=True).encode()).hexdigest()[:8]


def seconds(cells: Mapping[str, Value], workers: int) -> float:
    """The time that the cells took, side by side; each tells its own as `seconds`."""
    return sum(float(value["seconds"]) for value in cells.values()) / workers
