"""Bars and dots that the experiments on the search share."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from plywise.experiments.kit.result import Cell
from plywise.report.labels import at_line_ends
from plywise.report.picture import Picture
from plywise.report.theme import Theme
from plywise.report.traces import Array

BAR = 0.8
"""The share of its room that a group of bars fills."""


@dataclass(frozen=True, kw_only=True)
class Group:
    """Bars that stand together, one for each name of the picture."""

    label: str
    measured: Sequence[Cell]
    published: Sequence[Cell] = ()


@dataclass(frozen=True, kw_only=True)
class Points:
    """Dots of one colour."""

    label: str
    x: Array
    y: Array


@dataclass(frozen=True, kw_only=True)
class Bar:
    """A bar made of parts, from the left, with what was published as a mark on it."""

    label: str
    parts: Sequence[float]
    published: float | None = None
    told: str = ""
    """What is written behind it."""


def _height(cell: Cell) -> float:
    """Of a bar; what was not run has none."""
    return cell if isinstance(cell, float) else 0.0


def grouped(
    name: str,
    title: str,
    groups: Sequence[Group],
    *,
    names: Sequence[str],
    units: str,
    caption: str,
) -> Picture:
    """Groups of upright bars, published values as diamonds."""
    width = BAR / len(names)

    def draw(grid: Any, theme: Theme) -> None:
        axes = grid[0][0]
        for n, label in enumerate(names):
            xs = [g + (n - (len(names) - 1) / 2) * width for g in range(len(groups))]
            heights = [_height(group.measured[n]) for group in groups]
            axes.bar(xs, heights, width * 0.9, color=theme.line(n), label=label, lw=0)
            marks = [(x, group.published[n]) for x, group in zip(xs, groups, strict=True)
                     if group.published]  # fmt: skip
            if marks:
                axes.plot(*zip(*marks, strict=True), "D", ms=4, mfc=theme.paper, mec=theme.ink)
        axes.axhline(0, color=theme.quiet, lw=0.7)
        axes.set_xticks(range(len(groups)), [group.label for group in groups])
        axes.set_ylabel(units)
        axes.legend(frameon=False, ncols=len(names), loc="lower left", bbox_to_anchor=(0, 1.0))

    def words(group: Group) -> str:
        cells = zip(names, group.measured, strict=True)
        return f"{group.label}: " + ", ".join(f"{name} {_height(cell):.1f}" for name, cell in cells)

    told = "; ".join(words(group) for group in groups)
    return Picture(name=name, title=title, alt=f"Bars, {units}. {told}.", caption=caption,
                   draw=draw, height=4.0)  # fmt: skip


def scattered(
    name: str,
    title: str,
    points: Sequence[Points],
    *,
    across: str,
    up: str,
    caption: str,
) -> Picture:
    """Dots over a logarithmic axis."""

    def draw(grid: Any, theme: Theme) -> None:
        axes = grid[0][0]
        for n, some in enumerate(points):
            axes.scatter(
                some.x, some.y, s=7, color=theme.line(n), label=some.label, lw=0, alpha=0.7
            )
        axes.set_xscale("log")
        axes.xaxis.set_major_formatter("{x:g}")
        axes.axhline(0, color=theme.quiet, lw=0.7)
        axes.set_xlabel(across)
        axes.set_ylabel(up)
        axes.legend(frameon=False, ncols=len(points), loc="lower left", bbox_to_anchor=(0, 1.0),
                    handletextpad=0, columnspacing=0.8)  # fmt: skip

    total = sum(len(some.x) for some in points)
    return Picture(name=name, title=title, alt=f"{total} dots: {up} over {across}.",
                   caption=caption, draw=draw, height=4.2)  # fmt: skip


def stacked(
    name: str,
    title: str,
    bars: Sequence[Bar],
    *,
    names: Sequence[str],
    units: str,
    caption: str,
) -> Picture:
    """Lying bars of several parts, the first on top."""

    def draw(grid: Any, theme: Theme) -> None:
        axes = grid[0][0]
        rows = range(len(bars))
        begun = [0.0] * len(bars)
        for n, label in enumerate(names):
            lengths = [bar.parts[n] for bar in bars]
            if any(lengths):
                axes.barh(rows, lengths, left=begun, height=0.72, color=theme.line(n), label=label)
            begun = [a + b for a, b in zip(begun, lengths, strict=True)]
        marks = [(bar.published, n) for n, bar in enumerate(bars) if bar.published is not None]
        if marks:
            axes.plot(*zip(*marks, strict=True), "D", ms=4, mfc=theme.paper, mec=theme.ink,
                      ls="", label="published")  # fmt: skip
        for n, bar in enumerate(bars):
            end = max(begun[n], bar.published or 0.0)
            axes.annotate(bar.told, (end, n), (7, 0), textcoords="offset points", va="center",
                          fontsize=8)  # fmt: skip
        axes.set_yticks(rows, [bar.label for bar in bars])
        axes.invert_yaxis()
        axes.set_xlabel(units)
        axes.set_xlim(0, None)
        axes.margins(x=0.15)
        axes.locator_params(axis="x", nbins=6)
        axes.xaxis.set_major_formatter("{x:,g}")
        if any(begun) or marks:
            axes.legend(frameon=False, ncols=2, loc="lower left", bbox_to_anchor=(0, 1.0))

    told = "; ".join(f"{bar.label} {sum(bar.parts):,.4g}" for bar in bars)
    return Picture(name=name, title=title, alt=f"Bars, {units}. {told}.", caption=caption,
                   draw=draw, height=1.4 + 0.24 * len(bars))  # fmt: skip


def depth_lines(
    name: str,
    title: str,
    measured: Mapping[str, Mapping[int, tuple[float, float]]],
    *,
    units: str,
    caption: str,
    published: Mapping[str, Mapping[int, float]] | None = None,
    level: float | None = None,
) -> Picture:
    """A line for each name over the search depth, with errors; published values as diamonds."""

    def draw(grid: Any, theme: Theme) -> None:
        axes = grid[0][0]
        if level is not None:
            axes.axhline(level, color=theme.quiet, lw=0.8, ls=(0, (1, 3)))
        drawn = {label: cells for label, cells in measured.items() if cells}
        for n, (label, cells) in enumerate(drawn.items()):
            middles, errors = zip(*cells.values(), strict=True)
            colour = theme.line(n + 1)
            axes.errorbar(list(cells), middles, errors, fmt="o-", ms=5, color=colour, lw=1.4)
            marks = (published or {}).get(label, {})
            axes.plot(list(marks), list(marks.values()), "D", ms=5, mfc="none", color=colour)
        axes.set_xlabel("search depth, plies")
        axes.set_ylabel(units)
        depths = {depth for some in (measured, published or {}) for cells in some.values()
                  for depth in cells}  # fmt: skip
        axes.set_xticks(sorted(depths))
        ends = [list(cells.values())[-1][0] for cells in drawn.values()]
        at_line_ends(axes, ends, list(drawn), [theme.word(n + 1) for n in range(len(drawn))])

    told = "; ".join(
        f"{label}: " + ", ".join(f"depth {depth} {cell[0]:.1f}" for depth, cell in cells.items())
        for label, cells in measured.items()
    )
    return Picture(name=name, title=title, alt=f"{units} by depth. {told}.", caption=caption,
                   draw=draw, height=4.2)  # fmt: skip
