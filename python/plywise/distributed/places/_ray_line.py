"""Chunks as Ray's tasks, and as calls of actors where a program must live on between them."""

import time
from collections.abc import Callable
from typing import Any

import ray
from ray.exceptions import (
    GetTimeoutError,
    NodeDiedError,
    ObjectLostError,
    OutOfMemoryError,
    RayActorError,
    WorkerCrashedError,
)

from plywise.distributed.dispatching import Lost
from plywise.distributed.local import GRACE

Back = Callable[[bytes | BaseException], None]
LOSSES = (NodeDiedError, ObjectLostError, OutOfMemoryError, RayActorError, WorkerCrashedError)
"""What happens to tasks through no fault of their own."""
FORCED = 1.5
"""Seconds in which processes that were killed are gone."""


def by_value(function: Any) -> Any:
    """The function as one that travels whole: a machine without plywise can still answer by it.

    It may use nothing but what it imports itself.
    """
    from types import FunctionType

    alone = FunctionType(function.__code__, {"__builtins__": __builtins__}, function.__name__)
    alone.__module__ = "__main__"
    return alone


def _answer(chunk: bytes) -> Any:
    try:
        from plywise.distributed.far_end import answer
    except ImportError as error:
        return f"plywise is not there, or another version: {error}"
    return answer(chunk)


class _Living:
    """A worker that keeps what it has started: engines that play."""

    def __init__(self) -> None:
        from plywise._kernel import Stop

        self._stop = Stop()
        self._belongings: list[Any] = []

    def awake(self) -> bool:
        return True

    def answer(self, chunk: bytes) -> Any:
        from plywise.distributed.belongings import become_worker, is_worker
        from plywise.distributed.far_end import answer

        if not is_worker():
            self._belongings.append(become_worker())
        try:
            return answer(chunk, self._stop)
        except KeyboardInterrupt:
            return "stopped"

    def close(self) -> None:
        self._stop.set()
        for one in self._belongings:
            one.close()


class RayLine:
    """The line to a cluster that this process is connected to."""

    def __init__(self) -> None:
        # The dispatcher sends again what is lost, and counts how often: Ray would try for ever.
        self._task: Any = ray.remote(
            num_cpus=1, max_retries=0, retry_exceptions=False, scheduling_strategy="SPREAD"
        )(by_value(_answer))
        self._actor: Any = ray.remote(
            num_cpus=1, max_restarts=0, max_task_retries=0, max_concurrency=2,
            scheduling_strategy="SPREAD",
        )(_Living)  # fmt: skip
        self._refs: dict[Any, Any] = {}
        """What is under way, with the actor that does it, or None."""
        self._living: dict[Any, int] = {}
        """The actors, with how many chunks each has."""
        self._awake: dict[Any, Any] = {}
        """What each of them says when it has begun."""

    def hands(self) -> int:
        """The processors of all machines that are there."""
        found = int(ray.cluster_resources().get("CPU", 0))
        self._give_up_asleep(len(self._living) - found)
        return found

    def _give_up_asleep(self, surplus: int) -> None:
        """End actors for which no processor is left since a machine went: others have their games.

        Their chunks come back as lost, and are sent again.
        """
        asleep = [actor for actor in self._living if _left([self._awake[actor]], 0.0)]
        for actor in asleep[: max(0, surplus)]:
            _quietly(ray.kill, actor)

    def send(self, chunk: bytes, *, lives_on: bool, back: Back) -> None:
        """Send a chunk. Once there are actors they do everything: they hold the processors."""
        if lives_on or self._living:
            actor = self._free_actor()
            ref = actor.answer.remote(chunk)
            self._living[actor] += 1
        else:
            actor, ref = None, self._task.remote(chunk)
        self._refs[ref] = actor
        ref.future().add_done_callback(lambda future: self._arrived(ref, future, back))

    def _free_actor(self) -> Any:
        """The actor with the least to do; a new one while there are processors for it."""
        idle = [actor for actor, chunks in self._living.items() if chunks == 0]
        if not idle and len(self._living) < max(1, self.hands()):
            new = self._actor.remote()
            self._awake[new] = new.awake.remote()
            self._living[new] = 0
            return new
        return min(idle or self._living, key=lambda actor: self._living[actor])

    def _arrived(self, ref: Any, future: Any, back: Back) -> None:
        actor = self._refs.pop(ref, None)
        error = future.exception()
        if actor in self._living:
            self._living[actor] -= 1
            if isinstance(error, RayActorError):
                del self._living[actor]  # its games are played again by another
        if error is None:
            found = future.result()
            back(found if isinstance(found, bytes) else RuntimeError(found))
        else:
            back(Lost(str(error)) if isinstance(error, LOSSES) else error)

    def abandon(self) -> None:
        """Cancel what is queued, wait for what runs, then end it by force."""
        refs, actors = list(self._refs), list(self._living)
        self._living, self._awake = {}, {}
        for ref in refs:
            _quietly(ray.cancel, ref)
        closing = [actor.close.remote() for actor in actors]
        left = _left(refs + closing, GRACE)
        for ref in left:
            if self._refs.get(ref) is None and ref not in closing:
                _quietly(ray.cancel, ref, force=True)
        for actor in actors:
            _quietly(ray.kill, actor)
        _left(left, FORCED)
        self._refs = {}


def _left(refs: list[Any], seconds: float) -> list[Any]:
    """Those of the tasks that have not ended after so long."""
    if not refs:
        return []
    return list(ray.wait(refs, num_returns=len(refs), timeout=seconds, fetch_local=False)[1])


def _quietly(act: Callable[..., Any], *args: Any, **more: Any) -> None:
    """Do something to a task that may have ended meanwhile, or whose machine may be gone."""
    try:
        act(*args, **more)
    except (*LOSSES, GetTimeoutError, ValueError, TypeError, RuntimeError):
        time.sleep(0)
