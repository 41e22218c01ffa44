"""Workers at some other place: what all such have in common."""

from collections.abc import Mapping, Sequence
from concurrent.futures import Executor, Future
from dataclasses import dataclass
from typing import Any, ClassVar, TypeVar

from plywise.distributed.chunks import Pace
from plywise.distributed.dispatching import Dispatcher, Line
from plywise.distributed.local import JOBS_AHEAD, MOST_WORKERS, Work, Workers

Job = TypeVar("Job")
Result = TypeVar("Result")


@dataclass(frozen=True, kw_only=True)
class Machine:
    """What one machine of a place has."""

    name: str
    cores: int
    memory: float
    """In GB."""
    identity: Mapping[str, str]
    """What it said of itself (see `Identity`)."""
    why_not: str = ""
    """Why it cannot work for us; empty if it can."""


class Elsewhere(Workers):
    """Hands on other machines. Games go out in chunks, and come back in the order of the jobs."""

    is_elsewhere: ClassVar[bool] = True

    def __init__(self, where: str, line: Line, most: int, machines: Sequence[Machine]) -> None:
        super().__init__(max(1, min(most, line.hands(), MOST_WORKERS)))
        self.where = where
        self.machines = tuple(machines)
        self.paces: dict[Any, Pace] = {}
        """How long the jobs of each kind of work take, as far as is known."""
        self._line, self._most = line, most

    def __repr__(self) -> str:
        return f"on({self.where!r})"

    def _start(self) -> Executor:
        self._dispatcher = Dispatcher(self._line, self._most, self.paces, self._count_anew)
        return self._dispatcher

    def _count_anew(self, hands: int) -> None:
        self.count = hands

    def _stock(self, work: "Work[Any, Any]") -> int:
        return self.count * JOBS_AHEAD * self._dispatcher.pace(work).full

    def _abandon(self) -> None:
        """All of it is done by the dispatcher's shutdown."""

    def _submit(self, executor: Executor, work: "Work[Job, Result]", job: Job) -> "Future[Result]":
        return self._dispatcher.submit(work, job)
