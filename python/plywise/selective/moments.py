"""Many weighted points reduced to k spikes that have the same moments (Baum and Smith; Golub).

k spikes are 2k numbers, so they can match 2k moments: 0 to 2k − 1. (The paper counts one more.) The
spikes are the nodes and weights of Gauss's quadrature for the measure that the points make: the
eigenvalues of the tridiagonal matrix of its orthogonal polynomials, and the squares of the first
components of its eigenvectors (Golub and Welsch 1969).
"""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from plywise.errors import BadInput
from plywise.selective.distribution import Distribution
from plywise.selective.many import Array

VANISHED = 1e-10
"""A direction shorter than this, on points scaled to [−1, 1], is rounding."""


def matched(points: ArrayLike, spikes: int, weights: ArrayLike | None = None) -> Distribution:
    """At most that many spikes, with the points' own moments 0 to 2·spikes − 1.

    >>> str(matched([-1.0, 1.0, 3.0, 3.0], 1))  # the mean alone
    '1.5 (100 %)'
    >>> three = matched([0.0, 1.0, 2.0, 3.0, 4.0], 3)
    >>> [round(sum(h * x**n for x, h in three.spikes), 9) for n in range(6)]
    [1.0, 2.0, 6.0, 20.0, 70.8, 260.0]
    """
    x, w = _distinct(points, spikes, weights)
    if len(x) <= spikes:
        return Distribution.of(zip(x, w, strict=True))
    middle, half = (x[0] + x[-1]) / 2.0, (x[-1] - x[0]) / 2.0
    diagonal, beside = jacobi((x - middle) / half, w, spikes)
    matrix = np.diag(diagonal) + np.diag(beside, 1) + np.diag(beside, -1)
    nodes, vectors = np.linalg.eigh(matrix)
    return Distribution.of(zip(middle + half * nodes, vectors[0] ** 2, strict=True))


def jacobi(x: Array, weights: Array, size: int) -> tuple[Array, Array]:
    """Diagonal and off-diagonal of the first `size` rows of the Jacobi matrix of these points.

    Lanczos's steps on the diagonal matrix of the points, begun with the roots of their weights;
    every direction is made orthogonal to all earlier ones, so that rounding cannot add up.
    """
    basis = [np.sqrt(weights)]
    diagonal, beside = [], []
    for _ in range(size):
        ahead = x * basis[-1]
        diagonal.append(float(ahead @ basis[-1]))
        for earlier in (*basis, *basis):  # twice is enough
            ahead = ahead - (ahead @ earlier) * earlier
        length = float(np.sqrt(ahead @ ahead))
        if length < VANISHED:
            break
        beside.append(length)
        basis.append(ahead / length)
    return np.array(diagonal), np.array(beside[: len(diagonal) - 1])


def _distinct(points: ArrayLike, spikes: int, weights: ArrayLike | None) -> tuple[Array, Array]:
    """The different points from low to high, and their weights, which sum to 1."""
    x = np.asarray(points, dtype=np.float64)
    w = np.ones_like(x) if weights is None else np.asarray(weights, dtype=np.float64)
    if spikes < 1:
        raise BadInput(f"{spikes} spikes; a distribution has at least one")
    if not x.size or x.ndim != 1 or w.shape != x.shape:
        raise BadInput(f"{x.size} points and {w.size} weights; give at least one point, each with")
    if not np.isfinite(x).all() or not np.isfinite(w).all() or (w < 0.0).any() or not w.any():
        raise BadInput("points must be finite, weights finite, not below 0 and somewhere above 0")
    values, place = np.unique(x[w > 0.0], return_inverse=True)
    return values, np.bincount(place, weights=w[w > 0.0]) / w.sum()
