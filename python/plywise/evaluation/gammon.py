"""Backgammon's networks as an evaluation."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import NamedTuple

import numpy as np

from plywise import _kernel, checks
from plywise.evaluation.features import FeatureSet
from plywise.evaluation.gammon_shape import GammonShape
from plywise.evaluation.weighted import SCALE, Given, Weighted
from plywise.games.position import Position


class Outlook(NamedTuple):
    """What is to be expected by the player about to roll, or who has rolled."""

    win: float
    """The chance of winning, gammons and backgammons included."""
    gammon: float
    """Of winning a gammon or a backgammon."""
    backgammon: float
    """Of winning a backgammon."""
    lose_gammon: float
    """Of losing a gammon or a backgammon."""
    lose_backgammon: float
    """Of losing a backgammon."""

    @property
    def equity(self) -> float:
        """Points expected, without a cube.

        >>> round(Outlook(0.5, 0.1, 0.0, 0.2, 0.01).equity, 2)
        -0.11
        """
        return (
            2.0 * self.win - 1.0 + self.gammon + self.backgammon
            - self.lose_gammon - self.lose_backgammon
        )  # fmt: skip


class Gammon(Weighted):
    """Networks that play backgammon, in the view of the player about to roll.

    >>> import plywise as pw
    >>> backgammon = pw.game("backgammon")
    >>> networks = Gammon(backgammon.features("raw"), hidden=16, seed=1)
    >>> outlook = networks.outlook(backgammon.start())
    >>> 0.4 < outlook.win < 0.6
    True
    """

    def __init__(
        self,
        features: FeatureSet,
        weights: Given | None = None,
        *,
        hidden: int = 80,
        race: int | None = None,
        seed: int = 0,
        scale: int = SCALE,
    ) -> None:
        checks.kind("features", features, FeatureSet, "give pw.game('backgammon').features('raw')")
        shape = GammonShape(hidden=hidden, race=race)
        checks.whole("seed", seed, most=2**64 - 1)
        given = shape.starts(features, seed) if weights is None else weights
        super().__init__(features, shape, given, scale)

    @cached_property
    def networks(self) -> _kernel.GammonNetworks:
        """The networks as the kernel asks them for plays and rollouts."""
        weights = np.array(self.kernel.weights, dtype=np.float32)
        assert isinstance(self.shape, GammonShape)
        return _kernel.GammonNetworks(self.features.name, self.shape.settings, weights)

    def outlook(self, position: Position) -> Outlook:
        """The five chances in the view of the player about to roll.

        The predictions of all evaluations are the first player's; these are turned.
        """
        predicted: Sequence[float] = self.kernel.predictions(position.kernel)
        return turned(Outlook(*predicted), position)


def turned(outlook: Outlook, position: Position) -> Outlook:
    """A first player's outlook as the roller of a position sees it, or the other way round."""
    if position.roller != "second":
        return outlook
    win, gammon, backgammon, lose_gammon, lose_backgammon = outlook
    return Outlook(1.0 - win, lose_gammon, lose_backgammon, gammon, backgammon)
