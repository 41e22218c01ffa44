"""The rows of many positions, in parts; what does not fit into memory lies in a file."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import IO
from weakref import finalize

import numpy as np
from numpy.typing import NDArray

from plywise.evaluation.matrix import Matrix

MEMORY = 256 << 20
"""Bytes of rows that are kept in memory; more go to a file that nobody else sees."""

Array = NDArray[np.float64]


@dataclass
class Rows:
    """Sparse rows of one width, added part by part and read as often as needed.

    >>> rows = Rows(columns=2, memory=0)
    >>> rows.add(Matrix(np.array([0, 1]), np.array([1], np.int32), np.array([3.0]), 2))
    >>> [(place, part.dense().tolist()) for place, part in rows.parts()]
    [(slice(0, 1, None), [[0.0, 3.0]])]
    """

    columns: int
    memory: int = MEMORY
    _parts: list[Matrix | tuple[int, int, int]] = field(default_factory=list)
    _bytes: int = 0
    _count: int = 0
    _entries: int = 0
    _file: IO[bytes] | None = None

    def __len__(self) -> int:
        return self._count

    @property
    def entries(self) -> int:
        """Counts that are not 0."""
        return self._entries

    def add(self, part: Matrix) -> None:
        """Put rows behind those that are there."""
        size = part.indptr.nbytes + part.indices.nbytes + part.data.nbytes
        self._count += len(part)
        self._entries += len(part.data)
        if self._bytes + size <= self.memory:
            self._bytes += size
            self._parts.append(part)
            return
        if self._file is None:
            self._file = tempfile.TemporaryFile(prefix="plywise-rows-")  # noqa: SIM115
            finalize(self, self._file.close)  # it is gone with the rows
        begin = self._file.seek(0, 2)
        for array in (part.indptr, part.indices, part.data):
            self._file.write(array.tobytes())
        self._parts.append((begin, len(part), len(part.data)))

    def parts(self) -> Iterator[tuple[slice, Matrix]]:
        """The parts in their order, each with the places of its rows among all."""
        begin = 0
        for number in range(len(self._parts)):
            part = self.part(number)
            yield slice(begin, begin + len(part)), part
            begin += len(part)

    def part(self, number: int) -> Matrix:
        """One of the parts."""
        found = self._parts[number]
        return found if isinstance(found, Matrix) else self._read(*found)

    def _read(self, begin: int, rows: int, entries: int) -> Matrix:
        assert self._file is not None, "a part that is not in memory is in the file"
        self._file.seek(begin)
        return Matrix(
            np.frombuffer(self._file.read(8 * (rows + 1)), np.int64),
            np.frombuffer(self._file.read(4 * entries), np.int32),
            np.frombuffer(self._file.read(8 * entries), np.float64),
            self.columns,
        )
