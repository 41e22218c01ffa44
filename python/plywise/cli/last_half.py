"""The mean over the last half of a growing series, in memory that does not grow with it."""

from collections.abc import Sequence

MOST_BLOCKS = 128
"""So many sums are kept; up to as many entries the mean is exact, later to a hundredth of them."""


class LastHalf:
    """Takes vectors one after the other, and knows the mean of the last half of them.

    Neighbours are summed in blocks of equal length. When there are too many blocks, two become one.

    >>> seen = LastHalf()
    >>> for value in (9.0, 9.0, 1.0, 2.0):
    ...     seen.add([value])
    >>> seen.mean()
    [1.5]
    """

    def __init__(self) -> None:
        self._blocks: list[list[float]] = []
        self._length = 1
        self._count = 0

    def __len__(self) -> int:
        return self._count

    def add(self, vector: Sequence[float]) -> None:
        """Take in the next one."""
        if self._count == self._length * len(self._blocks):
            if len(self._blocks) == MOST_BLOCKS:
                pairs = zip(self._blocks[::2], self._blocks[1::2], strict=True)
                self._blocks = [_sum(one, two) for one, two in pairs]
                self._length *= 2
            self._blocks.append([0.0] * len(vector))
        self._blocks[-1] = _sum(self._blocks[-1], vector)
        self._count += 1

    def mean(self) -> list[float]:
        """The mean of the last half; of the block across its border a share counts."""
        left = wanted = self._count - self._count // 2
        total = [0.0] * len(self._blocks[-1])
        size = self._count - self._length * (len(self._blocks) - 1)  # of the newest block
        for block in reversed(self._blocks):
            share = min(left, size) / size
            total = _sum(total, [share * value for value in block])
            left -= min(left, size)
            size = self._length
        return [value / wanted for value in total]


def _sum(one: Sequence[float], two: Sequence[float]) -> list[float]:
    return [a + b for a, b in zip(one, two, strict=True)]
