"""The spike generator that the paper made by hand for chances of winning (4.2.5, figure 4.2)."""

from __future__ import annotations

import math

from plywise.errors import BadInput
from plywise.selective.distribution import Distribution

MIDDLE, SIDE = 0.5, 0.25
"""The shares of the three inner spikes in what the extremes leave."""


def hand_made(chance: float, extreme_mass: float) -> Distribution:
    """Five spikes with the chance as their mean.

    The extremes, 0 and 1, are what a search may settle for good; they have `extreme_mass`, more of
    it near the end of the game. The others are what it may change its mind by: one at the chance
    itself and two on either side, half as far away as the nearer extreme.

    >>> str(hand_made(0.4, 0.5))
    '1 (20 %), 0.6 (12.5 %), 0.4 (25 %), 0.2 (12.5 %), 0 (30 %)'
    >>> str(hand_made(1.0, 0.5))  # a certain value leaves nothing to find out
    '1 (100 %)'
    >>> hand_made(1.3, 0.5)
    Traceback (most recent call last):
    ...
    plywise.BadInput: chance 1.3 is not between 0 and 1
    """
    for what, number in {"chance": chance, "extreme_mass": extreme_mass}.items():
        if not (math.isfinite(number) and 0.0 <= number <= 1.0):
            raise BadInput(f"{what} {number!r} is not between 0 and 1")
    rest = 1.0 - extreme_mass
    step = min(chance, 1.0 - chance) / 2.0
    spikes: dict[float, float] = {}
    for location, height in [
        (1.0, extreme_mass * chance),
        (chance + step, SIDE * rest),
        (chance, MIDDLE * rest),
        (chance - step, SIDE * rest),
        (0.0, extreme_mass * (1.0 - chance)),
    ]:  # fmt: skip
        spikes[location] = spikes.get(location, 0.0) + height
    return Distribution.of(spikes.items())
