"""Adam: steps by the mean of recent changes over their size (Kingma and Ba, 2015)."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import ClassVar, Literal

import numpy as np

from plywise.learning.credits import Sums
from plywise.learning.step_size.annealed import annealed
from plywise.learning.step_size.base import ABOVE_ZERO, SHARE, Array, StepSize


@dataclass
class Adam(StepSize):
    """Δw = α · m̂ / (√v̂ + ε), with m and v the fading means of a game's sums and their squares.

    m̂ = m / (1 − β₁ⁿ) and v̂ = v / (1 − β₂ⁿ) after n games: at first the means are too small. The
    first game moves every weight by α, whatever its sum is.

    >>> adam = Adam(start=0.01, end=0.01, epsilon=1e-12)
    >>> adam.change(np.array([[1.0, -20.0]])).round(6).tolist()
    [0.01, -0.01]
    """

    start: float = 0.002
    """α of the first game."""
    end: float = 0.0002
    """α from game `games` on."""
    games: int = 1000
    """Games over which α falls, by the same factor each."""
    beta1: float = 0.9
    """What is kept of the mean change from game to game."""
    beta2: float = 0.999
    """What is kept of the mean square."""
    epsilon: float = 1e-3
    """Keeps steps small where sums are."""
    first: Array = field(default_factory=lambda: np.zeros(0), init=False, repr=False)
    second: Array = field(default_factory=lambda: np.zeros(0), init=False, repr=False)

    name: ClassVar[str] = "adam"
    needs: ClassVar[Literal["sums", "rows", "games"]] = "sums"
    kept: ClassVar[tuple[str, ...]] = ("first", "second")
    allowed: ClassVar[Mapping[str, str]] = {
        "start": ABOVE_ZERO, "end": ABOVE_ZERO, "games": ABOVE_ZERO, "beta1": SHARE,
        "beta2": SHARE, "epsilon": ABOVE_ZERO,
    }  # fmt: skip

    def prepare(self, weights: int) -> None:
        """Means of 0."""
        super().prepare(weights)
        self.first, self.second = np.zeros(weights), np.zeros(weights)

    def rates(self) -> Array:
        """α over the root of the mean square: what a sum as usual is multiplied by."""
        size = np.sqrt(self.second / self._missing(self.beta2, max(self.seen, 1)))
        return self._alpha() / (size + self.epsilon)

    def change(self, recommended: "Array | Sums", games: int = 1) -> Array:
        """The change of the weights; the means learn from the sums first."""
        sums = recommended if isinstance(recommended, Sums) else Sums.of_rows(recommended)
        if self.weights == 0:
            self.prepare(len(sums))
        net = sums.net
        self.first = self.beta1 * self.first + (1.0 - self.beta1) * net
        self.second = self.beta2 * self.second + (1.0 - self.beta2) * net * net
        mean = self.first / self._missing(self.beta1, self.seen + 1)
        size = np.sqrt(self.second / self._missing(self.beta2, self.seen + 1))
        delta: Array = self._alpha() * mean / (size + self.epsilon)
        self.seen += games
        return delta

    def rates_used(self, before: Array, net: Array, change: Array) -> Array:
        """What is new in the mean over the size; the rest of a change comes from earlier games."""
        del before, net, change
        share = (1.0 - self.beta1) / self._missing(self.beta1, self.seen)
        size = np.sqrt(self.second / self._missing(self.beta2, self.seen))
        rates: Array = self._alpha(self.seen - 1) * share / (size + self.epsilon)
        return rates

    def _alpha(self, seen: int | None = None) -> float:
        """α after so many games; by default after those seen."""
        games = self.seen if seen is None else seen
        return annealed(self.start, self.end, games / self.games)

    @staticmethod
    def _missing(beta: float, games: int) -> float:
        """How much of the weight of a fading mean is on games that were, after so many."""
        return 1.0 - float(beta**games) if beta < 1.0 else 1.0
