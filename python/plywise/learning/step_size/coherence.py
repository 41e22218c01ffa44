"""Temporal coherence: a step for each weight, found from its own changes."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar

import numpy as np

from plywise.checks import shown
from plywise.errors import BadSetting
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
    unbiased: bool = False
    """Whether chance is taken out of N_i: α_i = √max(0, N_i² − S_i) / A_i with S_i the sum of the
    games' squared net changes. Of pure noise N_i² is S_i on average, and α_i 0: no prior needed."""

    name: ClassVar[str] = "coherence"
    kept: ClassVar[tuple[str, ...]] = ("net", "absolute", "squares")
    allowed: ClassVar[Mapping[str, str]] = {
        "c": ABOVE_ZERO, "cap": ABOVE_ZERO, "prior": NOT_BELOW_ZERO,
    }  # fmt: skip
    net: Array = field(default_factory=lambda: np.zeros(0), init=False, repr=False, compare=False)
    """N_i."""
    absolute: Array = field(
        default_factory=lambda: np.zeros(0), init=False, repr=False, compare=False
    )
    """A_i."""
    squares: Array = field(
        default_factory=lambda: np.zeros(0), init=False, repr=False, compare=False
    )
    """S_i."""

    def __post_init__(self) -> None:
        super().__post_init__()
        if not isinstance(self.unbiased, bool):
            raise BadSetting(f"unbiased {shown(self.unbiased)} is neither true nor false")

    def prepare(self, weights: int) -> None:
        """N_i = S_i = 0 and A_i = `prior`."""
        super().prepare(weights)
        self.net, self.absolute = np.zeros(weights), np.full(weights, self.prior)
        self.squares = np.zeros(weights)

    def coherence(self) -> Array:
        """α_i = |N_i| / A_i, and 1 while A_i = 0 (eq. 8.3)."""
        ones, seen = np.ones_like(self.net), self.absolute != 0.0
        return np.divide(self._agreement(), self.absolute, out=ones, where=seen)

    def _agreement(self) -> Array:
        if not self.unbiased:
            return np.abs(self.net)
        return np.sqrt(np.maximum(0.0, self.net * self.net - self.squares))

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
        self.squares = self.squares + sums.net * sums.net

    def settings(self) -> dict[str, Any]:
        """Name and settings; the form that all runs had once goes without saying."""
        chosen = super().settings()
        if type(self) is TemporalCoherence and not self.unbiased:
            del chosen["unbiased"]
        return chosen

    def restore(self, state: Mapping[str, Any]) -> None:
        """Go on from a `state`; those of before there was an unbiased form have no squares."""
        super().restore({"squares": [0.0] * int(state["weights"]), **state})

    def advice(self) -> str:
        """What to try when the weights run away."""
        return (
            f"c = {self.c:g} is too large: try c = {self.c / 4:g}, or a cap on the change per game"
        )
