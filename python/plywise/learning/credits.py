"""From credits to changes: what the differences of a game ask of the weights.

A rule says by how much each prediction of a game should have been another (`Credits`). What that
asks of every weight stands here twice: readably, with numpy, a row for every timestep
(`recommended_changes`) or the total alone (`total_change`); and as sums from the kernel (`Sums`),
which are those of the rows to the bit, and of which a game with thousands of weights has no
thousands of rows to pay for.

Sources: Smith 1999 (thesis) 3.1, 8.2; Baxter et al. 2000 section 2.
"""

from collections.abc import Sequence as Ordered
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from plywise import _kernel
from plywise.checks import numbers, shown
from plywise.errors import BadSetting
from plywise.learning.gradients import Gradients

__all__ = ["Credits", "Sums", "recommended_changes", "total_change"]

Array = NDArray[np.float64]


def recommended_changes(differences: Array, gradients: Array, trace_decay: float) -> Array:
    """Forward form: r_{i,t} = d_t · Σ_{k≤t} λ^(t−k) ∂P_k/∂w_i, a row for each t (thesis eq. 8.1).

    Where a timestep has m predictions, `differences` is T × m, `gradients` T × m × n, and a row the
    sum over the m.

    >>> recommended_changes(np.array([0.5, 0.25]), np.array([[1.0, 0.0], [0.0, 1.0]]), 0.5).tolist()
    [[0.5, 0.0], [0.125, 0.25]]
    """
    traces = gradients.copy()
    if trace_decay:
        for earlier, trace in pairwise(traces):
            trace += trace_decay * earlier
    changes: Array = differences[..., None] * traces
    return changes if changes.ndim == 2 else np.add.reduce(changes, axis=1)


def total_change(differences: Array, gradients: Array, trace_decay: float) -> Array:
    """Backward form: Σ_t ∇P_t · (Σ_{j≥t} λ^(j−t) d_j) (Baxter et al. 2000 eq. 3, without α).

    >>> total_change(np.array([0.5, 0.25]), np.array([[1.0, 0.0], [0.0, 1.0]]), 0.5).tolist()
    [0.625, 0.25]
    """
    credits = Credits(differences=differences, trace_decay=trace_decay).discounted
    total: Array = np.add.reduce(credits[..., None] * gradients, axis=tuple(range(credits.ndim)))
    return total


class Sums:
    """What a game asks of every weight: the sums of its recommended changes.

    >>> asked = Sums.of_rows(np.array([[1.0, 2.0], [3.0, -2.0]]))
    >>> asked.net.tolist(), asked.absolute.tolist()
    ([4.0, 0.0], [4.0, 4.0])
    """

    def __init__(self, net: Array, absolute: Array | None = None, rows: Array | None = None):
        self.net = net
        """Σ_t r_{i,t}."""
        self.rows = rows
        """r_{i,t}, a row for each timestep; None where only the sums are known."""
        if absolute is not None:
            self.absolute = absolute

    @cached_property
    def absolute(self) -> Array:
        """Σ_t |r_{i,t}|."""
        return _sum(np.abs(self.rows if self.rows is not None else self.net[None]))

    @classmethod
    def of_rows(cls, rows: Array) -> "Sums":
        """The sums of recommended changes, which keep their rows."""
        return cls(_sum(rows), rows=rows)

    def __len__(self) -> int:
        return len(self.net)


@dataclass(frozen=True, kw_only=True, eq=False)
class Credits:
    """By how much the predictions of a game should have been others, as a rule has it.

    >>> credits = Credits(differences=[0.5, 0.25], trace_decay=0.5)
    >>> credits.discounted.tolist()
    [0.625, 0.25]
    >>> rows = credits.changes(np.array([[1.0, 0.0], [0.0, 1.0]]))
    >>> rows.tolist()
    [[0.5, 0.0], [0.125, 0.25]]
    """

    differences: Array
    """d_t, one for each prediction with a gradient; T × m where a timestep has m predictions."""
    trace_decay: float = 0.0
    """λ, how far back a difference is felt; with 0 the differences are the credits."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "differences", numbers("differences", self.differences))
        if self.differences.ndim not in (1, 2):
            raise BadSetting(
                f"differences={shown(self.differences)}; give one for each prediction of the game"
            )
        check_trace_decay(self.trace_decay)

    @property
    def discounted(self) -> Array:
        """The credits c_t = Σ_{j≥t} λ^(j−t) d_j (Baxter et al. 2000 eq. 3)."""
        credits = self.differences.copy()
        for t in range(len(credits) - 2, -1, -1):
            credits[t] += self.trace_decay * credits[t + 1]
        return credits

    def changes(self, gradients: Array) -> Array:
        """The recommended changes, a row for each timestep."""
        self._refuse_other_shape(gradients.shape[:-1])
        return recommended_changes(self.differences, gradients, self.trace_decay)

    def sums(self, gradients: Gradients, frozen: Ordered[int] = ()) -> Sums:
        """The sums of the recommended changes, 0 for `frozen` weights: `changes` to the bit."""
        is_single = self.differences.ndim == 1 and gradients.outputs == 1
        shape = (len(gradients),) if is_single else (len(gradients), gradients.outputs)
        self._refuse_other_shape(shape)
        # Numpy adds up a single column in another order than several; and infinite differences
        # reach even the weights that a game does not meet.
        if gradients.columns == 1 or not np.all(np.isfinite(self.differences)):
            rows = self.changes(gradients.dense.reshape(*shape, gradients.columns))
            rows[:, frozen] = 0.0
            return Sums.of_rows(rows)
        net, absolute = _kernel.credit_sums(
            np.ascontiguousarray(self.differences).ravel(),
            gradients.starts,
            gradients.ends,
            gradients.indices,
            gradients.data,
            gradients.slopes,
            columns=gradients.columns,
            trace_decay=self.trace_decay,
            outputs=gradients.outputs,
            last=gradients.last,
        )
        if frozen:
            places = list(frozen)
            net[places] = absolute[places] = 0.0
        return Sums(net, absolute)

    def _refuse_other_shape(self, shape: tuple[int, ...]) -> None:
        if self.differences.shape != shape:
            raise BadSetting(
                f"{self.differences.shape} differences for {shape} predictions with gradients; "
                "a rule gives one for each"
            )


def check_trace_decay(trace_decay: object) -> float:
    """A λ between 0 and 1."""
    number = isinstance(trace_decay, int | float) and not isinstance(trace_decay, bool)
    if number and 0.0 <= trace_decay <= 1.0:  # type: ignore[operator]
        return float(trace_decay)  # type: ignore[arg-type]
    raise BadSetting(f"trace_decay {shown(trace_decay)}; it must be between 0 and 1, or 'auto'")


def _sum(rows: Array) -> Array:
    # Rows are added one under the other, in order: the same bits whatever the machine's SIMD width.
    total: Array = np.add.reduce(rows, axis=0)
    return total
