"""The check-points of runs that go on from a start: how they compare, as tables and a picture."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from plywise.experiments.gammon import Measured, measured, together
from plywise.experiments.kit.result import NOT_RUN, Table
from plywise.experiments.kit.writer import csv
from plywise.report.labels import at_line_ends
from plywise.report.picture import Picture
from plywise.report.theme import Theme

RULES = {"TDLeaf": "tdleaf", "TD-Directed": "td-directed"}
COLOURS = {"TDLeaf": 4, "TD-Directed": 3}
CHECKPOINTS = 10
UNIT = 10_000
"""Games in which a slope is told."""
SLOPE = f"slope in {UNIT:,}"


@dataclass(frozen=True, kw_only=True)
class Track:
    """The check-points of one rule and seed that were played, in their order."""

    rule: str
    seed: int
    games: Sequence[int]
    pairs: Sequence[Sequence[float]]
    """Points a game against the start, pair by pair, of each check-point."""
    pubeval: Sequence[str]
    """And against pubeval, a ply deep."""

    @property
    def scores(self) -> list[Measured]:
        """Points a game against the start."""
        return [measured(some) for some in self.pairs]

    @property
    def mean(self) -> Measured:
        """Over all check-points, whose dice differ."""
        found = together(self.scores)
        assert found is not None, "a track without check-points is left out"
        return found

    @property
    def slope(self) -> Measured | None:
        """The straight line through the check-points, in points for 10,000 games."""
        return slope(self.games, self.scores)


def slope(games: Sequence[int], scores: Sequence[Measured]) -> Measured | None:
    """The slope of the line of weighted least squares; its error is that of the matches alone.

    >>> print(slope([10_000, 20_000, 30_000], [Measured(mean=m, error=.1) for m in (.1, .2, .3)]))
    +0.100 ± 0.071
    """
    errors = np.array([score.error for score in scores])
    if len(games) < 2 or not (errors > 0).all() or not np.isfinite(errors).all():
        return None
    x, y = np.array(games) / UNIT, np.array([score.mean for score in scores])
    weights = 1 / errors**2
    aside = x - (weights @ x) / weights.sum()
    spread = float(weights @ aside**2)
    return Measured(mean=float((weights * aside) @ y) / spread, error=spread**-0.5)


def differences(one: Track, other: Track) -> list[Measured]:
    """The first less the other at each check-point that both have; they had the same dice."""
    theirs = dict(zip(other.games, other.pairs, strict=True))
    return [
        measured([a - b for a, b in zip(pairs, theirs[game], strict=True)])
        for game, pairs in zip(one.games, one.pairs, strict=True)
        if game in theirs
    ]


def played(tracks: Sequence[Track], seed: int) -> list[Track]:
    """The tracks of a seed that have check-points."""
    return [track for track in tracks if track.seed == seed and track.games]


def verdict(track: Track) -> str:
    """Whether the check-points are as good as the start, in words."""
    who, all_ = f"{track.rule}, seed {track.seed}", len(track.games)
    if all_ < CHECKPOINTS:
        return f"{who}: {all_} of {CHECKPOINTS} check-points were played; nothing is concluded."
    apart = [(game, score) for game, score in zip(track.games, track.scores, strict=True)
             if score.is_apart]  # fmt: skip
    if not apart:
        return f"{who}: parity, all {all_} check-points within 3 standard errors of the start."
    told = ", ".join(f"game {game:,} {score}" for game, score in apart)
    return (
        f"{who}: no parity, {len(apart)} of {all_} check-points beyond 3 standard errors: {told}."
    )


def table(tracks: Sequence[Track], seed: int) -> Table:
    """All check-points of a seed: a column a rule, their difference, and pubeval's opinion."""
    some = {track.rule: track for track in played(tracks, seed)}
    games = sorted({game for track in some.values() for game in track.games})
    columns = [_column(some.get(rule), games) for rule in RULES]
    columns.append(_differences([some.get(rule) for rule in RULES], games))
    columns += [_gates(some.get(rule), games) for rule in RULES]
    return Table(
        title=f"Check-points against the start, seed {seed}",
        header=("games", *RULES, "difference", *(f"{rule} v pubeval, a ply" for rule in RULES)),
        rows=tuple(zip([*(f"{game:,}" for game in games), SLOPE], *columns, strict=True)),
        note="Points a game ± standard error.",
    )


def _column(track: Track | None, games: Sequence[int]) -> list[str]:
    if track is None:
        return [NOT_RUN] * (len(games) + 1)
    told = dict(zip(track.games, map(str, track.scores), strict=True))
    return [*(told.get(game, NOT_RUN) for game in games), str(track.slope or NOT_RUN)]


def _differences(both: Sequence[Track | None], games: Sequence[int]) -> list[str]:
    one, other = both
    told: dict[int, str] = {}
    if one is not None and other is not None:
        shared = [game for game in one.games if game in other.games]
        told = dict(zip(shared, map(str, differences(one, other)), strict=True))
    return [*(told.get(game, NOT_RUN) for game in games), ""]


def _gates(track: Track | None, games: Sequence[int]) -> list[str]:
    told = {} if track is None else dict(zip(track.games, track.pubeval, strict=True))
    return [*(told.get(game, NOT_RUN) for game in games), ""]


def picture(tracks: Sequence[Track], seed: int) -> Picture:
    """The check-points of a seed, a line a rule."""

    def draw(grid: Any, theme: Theme) -> None:
        axes = grid[0][0]
        axes.axhline(0, color=theme.quiet, lw=0.8, ls=(0, (1, 3)))
        last = max(track.games[-1] for track in tracks)
        for n, track in enumerate(tracks):
            x = np.array(track.games) + (n - 0.5) * 0.008 * last
            y, errors = zip(*((s.mean, 3 * s.error) for s in track.scores), strict=True)
            colour = theme.line(COLOURS[track.rule])
            axes.errorbar(x, y, errors, fmt="o-", ms=4.5, color=colour, lw=1.3, elinewidth=1)
        axes.set_xlabel("games of learning two plies deep")
        axes.set_ylabel("points a game against the start")
        axes.set_xlim(0, 1.03 * last)
        axes.xaxis.set_major_formatter("{x:,.0f}")
        axes.yaxis.set_major_formatter("{x:+g}")
        axes.locator_params(axis="x", nbins=6)
        ends = [track.scores[-1].mean for track in tracks]
        colours = [theme.word(COLOURS[track.rule]) for track in tracks]
        at_line_ends(axes, ends, [track.rule for track in tracks], colours)

    told = "; ".join(
        f"{track.rule}: {', '.join(f'{score.mean:+.3f}' for score in track.scores)}"
        for track in tracks
    )
    return Picture(
        name=f"checkpoints-{seed}",
        title=f"Check-points against the start, seed {seed}",
        alt=f"Points a game against the start by games. {told}.",
        caption="Both sides two plies deep; bars: 3 standard errors.",
        draw=draw,
        height=3.8,
    )


def as_csv(tracks: Sequence[Track]) -> str:
    """Every check-point, a line each."""
    rows = [
        [track.rule, track.seed, game, score.mean, score.error]
        for track in tracks
        for game, score in zip(track.games, track.scores, strict=True)
    ]
    return csv(["rule", "seed", "games", "points_a_game", "standard_error"], rows)
