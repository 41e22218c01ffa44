"""Weights as people read them: pieces at their typical values, places as boards, in units."""

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from plywise.evaluation.boards import Board, boards, centred
from plywise.evaluation.features import FeatureSet
from plywise.evaluation.weights import Weights
from plywise.games.boards import layout_of

if TYPE_CHECKING:
    from plywise.runs.run import Run

MOST_GAMES = 100
"""Games in which places are counted: enough for shares to a percent, and a second's work."""


@dataclass(frozen=True, kw_only=True)
class Worth:
    """What weights say.

    >>> from plywise.evaluation.weights import resolve
    >>> read = worth(resolve("chess/standard"))
    >>> read.values["queen"], read.how, read.boards
    (9.0, '', [])
    """

    features: FeatureSet
    weights: dict[str, float]
    """The same evaluation, in which a piece has its mean value and places what they add."""
    how: str = ""
    """What kind of mean, where pieces have boards."""
    shares: dict[str, float] | None = None
    """Of each place the share of its kind's time, where that was counted."""

    @property
    def size(self) -> float | None:
        """The value that is called 1; None where it is not above 0 and so no unit."""
        size = self.weights[self.features.unit]
        return size if size > 0.0 else None

    @property
    def values(self) -> dict[str, float] | None:
        """All weights in units; None where there is none."""
        size = self.size
        return None if size is None else {name: v / size for name, v in self.weights.items()}

    def moved(self, name: str) -> dict[str, float]:
        """What becomes of a weight of 1 when pieces are given the mean of their places."""
        alone = dict.fromkeys(self.features.names, 0.0) | {name: 1.0}
        return centred(self.features, alone, self.shares)

    @cached_property
    def boards(self) -> list[Board]:
        """The tables of the features; raw where there is no unit."""
        return boards(self.features, self.weights, self.size or 1.0)


def worth(weights: Weights, run: "Run | None" = None) -> Worth:
    """What weights say; of a `run`, places count by how often its games saw pieces there."""
    features, own = weights.feature_set, weights.as_dict()
    if not features.has_boards:
        return Worth(features=features, weights=own)
    if run is not None and layout_of(features.game) is not None and len(run.history):
        shares, games = stood(run)
        how = f"typical: by where pieces stood in {games} games"
        moved = centred(features, own, shares)
        return Worth(features=features, weights=moved, how=how, shares=shares)
    return Worth(features=features, weights=centred(features, own), how="mean over all places")


def stood(run: "Run") -> tuple[dict[str, float], int]:
    """Of each place the share of its kind's time, in the last half of a run; and in which games."""
    from plywise.evaluation.typical import occurrences, shares

    features = run.features
    begin = len(run.history) // 2
    step = max(1, (len(run.history) - begin) // MOST_GAMES)
    played = [g for g in run.games() if g.number > begin and (g.number - begin) % step == 0]
    starts = [game.start for game in played]
    parts = shares(features, occurrences(features, [game.moves for game in played], starts))
    return dict(zip(features.names, parts.tolist(), strict=True)), len(played)
