"""Steps over the usual size of a weight's changes: AdaGrad and RMSprop.

Sources: Duchi, Hazan and Singer, 2011; Tieleman and Hinton, 2012.
"""

from abc import abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import ClassVar, Literal

import numpy as np

from plywise.learning.credits import Sums
from plywise.learning.step_size.base import ABOVE_ZERO, SHARE, Array, StepSize


@dataclass
class _Scaled(StepSize):
    """Δw = α · g / (√size + ε), g being a game's sum and the size one of all games' squares."""

    step: float = 0.3
    """α."""
    epsilon: float = 1e-8
    """Keeps steps small where sums are."""
    squares: Array = field(default_factory=lambda: np.zeros(0), init=False, repr=False)

    needs: ClassVar[Literal["sums", "rows", "games"]] = "sums"
    kept: ClassVar[tuple[str, ...]] = ("squares",)

    @abstractmethod
    def _grown(self, net: Array) -> Array:
        """The size with one game more."""

    def prepare(self, weights: int) -> None:
        """Nothing met yet."""
        super().prepare(weights)
        self.squares = np.zeros(weights)

    def rates(self) -> Array:
        """α over the usual size of a sum."""
        return self.step / (np.sqrt(self.squares) + self.epsilon)

    def change(self, recommended: "Array | Sums", games: int = 1) -> Array:
        """The change of the weights; the game counts in its own size."""
        sums = recommended if isinstance(recommended, Sums) else Sums.of_rows(recommended)
        if self.weights == 0:
            self.prepare(len(sums))
        self.squares = self._grown(sums.net)
        self.seen += games
        delta: Array = self.rates() * sums.net
        return delta


@dataclass
class AdaGrad(_Scaled):
    """Steps that shrink as a weight's changes add up: Δw = α · g / √Σ g².

    >>> adagrad = AdaGrad(step=0.1)
    >>> [round(float(adagrad.change(np.full((1, 1), 4.0))[0]), 4) for game in range(3)]
    [0.1, 0.0707, 0.0577]
    """

    name: ClassVar[str] = "adagrad"
    allowed: ClassVar[Mapping[str, str]] = {"step": ABOVE_ZERO, "epsilon": ABOVE_ZERO}

    def _grown(self, net: Array) -> Array:
        grown: Array = self.squares + net * net
        return grown


@dataclass
class RMSprop(_Scaled):
    """Steps over a fading mean of a weight's changes: Δw = α · g / √(mean g²).

    >>> rmsprop = RMSprop(step=0.1, fading=0.75)
    >>> [round(float(rmsprop.change(np.full((1, 1), 4.0))[0]), 4) for game in range(2)]
    [0.2, 0.1512]
    """

    step: float = 0.03
    fading: float = 0.99
    """What is kept of the mean square from game to game."""

    name: ClassVar[str] = "rmsprop"
    allowed: ClassVar[Mapping[str, str]] = {
        "step": ABOVE_ZERO, "epsilon": ABOVE_ZERO, "fading": SHARE,
    }  # fmt: skip

    def _grown(self, net: Array) -> Array:
        grown: Array = self.fading * self.squares + (1.0 - self.fading) * net * net
        return grown
