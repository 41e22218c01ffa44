"""The ratings of a whole pool, fitted jointly from its games with one player's rating held fixed.

The likelihood is that of `elo_fit`, in as many dimensions as there are players. The errors are the
same to both sides: they come from how far the pairs really are from what was expected of them (the
"sandwich" H⁻¹ J H⁻¹, with J from the pairs' residuals at the fitted ratings).
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from plywise.errors import BadSetting
from plywise.play.elo_fit import STEPS
from plywise.play.interval import NORMAL_95
from plywise.play.statistics import ELO_PER_LOG_ODDS, Tally, score_of

Array: TypeAlias = NDArray[np.float64]

PRIOR = 1000.0
"""Ratings are held near the anchor's by a normal law of this width: only those who won or lost
every game feel it, and theirs stay finite."""
LONGEST_STEP = 400.0
LEAST_SPREAD = 0.5
"""Errors are never below this share of those of games without draws: few pairs may be alike."""

Matches: TypeAlias = Mapping[tuple[str, str], Tally]
"""What each two of a pool came to, in the first one's view."""


@dataclass(frozen=True, kw_only=True)
class PoolFit:
    """The ratings of a pool, fitted jointly."""

    ratings: Mapping[str, float]
    errors: Mapping[str, float]
    """Half the 95 % interval of each, as a difference to the anchor; 0 for that itself."""


def fit_pool(matches: Matches, *, anchor: str, elo: float) -> PoolFit:
    """The ratings of all who met, with `anchor` held at `elo`.

    >>> even = Tally.of_pairs([(1, 0), (0.5, 0.5)] * 20)
    >>> better = Tally.of_pairs([(1, 0.5), (1, 0), (1, 1), (0.5, 0)] * 10)
    >>> fit = fit_pool({("a", "b"): even, ("c", "b"): better}, anchor="a", elo=1600)
    >>> {name: round(rating) for name, rating in fit.ratings.items()}
    {'a': 1600, 'b': 1600, 'c': 1688}
    """
    names = list(dict.fromkeys(name for pair in matches for name in pair))
    if anchor not in names:
        raise BadSetting(f"the anchor {anchor!r} played nobody (players: {', '.join(names)})")
    free = [name for name in names if name != anchor]
    column = {name: number for number, name in enumerate(free)}
    ratings = np.zeros(len(free))
    for _ in range(STEPS):
        slope, curve, _ = _pool_slopes(matches, column, ratings)
        step = np.linalg.solve(curve, slope)
        ratings += np.clip(step, -LONGEST_STEP, LONGEST_STEP)
        if np.max(np.abs(step), initial=0.0) < 1e-9:
            break
    _, curve, spread = _pool_slopes(matches, column, ratings)
    inverse = np.linalg.inv(curve)
    errors = NORMAL_95 * np.sqrt(np.diag(inverse @ spread @ inverse))
    return PoolFit(
        ratings={anchor: elo, **{name: elo + float(ratings[column[name]]) for name in free}},
        errors={anchor: 0.0, **{name: float(errors[column[name]]) for name in free}},
    )


def _pool_slopes(
    matches: Matches, column: Mapping[str, int], ratings: Array
) -> tuple[Array, Array, Array]:
    """The log-likelihood's gradient, minus its second derivative, and the spread of the pairs."""
    k = ELO_PER_LOG_ODDS
    slope = -ratings / PRIOR**2
    curve = np.eye(len(ratings)) / PRIOR**2
    spread = np.zeros_like(curve)
    for (one, two), tally in matches.items():
        ends = [(column[name], sign) for name, sign in ((one, 1.0), (two, -1.0)) if name in column]
        direction = np.zeros(len(ratings))
        for place, sign in ends:
            direction[place] = sign
        p = score_of(float(direction @ ratings))
        trials = tally.trials()
        size = tally.games / max(1, trials.number)
        points = tally.wins + tally.draws / 2
        slope += direction * (points - tally.games * p) / k
        outer = np.outer(direction, direction)
        curve += outer * tally.games * p * (1 - p) / k**2
        met = zip(trials.scores, trials.counts, strict=True)
        squares = sum(n * (size * (s - p)) ** 2 for s, n in met)
        least = LEAST_SPREAD**2 * tally.games * p * (1 - p)
        spread += outer * max(squares, least) / k**2
    return slope, curve, spread
