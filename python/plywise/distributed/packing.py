"""Jobs and results as few bytes, to the bit: what travels between machines.

A game's record is mostly arrays of numbers that are small and whole, kept in eight bytes each. On
the way an array is written in the narrowest type that gives every bit of it back.
"""

import io
import zlib
from multiprocessing.reduction import ForkingPickler
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

LEVEL: Final = 1
"""Of the compression: higher ones take longer than they save."""
LEAST: Final = 16
"""Shorter arrays travel as they are."""
_WHOLE: Final = (np.uint8, np.int8, np.uint16, np.int16, np.uint32, np.int32)
_KINDS: Final = "iuf"


def packed(thing: object) -> bytes:
    """The bytes from which `unpacked` makes the same thing again, arrays to the bit.

    >>> record = np.array([0.0, -0.0, np.nan, 0.1] * 100)
    >>> unpacked(packed(record)).tobytes() == record.tobytes()
    True
    >>> len(packed(np.arange(500) % 7 * 1.0)) < 100
    True
    """
    file = io.BytesIO()
    _Pickler(file, 5).dump(thing)
    return zlib.compress(file.getvalue(), LEVEL)


def unpacked(data: bytes) -> Any:
    """What was packed. It comes from our own machines, as from our own processes; never a file."""
    return ForkingPickler.loads(zlib.decompress(data))


class _Pickler(ForkingPickler):
    """Pickles arrays narrowly."""

    def reducer_override(self, thing: Any) -> Any:
        """How an array is written; all else as usual."""
        if type(thing) is not np.ndarray or thing.size < LEAST or thing.dtype.kind not in _KINDS:
            return NotImplemented
        narrow = narrowed(thing)
        if narrow is thing:
            return NotImplemented
        return widened, (narrow.tobytes(), narrow.dtype.str, thing.dtype.str, thing.shape)


def narrowed(array: NDArray[Any]) -> NDArray[Any]:
    """The array in the narrowest type that keeps its bits; itself if there is none.

    >>> narrowed(np.array([1.0, 2.0, 3.0])).dtype, narrowed(np.array([0.5, -0.0])).dtype
    (dtype('uint8'), dtype('float32'))
    >>> narrowed(np.array([0.1])).dtype
    dtype('float64')
    """
    kinds = (*_WHOLE, np.float32) if array.dtype.kind == "f" else _WHOLE
    for kind in kinds:
        if np.dtype(kind).itemsize >= array.dtype.itemsize:
            continue
        with np.errstate(all="ignore"):
            narrow = array.astype(kind)
            if narrow.astype(array.dtype).tobytes() == array.tobytes():
                return narrow
    return array


def widened(data: bytes, kind: str, original: str, shape: tuple[int, ...]) -> NDArray[Any]:
    """The array that was narrowed.

    >>> widened(bytes([1, 2]), "|u1", "<f8", (2,))
    array([1., 2.])
    """
    return np.frombuffer(data, dtype=kind).astype(original).reshape(shape)
