"""The weights with the least loss over sparse rows: Newton's steps where they pay, L-BFGS between.

    F(w) = 1/N · Σ n·ce(t, w·c) + strength/2 · |w − towards|²

with ce(t, z) = ln(1 + e^z) − t·z, the cross entropy of a target t and the prediction 1/(1 + e^−z).
F has one lowest point. A step is −H⁻¹·∇F with H the second derivatives at an earlier point, which
are added up from a sample of the rows and factored once; what has changed since, L-BFGS learns from
the steps themselves (D. Liu and J. Nocedal, 1989). So most steps cost one look at the rows.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from plywise import _kernel
from plywise.evaluation.matrix import Matrix
from plywise.tuning.rows import Array, Rows

PRODUCTS = 1e9
"""Products that the sample for the second derivatives may cost."""
WIDEST = 8192
"""More weights than these have the diagonal of the second derivatives alone."""
REMEMBERED = 12
"""Steps that L-BFGS learns from."""
RENEWED = 10
"""Steps after which the second derivatives are made anew."""
MOST_STEPS = 200
TOLERANCE = 1e-10
"""What may be left of the loss to gain, as a share of it."""


class Look(NamedTuple):
    """What the rows say of weights."""

    loss: float
    """The mean cross entropy."""
    gradient: Array
    """Its derivatives."""


@dataclass(frozen=True, kw_only=True)
class Labelled:
    """Rows with what they should predict, and how often each counts."""

    rows: Rows
    targets: Array
    times: Array
    """0 leaves a row out."""

    @property
    def size(self) -> float:
        """How many positions count."""
        return float(self.times.sum())

    def part(self, times: Array) -> Labelled:
        """The same rows, each counted so often."""
        return Labelled(rows=self.rows, targets=self.targets, times=times)

    def look(self, weights: Array) -> Look:
        """Loss and gradient of these weights."""
        loss, gradient = 0.0, np.zeros(self.rows.columns)
        for place, part in self.rows.parts():
            arrays = (part.indptr, part.indices, part.data, self.targets[place], self.times[place])
            found, slope, _ = _kernel.logistic(*arrays, weights)
            loss += found
            gradient += slope
        size = self.size or 1.0
        return Look(loss / size, gradient / size)

    def curvature(self, weights: Array, diagonal: Array) -> Callable[[Array], Array]:
        """What divides by the second derivatives at these weights, from a sample of the rows."""
        wide = self.rows.columns > WIDEST
        gram = None if wide else _kernel.Gram(self.rows.columns)
        squares = np.zeros(self.rows.columns)
        seen = 0.0
        for place, part in self._sample():
            times = np.ascontiguousarray(self.times[place])
            _, _, slopes = _kernel.logistic(
                part.indptr, part.indices, part.data, self.targets[place], times, weights
            )
            seen += float(times.sum())
            if gram is not None:
                gram.add(part.indptr[:-1].copy(), part.indptr[1:].copy(), part.indices, part.data,
                         slopes)  # fmt: skip
            else:
                every = part.data * np.repeat(slopes, np.diff(part.indptr))
                np.add.at(squares, part.indices, every * every)
        seen = max(seen, 1.0)
        if gram is None:
            whole = squares / seen + diagonal
            return lambda right: right / whole
        factor = gram.factored(diagonal * seen)
        return lambda right: factor.solved(np.ascontiguousarray(right * seen))

    def _sample(self) -> list[tuple[slice, Matrix]]:
        """Parts spread over all rows, as many as the products allow."""
        entries = self.rows.entries / max(1, len(self.rows))
        cost = max(1.0, len(self.rows) * entries * entries / 2)
        step = max(1, round(cost / PRODUCTS))
        return [each for number, each in enumerate(self.rows.parts()) if number % step == 0]


@dataclass(frozen=True, kw_only=True)
class Minimum:
    """The lowest point that was found."""

    weights: Array
    value: float
    """F there."""
    looks: int
    """How often the rows were read."""


def minimum(
    labelled: Labelled,
    strength: float,
    *,
    start: Array,
    towards: Array,
    on_step: Callable[[Array], object] = lambda weights: None,
) -> Minimum:
    """The lowest point of F, found from a start.

    >>> rows = Rows(columns=1)
    >>> rows.add(Matrix(np.array([0, 1, 2]), np.zeros(2, np.int32), np.ones(2), 1))
    >>> labelled = Labelled(rows=rows, targets=np.array([1.0, 0.5]), times=np.ones(2))
    >>> found = minimum(labelled, 0.0, start=np.zeros(1), towards=np.zeros(1))
    >>> bool(abs(found.weights[0] - np.log(3)) < 1e-5)  # 3 points to 1
    True
    """
    return _Descent(labelled, strength, towards).run(start, on_step)


class _Descent:
    """One minimisation under way."""

    def __init__(self, labelled: Labelled, strength: float, towards: Array) -> None:
        self._labelled, self._strength, self._towards = labelled, strength, towards
        self._steps: deque[tuple[Array, Array]] = deque(maxlen=REMEMBERED)
        # Weights that no row has would have no single solution where nothing pulls them back.
        self._diagonal = np.full(len(towards), max(strength, 1e-12))
        self.looks = 0

    def _value(self, weights: Array) -> tuple[float, Array]:
        found = self._labelled.look(weights)
        self.looks += 1
        away = weights - self._towards
        value = found.loss + 0.5 * self._strength * float(away @ away)
        return value, found.gradient + self._strength * away

    def run(self, start: Array, on_step: Callable[[Array], object]) -> Minimum:
        weights = start.copy()
        value, gradient = self._value(weights)
        divide, age = self._labelled.curvature(weights, self._diagonal), 0
        for _ in range(MOST_STEPS):
            step = -self._divided(gradient, divide)
            slope = float(gradient @ step)
            if -0.5 * slope <= TOLERANCE * abs(value):
                break
            if age >= RENEWED:
                divide, age = self._labelled.curvature(weights, self._diagonal), 0
                self._steps.clear()
                continue
            moved = self._moved(weights, value, step, slope)
            if moved is None:
                if age == 0:
                    break  # not a step is left that would be a gain in the numbers of a machine
                age = RENEWED
                continue
            there, below, after = moved
            self._steps.append((there - weights, after - gradient))
            weights, value, gradient = there, below, after
            age += 1
            on_step(weights)
        return Minimum(weights=weights, value=value, looks=self.looks)

    def _moved(
        self, weights: Array, value: float, step: Array, slope: float
    ) -> tuple[Array, float, Array] | None:
        """Where a step leads that gains enough, with value and gradient; None if none does."""
        length = 1.0
        for _ in range(30):
            there = weights + length * step
            below, after = self._value(there)
            if below <= value + 1e-4 * length * slope:
                return there, below, after
            length *= 0.5
        return None

    def _divided(self, gradient: Array, divide: Callable[[Array], Array]) -> Array:
        """The gradient over the second derivatives, as far as they are known (two-loop form)."""
        rest = gradient.copy()
        shares: list[tuple[float, float, Array, Array]] = []
        for moved, changed in reversed(self._steps):
            product = float(moved @ changed)
            if product <= 0.0:
                continue
            share = float(moved @ rest) / product
            rest -= share * changed
            shares.append((share, product, moved, changed))
        found = divide(rest)
        for share, product, moved, changed in reversed(shares):
            found = found + (share - float(changed @ found) / product) * moved
        return found
