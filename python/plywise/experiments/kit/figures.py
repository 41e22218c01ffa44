"""Pictures that several experiments share: named curves, small multiples, values by depth."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from plywise.report.labels import at_line_ends
from plywise.report.picture import Picture
from plywise.report.plots import Bands, bands
from plywise.report.theme import Theme
from plywise.report.traces import Array, Trace, thin


@dataclass(frozen=True, kw_only=True)
class Curve:
    """One line of a chart, a value after each game."""

    label: str
    values: Array
    colour: int
    """The palette's series."""


def curves(
    name: str,
    title: str,
    lines: Sequence[Curve],
    *,
    caption: str,
    bottom: float | None = None,
    top: float | None = None,
    levels: Sequence[float] = (),
    units: str = "games",
) -> Picture:
    """Lines over the games, each named at its end; dotted levels to compare with."""

    def draw(grid: Any, theme: Theme) -> None:
        axes = grid[0][0]
        for level in levels:
            axes.axhline(level, color=theme.quiet, lw=0.8, ls=(0, (1, 3)))
        for line in lines:
            picked = thin(len(line.values), 600)
            axes.plot(picked + 1, line.values[picked], color=theme.line(line.colour), lw=1.5)
        axes.set_xlabel(units)
        axes.set_xlim(0, max(len(line.values) for line in lines))
        axes.set_ylim(bottom, top)
        axes.xaxis.set_major_formatter("{x:,.0f}")
        axes.locator_params(axis="x", nbins=6)
        ends = [float(np.mean(line.values[-20:])) for line in lines]
        colours = [theme.word(line.colour) for line in lines]
        at_line_ends(axes, ends, [line.label for line in lines], colours)

    told = "; ".join(f"{line.label} ends at {line.values[-1]:.3f}" for line in lines)
    return Picture(
        name=name, title=title, alt=f"Line chart over {units}: {told}.", caption=caption,
        draw=draw, height=4.0,
    )  # fmt: skip


def panels(
    name: str,
    title: str,
    kinds: Mapping[str, Sequence[Trace]],
    *,
    caption: str,
    raw: bool = False,
) -> Picture:
    """The weights of several kinds of runs, a panel each, on one scale; `raw`: as learnt."""
    drawn = {label: bands(traces, raw=raw) for label, traces in kinds.items()}
    # The wildest run should not press all others to the floor.
    least = min(0.0, *(max(-10.0, 1.05 * float(np.quantile(b[2], 0.005))) for b in drawn.values()))
    most = max(min(25.0, 1.05 * float(np.quantile(b[3], 0.995))) for b in drawn.values())
    names = next(iter(kinds.values()))[0].names

    def draw(grid: Any, theme: Theme) -> None:
        cells = [axes for row in grid for axes in row]
        for axes, (label, lines) in zip(cells, drawn.items(), strict=False):
            axes.set_title(label)
            axes.set_ylim(least, most)
            _panel(axes, names, lines, theme)
        for spare in cells[len(drawn) :]:
            spare.set_visible(False)

    rows = (len(kinds) + 1) // 2
    told = "; ".join(f"{label}: {_final(names, lines[1][-1])}" for label, lines in drawn.items())
    return Picture(
        name=name, title=title, alt=f"Learnt weights over the games, a panel a method. {told}.",
        caption=caption, draw=draw, height=2.9 * rows, rows=rows, columns=min(2, len(kinds)),
    )  # fmt: skip


def _panel(axes: Any, names: Sequence[str], lines: Bands, theme: Theme) -> None:
    x, middle, low, high = lines
    for n in range(len(names)):
        axes.fill_between(x, low[:, n], high[:, n], color=theme.line(n), alpha=0.15, lw=0)
        axes.plot(x, middle[:, n], color=theme.line(n), lw=1.3)
    axes.set_xlabel("games")
    axes.set_xlim(0, x[-1])
    axes.xaxis.set_major_formatter("{x:,.0f}")
    axes.locator_params(axis="x", nbins=4)
    ends = np.clip(middle[-1], *axes.get_ylim()).tolist()
    at_line_ends(axes, ends, list(names), [theme.word(n) for n in range(len(names))], points=11)


def _final(names: Sequence[str], values: Array) -> str:
    return ", ".join(f"{n} {v:.2f}" for n, v in zip(names, values, strict=True))


def by_depth(
    measured: Mapping[int, Sequence[Array]],
    published: Mapping[int, Sequence[float]],
    names: Sequence[str],
    *,
    unit: str = "Pawn = 1",
) -> Picture:
    """Learnt values by search depth, with the spread over seeds, beside the published ones."""

    def draw(grid: Any, theme: Theme) -> None:
        axes = grid[0][0]
        for n in range(len(names)):
            colour = theme.line(n)
            for depth, runs in measured.items():
                values = [float(run[n]) for run in runs]
                spread = float(np.std(values, ddof=1)) if len(values) > 1 else 0.0
                middle = float(np.mean(values))
                axes.errorbar(depth - 0.08, middle, spread, fmt="o", ms=5, color=colour, lw=1.2)
            xs = [depth + 0.08 for depth in published]
            ys = [values[n] for values in published.values()]
            axes.plot(xs, ys, "D", ms=5, mfc="none", color=colour)
        axes.set_xlabel("search depth, plies")
        axes.set_xticks(sorted({*measured, *published}))
        axes.set_ylim(0, None)
        last = max(published)
        ends = [published[last][n] for n in range(len(names))]
        at_line_ends(axes, ends, list(names), [theme.word(n) for n in range(len(names))])

    told = "; ".join(
        f"depth {depth}: {', '.join(f'{v:.2f}' for v in np.mean(runs, axis=0))}"
        for depth, runs in measured.items()
    )
    return Picture(
        name="depths",
        title="Values by search depth",
        alt=f"Learnt values of {', '.join(names)} by depth. {told}.",
        caption=f"● measured, with the standard deviation over seeds; ◇ published. {unit}.",
        draw=draw,
        height=4.2,
    )
