"""The pictures of a run in batches: how well it plays, and how it learnt."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import numpy as np

from plywise.play.backgammon.reference_set import reference_set
from plywise.report.labels import at_line_ends
from plywise.report.picture import Picture
from plywise.report.theme import Theme
from plywise.report.traces import Array

if TYPE_CHECKING:
    from plywise.learning.lines import Gate
    from plywise.runs.batches.lines import BatchHistory

MOST = 60
"""Points of a line; of a longer run several lines of its history are one."""
PUBEVAL, START, EQUITY = 3, 2, 4
"""The series whose colours the opponents have, and the errors of equities."""
MARK = {"lw": 1.3, "elinewidth": 1.0, "ms": 4.0, "fmt": "o-"}


@dataclass(frozen=True, kw_only=True)
class Course:
    """How learning went, over stretches of games of about the same length."""

    game: Array
    """The last game of each stretch."""
    error: Array
    """Root of the mean squared difference of successive predictions."""
    step: Array
    """The step size at the end of the stretch; 0 where each weight has its own."""
    gammons: Array
    """Games won by a gammon, as a share of those that were finished."""
    backgammons: Array
    """And by a backgammon."""
    unfinished: Array
    """Games that were cut, as a share of all."""


def course(history: BatchHistory, most: int = MOST) -> Course:
    """The history in at most so many stretches."""
    lines = history.lines
    ends = history.column("game")
    # A stretch is what lies between two of `most` marks; a line belongs where it ends.
    stretch = np.ceil(ends / ends[-1] * most)
    first = np.flatnonzero(np.diff(stretch, prepend=-1))
    plies, games = history.column("plies"), history.column("games")
    outcomes = np.add.reduceat(np.array([line.outcomes for line in lines]), first, axis=0)
    finished = np.maximum(outcomes.sum(axis=1), 1e-9)

    def summed(values: Array) -> Array:
        return np.asarray(np.add.reduceat(values, first), dtype=np.float64)

    last = np.append(first[1:], len(lines)) - 1
    return Course(
        game=ends[last],
        error=np.sqrt(summed(plies * history.column("error") ** 2) / np.maximum(summed(plies), 1)),
        step=history.column("step")[last],
        gammons=(outcomes[:, 1] + outcomes[:, 4]) / finished,
        backgammons=(outcomes[:, 0] + outcomes[:, 5]) / finished,
        unfinished=summed(history.column("unfinished")) / summed(games),
    )


def against(gates: Sequence[Gate], opponent: str) -> list[Gate]:
    """The matches against one opponent that tell points."""
    return [gate for gate in gates if gate.against == opponent and gate.points is not None]


def all_pictures(history: BatchHistory, gates: Sequence[Gate]) -> dict[str, Picture]:
    """Every picture of the course of a run, by name."""
    drawn = []
    if found := against(gates, "pubeval"):
        title, level = "Points a game against pubeval", "as good as\npubeval"
        drawn.append(with_equity_errors(points("pubeval", title, found, level=level), found))
    if found := against(gates, "start"):
        drawn.append(points("start", "And against its start", found, level="its start"))
    passed = course(history)
    drawn += [errors(passed), outcomes(passed)]
    if passed.step.any():
        drawn.append(steps(passed))
    return {picture.name: picture for picture in drawn}


def points(name: str, title: str, gates: Sequence[Gate], *, level: str) -> Picture:
    """Points a game by the games learnt, with their intervals."""
    told = [gate.points for gate in gates if gate.points is not None]
    mean, low, high = (np.array(column) for column in zip(*told, strict=True))
    game = np.array([gate.game for gate in gates])
    colour = PUBEVAL if name == "pubeval" else START

    def draw(grid: Any, theme: Theme) -> None:
        axes = grid[0][0]
        axes.axhline(0, color=theme.quiet, lw=0.8, ls=(0, (1, 3)))
        axes.errorbar(game, mean, [mean - low, high - mean], color=theme.line(colour), **MARK)
        axes.yaxis.set_major_formatter("{x:+g}")
        _over_games(axes, float(game[-1]) * 1.02)
        ends, texts = [0.0, float(mean[-1])], [level, f"{mean[-1]:+.3f}"]
        at_line_ends(axes, ends, texts, [theme.quiet, theme.word(colour)], points=15)

    count = f"{gates[-1].games:,}"
    return Picture(
        name=name,
        title=title,
        alt=f"Points a game against {name} over {game[-1]:,} games: {mean[0]:+.3f} after game "
        f"{game[0]:,}, {mean[-1]:+.3f} ({low[-1]:+.3f} to {high[-1]:+.3f}) at the end.",
        caption=f"What was learnt so far, a ply deep, in {count} games each, pairs with the same "
        "dice; bars: 95 % intervals.",
        draw=draw,
        height=3.6 if name == "pubeval" else 3.0,
    )


def with_equity_errors(picture: Picture, gates: Sequence[Gate]) -> Picture:
    """The picture over a panel with the errors of equities, where the same gates tell them."""
    told = [(gate.game, gate.equity_error) for gate in gates if gate.equity_error is not None]
    if not told:
        return picture
    game, error = (np.array(column) for column in zip(*told, strict=True))

    def draw(grid: Any, theme: Theme) -> None:
        upper, lower = (row[0] for row in grid)
        last = gates[-1].game * 1.02
        # Before labels are placed beside the lines: they take of the height.
        upper.set_title(picture.title)
        _over_games(upper, last)
        lower.plot(game, error, "o-", color=theme.line(EQUITY), lw=MARK["lw"], ms=MARK["ms"])
        lower.set_ylim(0, 1.1 * float(error.max()))
        lower.set_title("Equity error, in points")
        _over_games(lower, last)
        at_line_ends(lower, [float(error[-1])], [f"{error[-1]:.3f}"], [theme.word(EQUITY)])
        picture.draw(grid[:1], theme)

    return replace(
        picture,
        title=f"{picture.title}, and how far equities are off",
        alt=f"{picture.alt} Equity error: {error[0]:.3f} points after game {game[0]:,}, "
        f"{error[-1]:.3f} after game {game[-1]:,}.",
        caption=f"{picture.caption} Below, the mean absolute difference between what the networks "
        f"say and what rollouts found in {len(reference_set())} positions.",
        draw=draw,
        height=picture.height + 2.2,
        rows=2,
    )


def errors(passed: Course) -> Picture:
    """How far successive predictions lie apart."""
    return _line(
        "error", "Difference of successive predictions", passed.game, passed.error, colour=4,
        text=f"{passed.error[-1]:.3f}", is_log=False,
        caption="Root of the mean square over all five predictions, from turn to turn. Networks "
        "that know nothing say the same of every position; what stays in the end is mostly what "
        "the dice change.",
    )  # fmt: skip


def steps(passed: Course) -> Picture:
    """The step size."""
    return _line(
        "step", "Step size", passed.game, passed.step, colour=0, text=f"{passed.step[-1]:.3g}",
        is_log=True, caption="The same for all weights, on a log scale.",
    )  # fmt: skip


def _line(
    name: str, title: str, game: Array, values: Array, *, colour: int, text: str, is_log: bool,
    caption: str,
) -> Picture:  # fmt: skip
    def draw(grid: Any, theme: Theme) -> None:
        axes = grid[0][0]
        axes.plot(game, values, color=theme.line(colour), lw=1.5)
        if is_log:
            axes.set_yscale("log")
            axes.yaxis.set_major_formatter(lambda value, _: f"{value:g}")
        else:
            axes.set_ylim(0, 1.08 * float(values.max()))
        _over_games(axes, float(game[-1]))
        at_line_ends(axes, [float(values[-1])], [text], [theme.word(colour)])

    return Picture(
        name=name, title=title,
        alt=f"{title}: {values[0]:.4g} at first, {values[-1]:.4g} after {game[-1]:,.0f} games.",
        caption=caption, draw=draw, height=3.0,
    )  # fmt: skip


def outcomes(passed: Course) -> Picture:
    """How many games end by a gammon or a backgammon, and how many were cut."""
    kinds = {"gammons": (passed.gammons, 1), "backgammons": (passed.backgammons, 5)}
    if passed.unfinished.any():
        kinds["cut"] = (passed.unfinished, 0)

    def draw(grid: Any, theme: Theme) -> None:
        axes = grid[0][0]
        for values, colour in kinds.values():
            axes.plot(passed.game, 100 * values, color=theme.line(colour), lw=1.5)
        axes.set_ylim(0, None)
        axes.yaxis.set_major_formatter("{x:.0f} %")
        _over_games(axes, float(passed.game[-1]))
        ends = [100 * float(values[-1]) for values, _ in kinds.values()]
        at_line_ends(axes, ends, list(kinds), [theme.word(colour) for _, colour in kinds.values()])

    told = ", ".join(f"{kind} {100 * values[-1]:.1f} %" for kind, (values, _) in kinds.items())
    return Picture(
        name="outcomes",
        title="How games end",
        alt=f"Shares of games by how they end; at the end of the run: {told}.",
        caption="Gammons and backgammons of either side, as shares of the finished games"
        + ("; games that were cut at their longest, of all." if "cut" in kinds else "."),
        draw=draw,
        height=3.0,
    )


def _over_games(axes: Any, last: float) -> None:
    axes.set_xlabel("games")
    axes.set_xlim(0, last)
    axes.xaxis.set_major_formatter("{x:,.0f}")
    axes.locator_params(axis="x", nbins=5)
