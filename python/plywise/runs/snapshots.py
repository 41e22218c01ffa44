"""Weights and rates of a run, exact: a binary file of records that all have one size.

`weights-every-K.bin` has a header of 64 bytes and a record for every K-th game, in order, all
little-endian:

- header: the word "plywisew", format (u32), weights (u32), K (u64), SHA-256 of their names, CRC-32
  of the header so far (u32), four zero bytes
- record: game (u64), weights (f64 each), rates (f64 each), CRC-32 of the record so far (u64)

Record i, from 0, is that of game K·(i + 1): no index is needed. What a kill left of a record is no
whole record, and is passed over; a record whose checksum is wrong is refused by its game. K is 1
until the file has `LIMIT` bytes; then every other record goes and K doubles. So every game is there
where weights or games are few, and what the file takes is bounded where they are many.
"""

import os
import re
import struct
import zlib
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from plywise.errors import DamagedFile, NewerVersion
from plywise.files import Log, Mark, write_pieces
from plywise.regular import open_regular

__all__ = ["LIMIT", "SnapshotFile", "SnapshotLog", "are_too_many", "newest", "snapshot_paths"]

FORMAT = 1
MAGIC = b"plywisew"
LIMIT = 96 << 20
"""Bytes of a file of snapshots at most (a few seconds' games more while a run goes on)."""
BLOCK = 4 << 20
"""Bytes that are read at once."""
NAME = re.compile(r"weights-every-([1-9][0-9]{0,17})\.bin")

_HEADER = struct.Struct("<8sIIQ32s")
_HEADER_SIZE = 64


def snapshot_path(folder: Path, every: int) -> Path:
    """Where the snapshots of every so many games lie."""
    return folder / f"weights-every-{every}.bin"


def snapshot_paths(folder: Path) -> list[Path]:
    """The files of snapshots in a run's folder: one, or two while the first is thinned."""
    return sorted(path for path in folder.glob("weights-every-*.bin") if NAME.fullmatch(path.name))


def record_size(weights: int) -> int:
    """Bytes of a record.

    >>> record_size(5), record_size(309)
    (96, 4960)
    """
    return 8 * (2 * weights + 2)


def are_too_many(games: int, weights: int) -> bool:
    """Whether snapshots of every game of such a run would not fit.

    >>> are_too_many(100_000, 5), are_too_many(100_000, 309)
    (False, True)
    """
    return games * record_size(weights) > LIMIT


def _record_type(weights: int) -> np.dtype[Any]:
    numbers = ("<f8", (weights,))
    return np.dtype([("game", "<u8"), ("weights", *numbers), ("rates", *numbers), ("crc", "<u8")])


def _header(names: Sequence[str], every: int) -> bytes:
    digest = sha256("\0".join(names).encode()).digest()
    packed = _HEADER.pack(MAGIC, FORMAT, len(names), every, digest)
    return (packed + struct.pack("<I", zlib.crc32(packed))).ljust(_HEADER_SIZE, b"\0")


@dataclass(frozen=True)
class SnapshotFile:
    """The whole records that a file had when it was opened."""

    path: Path
    names: tuple[str, ...]
    every: int
    """Games from one record to the next."""
    count: int
    """Records."""

    @classmethod
    def open(cls, path: Path, names: Sequence[str]) -> "SnapshotFile":
        """The file at `path`; DamagedFile if it is no file of snapshots of these weights."""
        with open_regular(path) as file:
            head = file.read(_HEADER_SIZE)
            size = os.fstat(file.fileno()).st_size
        every = _every(path, head, names)
        count = max(0, size - _HEADER_SIZE) // record_size(len(names))
        return cls(path, tuple(names), every, count)

    @property
    def last_game(self) -> int:
        """The game of the last record; 0 without any."""
        return self.every * self.count

    @property
    def block(self) -> int:
        """Records that are read at once, even so that thinning keeps the same half of each."""
        return max(2, BLOCK // record_size(len(self.names)) // 2 * 2)

    def read(self, first: int, end: int) -> NDArray[Any]:
        """Records first, …, end − 1: an array with the fields game, weights and rates."""
        size = record_size(len(self.names))
        try:
            with open_regular(self.path) as file:
                file.seek(_HEADER_SIZE + first * size)
                data = file.read((end - first) * size)
        except FileNotFoundError:  # thinned in the meantime
            data = b""
        if len(data) < (end - first) * size:
            raise DamagedFile(f"{self.path} is shorter than when the run was loaded; load it again")
        records = np.frombuffer(data, dtype=_record_type(len(self.names)))
        self._refuse_damaged(data, records, first)
        return records

    def _refuse_damaged(self, data: bytes, records: NDArray[Any], first: int) -> None:
        size, view = records.dtype.itemsize, memoryview(data)
        sums = records["crc"].tolist()
        games = range(self.every * (first + 1), self.every * (first + len(sums)) + 1, self.every)
        sound = records["game"] == np.array(games, dtype=np.uint64)
        for n, game in enumerate(games):
            if not sound[n] or zlib.crc32(view[n * size : (n + 1) * size - 8]) != sums[n]:
                raise DamagedFile(
                    f"{self.path}: the record of game {game} is damaged; "
                    "--resume restores what the checkpoint covers"
                )


def newest(folder: Path, names: Sequence[str]) -> SnapshotFile | None:
    """The snapshots of a run; None for one of the time when metrics.jsonl had its weights.

    Two files are there only while one is thinned, or after a kill just then: what reaches further
    counts.
    """
    found = [SnapshotFile.open(path, names) for path in snapshot_paths(folder)]
    return max(found, key=lambda file: (file.last_game + file.every, -file.every), default=None)


def _every(path: Path, head: bytes, names: Sequence[str]) -> int:
    """What the header says that K is; DamagedFile if it says anything else than it should."""
    if len(head) < _HEADER_SIZE and _header(names, _named_every(path)).startswith(head):
        return _named_every(path)  # being made just now, or a kill came just then
    if head[:8] != MAGIC:
        raise DamagedFile(f"{path} is no file of snapshots: its header is damaged")
    format_number = int.from_bytes(head[8:12], "little")
    if format_number > FORMAT:
        raise NewerVersion(
            f"{path} was written by a newer version of plywise (format {format_number}, and this "
            f"version reads {FORMAT}); use that version, or a later one"
        )
    every = _named_every(path)
    if head != _header(names, every):
        raise DamagedFile(
            f"{path} does not belong to the {len(names)} weights of this run, or its header is "
            "damaged"
        )
    return every


def _named_every(path: Path) -> int:
    named = NAME.fullmatch(path.name)
    if named is None:
        raise DamagedFile(f"{path.name!r} is no name of a file of snapshots")
    return int(named[1])


class SnapshotLog:
    """The snapshots of a run, open for writing at a mark: what lies behind it is cut off."""

    def __init__(
        self, folder: Path, names: Sequence[str], every: int = 1, mark: Mark | None = None
    ) -> None:
        self.folder, self.names, self.every = folder, tuple(names), every
        self._log = Log(snapshot_path(folder, every), mark or Mark())
        if self._log.mark.length == 0:
            try:
                self._log.write(_header(names, every))
            except BaseException:
                self._log.close()
                raise

    @property
    def path(self) -> Path:
        """Where they lie."""
        return self._log.path

    @property
    def mark(self) -> dict[str, int]:
        """How far they have come, for the checkpoint."""
        return {"every": self.every, **asdict(self._log.mark)}

    def append(self, game: int, weights: ArrayLike, rates: ArrayLike) -> None:
        """Keep the weights and rates after a game, if it is one of those that are kept."""
        if game % self.every:
            return
        numbers = np.concatenate([weights, rates]).astype("<f8", copy=False)
        data = struct.pack("<Q", game) + numbers.tobytes()
        self._log.write(data + struct.pack("<Q", zlib.crc32(data)))

    def is_full(self) -> bool:
        """Whether there are more than should stay."""
        return self._log.mark.length > LIMIT

    def thinned(self) -> "SnapshotLog":
        """Every other record in a file of its own, open for writing; this one is closed.

        This file stays where it is: the checkpoints on the disk speak of it.
        """
        every = 2 * self.every
        crc = length = 0

        def counted() -> Iterator[bytes]:
            nonlocal crc, length
            for piece in self._every_other(every):
                crc, length = zlib.crc32(piece, crc), length + len(piece)
                yield piece

        write_pieces(snapshot_path(self.folder, every), counted())
        self.close()
        return SnapshotLog(self.folder, self.names, every, Mark(length=length, crc=crc))

    def _every_other(self, every: int) -> Iterator[bytes]:
        yield _header(self.names, every)
        file = SnapshotFile.open(self.path, self.names)
        for first in range(0, file.count, file.block):
            records = file.read(first, min(first + file.block, file.count))
            yield records[1::2].tobytes()

    def sync(self) -> None:
        """Wait until the records are on the disk."""
        self._log.sync()

    def close(self) -> None:
        """Let go of the file."""
        self._log.close()
