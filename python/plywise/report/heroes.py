"""The wide picture that opens the README: five numbers, learnt from nothing."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from plywise.report.labels import at_line_ends
from plywise.report.picture import Picture
from plywise.report.plots import bands
from plywise.report.theme import NEUTRAL, Theme
from plywise.report.traces import Array, Trace

WIDTH, HEIGHT = 10.0, 3.9


def write(traces: Sequence[Trace], references: Mapping[str, Array], path: Path) -> Path:
    """Draw the picture in middle tones on a transparent ground, as SVG or PNG."""
    return picture(traces, references).save(path, theme=NEUTRAL, width=WIDTH)


def picture(traces: Sequence[Trace], references: Mapping[str, Array]) -> Picture:
    """Weights over the games, each line named by its piece and its value at the end."""
    names = traces[0].names
    shown = traces[0].rows
    final = np.mean([trace.values() for trace in traces], axis=0)

    def draw(grid: Any, theme: Theme) -> None:
        axes = grid[0][0]
        x, middle, low, high = bands(traces)
        for n in shown:
            axes.fill_between(x, low[:, n], high[:, n], color=theme.line(n), alpha=0.2, lw=0)
            axes.plot(x, middle[:, n], color=theme.line(n), lw=2.2)
        axes.set_xlim(0, x[-1])
        axes.set_ylim(0, float(high[:, shown].max()) * 1.05)
        _quiet(axes, theme, traces[0].unit)
        texts = [f"{names[n]}  {final[n]:.1f}" for n in shown]
        colours = [theme.word(n) for n in shown]
        at_line_ends(axes, final[shown].tolist(), texts, colours, points=15, size=12)

    told = ", ".join(f"{names[n]} {final[n]:.1f}" for n in shown)
    return Picture(
        name="hero",
        title="Weights being learnt",
        alt=f"Piece values over {traces[0].games:,} games of self-play; at the end {told}.",
        draw=draw,
        height=HEIGHT,
    )


def _quiet(axes: Any, theme: Theme, unit: str) -> None:
    axes.set_xlabel("games of self-play", fontsize=11)
    axes.set_ylabel(f"value, {unit} = 1", fontsize=11)
    axes.tick_params(labelsize=10.5)
    axes.xaxis.set_major_formatter("{x:,.0f}")
    axes.locator_params(axis="both", nbins=6, integer=True)
    axes.grid(axis="y", color=theme.quiet, lw=0.5, alpha=0.3)
    axes.spines["left"].set_visible(False)
    axes.tick_params(axis="y", length=0)
