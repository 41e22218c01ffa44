"""Playing weaker on purpose: how many nodes a move make which rating.

What was measured is declared with the game (`GameFacts.rated`); without it no rating is offered.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final

EVALUATION_NOISE: Final = "evaluation_noise=0.1"
"""What the search is given beside its profile: a little noise plays better than none,
since it prefers positions with many good moves (thesis, appendix E; docs/engine.md has the
ratings)."""


def limits(rated: Sequence[tuple[int, int]]) -> tuple[int, int] | None:
    """The lowest and the highest Elo that can be asked for; None before any was measured.

    >>> limits([(1000, 100), (1800, 50_000)])
    (1000, 1800)
    """
    return (rated[0][0], rated[-1][0]) if len(rated) > 1 else None


def nodes_for(elo: int, rated: Sequence[tuple[int, int]]) -> int:
    """Nodes a move for a rating: Elo is taken as linear in log(nodes) between measured pairs.

    >>> nodes_for(1400, [(1000, 100), (1800, 10_000)])
    1000
    >>> nodes_for(5000, [(1000, 100), (1800, 10_000)])
    10000
    """
    low, high = rated[0], rated[-1]
    for pair in rated:
        if pair[0] <= elo:
            low = pair
    for pair in reversed(rated):
        if pair[0] >= elo:
            high = pair
    if high[0] <= low[0]:
        return low[1]
    share = min(1.0, max(0.0, (elo - low[0]) / (high[0] - low[0])))
    return round(math.exp((1 - share) * math.log(low[1]) + share * math.log(high[1])))
