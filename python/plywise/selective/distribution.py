"""One discrete distribution: spikes from high to low."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass

from plywise.errors import BadInput

TOLERANCE = 1e-9
"""How far the heights may be from a sum of 1: rounding, not mistakes."""


@dataclass(frozen=True, slots=True)
class Distribution:
    """Locations from high to low, and the probability (height) of each.

    >>> outlook = Distribution((6.0, 0.0), (0.5, 0.5))
    >>> outlook.mean, str(-outlook)
    (3.0, '0 (50 %), −6 (50 %)')
    >>> Distribution((1.0,), (0.9,))
    Traceback (most recent call last):
    ...
    plywise.BadInput: heights sum to 0.9, not to 1; divide them by their sum, or use Distribution.of
    """

    locations: tuple[float, ...]
    heights: tuple[float, ...]

    def __post_init__(self) -> None:
        if len(self.locations) != len(self.heights):
            raise BadInput(
                f"{len(self.locations)} locations, but {len(self.heights)} heights; "
                "a spike is one of each"
            )
        if not self.locations:
            raise BadInput("a distribution of no spikes; give it at least one: ((0.0,), (1.0,))")
        _refuse_bad("location", self.locations)
        _refuse_bad("height", self.heights, least=0.0)
        total = math.fsum(self.heights)
        if abs(total - 1.0) > TOLERANCE:
            raise BadInput(
                f"heights sum to {total:.12g}, not to 1; divide them by their sum, or use "
                "Distribution.of"
            )
        for higher, lower in zip(self.locations, self.locations[1:], strict=False):
            if lower > higher:
                raise BadInput(
                    f"location {lower!r} stands after {higher!r}; spikes go from high to low, and "
                    "Distribution.of sorts them"
                )

    @staticmethod
    def of(spikes: Iterable[tuple[float, float]]) -> Distribution:
        """The distribution of these (location, weight) pairs, in any order and of any sum.

        Weights are divided by their sum; spikes without weight are left out.

        >>> Distribution.of([(-1.0, 1.0), (2.0, 3.0), (7.0, 0.0)])
        Distribution(locations=(2.0, -1.0), heights=(0.75, 0.25))
        """
        pairs = [(float(location), float(weight)) for location, weight in spikes]
        _refuse_bad("location", [location for location, _ in pairs])
        _refuse_bad("height", [weight for _, weight in pairs], least=0.0)
        kept = sorted((pair for pair in pairs if pair[1] > 0.0), key=lambda pair: -pair[0])
        total = sum(weight for _, weight in kept)
        if not kept or not math.isfinite(total):
            raise BadInput(
                f"{len(pairs)} spikes of total height {total:g}; at least one must have a height "
                "above 0, and all together a finite one"
            )
        heights = tuple(weight / total for _, weight in kept)
        return Distribution(tuple(location for location, _ in kept), heights)

    @staticmethod
    def certain(location: float) -> Distribution:
        """All of it at one place.

        >>> Distribution.certain(0.5).mean
        0.5
        """
        return Distribution((location,), (1.0,))

    @property
    def spikes(self) -> tuple[tuple[float, float], ...]:
        """The (location, height) pairs, from high to low."""
        return tuple(zip(self.locations, self.heights, strict=True))

    @property
    def mean(self) -> float:
        """The expected value."""
        return math.fsum(location * height for location, height in self.spikes)

    def moved(self, by: float) -> Distribution:
        """The same shape at another place.

        >>> Distribution((1.0, -1.0), (0.5, 0.5)).moved(3.0).locations
        (4.0, 2.0)
        """
        return Distribution(tuple(location + by for location in self.locations), self.heights)

    def __neg__(self) -> Distribution:
        """As the other player sees it: what was highest is lowest."""
        return Distribution(tuple(-x for x in reversed(self.locations)), self.heights[::-1])

    def __len__(self) -> int:
        return len(self.locations)

    def __str__(self) -> str:
        return ", ".join(f"{_text(x)} ({100 * height:.3g} %)" for x, height in self.spikes)


def _text(location: float) -> str:
    return f"{location:.4g}".replace("-", "−") if location else "0"


def _refuse_bad(what: str, numbers: Iterable[float], *, least: float = -math.inf) -> None:
    for place, number in enumerate(numbers):
        if not math.isfinite(number):
            raise BadInput(f"{what} {place + 1} is {number}; spikes are made of finite numbers")
        if number < least:
            raise BadInput(f"{what} {place + 1} is {number!r}; a probability is not below 0")
