"""Temporal coherence: a step for each weight, found from its own changes."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import ClassVar

import numpy as np

from plywise.learning.credits import Sums
from plywise.learning.step_size.base import ABOVE_ZERO, NOT_BELOW_ZERO, Array, StepSize


@dataclass
class TemporalCoherence(StepSize):
    """A step for each weight, large while its changes agree, small once they cancel (thesis 8.2).

    α_i = |N_i| / A_i with the net and the absolute sum of all recommended changes so far (8.3); α_i
    = 1 while A_i = 0. The order is the thesis's: first Δw_i = c·α_i·Σ_t r_{i,t} with the old α_i
    (8.2), then N_i += Σ_t r_{i,t} (8.4) and A_i += Σ_t |r_{i,t}| (8.5).

    >>> coherence = TemporalCoherence(c=0.5)
    >>> coherence.change(np.array([[1.0], [-0.5]])).tolist()   # α was 1
    [0.25]
    >>> coherence.coherence().tolist()                         # |1 − .5| / (1 + .5)
    [0.3333333333333333]
    """

    c: float = 0.2
    """Step of the whole process, published nowhere. Chess: .2 with λ = ψ, .5 with λ = .95."""
    cap: float | None = None
    """Largest change of a weight in one game; a larger one shrinks the game's whole change, whose
    direction stays. None = no cap."""
    prior: float = 0.0
    """What A_i starts from; above 0, no weight moves before its changes have shown to agree."""

    name: ClassVar[str] = "coherence"
    kept: ClassVar[tuple[str, ...]] = ("net", "absolute")
    allowed: ClassVar[Mapping[str, str]] = {
        "c": ABOVE_ZERO, "cap": ABOVE_ZERO, "prior": NOT_BELOW_ZERO,
    }  # fmt: skip
    net: Array = field(default_factory=lambda: np.zeros(0), init=False, repr=False, compare=False)
    """N_i."""
    absolute: Array = field(
        default_factory=lambda: np.zeros(0), init=False, repr=False, compare=False
    )
    """A_i."""

    def prepare(self, weights: int) -> None:
        """N_i = 0 and A_i = `prior`."""
        super().prepare(weights)
        self.net, self.absolute = np.zeros(weights), np.full(weights, self.prior)

    def coherence(self) -> Array:
        """α_i = |N_i| / A_i, and 1 while A_i = 0 (eq. 8.3)."""
        ones, seen = np.ones_like(self.net), self.absolute != 0.0
        return np.divide(np.abs(self.net), self.absolute, out=ones, where=seen)

    def rates(self) -> Array:
        """c·α_i."""
        return self.c * self.coherence()

    def limited(self, delta: Array) -> Array:
        """The change, shrunk as a whole where a weight would go past the cap."""
        if self.cap is None:
            return delta
        largest = float(np.max(np.abs(delta), initial=0.0))
        return delta * (self.cap / largest) if largest > self.cap else delta

    def learn(self, sums: Sums) -> None:
        """N_i and A_i grow by the sums of the game."""
        self.net = self.net + sums.net  # (8.4)
        self.absolute = self.absolute + sums.absolute  # (8.5)

    def advice(self) -> str:
        """What to try when the weights run away."""
        return (
            f"c = {self.c:g} is too large: try c = {self.c / 4:g}, or a cap on the change per game"
        )
