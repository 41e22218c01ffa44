"""The test of Kolmogorov and Smirnov: whether two sets of outcomes come from one distribution."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from plywise.selective.many import Array

MOST_TERMS = 100
"""Of the series; more are needed only where the chance is 1 to many digits."""


def distances(outcomes: Array, is_high: NDArray[np.bool_]) -> Array:
    """For each column of `is_high`, the distance of the two sets, in units of its own scatter.

    That is √(n·m/(n + m)) times the largest difference of the cumulative distributions: the larger,
    the more significant, whatever the sizes n and m of the sets. 0 where a set is empty.

    >>> halves = np.array([[True, True], [True, False], [False, True], [False, False]])
    >>> distances(np.array([3.0, 2.0, 1.0, 0.0]), halves)
    array([1. , 0.5])
    """
    order = np.argsort(outcomes, kind="stable")
    ordered = is_high[order]
    n = ordered.sum(axis=0)
    m = len(outcomes) - n
    upper = np.cumsum(ordered, axis=0) / np.maximum(n, 1)
    lower = np.cumsum(~ordered, axis=0) / np.maximum(m, 1)
    # Equal outcomes are one step of the cumulative distributions: it ends with the last of them.
    is_last = np.append(np.diff(outcomes[order]) > 0.0, True)
    largest = abs(upper - lower)[is_last].max(axis=0)
    return np.asarray(np.where((n > 0) & (m > 0), largest, 0.0) * np.sqrt(n * m / (n + m)))


def chance(distance: float) -> float:
    """How often two sets from one distribution lie at least so far apart, for large sets.

    Kolmogorov's series 2 Σ (−1)^(j−1) e^(−2j²d²).

    >>> round(chance(1.3581), 4), round(chance(1.6276), 4), chance(0.0)
    (0.05, 0.01, 1.0)
    """
    if distance < 0.2:  # the series converges slowly there, to 1
        return 1.0
    terms = ((-1) ** (j - 1) * math.exp(-2.0 * (j * distance) ** 2) for j in range(1, MOST_TERMS))
    return min(1.0, max(0.0, 2.0 * math.fsum(terms)))
