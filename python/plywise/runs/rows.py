"""Long tables of numbers as arrays that are read from the disk when they are asked for."""

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
from numpy.lib.mixins import NDArrayOperatorsMixin
from numpy.typing import NDArray

Array = NDArray[np.float64]
Reader = Callable[[int, int], Array]


class Rows(NDArrayOperatorsMixin):
    """A two-dimensional array whose rows come from a reader; indexing gives an ordinary array.

    What an array can do it can do too; `mean` and `std` over the rows, and columns, take a block of
    rows after the other. All else reads the whole.

    >>> table = np.arange(12.0).reshape(6, 2)
    >>> rows = Rows(lambda first, end: table[first:end], table.shape, block=4)
    >>> rows.shape, rows[-1].tolist(), rows[1:3, 0].tolist(), rows.mean(axis=0).tolist()
    ((6, 2), [10.0, 11.0], [2.0, 4.0], [5.0, 6.0])
    >>> (rows / 2.0)[5].tolist()
    [5.0, 5.5]
    """

    def __init__(self, read: Reader, shape: tuple[int, int], block: int) -> None:
        self._read = read
        self.shape = shape
        self.block = block
        """Rows that are read at once."""
        self._means: dict[tuple[int, int], Array] = {}

    ndim = 2
    dtype = np.dtype(np.float64)

    def __len__(self) -> int:
        return self.shape[0]

    def __repr__(self) -> str:
        return f"<{self.shape[0]} rows of {self.shape[1]} numbers>"

    def __iter__(self) -> Iterator[Array]:
        for block in self.blocks():
            yield from block

    def __getitem__(self, index: Any) -> Any:
        if isinstance(index, tuple):
            rows, *columns = index
            if isinstance(rows, slice):
                return self._part(rows, tuple(columns))
            return self[rows][(..., *columns)]
        if isinstance(index, slice):
            return self._part(index, ())
        if isinstance(index, int | np.integer):
            row = range(len(self))[int(index)]  # IndexError as lists have it
            return np.array(self._read(row, row + 1)[0])
        return np.asarray(self)[index]

    def _part(self, rows: slice, columns: tuple[Any, ...]) -> Array:
        """A slice of the rows and of each some columns; no more than that is kept."""
        first, end, step = rows.indices(len(self))
        chosen = range(first, end, step)
        low, high = (
            (min(chosen[0], chosen[-1]), max(chosen[0], chosen[-1]) + 1) if chosen else (0, 0)
        )
        parts = []
        for begin in range(low, high, self.block):
            block = self._read(begin, min(begin + self.block, high))
            picked = slice((low - begin) % abs(step), None, abs(step))
            parts.append(np.array(block[(picked, *columns)]))
        empty = np.empty((0, self.shape[1]))[(slice(None), *columns)]
        part: Array = np.concatenate(parts) if parts else empty
        return part if step > 0 else part[::-1]

    def blocks(self, rows: slice | None = None) -> Iterator[Array]:
        """The rows of a slice without steps, so many at a time."""
        first, end, _ = (rows or slice(None)).indices(len(self))
        for begin in range(first, end, self.block):
            yield self._read(begin, min(begin + self.block, end))

    def mean(self, axis: int | None = None, *, rows: slice | None = None) -> Any:
        """The mean; over the rows (`axis=0`) in bounded memory, and perhaps of some of them."""
        if axis != 0:
            return self[rows or slice(None)].mean(axis=axis)
        first, end, _ = (rows or slice(None)).indices(len(self))
        if (first, end) not in self._means:
            self._means[first, end] = self._sum(rows, lambda block: block) / (end - first)
        return self._means[first, end].copy()

    def std(self, axis: int | None = None, *, rows: slice | None = None) -> Any:
        """The standard deviation, in the same way."""
        if axis != 0:
            return self[rows or slice(None)].std(axis=axis)
        first, end, _ = (rows or slice(None)).indices(len(self))
        middle = self.mean(0, rows=rows)
        return np.sqrt(self._sum(rows, lambda block: (block - middle) ** 2) / (end - first))

    def _sum(self, rows: slice | None, of: Callable[[Array], Array]) -> Array:
        """One row after the other, as numpy adds them: the same bits whatever the blocks."""
        total: Array | None = None
        for block in self.blocks(rows):
            part = of(block)
            total = np.add.reduce(part if total is None else np.vstack([total, part]), axis=0)
        return np.zeros(self.shape[1]) if total is None else total

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> NDArray[Any]:
        if copy is False:
            raise ValueError("rows lie on the disk: an array of them is a copy")
        whole = self._part(slice(None), ())
        return whole if dtype is None else whole.astype(dtype)

    def __array_ufunc__(self, ufunc: Any, method: str, *inputs: Any, **named: Any) -> Any:
        given = [np.asarray(one) if isinstance(one, Rows) else one for one in inputs]
        return getattr(ufunc, method)(*given, **named)

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_"):
            raise AttributeError(f"rows have no {name!r}")
        return getattr(np.asarray(self), name)


def rows_of(table: Array, block: int = 1 << 16) -> Rows:
    """Rows of an array that is in memory."""
    return Rows(lambda first, end: table[first:end], (table.shape[0], table.shape[1]), block)
