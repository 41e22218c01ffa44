"""A long series at any width: mean, least and greatest of buckets, and of buckets of buckets.

A level has a bucket for every 16 of the level below; the first is made of the snapshots themselves.
A picture of a thousand points is drawn from a few thousand buckets however long the run is. The
levels are kept in the run's folder in `history-weights.cache`, a file that may be deleted.
"""

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from plywise.runs import derived
from plywise.runs.snapshots import SnapshotFile, record_size

Array = NDArray[np.float64]
Counts = NDArray[np.int64]

WIDTH = 16
KIND = "pyramid"
WORTH_KEEPING = 8 << 20
"""Bytes of snapshots from which on the pyramid is kept: below, making it takes no time."""
FEW = 2_000_000
"""Numbers that are looked at one by one."""
GROWN = 1.25
"""It is written again when the run has grown by so much."""


@dataclass(frozen=True)
class Level:
    """Buckets of equal width, but for the last: mean, least and greatest of every column."""

    stats: Array
    """Buckets × 3 × columns."""
    counts: Counts
    """Snapshots in each bucket."""

    def merged(self, group: int) -> "Level":
        """Buckets of `group` buckets each.

        >>> plain(np.array([[1.0], [2.0], [6.0]])).merged(2).stats[:, :, 0].tolist()
        [[1.5, 1.0, 2.0], [6.0, 6.0, 6.0]]
        """
        if group == 1 or not len(self.counts):
            return self
        starts = np.arange(0, len(self.counts), group)
        counts = np.add.reduceat(self.counts, starts)
        sums = np.add.reduceat(self.stats[:, 0] * self.counts[:, None], starts, axis=0)
        low = np.minimum.reduceat(self.stats[:, 1], starts, axis=0)
        high = np.maximum.reduceat(self.stats[:, 2], starts, axis=0)
        return Level(np.stack([sums / counts[:, None], low, high], axis=1), counts)

    def part(self, first: int, end: int) -> "Level":
        """Some of the buckets."""
        return Level(self.stats[first:end], self.counts[first:end])


def plain(rows: Array) -> Level:
    """Every row as a bucket of its own."""
    same = np.broadcast_to(rows[:, None, :], (len(rows), 3, rows.shape[1]))  # no copies
    return Level(same, np.ones(len(rows), dtype=np.int64))


class Pyramid:
    """The levels over a file of snapshots; columns are the weights and then the rates."""

    def __init__(self, file: SnapshotFile, cache: Path | None = None) -> None:
        self.file = file
        self._cache = cache
        self._levels: dict[int, Level] = {}

    def buckets(self, first: int, end: int, most: int) -> tuple[Level, int]:
        """At most so many buckets that cover the snapshots first, …, end − 1; and where they begin.

        They may begin up to a bucket earlier. Snapshots themselves are looked at where they are
        few; otherwise buckets are made of those of the level that has more of them than needed.
        """
        width = 1 if 2 * len(self.file.names) * (end - first) <= FEW else WIDTH
        while width > 1 and end - first > WIDTH * most * width:
            width *= WIDTH
        begin, over = first // width, -(-end // width)
        level = self._rows(begin, over) if width == 1 else self.level(width).part(begin, over)
        return level.merged(-(-(over - begin) // most)), begin * width

    def level(self, width: int) -> Level:
        """The level whose buckets have so many snapshots, a power of 16."""
        if width not in self._levels:
            self._levels[width] = self._kept(width) or self._made(width)
        return self._levels[width]

    def _kept(self, width: int) -> Level | None:
        kept = self._usable()
        if kept is None or kept.facts.get("count") != self.file.count:
            return None
        stats = kept.array(str(width))
        if stats is None or stats.ndim != 3:
            return None
        return Level(stats, self._counts(len(stats), width))

    def _usable(self) -> derived.Derived | None:
        """What is kept, if it is about the beginning of this file as it is now."""
        kept = None if self._cache is None else derived.load(self._cache, KIND)
        if kept is None or kept.facts.get("every") != self.file.every:
            return None
        count = kept.facts.get("count")
        if not isinstance(count, int) or not 0 < count <= self.file.count:
            return None
        return kept if kept.facts.get("sum") == self._sum(count) else None

    def _sum(self, count: int) -> int:
        """What tells whether the first snapshots are still the same: the last one's own bytes."""
        return int(self.file.read(count - 1, count)["crc"][0])

    def _made(self, width: int) -> Level:
        """The level, and with it all of them."""
        kept = self._usable()
        base = None if kept is None else kept.array(str(WIDTH))
        whole = 0 if kept is None or base is None else kept.facts["count"] // WIDTH
        level = self._base(base[:whole] if base is not None else None)
        self._levels, at = {WIDTH: level}, WIDTH
        while at < width or len(level.counts) > 1:
            level, at = level.merged(WIDTH), at * WIDTH
            self._levels[at] = level
        grown = self.file.count >= GROWN * (kept.facts["count"] if kept is not None else 0)
        if self._cache is not None and grown and self._size() >= WORTH_KEEPING:
            facts = {
                "every": self.file.every,
                "count": self.file.count,
                "sum": self._sum(self.file.count),
            }
            arrays = {str(at): level.stats for at, level in self._levels.items()}
            derived.save(self._cache, KIND, facts, arrays)
        return self._levels[width]

    def _base(self, known: Array | None) -> Level:
        """The lowest level: the buckets that are known, and the rest from the snapshots."""
        count, columns = self.file.count, 2 * len(self.file.names)
        stats = np.empty((-(-count // WIDTH), 3, columns))
        done = 0
        if known is not None:
            done = len(known)
            stats[:done] = known
        step = max(WIDTH, self.file.block // WIDTH * WIDTH)
        for first in range(done * WIDTH, count, step):
            end = min(first + step, count)
            made = self._rows(first, end).merged(WIDTH).stats
            stats[first // WIDTH : first // WIDTH + len(made)] = made
        return Level(stats, self._counts(len(stats), WIDTH))

    def _counts(self, buckets: int, width: int) -> Counts:
        counts = np.full(buckets, width, dtype=np.int64)
        if buckets:
            counts[-1] = self.file.count - (buckets - 1) * width
        return counts

    def _rows(self, first: int, end: int) -> Level:
        records: Any = self.file.read(first, min(end, self.file.count))
        return plain(np.concatenate([records["weights"], records["rates"]], axis=1))

    def _size(self) -> int:
        return self.file.count * record_size(len(self.file.names))
