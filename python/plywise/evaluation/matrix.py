"""What feature sets count of many positions, as a sparse matrix that other libraries take."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import islice
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from plywise import _kernel, checks

if TYPE_CHECKING:
    from plywise.evaluation.features import FeatureSet
    from plywise.games.position import Position

AT_ONCE = 8192
"""Positions that are counted in one call."""
SCALE = 1000
"""Of the evaluation that counts, whose weights are all 0."""
HINT = "give positions of a game, as pw.game('chess').start()"


@dataclass(frozen=True, eq=False)
class Matrix:
    """A row a position and a column a feature, in compressed sparse rows.

    Row k has the counts `data[indptr[k]:indptr[k + 1]]` in the columns `indices[…]`, all others
    are 0; the names are SciPy's.

    >>> import plywise as pw
    >>> chess = pw.game("chess")
    >>> rook_up = chess.position("6k1/8/8/8/8/8/6p1/R5K1 b - - 0 1")
    >>> matrix = chess.features("material").matrix([chess.start(), rook_up])
    >>> matrix.shape, matrix.indices, matrix.data
    ((2, 5), array([0, 3], dtype=int32), array([-1.,  1.]))
    >>> matrix.dense()
    array([[ 0.,  0.,  0.,  0.,  0.],
           [-1.,  0.,  0.,  1.,  0.]])
    """

    indptr: NDArray[np.int64]
    """Where the rows begin, and where the last ends."""
    indices: NDArray[np.int32]
    """The columns of the counts, rising in each row."""
    data: NDArray[np.float64]
    """The counts, in the first player's view."""
    columns: int
    """How many features there are."""

    def __len__(self) -> int:
        return len(self.indptr) - 1

    def __repr__(self) -> str:
        return f"<matrix of {len(self)} × {self.columns} with {len(self.data)} counts>"

    @property
    def shape(self) -> tuple[int, int]:
        """Rows and columns."""
        return len(self), self.columns

    def dense(self) -> NDArray[np.float64]:
        """All of it, zeros too."""
        full = np.zeros(self.shape)
        rows = np.repeat(np.arange(len(self)), np.diff(self.indptr))
        full[rows, self.indices] = self.data
        return full

    def scipy(self) -> Any:
        """The same as SciPy's `csr_matrix`, which scikit-learn takes; it shares the arrays."""
        from plywise.extras import require

        require("scipy", "a matrix of SciPy")
        from scipy.sparse import csr_matrix

        return csr_matrix((self.data, self.indices, self.indptr), shape=self.shape)

    @staticmethod
    def joined(parts: Iterable[Matrix], columns: int) -> Matrix:
        """The rows of several matrices, one below the other."""
        found = list(parts)
        ends = np.cumsum([0, *(len(part.data) for part in found)])
        starts = [part.indptr[:-1] + end for part, end in zip(found, ends, strict=False)]
        return Matrix(
            indptr=np.concatenate([*starts, ends[-1:]]).astype(np.int64),
            indices=np.concatenate([np.zeros(0, np.int32), *(part.indices for part in found)]),
            data=np.concatenate([np.zeros(0), *(part.data for part in found)]),
            columns=columns,
        )


def matrix_of(
    features: FeatureSet, positions: Iterable[Position], roots: Iterable[Position] | None = None
) -> Matrix:
    """What `features` count of the positions; see `FeatureSet.matrix`."""
    evaluation = features.evaluation([0.0] * len(features), SCALE)
    leaves = _boards(positions)
    above = None if roots is None else _boards(roots)
    parts: list[Matrix] = []
    while chunk := list(islice(leaves, AT_ONCE)):
        searched = None if above is None else list(islice(above, len(chunk)))
        parts.append(Matrix(*_kernel.counted(evaluation, chunk, searched), len(features)))
    return Matrix.joined(parts, len(features))


def _boards(positions: Iterable[Position]) -> Iterator[_kernel.Position]:
    checks.kind("positions", positions, Iterable, HINT)
    for number, position in enumerate(positions):
        checks.wrapper(f"positions[{number}]", position, _kernel.Position, HINT)
        yield position.kernel
