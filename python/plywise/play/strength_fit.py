"""Strengths in points a game, fitted to matches as if points were their differences.

    points(a, b) = s_a - s_b,   s_zero = 0,

by least squares, each match weighted by 1 / (σ² + m² (s_a - s_b)⁴): σ is the chance of its games,
and the misfit m is how far strengths fail to add up, at a difference of a point. They do fail: in
backgammon a game has three points at the most, so whoever beats one by ½ who beats another by 2½
does not beat that one by 3; and a weak player may lose little to one and much to another of the
same strength. The misfit is the one with which the weighted squares of the residuals come to as
many as there are matches more than strengths (R. C. Paule and J. Mandel, "Consensus values and
weighting factors", 1982, where it is equal everywhere). So a match of two who are far apart tells
little, however many games it had. Of the powers of a difference from 0 to 4, the square makes the
matches of backgammon's ladder likeliest (restricted likelihood), the cube nearly as much.
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from plywise.errors import BadSetting
from plywise.naming import listed
from plywise.play.interval import NORMAL_95

Array: TypeAlias = NDArray[np.float64]

MOST_MISFIT = 16.0
"""As if a match said nothing at all."""
BISECTIONS = 30
ROUNDS = 20
CLOSE = 1e-6
"""Strengths have settled that move by no more points."""


class Played(NamedTuple):
    """A match of two."""

    a: str
    b: str
    points: float
    """A's points a game."""
    error: float
    """Half the 95 % interval of that, above 0."""


@dataclass(frozen=True, kw_only=True)
class StrengthFit:
    """Strengths, how sure they are, and how far the matches are from their differences."""

    matches: tuple[Played, ...]
    strengths: Mapping[str, float]
    misfit: float
    """How far strengths fail to add up at a difference of a point (one standard deviation); at
    others it goes by the square."""
    told: Mapping[str, tuple[float, ...]]
    """A strength is the sum of so many times the points of each match."""

    def expected(self, match: Played) -> float:
        """What the strengths say that a match comes to."""
        return self.strengths[match.a] - self.strengths[match.b]

    def surprise(self, name: str) -> float:
        """How much farther a player's matches lie from expectation than they should; 1 at least.

        The root of the mean weighted square, with one match less (R. T. Birge, "The calculation of
        errors by the method of least squares", 1932).
        """
        squares = [
            ((match.points - self.expected(match)) / self.spread(match)) ** 2
            for match in self.matches
            if name in match[:2]
        ]
        return max(1.0, math.sqrt(sum(squares) / max(1, len(squares) - 1)))

    def spread(self, match: Played) -> float:
        """How far a match may lie from expectation, by chance and misfit: a standard deviation."""
        return math.hypot(match.error / NORMAL_95, self.misfit * self.expected(match) ** 2)

    def error(self, name: str) -> float:
        """Half the 95 % interval of a strength, as a difference to zero: chance and misfit."""
        return math.hypot(self.chance_error(name), self.misfit_error(name))

    def chance_error(self, name: str, *, others: bool | None = None) -> float:
        """The part that comes from the chance of games: of all, its own or only those of others."""
        parts = [
            share * match.error
            for share, match in zip(self.told[name], self.matches, strict=True)
            if others is None or others == (name not in match[:2])
        ]
        return float(np.linalg.norm(parts))

    def misfit_error(self, name: str) -> float:
        """The part that no number of games makes smaller: strengths do not quite add up."""
        squares = [self.expected(match) ** 2 for match in self.matches]
        parts = np.multiply(self.told[name], squares)
        return NORMAL_95 * self.misfit * float(np.linalg.norm(parts))


def fit_strengths(
    matches: Sequence[Played], *, zero: str, misfit: float | None = None
) -> StrengthFit:
    """The strengths of all who played, counted from that of `zero`.

    The misfit is found from these matches, unless it is known.

    >>> fit = fit_strengths([Played("b", "a", 0.5, 0.1), Played("c", "b", 0.3, 0.1),
    ...                      Played("c", "a", 0.8, 0.1)], zero="a")
    >>> {name: round(strength, 2) for name, strength in fit.strengths.items()}
    {'a': 0.0, 'b': 0.5, 'c': 0.8}
    >>> fit.misfit, round(fit.error("c"), 3)
    (0.0, 0.082)
    """
    names = list(dict.fromkeys([zero, *(name for match in matches for name in match[:2])]))
    design = np.array([[(n == m.a) - (n == m.b) for n in names[1:]] for m in matches], dtype=float)
    if not len(matches) or np.linalg.matrix_rank(design) < len(names) - 1:
        raise BadSetting(
            f"not all of {listed(names)} are connected by matches with {zero!r}, from which "
            "strengths are counted"
        )
    points = np.array([match.points for match in matches])
    chance = np.array([match.error / NORMAL_95 for match in matches])
    misfit, told = _settled(design, points, chance, misfit)
    return StrengthFit(
        matches=tuple(matches),
        strengths={zero: 0.0, **dict(zip(names[1:], map(float, told @ points), strict=True))},
        misfit=misfit,
        told={
            zero: (0.0,) * len(matches),
            **{name: tuple(map(float, row)) for name, row in zip(names[1:], told, strict=True)},
        },
    )


def _settled(
    design: Array, points: Array, chance: Array, known: float | None
) -> tuple[float, Array]:
    """The misfit, and how strengths follow from points; in turns, since each needs the other.

    Weights by the points themselves would favour matches that came out small by chance.
    """
    told = _told(design, chance**2)
    misfit = 0.0 if known is None else known
    expected = design @ (told @ points)
    for _ in range(ROUNDS):
        if known is None:
            misfit = _misfit(design, points, chance, expected**2)
        told = _told(design, chance**2 + (misfit * expected**2) ** 2)
        before, expected = expected, design @ (told @ points)
        if np.max(np.abs(expected - before)) <= CLOSE:
            break
    return misfit, told


def _told(design: Array, variance: Array) -> Array:
    """How strengths follow from points: (X' W X)⁻¹ X' W."""
    weighted = design.T / variance
    return np.linalg.solve(weighted @ design, weighted).astype(np.float64)


def _misfit(design: Array, points: Array, chance: Array, squares: Array) -> float:
    """The misfit that explains the residuals, 0 where chance does; by bisection."""
    spare = len(design) - len(design[0])

    def excess(misfit: float) -> float:
        variance = chance**2 + (misfit * squares) ** 2
        residuals = points - design @ (_told(design, variance) @ points)
        return float(np.sum(residuals**2 / variance)) - spare

    if spare == 0 or excess(0.0) <= 0:
        return 0.0
    low, high = 0.0, MOST_MISFIT
    for _ in range(BISECTIONS):
        middle = (low + high) / 2
        low, high = (middle, high) if excess(middle) > 0 else (low, middle)
    return high
