"""Weights that are drawn anew for each game: what a real set must be better than.

A term of an evaluation may win games by being there at all, even if it is noise (thesis 7.4.1 and
appendix E): the fair opponent of learnt squares has random squares of the same size.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np

from plywise._kernel import random_u64
from plywise.errors import BadSetting
from plywise.evaluation.typical import Array, occurrences, shares, without_places
from plywise.evaluation.weights import Weights, resolve
from plywise.hooks import hook

RANDOM, ZERO = "random-squares:", "zero-squares:"
"""Before the name of weights: their opponents with random squares, and with none."""
SAMPLE = 40
"""Games that are played to see where the pieces of a set stand, if it has none of its own."""
STREAM = 0x0064_7261_776E_0000  # "drawn": keeps these lots apart from the games' own


@dataclass(frozen=True, kw_only=True)
class Drawn:
    """A set whose weights are drawn for every game, each evenly between two bounds.

    >>> from plywise.evaluation.weights import resolve
    >>> third = Drawn(low=resolve("chess/ones"), high=resolve("chess/standard"), label="any")
    >>> third.for_game(seed=1, number=0) == third.for_game(seed=1, number=0)
    True
    >>> third.for_game(seed=1, number=0).values[0], third.for_game(seed=1, number=1).values[0]
    (1.0, 1.0)
    """

    low: Weights
    high: Weights
    label: str = "drawn"
    """How tables and game records call it."""

    def __post_init__(self) -> None:
        one, two = self.low, self.high
        if (one.game, one.features, one.scale) != (two.game, two.features, two.scale):
            raise BadSetting(
                f"bounds of two kinds: {one.features!r} of {one.game} and {two.features!r} of "
                f"{two.game}; both must be weights of the same features and scale"
            )

    def for_game(self, *, seed: int, number: int) -> Weights:
        """The weights of a game, by the seed of its match and its number there."""
        lots = random_u64(seed ^ STREAM, number, len(self.low.values))
        bounds = zip(self.low.values, self.high.values, lots, strict=True)
        values = tuple(low + (high - low) * (lot >> 11) / (1 << 53) for low, high, lot in bounds)
        return replace(self.low, values=values, label=self.label)

    @property
    def game(self) -> str:
        """The game that the weights are for."""
        return self.low.game

    @property
    def middle(self) -> Weights:
        """Half-way between the bounds."""
        bounds = zip(self.low.values, self.high.values, strict=True)
        return replace(
            self.low, values=tuple((low + high) / 2 for low, high in bounds), label=self.label
        )

    def as_dict(self) -> dict[str, Any]:
        """The bounds, as JSON knows them."""
        return {"low": self.low.as_dict(), "high": self.high.as_dict()}


def random_places(weights: Weights, counts: Array, label: str = "random") -> Drawn:
    """The thesis's Random: pieces at their typical values, their places drawn for each game.

    The places of a kind are drawn evenly within one standard deviation of the weights' own, by how
    often a piece stands there, around 0: so pieces are typically worth the same.
    """
    features = weights.feature_set
    values, parts = np.array(weights.values), shares(features, counts)

    def deviation(own: list[int]) -> float:
        mean = (values[own] * parts[own]).sum()
        return float(np.sqrt(((values[own] - mean) ** 2 * parts[own]).sum()))

    return _drawn_within(weights, counts, deviation, label)


def random_in_range(weights: Weights, counts: Array, label: str = "random") -> Drawn:
    """The same with places drawn in all the range from the worst to the best, around 0.

    A few places where hardly a piece ever stands may make that range wide.
    """
    values = np.array(weights.values)
    return _drawn_within(weights, counts, lambda own: float(np.ptp(values[own])) / 2, label)


def _drawn_within(
    weights: Weights, counts: Array, reach: Callable[[list[int]], float], label: str
) -> Drawn:
    """Typical pieces, and places between ±`reach` of the features of a kind."""
    bounds = []
    for sign in (-1, 1):
        values = list(without_places(weights, counts).values)
        for table in weights.feature_set.tables:
            for n in table.features:
                values[n] = sign * reach(table.features)
        bounds.append(replace(weights, values=tuple(values), label=""))
    return Drawn(low=bounds[0], high=bounds[1], label=label)


def opponent_of(text: str) -> Weights | Drawn | None:
    """The opponent that "random-squares:WEIGHTS" or "zero-squares:WEIGHTS" means; None if neither.

    How often pieces stand on each square is counted in the games of a run, or else in a few games
    of the weights against themselves.

    >>> opponent_of("zero-squares:chess/thesis-half-board").values[-1]
    0.0
    >>> opponent_of("chess/thesis-half-board") is None
    True
    """
    if not text.startswith((RANDOM, ZERO)):
        return None
    kind, _, name = text.partition(":")
    weights = resolve(name)
    counts = occurrences(weights.feature_set, _games_of(name, weights))
    make = random_places if f"{kind}:" == RANDOM else without_places
    return make(weights, counts, text)


def _games_of(name: str, weights: Weights) -> list[tuple[str, ...]]:
    """Games in which these weights were learnt, or which they play."""
    from plywise.play.match import match

    if Path(name).is_dir():
        return [game.moves for game in hook("run")(name).games()][-10 * SAMPLE :]
    played = match(weights, weights, games=SAMPLE, depth=1, noise=0.1, workers=1)
    return [record.moves for record in played.records]
