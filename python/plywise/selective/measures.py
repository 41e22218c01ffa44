"""How good distributions are when each position shows but one value (paper 4.1.3).

Two things should be small: how far the outcome is from the nearest spike, and how improbable that
spike was thought. The second is least when the heights are the true chances. Either alone could be
made 0, by very many spikes or by a single one: they are compared at an equal number of spikes, and
their sum hangs on the unit of the locations. Beside them stands a score without these faults, which
the paper does not have: the continuous ranked probability score, least for the true distribution.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from plywise.errors import BadInput
from plywise.selective.many import Array, Many

LEAST_HEIGHT = 1e-3
"""No surprise counts for more than −ln of this: a single one would drown all else."""


@dataclass(frozen=True, kw_only=True)
class Errors:
    """Means over positions."""

    distance: float
    """Squared, to the nearest spike."""
    height: float
    """−ln of the nearest spike's height."""
    score: float
    """E|X − outcome| − ½E|X − X'|, X and X' drawn from the spikes; in the unit of the locations."""

    @property
    def sum(self) -> float:
        """Both, as the paper adds them."""
        return self.distance + self.height


def errors(many: Many, outcomes: ArrayLike) -> Errors:
    """The errors of distributions when these outcomes came; of equally near spikes, the higher.

    >>> from plywise.selective import Distribution
    >>> found = errors(Many.of([Distribution((2.0, -2.0), (0.5, 0.5))] * 2), [2.5, -2.0])
    >>> found.distance, round(found.height, 4), round(found.sum, 4)
    (0.125, 0.6931, 0.8181)
    >>> found.score
    1.25
    """
    came = np.asarray(outcomes, dtype=np.float64)
    if came.shape != (len(many),) or not len(many):
        raise BadInput(f"{came.size} outcomes for {len(many)} distributions; give one for each")
    if not np.isfinite(came).all():
        raise BadInput(f"outcome {int(np.argmin(np.isfinite(came)))} is not a finite number")
    distance, height = nearest(many, came)
    surprise = -np.log(np.maximum(height, LEAST_HEIGHT))
    return Errors(
        distance=float((distance**2).mean()),
        height=float(surprise.mean()),
        score=float(scores(many, came).mean()),
    )


def nearest(many: Many, outcomes: Array) -> tuple[Array, Array]:
    """Distance and height of the spike nearest to each outcome; what has no height is no spike."""
    away = np.where(many.heights > 0.0, abs(many.locations - outcomes[:, None]), np.inf)
    distance = away.min(axis=1)
    height = np.where(away == distance[:, None], many.heights, 0.0).max(axis=1)
    return distance, height


def scores(many: Many, outcomes: Array) -> Array:
    """The ranked probability score of each distribution (Matheson and Winkler 1976)."""
    away = (many.heights * abs(many.locations - outcomes[:, None])).sum(axis=1)
    apart = abs(many.locations[:, :, None] - many.locations[:, None, :])
    spread = (many.heights[:, :, None] * many.heights[:, None, :] * apart).sum(axis=(1, 2))
    return np.asarray(away - 0.5 * spread)
