"""What a rating in points came to: a strength, where it comes from, and how sure it is."""

import math
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cache, cached_property
from typing import NamedTuple

from plywise.games.points_ladder import PointsLadder, PointsRung
from plywise.play.points import Points
from plywise.play.rating import MOST_FAILURES
from plywise.play.strength_fit import Played, StrengthFit, fit_strengths

RATED = ""
"""Who is rated, in the fit: no rung is called so."""


@dataclass(frozen=True, kw_only=True)
class MetRung:
    """What was played against one rung, in our view."""

    rung: PointsRung
    points: Points
    failures: int = 0
    """Pairs that did not count, because the opponent failed in one of their games."""

    @property
    def is_sound(self) -> bool:
        """Whether the opponent may be asked again."""
        return self.failures < MOST_FAILURES


class Compared(NamedTuple):
    """A rung's match beside what the strengths make of it."""

    met: MetRung
    strength: float
    """The rung's own, from the ladder and these games together."""
    expected: float
    """Our strength minus that."""
    residual: float
    """Points a game beyond it."""


@cache
def ladder_fit(ladder: PointsLadder) -> StrengthFit:
    """The strengths of a ladder by its own matches alone.

    >>> from plywise.games.declared import facts_of
    >>> fit = ladder_fit(facts_of("backgammon").points_ladder)
    >>> fit.strengths["pubeval"] < fit.strengths["standard"]
    True
    """
    matches = [Played(m.a, m.b, m.points, m.error) for m in ladder.matches]
    return fit_strengths(matches, zero=ladder.zero)


@dataclass(frozen=True, kw_only=True)
class PointsRating:
    """A strength in points a game, counted from the ladder's zero.

    It is fitted to these matches and to those of the ladder's own together. Its `error` has three
    parts, which add up in squares: the chance of these games, that of the ladder's games, and that
    strengths do not quite add up, which no number of games changes. The latter is known from the
    ladder; where these matches disagree by more than that and chance, it is so much larger.
    """

    name: str
    """Who was rated."""
    ladder: PointsLadder
    met: tuple[MetRung, ...]
    """Every rung that was to be played, from the weakest to the strongest."""
    settings: Mapping[str, object] = field(repr=False)
    """Everything that the games depended on."""

    @cached_property
    def fit(self) -> StrengthFit:
        """The strengths of the ladder, and ours if there are games."""
        alone = ladder_fit(self.ladder)
        ours = [
            Played(RATED, met.rung.name, met.points.mean, met.points.error)
            for met in self.met
            if met.points.mean is not None and met.points.error is not None
        ]
        together = [*alone.matches, *ours]
        return fit_strengths(together, zero=self.ladder.zero, misfit=alone.misfit)

    @property
    def strength(self) -> float | None:
        """Points a game above zero; None without games."""
        return self.fit.strengths.get(RATED)

    @property
    def error(self) -> float | None:
        """Half the 95 % interval of the strength, all parts together."""
        return self.fit.surprise(RATED) * self.fit.error(RATED) if self.games else None

    @property
    def games_error(self) -> float | None:
        """The part that more games would make smaller."""
        return self.fit.chance_error(RATED, others=False) if self.games else None

    @property
    def ladder_error(self) -> float | None:
        """The part of the games by which the ladder was measured."""
        return self.fit.chance_error(RATED, others=True) if self.games else None

    @property
    def misfit_error(self) -> float | None:
        """The part of strengths that do not quite add up."""
        if self.error is None:
            return None
        return math.sqrt(max(0.0, self.error**2 - self.fit.chance_error(RATED) ** 2))

    @property
    def compared(self) -> list[Compared]:
        """The rungs that were met, beside what the strengths make of them."""
        return [
            Compared(met, strength, expected, met.points.mean - expected)
            for met in self.met
            if met.points.mean is not None and self.strength is not None
            for strength in [self.fit.strengths[met.rung.name]]
            for expected in [self.strength - strength]
        ]

    @property
    def games(self) -> int:
        """Games that count."""
        return sum(met.points.games for met in self.met)

    @property
    def failures(self) -> int:
        """Pairs that do not count, because the opponent failed."""
        return sum(met.failures for met in self.met)

    @property
    def is_even(self) -> bool:
        """Whether all rungs were met equally often, but for those that failed too often."""
        begun = {met.points.games // 2 + met.failures for met in self.met if met.is_sound}
        return len(begun) <= 1

    def with_pair(self, place: int, points: tuple[float, float], *, failed: bool) -> "PointsRating":
        """The rating after a pair more against the rung at that place.

        If the opponent failed in it, it does not count: a crash says nothing about strength. But
        our own failures are our own losses.
        """
        met = self.met[place]
        if failed:
            met = replace(met, failures=met.failures + 1)
        else:
            met = replace(met, points=met.points.with_pair(*points))
        return replace(self, met=(*self.met[:place], met, *self.met[place + 1 :]))

    def __str__(self) -> str:
        if self.strength is None:
            return "unknown"
        return (
            f"{self.strength:+.2f} ± {self.error:.2f} points a game above {self.ladder.zero} "
            f"after {self.games} games"
        )

    def as_dict(self) -> dict[str, object]:
        """The rating as JSON knows it."""
        return {
            "name": self.name, "strength": self.strength, "error": self.error,
            "games_error": self.games_error, "ladder_error": self.ladder_error,
            "misfit_error": self.misfit_error, "misfit": self.fit.misfit, "zero": self.ladder.zero,
            "games": self.games, "failures": self.failures,
            "opponents": [
                {
                    "name": met.rung.name, "strength": strength, "games": met.points.games,
                    "points": met.points.mean, "points_interval": met.points.interval,
                    "expected": expected, "residual": residual, "failures": met.failures,
                }
                for met, strength, expected, residual in self.compared
            ],
            "settings": dict(self.settings),
        }  # fmt: skip
