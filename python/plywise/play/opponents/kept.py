"""The engines that a worker keeps from game to game: to start one takes longer than a short game.

An engine is either here, idle, or at a game: so whoever closes this ends only idle ones, and the
others end with their games.
"""

import threading
from contextlib import ExitStack
from typing import TYPE_CHECKING

from plywise.play.opponents.running import RunningEngine

if TYPE_CHECKING:
    from plywise.play.opponents.opponent import Opponent

MOST_IDLE = 4
"""More than these are not kept idle by a worker: a ladder has dozens, each with its own memory."""


class KeptEngines:
    """Idle engines of one worker, the one that has waited longest first."""

    def __init__(self) -> None:
        self._idle: list[RunningEngine] = []
        self._lock = threading.Lock()
        self._is_closed = False

    def take(self, opponent: "Opponent") -> RunningEngine | None:
        """An idle engine that is to play just as `opponent`, and still runs; None if none is."""
        with self._lock:
            found = next((one for one in self._idle if one.opponent == opponent), None)
            if found is not None:
                self._idle.remove(found)
        if found is None or found.process.is_there:
            return found
        found.close()  # it went when nobody was looking
        return self.take(opponent)

    def keep(self, engine: RunningEngine) -> None:
        """Keep an engine whose game is over; the one that waits longest may have to go for it."""
        with self._lock:
            self._idle.append(engine)
            is_full = self._is_closed or len(self._idle) > MOST_IDLE
            leaving = self._idle.pop(0) if is_full else None
        if leaving is not None:
            leaving.close()

    def close(self) -> None:
        """End the idle ones; those at a game end when they come back."""
        with self._lock:
            self._is_closed = True
            leaving, self._idle = self._idle, []
        with ExitStack() as stack:
            for engine in leaving:
                stack.callback(engine.close)
