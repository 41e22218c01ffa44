"""Delta-bar-delta: a rate for each weight, after Jacobs."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import ClassVar, Literal

import numpy as np

from plywise.learning.credits import Sums
from plywise.learning.step_size.base import NOT_BELOW_ZERO, SHARE, Array, StepSize


@dataclass
class DeltaBarDelta(StepSize):
    """Jacobs's rule: a rate ε_i that grows by steps and shrinks by shares (thesis 8.4).

    At every timestep δ = r_{i,t} is compared with the exponential average δ̄ of the earlier ones,
    kept from game to game: same sign, ε_i += κ; opposite, ε_i −= φ·ε_i; then δ̄ ← (1−θ)δ + θδ̄. The
    weights of a sequence move with the ε_i from before it.

    >>> rule = DeltaBarDelta(kappa=0.01, phi=0.5, theta=0.5, start=0.1)
    >>> rule.change(np.array([[1.0], [1.0], [-4.0]])).tolist()  # ε: .1, then +.01, then halved
    [-0.2]
    >>> rule.rates().tolist()
    [0.055]
    """

    kappa: float = 0.035
    """κ, what a rate gains; chess .035, random walk .01."""
    phi: float = 0.333
    """φ, the share it loses."""
    theta: float = 0.7
    """θ, how long the average remembers."""
    start: float = 0.05
    """ε0, the rate at the start; chess .05, random walk .03."""

    name: ClassVar[str] = "delta-bar-delta"
    needs: ClassVar[Literal["sums", "rows"]] = "rows"
    kept: ClassVar[tuple[str, ...]] = ("epsilon", "average")
    allowed: ClassVar[Mapping[str, str]] = {
        "kappa": NOT_BELOW_ZERO, "phi": SHARE, "theta": SHARE, "start": NOT_BELOW_ZERO,
    }  # fmt: skip
    epsilon: Array = field(
        default_factory=lambda: np.zeros(0), init=False, repr=False, compare=False
    )
    """ε_i."""
    average: Array = field(
        default_factory=lambda: np.zeros(0), init=False, repr=False, compare=False
    )
    """δ̄_i."""

    def prepare(self, weights: int) -> None:
        """ε_i = ε0 and δ̄_i = 0."""
        super().prepare(weights)
        self.epsilon, self.average = np.full(weights, self.start), np.zeros(weights)

    def rates(self) -> Array:
        """ε_i."""
        return self.epsilon.copy()

    def learn(self, sums: Sums) -> None:
        """ε_i and δ̄_i follow the rows of the game, one after the other."""
        rows = sums.rows if sums.rows is not None else sums.net[None]
        fresh = (1.0 - self.theta) * rows
        averages = np.empty_like(rows)  # δ̄_{t−1} beside δ_t
        for t in range(len(rows)):
            averages[t] = self.average
            self.average = fresh[t] + self.theta * self.average
        agreement = np.sign(rows) * np.sign(averages)
        gains = np.where(agreement > 0.0, self.kappa, 0.0)
        shares = np.where(agreement < 0.0, self.phi, 0.0)
        epsilon = self.epsilon.copy()
        for gain, share in zip(gains, shares, strict=True):
            epsilon += gain - share * epsilon
        self.epsilon = np.maximum(epsilon, 0.0)
