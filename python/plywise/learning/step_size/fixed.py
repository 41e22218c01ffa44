"""The same step for every weight and game."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from plywise.learning.step_size.base import NOT_BELOW_ZERO, Array, StepSize


@dataclass
class Fixed(StepSize):
    """The same step for every weight and game: Δw_i = α Σ_t r_{i,t} (thesis eq. 3.1).

    >>> Fixed(0.1).change(np.array([[1.0, 2.0], [3.0, -2.0]])).tolist()
    [0.4, 0.0]
    """

    step: float = 0.05
    """α; .05 is the thesis's for chess (5.2)."""

    name: ClassVar[str] = "fixed"
    allowed: ClassVar[Mapping[str, str]] = {"step": NOT_BELOW_ZERO}

    def rates(self) -> Array:
        """α for every weight."""
        return np.full(self.weights, self.step)
