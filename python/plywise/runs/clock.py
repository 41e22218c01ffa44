"""The time of a session that works on a run."""

import time
from collections import deque

CHECKPOINT_SHARE = 0.02
"""Most of a run's time that may go into checkpoints: where the disk is slow they become rarer."""
SPEED_WINDOW = 64
"""Games over which the speed is measured."""


class Clock:
    """The session's time: speed, budget, and when to save again."""

    def __init__(self, minutes: float | None, save_every: float) -> None:
        now = time.perf_counter()
        self._end = None if minutes is None else now + 60.0 * minutes
        self._save_every = save_every
        self._next_save = now + save_every
        self._ticks = deque([now], maxlen=SPEED_WINDOW)

    def count(self) -> None:
        """A game was learnt from."""
        self._ticks.append(time.perf_counter())

    def games_per_second(self) -> float:
        """Over the last games."""
        span = self._ticks[-1] - self._ticks[0]
        return (len(self._ticks) - 1) / span if span > 0.0 else 0.0

    def eta(self, seconds: float) -> float:
        """The time left, if the games need that much: the budget may end sooner."""
        if self._end is None:
            return seconds
        return min(seconds, max(0.0, self._end - time.perf_counter()))

    def is_over(self) -> bool:
        """Whether the budget is used up."""
        return self._end is not None and time.perf_counter() >= self._end

    def is_time_to_save(self) -> bool:
        """Whether a checkpoint is due."""
        return time.perf_counter() >= self._next_save

    def saved(self, seconds: float) -> None:
        """A checkpoint was saved, which took so long."""
        pause = max(self._save_every, seconds / CHECKPOINT_SHARE) if self._save_every else 0.0
        self._next_save = time.perf_counter() + pause
