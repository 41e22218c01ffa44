"""Pictures of terms that stand in a row: what a number of squares or a rank is worth, as bars."""

from collections.abc import Sequence
from math import ceil
from typing import Any

import numpy as np

from plywise.evaluation.features import Table
from plywise.report.picture import Picture
from plywise.report.theme import Theme
from plywise.report.traces import Trace

COLOURS = (3, 4, 1, 2)
"""The series of the blocks in their order: blue, orange, and two more for four stages."""


def all_rows(traces: Sequence[Trace]) -> list[Picture]:
    """The picture of the tables of one row, where the runs' features have such."""
    features = traces[0].features
    rows = [table for table in features.tables if table.is_row] if features else []
    return [rows_at_the_end(traces, rows)] if rows else []


def rows_at_the_end(traces: Sequence[Trace], rows: Sequence[Table]) -> Picture:
    """Each row as bars, those of all blocks side by side; mean over last halves and over runs."""
    values = np.mean([trace.values() for trace in traces], axis=0)
    names = traces[0].names
    kinds = list(dict.fromkeys(table.kind for table in rows))
    blocks = list(dict.fromkeys(table.block for table in rows))
    of = {(table.kind, table.block): table.features for table in rows}
    columns = min(3, len(kinds))
    lines = ceil(len(kinds) / columns)

    def draw(grid: Any, theme: Theme) -> None:
        places = [axes for line in grid for axes in line]
        for axes, kind in zip(places, kinds, strict=False):
            labels = [_number(names[i]) for i in of[kind, blocks[0]]]
            width = 0.8 / len(blocks)
            for n, block in enumerate(blocks):
                heights = [values[i] for i in of[kind, block]]
                at = np.arange(len(heights)) + (n - (len(blocks) - 1) / 2) * width
                axes.bar(
                    at, heights, width, color=theme.line(COLOURS[n % len(COLOURS)]), label=block
                )
            axes.axhline(0.0, color=theme.quiet, lw=0.6)
            axes.set_title(kind.replace("_", " "), fontsize=8.5)
            step = max(1, len(labels) // 8)
            axes.set_xticks(range(0, len(labels), step), labels[::step], fontsize=6.5)
            axes.tick_params(axis="y", labelsize=6.5)
        if len(blocks) > 1:
            places[0].legend(fontsize=7, frameon=False)
        for axes in places[len(kinds) :]:
            axes.set_axis_off()

    told = "; ".join(
        f"{table.name} from {min(shown):.2f} to {max(shown):.2f}"
        for table in rows
        if (shown := [float(values[i]) for i in table.features])
    )
    return Picture(
        name="rows",
        title="What a number of squares or a rank is worth",
        alt=f"Bars, {traces[0].units}: {told}.",
        caption=f"{traces[0].units}; mean of the last half of the games.",
        draw=draw,
        height=1.7 * lines + 0.2,
        rows=lines,
        columns=columns,
    )


def _number(name: str) -> str:
    """The number at the end of a name.

    >>> _number("middle.knight_mobility_3"), _number("end.passed_rank7")
    ('3', '7')
    """
    return name[len(name.rstrip("0123456789")) :]
