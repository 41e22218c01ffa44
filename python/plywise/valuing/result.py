"""Values with their errors over seeds, and what may be said about them."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from itertools import pairwise
from math import hypot
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from plywise.evaluation.boards import Board, boards
from plywise.evaluation.features import FeatureSet
from plywise.evaluation.weights import Weights
from plywise.games.python_games import title

if TYPE_CHECKING:
    from plywise.play.match_result import MatchResult

Array = NDArray[np.float64]

CLEAR = 3.0
"""A unit must lie so many standard errors above 0 for others to be measured in it."""
APART = 2.0
"""Two values are told apart when they differ by so many standard errors of the difference."""


@dataclass(frozen=True, kw_only=True)
class Values:
    """What the pieces of a game are worth, learnt several times over.

    >>> found = Values(game="chess", features="material", depth=2, seeds=(1, 2), games=(500, 500),
    ...                runs=((0.5, 1.4, 1.5, 2.4, 4.9), (0.6, 1.6, 1.7, 2.8, 5.7)))
    >>> {name: round(value, 2) for name, value in found.values.items()}
    {'pawn': 1.0, 'knight': 2.73, 'bishop': 2.91, 'rook': 4.73, 'queen': 9.64}
    >>> round(found.errors["queen"], 2)
    0.15
    """

    game: str
    features: str
    depth: int | None
    """Of the searches; None where there were none."""
    seeds: tuple[int, ...]
    games: tuple[int, ...]
    """Games that each seed learnt from."""
    runs: tuple[tuple[float, ...], ...]
    """Of each seed, the mean weights over the last half of its games."""
    typical: tuple[tuple[float, ...], ...] | None = None
    """The same, written so that pieces have their typical values, where they have boards."""
    scale: int = 1000
    """The integer value of a weight of 1 in the search."""
    matches: Mapping[str, "MatchResult"] = field(default_factory=dict)
    """Matches of the mean weights, by their opponents; the first is against the start."""
    notes: tuple[str, ...] = ()
    """What went otherwise than asked."""

    @property
    def feature_set(self) -> FeatureSet:
        """What the values belong to."""
        return FeatureSet.named(self.game, self.features)

    @property
    def unit(self) -> str:
        """The feature that others are measured in."""
        return self.feature_set.unit

    @cached_property
    def raw(self) -> dict[str, float]:
        """The mean weights over the seeds, undivided: 1/(1 + e^−v) is the expected score."""
        return self._named(self._table.mean(axis=0))

    @cached_property
    def raw_errors(self) -> dict[str, float] | None:
        """Their standard errors; None with a single seed, which tells nothing about its error."""
        return None if len(self.runs) < 2 else self._named(_standard_error(self._table))

    @cached_property
    def is_normalised(self) -> bool:
        """Whether the unit is clearly worth something, so that others can be measured in it."""
        size = self.raw[self.unit]
        if self.raw_errors is None:
            return size > 0.0
        return size > CLEAR * self.raw_errors[self.unit] and size > 0.0

    @property
    def size(self) -> float:
        """The weight that `values` are divided by: the unit's mean, or 1 if that says nothing."""
        return self.raw[self.unit] if self.is_normalised else 1.0

    @cached_property
    def values(self) -> dict[str, float]:
        """The values in units; as learnt where the unit is not clearly above 0."""
        return {name: value / self.size for name, value in self.raw.items()}

    @cached_property
    def errors(self) -> dict[str, float] | None:
        """Standard errors of `values` over the seeds; None with a single seed.

        A value is a ratio r = w̄/ū of two means that both vary; its error is that of the mean of
        w − r·u over the seeds, divided by ū. So the unit itself has none.
        """
        if self.raw_errors is None or not self.is_normalised:
            return self.raw_errors
        table, column = self._table, self.feature_set.names.index(self.unit)
        ratios = np.array(list(self.values.values()))
        return self._named(
            _standard_error(table - ratios * table[:, column : column + 1]) / self.size
        )

    @property
    def rows(self) -> tuple[str, ...]:
        """The features that a table shows, those of boards left out."""
        return self.feature_set.rows

    @property
    def alike(self) -> list[list[str]]:
        """Groups of neighbours, by value, that the errors do not tell apart from the next."""
        if self.errors is None:
            return []
        order = sorted(self.rows, key=self.values.__getitem__)
        groups = [order[:1]]
        for a, b in pairwise(order):
            if self._are_apart(a, b):
                groups.append([])
            groups[-1].append(b)
        return [group for group in groups if len(group) > 1]

    @property
    def weights(self) -> Weights:
        """The mean weights as a set that plays, can be saved and shown."""
        made_by = {"seeds": list(self.seeds), "games": list(self.games), "depth": self.depth}
        label = f"{title(self.game)} values"
        mean = tuple(np.mean(self.runs, axis=0).tolist())
        return Weights(
            game=self.game, features=self.features, values=mean, scale=self.scale, label=label,
            made_by=made_by,
        )  # fmt: skip

    @property
    def boards(self) -> list[Board]:
        """What pieces are worth on each place, in the units of `values`."""
        return boards(self.feature_set, self.raw, self.size)

    @property
    def score(self) -> float | None:
        """The score of the mean weights against the start; None without a match."""
        return next((match.score for match in self.matches.values()), None)

    @property
    def score_error(self) -> float | None:
        """Half the width of its 95 % interval."""
        return next((half_width(match) for match in self.matches.values()), None)

    def as_dict(self) -> dict[str, Any]:
        """All of it, as JSON knows it."""
        return {
            "game": self.game, "features": self.features, "unit": self.unit,
            "normalised": self.is_normalised, "values": self.values, "errors": self.errors,
            "raw": self.raw, "raw_errors": self.raw_errors, "alike": self.alike,
            "score": self.score, "score_error": self.score_error,
            "depth": self.depth, "seeds": list(self.seeds), "games": list(self.games),
            "runs": [list(run) for run in self.runs],
            "typical": self.typical,
            "matches": {name: match.as_dict() for name, match in self.matches.items()},
            "notes": list(self.notes),
        }  # fmt: skip

    def __str__(self) -> str:
        from plywise.valuing.table import table

        return "\n".join(table(self))

    @cached_property
    def _table(self) -> Array:
        return np.array(self.runs if self.typical is None else self.typical, dtype=np.float64)

    def _named(self, row: Array) -> dict[str, float]:
        return dict(zip(self.feature_set.names, row.tolist(), strict=True))

    def _are_apart(self, a: str, b: str) -> bool:
        errors = self.errors or {}
        gap = abs(self.values[a] - self.values[b])
        return gap > APART * hypot(errors[a], errors[b])


def half_width(match: "MatchResult") -> float | None:
    """Half the width of the 95 % interval of a match's score."""
    interval = match.score_interval
    return None if interval is None else (interval[1] - interval[0]) / 2


def _standard_error(table: Array) -> Array:
    error: Array = table.std(axis=0, ddof=1) / len(table) ** 0.5
    return error
