"""The distributions of many positions at once, as arrays: what learning and measuring work on."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from plywise.errors import BadInput
from plywise.selective.distribution import TOLERANCE, Distribution

Array = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class Many:
    """A row of spikes for each position; a spike of height 0 is none.

    >>> many = Many.of([Distribution.certain(2.0), Distribution((1.0, 0.0), (0.5, 0.5))])
    >>> many.heights
    array([[1. , 0. ],
           [0.5, 0.5]])
    >>> many[1].mean, many.means
    (0.5, array([2. , 0.5]))
    """

    locations: Array
    heights: Array

    def __post_init__(self) -> None:
        if self.locations.shape != self.heights.shape or self.heights.ndim != 2:
            raise BadInput(
                f"locations of shape {self.locations.shape} and heights of {self.heights.shape}; "
                "both must be (positions, spikes)"
            )
        sums = self.heights.sum(axis=1)
        is_bad = ~np.isfinite(self.locations).all(axis=1) | ~(abs(sums - 1.0) <= TOLERANCE)
        is_bad |= (self.heights < 0.0).any(axis=1)
        if is_bad.any():
            place = int(np.argmax(is_bad))
            raise BadInput(
                f"row {place} has locations {self.locations[place].tolist()} and heights "
                f"{self.heights[place].tolist()}; locations must be finite, heights not below 0 "
                "and of sum 1 (Many.normalised divides them)"
            )

    @staticmethod
    def of(distributions: Sequence[Distribution]) -> Many:
        """Distributions in a common frame, as wide as the widest."""
        width = max((len(one) for one in distributions), default=1)
        locations, heights = (np.zeros((len(distributions), width)) for _ in range(2))
        for row, one in enumerate(distributions):
            locations[row, : len(one)] = one.locations
            heights[row, : len(one)] = one.heights
        return Many(locations, heights)

    @staticmethod
    def normalised(locations: Array, heights: Array) -> Many:
        """What a network's outputs mean: heights cut at 0 and divided by their sum.

        Where none is above 0, all count the same.

        >>> Many.normalised(np.zeros((2, 2)), np.array([[3.0, -1.0], [-1.0, -1.0]])).heights
        array([[1. , 0. ],
               [0.5, 0.5]])
        """
        kept = np.maximum(heights, 0.0)
        kept[kept.sum(axis=1) <= 0.0] = 1.0
        return Many(locations, kept / kept.sum(axis=1, keepdims=True))

    @property
    def means(self) -> Array:
        """The expected value of each."""
        return np.asarray((self.locations * self.heights).sum(axis=1))

    def moved(self, by: Array) -> Many:
        """Each at another place."""
        return Many(self.locations + by[:, None], self.heights)

    def __len__(self) -> int:
        return len(self.heights)

    def __getitem__(self, position: int) -> Distribution:
        spikes = zip(self.locations[position], self.heights[position], strict=True)
        return Distribution.of(spikes)

    def __iter__(self) -> Iterator[Distribution]:
        return (self[position] for position in range(len(self)))
