"""Prediction decay: the trace decay λ from the predictions themselves (thesis 8.3).

How well does a prediction agree with one d steps later? The mean quality over all pairs falls with
the distance about like ψ^d; that ψ is the prediction decay, and λ = ψ. A perfect predictor has ψ =
1.

**Erratum.** Eq. (8.7) of the scan prints the constant of its first quadratic as p, which has no
real root for ½ ≤ p < 1, and gives the border between the two as a root of 2s² − 5s + 1 = 0, which
is 1 − p*. The equations below follow from what the thesis demands of the quality: 1 for equal
predictions, −1 between 1 and 0, and a mean of 0 over all earlier predictions, whatever the later
one.
"""

import math
from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.lib.stride_tricks import sliding_window_view
from numpy.typing import ArrayLike, NDArray

from plywise import _kernel
from plywise.checks import numbers
from plywise.errors import BadInput

__all__ = ["PredictionDecay", "quality", "zero_crossing"]

Array = NDArray[np.float64]

BORDER = (math.sqrt(17.0) - 1.0) / 4.0
"""p* ≈ .7808: up to here some earlier predictions lie further than z on the far side of p."""

_ROOTS = (
    1.0,
    math.sqrt(math.sqrt(2.0)),
    math.sqrt(2.0),
    math.sqrt(2.0) * math.sqrt(math.sqrt(2.0)),
)
_GRID = np.array(
    [1 / (1 + 2.0**n * r) for n in range(6, -14, -1) for r in reversed(_ROOTS)] + [1.0]
)
"""Candidates for ψ from .009 to 1, four for each doubling of (1 − ψ) / ψ. From one to the next ψ^d
changes by less than .07 at any distance d: steps that are small beside the valleys of (8.8)."""
_LEAST = 1e-6
"""ψ of predictions that do not agree at all: λ must stay above 0."""
_PRECISION = 1e-12
"""How closely ψ is found."""
_BLOCK = 64
"""Rows of pairs that are worked on at once: small enough to stay in the cache."""


def zero_crossing(prediction: ArrayLike) -> Array:
    """z(p): how far from a later `prediction` p an earlier one has quality 0.

    For ½ ≤ p ≤ p*, the smaller root of 2(1+p)z² − 4pz + p(2p² − 2p + 1) = 0; above p*, the positive
    root of (1+p)z² + (2 − 2p − p²)z − (1−p)² = 0 (eq. 8.7 corrected). z(1−p) = z(p).

    >>> zero_crossing([0.5, 1.0]).tolist()      # 1/6 and 1/2
    [0.16666666666666666, 0.5]
    """
    p = np.asarray(prediction, dtype=np.float64)
    p = np.maximum(p, 1.0 - p)
    # Below the border, halved: a z² − 2bz + c = 0. Rounding must not make its root imaginary.
    a, b, c = 1.0 + p, p, p * (2.0 * p * p - 2.0 * p + 1.0) / 2.0
    below = (b - np.sqrt(np.maximum(b * b - a * c, 0.0))) / a
    linear = 2.0 - 2.0 * p - p * p
    above = (np.sqrt(linear * linear + 4.0 * a * (1.0 - p) ** 2) - linear) / (2.0 * a)
    return np.where(p <= BORDER, below, above)


def quality(later: ArrayLike, earlier: ArrayLike) -> Array:
    """Q(p, p′): how well the `earlier` prediction p′ foretold the `later` p (eq. 8.6, 8.7).

    With r = |p − p′|: 1 − r/z up to r = z(p), beyond it −p(r − z)/(p − z); mirrored for p < ½.

    >>> quality(1.0, [1.0, 0.5, 0.0]).tolist()
    [1.0, 0.0, -1.0]
    """
    p = np.asarray(later, dtype=np.float64)
    distance = np.abs(p - np.asarray(earlier, dtype=np.float64))
    return _quality(distance, np.maximum(p, 1.0 - p), zero_crossing(p))


def _quality(r: Array, p: Array, z: Array) -> Array:
    """F of eq. (8.7), for p ≥ ½."""
    # The first line falls faster than the second and they meet at r = z: the higher one counts.
    return np.maximum(1.0 - r / z, (z - r) * (p / (p - z)))


class PredictionDecay:
    """The running mean quality at every distance, and the ψ that fits it.

    `trace_decay` is the λ to learn with: 1 before the first `fit`, ψ after it.

    >>> decay = PredictionDecay()
    >>> decay.observe([0.5, 0.75, 1.0])
    >>> distances, qualities, pairs = decay.qualities()
    >>> distances.tolist(), qualities.round(3).tolist(), pairs.tolist()
    ([1, 2], [0.219, 0.0], [2, 1])
    >>> decay.trace_decay, round(decay.fit(), 3), round(decay.trace_decay, 3)
    (1.0, 0.21, 0.21)
    """

    def __init__(self) -> None:
        self.trace_decay = 1.0
        self._sums = np.zeros(0)
        self._pairs = np.zeros(0)

    def observe(self, predictions: ArrayLike) -> None:
        """Take in one sequence: expected scores in [0, 1], the outcome as the last of them.

        Where a timestep has several, each column is a sequence of its own.
        """
        p = numbers("predictions", predictions)
        if p.ndim == 2:
            for column in p.T:
                self.observe(column)
            return
        if p.ndim != 1 or not bool(np.all((p >= 0.0) & (p <= 1.0))):
            raise BadInput(
                f"predictions {p!r} are not all in [0, 1]; tanh's go through Sequence.probabilities"
            )
        if len(p) < 2:
            return
        sums = _kernel.quality_sums(np.ascontiguousarray(p))
        grown = max(len(sums), len(self._sums))
        self._sums = _longer(self._sums, grown) + _longer(sums, grown)
        counts = np.arange(len(sums), 0.0, -1.0)
        self._pairs = _longer(self._pairs, grown) + _longer(counts, grown)

    def qualities(self) -> tuple[NDArray[np.int64], Array, NDArray[np.int64]]:
        """Distances d from 1, the mean quality Q̄_d at each, and the number of pairs N_d."""
        distances = np.arange(1, len(self._sums) + 1)
        return distances, self._sums / self._pairs, self._pairs.astype(np.int64)

    def error(self, psi: float) -> float:
        """Σ_d N_d (Q̄_d − ψ^d)², what `fit` makes smallest (eq. 8.8)."""
        misfit = self._sums / self._pairs - _powers(psi, len(self._sums))
        return float(np.add.reduce(self._pairs * misfit * misfit))

    def fit(self) -> float:
        """The ψ in (0, 1] that minimises (8.8), as `lowest` finds it; 1 where nothing was seen."""
        if len(self._sums):
            psi = _kernel.fitted_decay(_GRID, self._sums, self._pairs, _PRECISION)
            self.trace_decay = max(psi, _LEAST)
        return self.trace_decay

    def state(self) -> dict[str, list[float] | float]:
        """All it remembers, as JSON knows it."""
        return {
            "trace_decay": self.trace_decay,
            "sums": self._sums.tolist(),
            "pairs": self._pairs.tolist(),
        }

    def restore(self, state: Mapping[str, Any]) -> None:
        """Go on from a `state`, bit for bit."""
        sums, pairs = np.array(state["sums"], float), np.array(state["pairs"], float)
        if sums.shape != pairs.shape:
            raise BadInput(f"{len(sums)} sums of qualities with {len(pairs)} numbers of pairs")
        self.trace_decay = float(state["trace_decay"])
        self._sums, self._pairs = sums, pairs

    def __repr__(self) -> str:
        return f"<PredictionDecay λ={self.trace_decay:.4f}, distances up to {len(self._sums)}>"


def lowest(sums: Array, pairs: Array) -> float:
    """The ψ that minimises (8.8), for sums S_d of qualities of N_d `pairs`, by plain numpy.

    A grid finds the lowest valley, so that no local minimum can catch the fit; halving then finds
    the zero of the derivative in it. The kernel does the same after every game, to the bit.
    """
    powers = np.stack([_powers(float(psi), len(sums)) for psi in _GRID])
    # (8.8) without its constant: Σ_d (N_d ψ^d − 2 S_d) ψ^d, S_d the sum of the qualities.
    best = int(np.argmin(np.add.reduce((pairs * powers - 2.0 * sums) * powers, axis=1)))
    low = float(_GRID[best - 1]) if best else 0.0
    high = float(_GRID[min(best + 1, len(_GRID) - 1)])
    if _slope(high, sums, pairs) <= 0.0:
        return high
    while high - low > _PRECISION:
        middle = (low + high) / 2.0
        low, high = (middle, high) if _slope(middle, sums, pairs) < 0.0 else (low, middle)
    return max(high, _LEAST)


def _slope(psi: float, sums: Array, pairs: Array) -> float:
    """Half the derivative of (8.8) with regard to ψ, times ψ."""
    powers = _powers(psi, len(sums))
    terms = (pairs * powers - sums) * powers * np.arange(1.0, len(sums) + 1.0)
    return float(np.add.reduce(terms))


def sums_by_distance(p: Array) -> Array:
    """Σ Q(p_t, p_{t−d}) over all t, for d = 1, 2, …: every pair of the sequence once.

    By plain numpy; the kernel does the same after every game, to the bit.
    """
    n = len(p) - 1
    later, z = np.maximum(p[1:], 1.0 - p[1:])[:, None], zero_crossing(p[1:])[:, None]
    # Row t − 1 holds p_{t−1}, …, p_0 and then padding: column d − 1 is distance d.
    earlier = sliding_window_view(np.concatenate([p[-2::-1], np.zeros(n - 1)]), n)[::-1]
    sums = np.zeros(n)
    for first in range(0, n, _BLOCK):
        end = min(first + _BLOCK, n)
        rows = slice(first, end)
        distance = np.abs(p[1:][rows, None] - earlier[rows, :end])
        pairs = np.tril(_quality(distance, later[rows], z[rows]), first)
        sums[:end] += np.add.reduce(pairs, axis=0)
    return sums


def _powers(psi: float, count: int) -> Array:
    """ψ, ψ², …, ψ^count."""
    # By repeated multiplication: `**` calls the machine's own pow, whose last bit varies.
    powers: Array = np.multiply.accumulate(np.full(count, psi))
    return powers


def _longer(array: Array, length: int) -> Array:
    if len(array) == length:
        return array
    return np.concatenate([array, np.zeros(length - len(array))])
