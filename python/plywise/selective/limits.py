"""Spikes kept within what a value can be (paper 4.2.5): nothing is better than won."""

from __future__ import annotations

import math

from plywise.errors import BadInput
from plywise.selective.distribution import Distribution

NEARBY = 0.05
"""Where the lesser spike lies when the mean is beyond a limit, on the way to the other one."""
DOUBT = 0.1
"""Its height: expanding a position that looks won is of some use, but not of much."""
ROUNDING = 1e-12
"""A mean is kept if it is no further off than this."""


def within(outlook: Distribution, low: float = 0.0, high: float = 1.0) -> Distribution:
    """The distribution with no spike beyond the limits and, if possible, the same mean.

    1. A mean at a limit or beyond gives two spikes, 90 % there and 10 % a little way back.
    2. Spikes beyond a limit go to it.
    3. The spikes between the limits shift, all by the same, to bring the mean back; those that
       reach a limit stay there, and the others shift on.
    4. If none is left between, the heights at the limits alone hold the mean.

    >>> str(within(Distribution((1.2, 0.6), (0.5, 0.5))))
    '1 (50 %), 0.8 (50 %)'
    >>> str(within(Distribution((1.5, 0.9), (0.5, 0.5))))
    '1 (90 %), 0.95 (10 %)'
    >>> str(within(Distribution((0.4, -0.2), (0.5, 0.5)), low=-0.1, high=0.5))
    '0.3 (50 %), −0.1 (50 %)'
    """
    if not (math.isfinite(low) and math.isfinite(high) and low < high):
        raise BadInput(f"limits {low!r} and {high!r}; the first must be lower, and both finite")
    mean, heights = outlook.mean, outlook.heights
    if mean >= high or mean <= low:
        return _beyond(high, low) if mean >= high else _beyond(low, high)
    locations = [_cut(x, low, high) for x in outlook.locations]
    while abs(missing := mean - _mean(locations, heights)) >= ROUNDING:
        free = [place for place, x in enumerate(locations) if low < x < high]
        if not free:
            share = (mean - low) / (high - low)
            return Distribution.of([(high, share), (low, 1.0 - share)])
        shift = missing / math.fsum(heights[place] for place in free)
        for place in free:
            locations[place] = _cut(locations[place] + shift, low, high)
    return Distribution(tuple(locations), heights)


def _mean(locations: list[float], heights: tuple[float, ...]) -> float:
    return math.fsum(x * height for x, height in zip(locations, heights, strict=True))


def _beyond(limit: float, other: float) -> Distribution:
    doubted = limit + NEARBY * (other - limit)
    return Distribution.of([(limit, 1.0 - DOUBT), (doubted, DOUBT)])


def _cut(x: float, low: float, high: float) -> float:
    return min(max(x, low), high)
