"""Many weighted points reduced to k spikes by k-means on a line (paper 4.1.2).

The usual random start often ends in a bad place; the paper's own start gives each cluster an equal
share of the weight, which on a line is the obvious thing to do.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray

from plywise.errors import BadInput
from plywise.selective.distribution import Distribution
from plywise.selective.many import Array, Many

Places = NDArray[np.int64]
MOST_ROUNDS = 100
"""K-means on a line ends by itself, and far sooner; this is for weights that differ by rounding."""


def reduced(points: ArrayLike, spikes: int, weights: ArrayLike | None = None) -> Distribution:
    """At most that many spikes: the centres of the clusters, each as high as its share of weight.

    >>> str(reduced([0.0, 0.1, 0.9, 1.0], 2))
    '0.95 (50 %), 0.05 (50 %)'
    >>> str(reduced([3.0, 1.0], 5, weights=[1.0, 3.0]))  # nothing to reduce
    '3 (25 %), 1 (75 %)'
    """
    x = np.asarray(points, dtype=np.float64)
    w = np.ones_like(x) if weights is None else np.asarray(weights, dtype=np.float64)
    return clustered(x, w[None, :], spikes)[0]


def clustered(points: Array, weights: Array, spikes: int) -> Many:
    """K-means on the same points for each row of weights.

    1. Sort the points from high to low; a point goes to cluster ⌊k·(weight above it + half its
       own)⌋, the weights of a row summing to 1.
    2. The centre of a cluster is the weighted mean of its points.
    3. A cluster that got no weight takes the point that is worst off: of largest weight × squared
       distance from its centre. (One point heavier than a share leaves such clusters.)
    4. Every point goes to the nearest centre, to the higher one on a tie.
    5. Again from 2, until no point changes.
    """
    _refuse_bad(points, weights, spikes)
    order = np.argsort(-points, kind="stable")
    x, w = points[order], weights[:, order] / weights.sum(axis=1, keepdims=True)
    above = np.cumsum(w, axis=1) - 0.5 * w
    cluster = np.clip((spikes * above).astype(np.int64), 0, spikes - 1)
    for _ in range(MOST_ROUNDS):
        centres, heights = _centres(x, w, cluster, spikes)
        if _fill_empty(x, w, cluster, centres, heights):
            centres, heights = _centres(x, w, cluster, spikes)
        nearest = _nearest(x, centres, heights)
        if (nearest == cluster).all():
            break
        cluster = nearest
    centres, heights = _centres(x, w, cluster, spikes)
    return Many(np.where(heights > 0.0, centres, 0.0), heights)


def _centres(x: Array, w: Array, cluster: Places, spikes: int) -> tuple[Array, Array]:
    """Centre and weight of every cluster, rows × clusters; an empty one has centre 0."""
    inside = [np.where(cluster == k, w, 0.0) for k in range(spikes)]
    heights = np.stack([some.sum(axis=1) for some in inside], axis=1)
    sums = np.stack([(some * x).sum(axis=1) for some in inside], axis=1)
    return sums / np.where(heights > 0.0, heights, 1.0), heights


def _fill_empty(x: Array, w: Array, cluster: Places, centres: Array, heights: Array) -> bool:
    """Give an empty cluster of each row the point that is worst off, if one is off at all."""
    rows = np.flatnonzero((heights <= 0.0).any(axis=1))
    if not len(rows):
        return False
    own = np.take_along_axis(centres[rows], cluster[rows], axis=1)
    cost = w[rows] * (x - own) ** 2
    worst = cost.argmax(axis=1)
    # Points that lie together have a centre that differs from them by rounding alone.
    is_off = cost[np.arange(len(rows)), worst] > 1e-24 * (1.0 + x[worst] ** 2)
    rows, worst = rows[is_off], worst[is_off]
    cluster[rows, worst] = heights[rows].argmin(axis=1)
    return bool(len(rows))


def _nearest(x: Array, centres: Array, heights: Array) -> Places:
    ranked = np.where(heights > 0.0, centres, -np.inf)
    order = np.argsort(-ranked, axis=1, kind="stable")  # the higher centre first: it wins ties
    distance = abs(x[None, :, None] - np.take_along_axis(ranked, order, axis=1)[:, None, :])
    return np.asarray(distance.argmin(axis=2))


def _refuse_bad(points: Array, weights: Array, spikes: int) -> None:
    if spikes < 1:
        raise BadInput(f"{spikes} spikes; a distribution has at least one")
    if points.ndim != 1 or not len(points) or weights.shape[1:] != points.shape:
        raise BadInput(
            f"points of shape {points.shape} with weights of shape {weights.shape[1:]}; give at "
            "least one point, and a weight for each"
        )
    is_weight = np.isfinite(weights) & (weights >= 0.0)
    if not np.isfinite(points).all() or not is_weight.all() or not weights.any(axis=1).all():
        raise BadInput(
            "points must be finite, weights finite, not below 0 and in every row somewhere above 0"
        )
