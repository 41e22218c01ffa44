"""Examples made ready for a fit: thinned out, made quiet, counted, and parted by games."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from plywise import _kernel
from plywise.errors import BadInput
from plywise.evaluation.features import FeatureSet
from plywise.evaluation.matrix import SCALE, Matrix
from plywise.games.points import needs_expectimax
from plywise.searching.settings import AlphaBeta
from plywise.tuning.minimising import Labelled, minimum
from plywise.tuning.rows import Array, Rows
from plywise.tuning.settings import FitSettings
from plywise.tuning.sources import Example, Found

AT_ONCE = 8192
MOST_NAMED = 5
"""So many of the lines and games that could not be used are named."""
USUAL_SCALE = 400.0 / float(np.log(10.0))
"""Hundredths of a pawn in which the odds grow e-fold, where nothing tells: 10-fold in 400."""
LOPSIDED = 0.15
"""So far from one half the mean result is no longer usual."""
SPLIT_STREAM = 0x6669_7473_706C_6974  # "fitsplit": its chance is apart from all others'


@dataclass
class Account:
    """What was read, and what became of it."""

    positions: int = 0
    """Positions that were read."""
    games: int = 0
    """Games that they are of, as far as files tell."""
    in_check: int = 0
    """Left out: nobody judges a position in check."""
    over: int = 0
    """Left out: the rules judge where the game is over."""
    unlabelled: int = 0
    """Left out: without what is to be predicted."""
    duplicates: int = 0
    """Positions that were there before: each counts once, by the mean of what is said of it."""
    used: int = 0
    """Positions that are left."""
    fitted: int = 0
    """Those that weights are fitted to."""
    judged: int = 0
    """Those that weights are judged by."""
    results: dict[str, int] = field(
        default_factory=lambda: dict.fromkeys(("won", "drawn", "lost"), 0)
    )
    """How games went for the first player, counted by positions."""
    score_scale: float | None = None
    """Hundredths of a pawn in which the odds grow e-fold."""
    troubles: list[str] = field(default_factory=list)
    """Why lines and games could not be used."""

    def told(self) -> list[str]:
        """What there is to say, in lines."""
        left = {
            "in check": self.in_check,
            "where the game is over": self.over,
            "without a label": self.unlabelled,
        }
        said = [f"{self.positions:,} positions of {self.games:,} games read"]
        said += [f"{count:,} {what} left out" for what, count in left.items() if count]
        said += [f"{self.duplicates:,} duplicates counted once"] if self.duplicates else []
        lines = [
            "; ".join(said),
            f"{self.fitted:,} fitted, {self.judged:,} of other games to judge by",
        ]
        return [*lines, *self._told_results(), *self._told_troubles()]

    def _told_results(self) -> list[str]:
        total = sum(self.results.values())
        if not total:
            return []
        shares = ", ".join(f"{count / total:.0%} {name}" for name, count in self.results.items())
        mean = (self.results["won"] + 0.5 * self.results["drawn"]) / total
        told = [f"results of the first player: {shares}"]
        if abs(mean - 0.5) > LOPSIDED:
            told.append(
                f"unbalanced: {mean:.0%} of the points are the first player's; weights that are "
                "the same for both sides cannot say so"
            )
        return told

    def _told_troubles(self) -> list[str]:
        if not self.troubles:
            return []
        more = len(self.troubles) - MOST_NAMED
        rest = [f"and {more:,} more"] if more > 0 else []
        return [
            f"{len(self.troubles):,} lines or games could not be used:",
            *(f"  {trouble}" for trouble in [*self.troubles[:MOST_NAMED], *rest]),
        ]

    def as_dict(self) -> dict[str, Any]:
        """The same for programs; of the troubles as many as are named."""
        return {
            **vars(self),
            "troubles": self.troubles[:MOST_NAMED],
            "unusable": len(self.troubles),
        }


@dataclass(frozen=True, kw_only=True)
class Gathered:
    """What a fit is given."""

    labelled: Labelled
    """All rows; what is left out counts 0 times."""
    fitted: Array
    """How often each row counts among those that weights are fitted to."""
    judged: Array
    """The same of those that they are judged by."""
    account: Account
    leaves: list[_kernel.Position] = field(default_factory=list)
    """The positions that were counted, where a network will look at them again."""
    roots: list[_kernel.Position] = field(default_factory=list)
    """The positions whose quiescence led there."""


class Gathering:
    """Takes examples in and counts them, a few thousand at a time."""

    def __init__(
        self,
        features: FeatureSet,
        judge: _kernel.Evaluation,
        settings: FitSettings,
        *,
        keeps_positions: bool = False,
    ) -> None:
        self._features, self._judge, self._settings = features, judge, settings
        self._counter = features.evaluation([0.0] * len(features), SCALE)
        self._quiescence = (
            AlphaBeta(depth=0).settings(judge.scale)
            if settings.quiet and not needs_expectimax(features.game)
            else None
        )
        self._keeps = keeps_positions
        self.account = Account()
        self._waiting: list[Example] = []
        self._rows = Rows(columns=len(features))
        self._keys, self._games = array("Q"), array("q")
        self._outcomes, self._scores = array("d"), array("d")
        self._leaves: list[_kernel.Position] = []
        self._roots: list[_kernel.Position] = []

    def take(self, found: Iterable[Found], on_part: Callable[[int], object]) -> int:
        """Take in all examples of a source; one more than the highest number of a game so far."""
        last = self.account.games - 1
        for each in found:
            if not isinstance(each, Example):
                self.account.troubles.append(each.why)
                continue
            last = max(last, each.game)
            self._waiting.append(each)
            if len(self._waiting) >= AT_ONCE:
                self._flush()
                on_part(self.account.positions)
        self._flush()
        self.account.games = last + 1
        return last + 1

    def _flush(self) -> None:
        account = self.account
        account.positions += len(self._waiting)
        ready = []
        for each in self._waiting:
            if each.position.is_check:
                account.in_check += 1
            elif not self._has_label(each):
                account.unlabelled += 1
            else:
                ready.append(each)
        self._waiting = []
        roots = [each.position for each in ready]
        leaves, over = roots, [False] * len(roots)
        if self._quiescence is not None and roots:
            leaves, over = _kernel.quieted(roots, self._judge, self._quiescence)
        kept = [number for number, is_over in enumerate(over) if not is_over]
        account.over += len(over) - len(kept)
        self._keep([ready[n] for n in kept], [leaves[n] for n in kept])

    def _has_label(self, each: Example) -> bool:
        target, blend = self._settings.target, self._settings.blend
        if each.outcome is None and (target == "result" or blend > 0.0):
            return False
        return each.score is not None or target != "score"

    def _keep(self, ready: list[Example], leaves: list[_kernel.Position]) -> None:
        roots = [each.position for each in ready]
        counts = _kernel.counted(self._counter, leaves, roots)
        self._rows.add(Matrix(*counts, len(self._features)))
        for each in ready:
            self._keys.append(each.position.key)
            self._games.append(each.game)
            self._outcomes.append(np.nan if each.outcome is None else each.outcome)
        if self._settings.target == "search":
            self._scores.extend(self._searched(roots))
        else:
            self._scores.extend(np.nan if e.score is None else e.score for e in ready)
        if self._keeps:
            self._leaves += leaves
            self._roots += roots

    def _searched(self, positions: list[_kernel.Position]) -> list[float]:
        """What our own search says of each, in log-odds and in the first player's view."""
        from plywise.searching.usual import usual_search

        depth = max(1, self._settings.depth)
        settings = usual_search(self._features.game, depth=depth).settings(self._judge.scale)
        found = []
        for position in positions:
            value = _kernel.search(position, self._judge, settings).value / self._judge.scale
            found.append(value if position.roller == "first" else -value)
        return found

    def done(self) -> Gathered:
        """All that was taken in, parted by games; BadInput if too little is left."""
        account = self.account
        keys = np.frombuffer(self._keys, np.uint64) if self._keys else np.zeros(0, np.uint64)
        if not len(keys):
            why = f": {account.troubles[0]}" if account.troubles else ""
            raise BadInput(f"no position is left to fit weights to{why}")
        outcomes, scores = np.array(self._outcomes), np.array(self._scores)
        self._count_results(outcomes)
        targets = self._targets(outcomes, scores)
        first, inverse, times = _first_of_each(keys)
        means = np.bincount(inverse, targets) / times
        labels, counts = np.zeros(len(keys)), np.zeros(len(keys))
        labels[first], counts[first] = means, 1.0
        account.duplicates, account.used = len(keys) - len(first), len(first)
        is_judged = _drawn(np.array(self._games), self._settings)
        account.judged = int(counts[is_judged].sum())
        account.fitted = account.used - account.judged
        if not account.fitted:
            raise BadInput(
                f"all {account.used:,} positions are of games to judge by; give more games, or a "
                "smaller share for validation"
            )
        return Gathered(
            labelled=Labelled(rows=self._rows, targets=labels, times=counts),
            fitted=counts * ~is_judged,
            judged=counts * is_judged,
            account=account,
            leaves=self._leaves,
            roots=self._roots,
        )

    def _count_results(self, outcomes: Array) -> None:
        known = outcomes[~np.isnan(outcomes)]
        won, lost = int((known > 0.5).sum()), int((known < 0.5).sum())
        self.account.results = {"won": won, "drawn": len(known) - won - lost, "lost": lost}

    def _targets(self, outcomes: Array, scores: Array) -> Array:
        settings = self._settings
        if settings.target == "result":
            return outcomes
        odds = scores
        if settings.target == "score":
            scale = settings.score_scale or fitted_scale(scores, outcomes)
            self.account.score_scale = scale
            odds = scores / scale
        told = 1.0 / (1.0 + _kernel.exp(np.clip(-odds, -700.0, 700.0)))
        return settings.blend * np.nan_to_num(outcomes) + (1.0 - settings.blend) * told


def fitted_scale(scores: Array, outcomes: Array) -> float:
    """Hundredths of a pawn in which the odds grow e-fold, as the results of the positions say.

    >>> fitted_scale(np.array([100.0, -100.0]), np.array([np.nan, np.nan])) == USUAL_SCALE
    True
    """
    known = ~np.isnan(outcomes) & ~np.isnan(scores) & (scores != 0.0)
    if not known.any():
        return USUAL_SCALE
    pawns = np.clip(scores[known] / 100.0, -30.0, 30.0)
    rows = Rows(columns=1)
    count = len(pawns)
    rows.add(Matrix(np.arange(count + 1), np.zeros(count, np.int32), pawns, 1))
    labelled = Labelled(rows=rows, targets=outcomes[known], times=np.ones(count))
    zero = np.zeros(1)
    slope = float(minimum(labelled, 1e-6, start=zero, towards=zero).weights[0])
    return 100.0 / slope if slope > 1e-3 else USUAL_SCALE


def _first_of_each(keys: NDArray[np.uint64]) -> tuple[NDArray[np.int64], NDArray[np.int64], Array]:
    """Where each key is first, which of them each is, and how often it comes."""
    _, first, inverse, times = np.unique(
        keys, return_index=True, return_inverse=True, return_counts=True
    )
    return first, inverse.ravel(), times.astype(np.float64)


def _drawn(games: NDArray[np.int64], settings: FitSettings) -> NDArray[np.bool_]:
    """Whether each position is of a game to judge by: drawn game by game, by the seed."""
    known, inverse = np.unique(games, return_inverse=True)
    bound = round(settings.validation * (1 << 64))
    seed = settings.seed ^ SPLIT_STREAM
    chosen = [_kernel.random_u64(seed, int(game), 1)[0] < bound for game in known]
    return np.array(chosen, np.bool_)[inverse.ravel()]
