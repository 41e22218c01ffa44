"""The gradients of a game's predictions, as sparse as the kernel gives them."""

from dataclasses import dataclass, field
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from plywise.errors import BadInput

__all__ = ["Gradients"]

Array = NDArray[np.float64]


@dataclass(frozen=True, kw_only=True, eq=False)
class Gradients:
    """∇P for each prediction k: `data[starts[k]:ends[k]]` at `indices`, times `slopes[k]`.

    Where a timestep has m predictions, their rows follow each other.

    >>> Gradients.of_array(np.array([[0.5, 0.0], [0.0, 2.0]])).data.tolist()
    [0.5, 2.0]
    """

    starts: NDArray[np.int64]
    """Where each row begins in `indices` and `data`."""
    ends: NDArray[np.int64]
    """Where it ends."""
    indices: NDArray[np.int32] = field(repr=False)
    """Which weights."""
    data: Array = field(repr=False)
    """The derivatives of the values."""
    slopes: Array = field(repr=False)
    """What each row is multiplied by: the slope of the squash, and 0 for results by the rules."""
    columns: int
    """How many weights there are."""
    last: Array | None = field(default=None, repr=False)
    """The derivatives of one more weight, the last one: a steepness that is learnt."""
    outputs: int = 1
    """m, the predictions at a timestep."""

    @classmethod
    def of_array(cls, rows: Array) -> "Gradients":
        """The same from a full array, T × n or T × m × n."""
        flat = rows.reshape(-1, rows.shape[-1]) if rows.size else rows.reshape(0, rows.shape[-1])
        where, indices = np.nonzero(flat)
        edges = np.concatenate([[0], np.cumsum(np.bincount(where, minlength=len(flat)))])
        return cls(
            starts=edges[:-1].astype(np.int64),
            ends=edges[1:].astype(np.int64),
            indices=indices.astype(np.int32),
            data=flat[where, indices],
            slopes=np.ones(len(flat)),
            columns=rows.shape[-1],
            outputs=rows.shape[1] if rows.ndim == 3 else 1,
        )

    def __len__(self) -> int:
        """Timesteps."""
        return len(self.starts) // self.outputs

    @cached_property
    def dense(self) -> Array:
        """All of it, zeros too: T × n, or T × m × n; for reading and for small games."""
        own = self.columns - (self.last is not None)
        if np.any(self.indices >= own):
            raise BadInput(
                f"a gradient of weight {self.indices.max()}, but there are {own}; they count from 0"
            )
        rows = np.zeros((len(self.starts), self.columns))
        for row, start, end, slope in zip(rows, self.starts, self.ends, self.slopes, strict=True):
            if slope != 0.0:
                row[self.indices[start:end]] = self.data[start:end] * slope
        if self.last is not None:
            rows[:, -1] = self.last
        return rows if self.outputs == 1 else rows.reshape(len(self), self.outputs, self.columns)

    @property
    def is_felt(self) -> NDArray[np.bool_]:
        """For each timestep, whether any weight is felt in its predictions."""
        felt: NDArray[np.bool_] = self.ends > self.starts
        there = self.data != 0.0
        if not there.all():  # the kernel's gradients have no zeros, those of others may
            counts = np.concatenate([[0], np.cumsum(there)])
            felt = counts[self.ends] > counts[self.starts]
        felt &= self.slopes != 0.0
        if self.last is not None:
            felt |= self.last != 0.0
        if self.outputs > 1:
            felt = np.logical_or.reduce(felt.reshape(-1, self.outputs), axis=1)
        return felt
