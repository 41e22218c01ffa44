"""Points a game, with their interval: the measure of matches in games that count points.

As everywhere the pair of games is the trial. Its mean lies between the lowest and the highest
outcome; as a share of that range it has the interval of `plywise.play.interval`.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from plywise.play.interval import Trials, told


@dataclass(frozen=True, kw_only=True)
class Points:
    """What the pairs of a match brought A.

    >>> points = Points.of_pairs([(2.0, 1.0), (1.0, -1.0), (2.0, -1.0)], (-2.0, -1.0, 1.0, 2.0))
    >>> points.games, round(points.mean, 3)
    (6, 0.667)
    >>> print(points)
    +0.67 (-0.91 to +1.66) points a game
    """

    outcomes: tuple[float, ...]
    """What a game can bring."""
    pairs: tuple[tuple[float, int], ...] = ()
    """Points of both games of a pair, and how many pairs had so many; the least first."""

    @staticmethod
    def of_pairs(results: Iterable[tuple[float, float]], outcomes: tuple[float, ...]) -> Points:
        """The points of pairs of games, each game given by A's."""
        points = Points(outcomes=outcomes)
        for one, two in results:
            points = points.with_pair(one, two)
        return points

    def with_pair(self, one: float, two: float) -> Points:
        """The same after one pair more."""
        counts = dict(self.pairs)
        counts[one + two] = counts.get(one + two, 0) + 1
        return Points(outcomes=self.outcomes, pairs=tuple(sorted(counts.items())))

    @property
    def games(self) -> int:
        """All games."""
        return 2 * sum(count for _, count in self.pairs)

    @property
    def mean(self) -> float | None:
        """Points a game; None without games."""
        if not self.games:
            return None
        return sum(points * count for points, count in self.pairs) / self.games

    @property
    def interval(self) -> tuple[float, float] | None:
        """The 95 % interval of the mean; None without games."""
        if not self.games:
            return None
        low, high = min(self.outcomes), max(self.outcomes)
        shares = [(points / 2 - low) / (high - low) for points, _ in self.pairs]
        ends = Trials(scores=shares, counts=[count for _, count in self.pairs]).interval
        return low + (high - low) * ends[0], low + (high - low) * ends[1]

    @property
    def error(self) -> float | None:
        """Half the width of that interval."""
        ends = self.interval
        return None if ends is None else (ends[1] - ends[0]) / 2

    def __str__(self) -> str:
        ends = self.interval or (None, None)
        return f"{told(self.mean, ends, '+.2f')} points a game"
