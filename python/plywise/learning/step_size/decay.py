"""A step that falls evenly."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from plywise.learning.step_size.base import ABOVE_ZERO, NOT_BELOW_ZERO, Array, StepSize


@dataclass
class Decay(StepSize):
    """A step that falls evenly from `start` to `end` and then stays (thesis 6.4, shogi).

    The thesis names both ends and "the first half of the run", not the form of the fall: linear
    here.

    >>> decay = Decay(start=0.05, end=0.002, games=2)
    >>> [round(float(decay.change(np.ones((1, 1)))[0]), 6) for game in range(4)]
    [0.05, 0.026, 0.002, 0.002]
    """

    start: float = 0.05
    """α of the first game."""
    end: float = 0.002
    """α from game `games` on."""
    games: int = 500
    """Games that the fall takes; half the run in Beal and Smith 2001."""

    name: ClassVar[str] = "decay"
    allowed: ClassVar[Mapping[str, str]] = {
        "start": NOT_BELOW_ZERO, "end": NOT_BELOW_ZERO, "games": ABOVE_ZERO,
    }  # fmt: skip

    def rates(self) -> Array:
        """α of the present game for every weight."""
        done = min(self.seen / self.games, 1.0)
        return np.full(self.weights, self.start + (self.end - self.start) * done)
