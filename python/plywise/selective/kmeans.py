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
    _refuse_bad(x, w[None, :], spikes)
    distinct, place = np.unique(x, return_inverse=True)
    summed = np.bincount(place, weights=w).astype(np.float64)
    return clustered(distinct, summed[None, :], spikes)[0]


def clustered(points: Array, weights: Array, spikes: int) -> Many:
    """K-means on the same points, no two alike, for each row of weights.

    1. From high to low, a point is given to the share of the weight in which its middle lies: to
       cluster ⌊k·(weight above it + half its own)⌋, the weights summing to 1. But no cluster is
       passed over, and as many points as clusters are left go to one each: none begins empty.
    2. The centre of a cluster is the weighted mean of its points.
    3. Every point goes to the nearest centre, to the higher one on a tie.
    4. Again from 2, until no point changes.
    """
    _refuse_bad(points, weights, spikes)
    order = np.argsort(-points, kind="stable")
    x, w = points[order], weights[:, order]
    cluster = _equal_shares(w, spikes)
    for _ in range(MOST_ROUNDS):
        nearest = _nearest(x, *_centres(x, w, cluster, spikes))
        if (nearest == cluster).all():
            break
        cluster = nearest
    centres, heights = _centres(x, w, cluster, spikes)
    return Many(centres, heights / heights.sum(axis=1, keepdims=True))


def _equal_shares(w: Array, spikes: int) -> Places:
    """The cluster of each point to begin with."""
    cluster = np.zeros(w.shape, dtype=np.int64)
    last = np.full(len(w), -1)  # the cluster of the point before, in each row
    middle = (np.cumsum(w, axis=1) - 0.5 * w) / w.sum(axis=1, keepdims=True)
    share = (spikes * middle).astype(np.int64)
    left = np.cumsum((w > 0.0)[:, ::-1], axis=1)[:, ::-1]
    for point in range(w.shape[1]):
        wanted = np.maximum(np.maximum(share[:, point], last), spikes - left[:, point])
        cluster[:, point] = np.minimum(wanted, last + 1)
        last = np.where(w[:, point] > 0.0, cluster[:, point], last)
    return np.clip(cluster, 0, spikes - 1)


def _centres(x: Array, w: Array, cluster: Places, spikes: int) -> tuple[Array, Array]:
    """Centre and weight of every cluster, rows × clusters; an empty one has centre 0."""
    inside = [np.where(cluster == k, w, 0.0) for k in range(spikes)]
    heights = np.stack([some.sum(axis=1) for some in inside], axis=1)
    sums = np.stack([(some * x).sum(axis=1) for some in inside], axis=1)
    return sums / np.where(heights > 0.0, heights, 1.0), heights


def _nearest(x: Array, centres: Array, heights: Array) -> Places:
    """The cluster of each point: how many middles between neighbouring centres lie above it."""
    ranked = -np.sort(-np.where(heights > 0.0, centres, -np.inf), axis=1)
    middles = (ranked[:, :-1] + ranked[:, 1:]) / 2.0
    return np.asarray((x[None, :, None] < middles[:, None, :]).sum(axis=2))


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
