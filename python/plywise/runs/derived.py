"""Files that only save time: what they hold follows from other files, and they may be deleted.

A line of JSON says what is there, then come the arrays as they are, each with its checksum. A file
that is damaged, or of another version, is as good as none.
"""

import json
import zlib
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from itertools import chain
from math import prod
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from plywise.errors import BadInput
from plywise.files import write_pieces
from plywise.regular import open_regular

FORMAT = 1
TYPES = ("<f8", "<i8")
LONGEST_HEAD = 1 << 20
TAIL = 1 << 12

_keeps = True
"""Whether this process may write such files."""


@contextmanager
def without_keeping() -> Iterator[None]:
    """Write no such file meanwhile, in any thread: who only looks leaves nothing behind."""
    global _keeps
    before, _keeps = _keeps, False
    try:
        yield
    finally:
        _keeps = before


@dataclass(frozen=True)
class Derived:
    """A derived file: its facts, and its arrays when they are asked for."""

    path: Path
    facts: dict[str, Any]
    places: dict[str, dict[str, Any]]

    def array(self, name: str) -> NDArray[Any] | None:
        """One of the arrays; None if it is not there or damaged."""
        try:
            place = self.places[name]
            kind, shape = place["type"], tuple(map(int, place["shape"]))
            if kind not in TYPES or min(shape, default=0) < 0:
                return None
            with open_regular(self.path) as file:
                file.seek(int(place["at"]))
                data = file.read(8 * prod(shape))
        except (OSError, BadInput, KeyError, TypeError, ValueError, OverflowError):
            return None
        if len(data) != 8 * prod(shape) or zlib.crc32(data) != place.get("crc"):
            return None
        return np.frombuffer(data, dtype=kind).reshape(shape)


def load(path: Path, kind: str) -> Derived | None:
    """The derived file at `path`; None if there is none that can be used."""
    try:
        with open_regular(path) as file:
            head = file.readline(LONGEST_HEAD)
        told = json.loads(head)
        if (told["kind"], told["format"]) != (kind, FORMAT):
            return None
        places = {
            name: {**place, "at": len(head) + place["at"]} for name, place in told["arrays"].items()
        }
        return Derived(path, dict(told["facts"]), places)
    except (OSError, BadInput, ValueError, KeyError, TypeError, AttributeError):
        return None


def save(
    path: Path, kind: str, facts: Mapping[str, Any], arrays: Mapping[str, NDArray[Any]]
) -> None:
    """Put it there, whole or not at all; where nothing may be written, nothing is."""
    if not _keeps:
        return
    places, at = {}, 0
    for name, array in arrays.items():
        crc = zlib.crc32(_bytes(array))
        places[name] = {
            "type": array.dtype.newbyteorder("<").str,
            "shape": array.shape,
            "at": at,
            "crc": crc,
        }
        at += array.nbytes
    told = {"kind": kind, "format": FORMAT, "facts": dict(facts), "arrays": places}
    head = json.dumps(told, separators=(",", ":")).encode() + b"\n"
    with suppress(OSError, BadInput):
        write_pieces(path, chain([head], map(_bytes, arrays.values())))


def _bytes(array: NDArray[Any]) -> bytes:
    return array.astype(array.dtype.newbyteorder("<"), copy=False).tobytes()


def tail_sum(path: Path, end: int) -> int:
    """CRC-32 of the last bytes before `end`: it tells a file that grew from one that changed."""
    with open_regular(path) as file:
        file.seek(max(0, end - TAIL))
        return zlib.crc32(file.read(min(end, TAIL)))
