"""A step that falls by the same factor from game to game."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from plywise.learning.step_size.base import ABOVE_ZERO, Array, StepSize


def annealed(start: float, end: float, done: float) -> float:
    """The step when the share `done` of the fall is over: start · (end / start)^done.

    >>> round(annealed(0.1, 0.001, 0.5), 6), annealed(0.1, 0.001, 2.0)
    (0.01, 0.001)
    """
    return start * (end / start) ** done if done < 1.0 else end


@dataclass
class Annealed(StepSize):
    """A step that falls from `start` to `end` by the same factor each game, and then stays.

    Networks want large steps while they know nothing, and small ones to settle; between them
    factors matter, not differences.

    >>> step = Annealed(start=0.1, end=0.001, games=2)
    >>> [round(float(step.change(np.ones((1, 1)))[0]), 6) for game in range(4)]
    [0.1, 0.01, 0.001, 0.001]
    """

    start: float = 0.1
    """α of the first game."""
    end: float = 0.003
    """α from game `games` on."""
    games: int = 1000
    """Games that the fall takes: as a rule the whole run."""

    name: ClassVar[str] = "annealed"
    allowed: ClassVar[Mapping[str, str]] = {
        "start": ABOVE_ZERO, "end": ABOVE_ZERO, "games": ABOVE_ZERO,
    }  # fmt: skip

    def rates(self) -> Array:
        """α of the present game for every weight."""
        return np.full(self.weights, annealed(self.start, self.end, self.seen / self.games))
