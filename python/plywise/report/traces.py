"""What the pictures show of a run: its traces as plain arrays, with the units taken out."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np
import numpy.typing as npt

from plywise.evaluation.features import FeatureSet
from plywise.games.points import WIN_DRAW_LOSS
from plywise.runs.ratings import RatingPoint

Array = npt.NDArray[np.float64]

LAST = 0.5
"""The share of a run, at its end, over which learnt values are averaged."""


@dataclass(frozen=True, kw_only=True)
class Gate:
    """A short match of the run on the way: against its own start unless it says otherwise."""

    game: int
    """After how many games of learning."""
    score: float
    low: float
    high: float
    games: int = 0
    kind: str = "start"
    """Of the opponent: "start", "earlier" for itself, "published"."""
    against: str = "start"
    """The opponent's name."""
    worse: bool = False
    """Whether the match says that the run got worse."""


@dataclass(frozen=True, kw_only=True)
class Quality:
    """How good predictions are by their distance from the end, and the decay fitted to it."""

    distance: Array
    quality: Array
    """Mean quality of all pairs at that distance (thesis, equation 8.6)."""
    pairs: Array
    decay: float
    """ψ, which minimises Σ pairs · (quality − ψ^distance)² (equation 8.8)."""


@dataclass(frozen=True, kw_only=True)
class Thinned:
    """What the rows of a long run stand for: neighbouring games, of which a row is the mean."""

    games: int
    """How many games were learnt from."""
    after: Array
    """The last game of each row."""
    low: Array
    """The least of each weight in the games of a row."""
    high: Array
    """The greatest."""
    tail: Array | None = None
    """The mean over the last half of the run, exact."""

    def cut(self, games: int) -> "Thinned":
        """The same up to a game."""
        kept = int(np.searchsorted(self.after, games, side="right"))
        return Thinned(
            games=games, after=self.after[:kept], low=self.low[:kept], high=self.high[:kept]
        )


@dataclass(frozen=True, kw_only=True)
class Trace:
    """One learning run, after each of its games."""

    names: tuple[str, ...]
    features: FeatureSet | None = None
    """What they belong to, with its tables."""
    how: str = ""
    """How the values of pieces are meant, where their places have weights too."""
    unit: str
    """The name of the weight that is worth 1 in normalised values."""
    weights: Array
    """Games × weights, as learnt."""
    rates: Array
    """Games × weights: each weight's own step size."""
    thinned: Thinned | None = None
    """Where a row stands for several games: which, and how far they differ."""
    trace_decay: Array
    start: Array
    """The weights before the first game."""
    seed: int = 0
    steepness: Array | None = None
    """After each game, where it was learnt along."""
    gates: tuple[Gate, ...] = ()
    ratings: tuple[RatingPoint, ...] = ()
    """The run's own rating over its games, where its opponents have one."""
    quality: Quality | None = None
    plies: Array = field(default_factory=lambda: np.empty(0))
    outcomes: Array = field(default_factory=lambda: np.empty(0))
    declared: tuple[float, ...] = WIN_DRAW_LOSS
    """What the game can end with."""
    nodes: Array = field(default_factory=lambda: np.empty(0))
    seconds: float = 0.0
    players: tuple[str, str] = ("first", "second")
    """How the game calls them."""
    settings: Mapping[str, Any] = field(default_factory=dict)
    usual: Mapping[str, Any] = field(default_factory=dict)
    """What a run in this game does where it is not told."""
    version: str = ""
    place: str = ""
    """The run directory, as the user named it."""

    @property
    def rows(self) -> list[int]:
        """The weights that tables list: all but those that boards show better."""
        names = self.names if self.features is None else self.features.rows
        return [self.names.index(name) for name in names]

    @property
    def games(self) -> int:
        """How many games were learnt from."""
        return len(self.weights) if self.thinned is None else self.thinned.games

    def row(self, games: npt.NDArray[np.intp]) -> npt.NDArray[np.intp]:
        """Which rows of `weights` and `rates` stand for these games, counted from 1."""
        if self.thinned is None:
            return games - 1
        return np.minimum(np.searchsorted(self.thinned.after, games), len(self.weights) - 1)

    def mean(self, begin: int, end: int) -> Array:
        """The mean of the raw weights after the games begin + 1, …, end."""
        first, last = self.row(np.array([begin + 1, end]))
        return np.asarray(self.weights[first : last + 1].mean(axis=0), dtype=np.float64)

    def cut(self, games: int) -> "Trace":
        """The first `games` of the run, as if it had ended there; fitted qualities are left out."""
        if games >= self.games:
            return self
        thinned = None if self.thinned is None else self.thinned.cut(games)
        several = games if thinned is None else len(thinned.after)
        lengths = dict.fromkeys(("weights", "rates", "steepness"), several)
        lengths |= dict.fromkeys(("trace_decay", "plies", "outcomes", "nodes"), games)
        rows = {
            name: getattr(self, name)[:length]
            for name, length in lengths.items()
            if getattr(self, name) is not None
        }
        kept = tuple(gate for gate in self.gates if gate.game <= games)
        return replace(
            self,
            **rows,
            thinned=thinned,
            gates=kept,
            ratings=tuple(point for point in self.ratings if point.game <= games),
            quality=None,
            seconds=self.seconds * games / self.games,
        )

    def tail(self, share: float = LAST) -> Array:
        """Mean raw weights over the last `share` of the games."""
        if self.thinned is not None and self.thinned.tail is not None and share == LAST:
            return self.thinned.tail
        kept = max(1, round(len(self.weights) * share))
        return np.asarray(self.weights[-kept:].mean(axis=0), dtype=np.float64)

    def scale(self, share: float = LAST) -> float:
        """The mean of the unit weight, by which everything is divided; 1 if it is not above 0."""
        mean = float(self.tail(share)[self.names.index(self.unit)])
        return mean if mean > 0.0 else 1.0

    @property
    def units(self) -> str:
        """In which units the normalised values are, in words."""
        if self.tail()[self.names.index(self.unit)] > 0.0:
            return f"{self.unit.capitalize()} = 1"
        return f"As learnt: the mean {self.unit} is not above 0"

    def values(self, share: float = LAST) -> Array:
        """The learnt values, the unit's being 1."""
        return self.tail(share) / self.scale(share)


def smooth(trace: Array, window: int) -> Array:
    """The mean of the last `window` rows at every row (of fewer at the beginning).

    >>> smooth(np.array([2.0, 4.0, 6.0]), 2).tolist()
    [2.0, 3.0, 5.0]
    """
    total = np.cumsum(trace, axis=0)
    mean = total.copy()
    mean[window:] = total[window:] - total[:-window]
    count = np.minimum(np.arange(1, len(trace) + 1), window)
    return np.asarray(mean / count.reshape(-1, *[1] * (trace.ndim - 1)), dtype=np.float64)


def around(trace: Array, window: int) -> Array:
    """The mean of the rows around every row: for the eye, since it does not lag behind.

    Towards the ends it takes fewer rows, as many before as after: the ends stay where they are.

    >>> around(np.array([2.0, 4.0, 9.0]), 3).tolist()
    [2.0, 5.0, 9.0]
    """
    total = np.concatenate([np.zeros_like(trace[:1]), np.cumsum(trace, axis=0)])
    rows = np.arange(len(trace))
    half = np.minimum(window // 2, np.minimum(rows, rows[::-1]))
    first, last = rows - half, rows + half + 1
    count = (last - first).reshape(-1, *[1] * (trace.ndim - 1))
    return np.asarray((total[last] - total[first]) / count, dtype=np.float64)


def thin(count: int, most: int = 400) -> npt.NDArray[np.intp]:
    """Indices that keep a picture small: at most `most` of `count`, first and last among them.

    >>> thin(10, 4).tolist()
    [0, 3, 6, 9]
    """
    return np.unique(np.linspace(0, count - 1, min(count, most)).round().astype(np.intp))


def common_length(traces: Sequence[Trace]) -> int:
    """The number of games that all traces have."""
    return min(trace.games for trace in traces)
