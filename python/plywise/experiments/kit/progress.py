"""How near the weights are to a target, and when they have come to stay there.

g = 1 − Σ(w−w*)² / Σ(s−w*)², s the start: 0 at the start, 1 at the target (thesis equation 8.9,
used for chess in figure 8.15). Weights are means of 20 games, in units of the run's own mean pawn
over its last half; the start is divided by it too. With a run's own target the unit cancels out;
with a target common to all runs it makes them comparable: only the ratios matter in play.
"""

from collections.abc import Sequence

import numpy as np

from plywise.errors import BadSetting
from plywise.report.traces import Array, Trace, smooth

WINDOW = 20
LEVEL = 0.9


def progress(one: Trace, target: Array) -> Array:
    """The measure g after each game, `target` in normalised units."""
    unit = one.scale()
    error = np.add.reduce((smooth(one.weights / unit, WINDOW) - target) ** 2, axis=1)
    return np.asarray(
        1.0 - error / np.add.reduce((one.start / unit - target) ** 2), dtype=np.float64
    )


def settled(g: Array, level: float = LEVEL) -> float:
    """The first game from which g stays at `level` or above to the end; infinity if it does not.

    >>> settled(np.array([0.0, 0.95, 0.5, 0.92, 0.97]))
    4.0
    >>> settled(np.array([0.0, 0.95, 0.5]))
    inf
    """
    below = np.flatnonzero(g < level)
    first = int(below[-1]) + 2 if len(below) else 1
    return float(first) if first <= len(g) else float("inf")


def common_target(kinds: Sequence[Sequence[Trace]]) -> Array:
    """The median of all runs' values over the last half: no wild run moves it far.

    A run whose mean unit is not above 0 has no values in that unit, and no part in the target.
    """
    runs = [one for traces in kinds for one in traces]
    values = [one.values() for one in runs if one.tail()[one.names.index(one.unit)] > 0.0]
    if not values:
        raise BadSetting(
            f"none of {len(runs)} runs has a {runs[0].unit if runs else 'unit'} above 0: "
            "there is no common target; use more games or a smaller step size"
        )
    return np.asarray(np.median(values, axis=0), dtype=np.float64)
