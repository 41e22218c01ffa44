"""Ratings over the games of learning, as Baxter et al. 1998 draws them (figure 4)."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from plywise.report.labels import at_line_ends
from plywise.report.picture import Picture
from plywise.report.theme import Theme
from plywise.report.traces import Trace
from plywise.runs.ratings import RatingPoint

Curves = Mapping[str, Sequence[Sequence[RatingPoint]]]
"""By label, the rating of each of its runs over the games."""


def ratings(traces: Sequence[Trace]) -> Picture:
    """The rating of runs that met opponents with ratings, each over the last games."""
    return rating_picture({"the run": [trace.ratings for trace in traces]})


def rating_picture(
    curves: Curves, *, levels: Mapping[str, float] | None = None, more: str = ""
) -> Picture:
    """Ratings over the games, with their 95 % intervals; `levels` are ratings to compare with."""
    last = max(point.game for runs in curves.values() for run in runs for point in run)
    levels = levels or {}

    def draw(grid: Any, theme: Theme) -> None:
        axes = grid[0][0]
        for level in levels.values():
            axes.axhline(level, color=theme.quiet, lw=0.8, ls=(0, (1, 3)))
        for colour, runs in enumerate(curves.values()):
            for run in runs:
                _line(axes, run, theme.line(colour))
        axes.set_xlabel("games learnt")
        axes.set_xlim(0, last)
        axes.xaxis.set_major_formatter("{x:,.0f}")
        axes.yaxis.set_major_formatter("{x:,.0f}")
        axes.locator_params(axis="x", nbins=6)
        ends = [_end(runs) for runs in curves.values()]
        words = [theme.word(colour) for colour in range(len(ends))]
        at_line_ends(
            axes,
            [*ends, *levels.values()],
            [*curves, *levels],
            [*words, *[theme.quiet] * len(levels)],
        )

    told = "; ".join(f"{label} ends at Elo {_end(runs):.0f}" for label, runs in curves.items())
    return Picture(
        name="ratings",
        title="Rating over the games",
        alt=f"Rating while learning, over the last games each time: {told}.",
        caption="The likeliest rating over the last 60 games, against opponents whose ratings are "
        f"taken as exact; bands: 95 % intervals{f'. {more}' if more else ''}.",
        draw=draw,
        height=4.0,
    )


def is_told(run: Sequence[RatingPoint]) -> bool:
    """Whether a curve has a line: games that are all won, or all lost, tell no rating."""
    return len(_points(run)) > 1


def _points(run: Sequence[RatingPoint]) -> list[tuple[int, float, float, float]]:
    """Game, rating and the ends of its interval, where all of them are known."""
    found = []
    for point in run:
        low, high = point.fit.interval
        if point.fit.elo is not None and low is not None and high is not None:
            found.append((point.game, point.fit.elo, low, high))
    return found


def _line(axes: Any, run: Sequence[RatingPoint], colour: str) -> None:
    points = _points(run)
    if not points:
        return
    games, elo, low, high = np.array(points, dtype=np.float64).T
    # Of the first games hardly anything is known: their bands would press all others together.
    shown = games >= min(20, games[-1])
    axes.fill_between(games[shown], low[shown], high[shown], color=colour, alpha=0.12, lw=0)
    axes.plot(games[shown], elo[shown], color=colour, lw=1.5)


def _end(runs: Sequence[Sequence[RatingPoint]]) -> float:
    return float(np.mean([points[-1][1] for run in runs if (points := _points(run))]))
