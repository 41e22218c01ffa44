"""Spikes kept within what a value can be (paper 4.2.5): nothing is better than won."""

from __future__ import annotations

import math

from plywise.errors import BadInput
from plywise.selective.distribution import Distribution

NEARLY = 0.95
"""Where the lesser spike lies when the mean is beyond a limit, on the way from the other one."""
DOUBT = 0.1
"""Its height: expanding a position that looks won is of some use, but not of much."""


def within(outlook: Distribution, low: float = 0.0, high: float = 1.0) -> Distribution:
    """The distribution with no spike beyond the limits and, if possible, the same mean.

    1. A mean beyond a limit gives two spikes, 90 % at the limit and 10 % at 5 % of the way back.
    2. Spikes beyond a limit go to it.
    3. The spikes between the limits shift, all by the same, to bring the mean back; those that
       reach a limit stay there, and the others shift on.
    4. If none is left between, those at the other limit come back as far as needed.

    >>> str(within(Distribution((1.2, 0.6), (0.5, 0.5))))
    '1 (50 %), 0.8 (50 %)'
    >>> str(within(Distribution((1.5, 0.9), (0.5, 0.5))))
    '1 (90 %), 0.95 (10 %)'
    >>> str(within(Distribution((0.1, -1.0), (0.5, 0.5)), low=-0.5, high=0.5))
    '−0.4 (50 %), −0.5 (50 %)'
    """
    if not (math.isfinite(low) and math.isfinite(high) and low < high):
        raise BadInput(f"limits {low!r} and {high!r}; the first must be lower, and both finite")
    mean = outlook.mean
    if mean > high or mean < low:
        return _beyond(high, low) if mean > high else _beyond(low, high)
    if low <= outlook.locations[-1] and outlook.locations[0] <= high:
        return outlook
    locations = [_cut(x, low, high) for x in outlook.locations]
    for _ in range(len(locations) + 2):
        missing = mean - math.fsum(x * h for x, h in zip(locations, outlook.heights, strict=True))
        movable = _movable(locations, low, high, upwards=missing > 0.0)
        mass = math.fsum(outlook.heights[place] for place in movable)
        if not mass > 0.0:
            break
        for place in movable:
            locations[place] = _cut(locations[place] + missing / mass, low, high)
    return Distribution(tuple(locations), outlook.heights)


def _beyond(limit: float, other: float) -> Distribution:
    doubted = other + NEARLY * (limit - other)
    return Distribution.of([(limit, 1.0 - DOUBT), (doubted, DOUBT)])


def _movable(locations: list[float], low: float, high: float, *, upwards: bool) -> list[int]:
    """The spikes between the limits, or if there is none, those that can move that way."""
    between = [place for place, x in enumerate(locations) if low < x < high]
    limit = high if upwards else low
    return between or [place for place, x in enumerate(locations) if x != limit]


def _cut(x: float, low: float, high: float) -> float:
    return min(max(x, low), high)
