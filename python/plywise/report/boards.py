"""Pictures of what places are worth: a board for each table, at the end and on the way there."""

from collections.abc import Sequence
from math import ceil
from typing import Any

import numpy as np

from plywise.evaluation.boards import Board, boards
from plywise.games.boards import Layout, layout_of
from plywise.report.picture import Picture
from plywise.report.theme import Theme
from plywise.report.traces import Trace, common_length

ABOVE, BELOW = 4, 3
"""The series whose colours tell better places from worse ones: orange and blue."""
STEPS = 8
"""Steps of shade on either side: squares of one step are one shape, which keeps pages small."""
MOMENTS = (0.02, 0.1, 0.3, 1.0)
"""When the boards on the way are drawn, as shares of the games."""
WINDOW = 0.05
"""The games whose mean is a moment, as a share of all."""
FEW_COLUMNS = 3
"""Boards side by side; where the game has more stages, one for each."""
MOST_ROWS = 6
"""Boards that are shown on the way; a set may have more."""


def all_boards(traces: Sequence[Trace]) -> list[Picture]:
    """The pictures of boards that the runs give cause for."""
    features = traces[0].features
    if features is None or all(table.is_row for table in features.tables):
        return []
    return [at_the_end(traces), on_the_way(traces)]


def final_boards(traces: Sequence[Trace]) -> list[Board]:
    """The boards of the mean over the runs, in units; rows of numbers are none.

    Where the game has stages, those of one kind stand beside each other.
    """
    mean = np.mean([trace.values() for trace in traces], axis=0)
    features = traces[0].features
    drawn = _boards(traces[0], mean.tolist())
    if features is not None and features.stages:
        kinds = {table.kind: place for place, table in reversed([*enumerate(features.tables)])}
        pairs = sorted(zip(features.tables, drawn, strict=True), key=lambda p: kinds[p[0].kind])
        drawn = [board for _, board in pairs]
    return [board for board in drawn if len(board.rows) > 1]


def at_the_end(traces: Sequence[Trace], only: str = "") -> Picture:
    """Every table as a board, mean over the last half of the games and over the runs.

    `only` those of a kind: `pos_base` in every stage.
    """
    drawn = [board for board in final_boards(traces) if _short(board.name).endswith(only)]
    layout = _layout(traces[0])
    assert traces[0].features is not None, "asked by all_boards"
    columns = min(max(FEW_COLUMNS, len(traces[0].features.stages)), len(drawn))
    rows = ceil(len(drawn) / columns)

    def draw(grid: Any, theme: Theme) -> None:
        places = [axes for row in grid for axes in row]
        for axes, board in zip(places, drawn, strict=False):
            gap = "  " if columns <= FEW_COLUMNS else "\n"  # four titles do not fit side by side
            axes.set_title(f"{board.name}{gap}{board.low:.2f} to {board.high:.2f}", fontsize=8.5)
            draw_board(axes, board, layout, theme)
        for axes in places[len(drawn) :]:
            axes.set_axis_off()

    told = "; ".join(
        f"{b.name} from {b.low:.2f} to {b.high:.2f}, {_best(b, layout)}" for b in drawn
    )
    return Picture(
        name="boards",
        title="What pieces are worth where",
        alt=f"Boards as the first player sees them, {traces[0].units}: {told}.",
        caption=f"{traces[0].units}, as the first player sees the board. Orange: above the mean of "
        "the board, blue: below it; each board has its own scale.",
        draw=draw,
        height=(7.2 / columns) * _tallness(drawn) * rows * (1.06 if columns <= FEW_COLUMNS else 1.2)
        + 0.2,
        rows=rows,
        columns=columns,
    )


def on_the_way(traces: Sequence[Trace]) -> Picture:
    """The boards after a few games and later: how the pattern comes out."""
    games = common_length(traces)
    ends = [max(1, round(share * games)) for share in MOMENTS]
    shown = _on_the_way(traces[0])
    moments = [[_moment(traces, end, games)[n] for n in shown] for end in ends]
    rows = len(moments[0])

    def draw(grid: Any, theme: Theme) -> None:
        for column, (end, drawn) in enumerate(zip(ends, moments, strict=True)):
            for row in range(rows):
                axes = grid[row][column]
                _board(axes, drawn[row], theme)
                axes.set_xticks([])
                axes.set_yticks([])
                if row == 0:
                    axes.set_title(f"game {end:,}", fontsize=8.5, loc="center")
                if column == 0:
                    axes.set_ylabel(_short(drawn[row].name), fontsize=8.5)

    names = ", ".join(_short(board.name) for board in moments[0])
    return Picture(
        name="boards-on-the-way",
        title="How the boards came about",
        alt=f"The boards of {names} after {', '.join(f'{end:,}' for end in ends)} games.",
        caption="Means of some games before each moment; every board has its own scale, so what "
        "grows is the pattern, not the colour.",
        draw=draw,
        height=(7.2 / len(ends)) * _tallness(moments[0]) * rows * 0.8 + 0.3,
        rows=rows,
        columns=len(ends),
    )


def _on_the_way(trace: Trace) -> list[int]:
    """The first boards of every stage or phase, not many more than a page bears."""
    assert trace.features is not None, "asked by all_boards"
    tables, blocks = trace.features.tables, trace.features.blocks
    each = max(1, MOST_ROWS // len(blocks))
    of = [
        [n for n, table in enumerate(tables) if table.block == block and not table.is_row]
        for block in blocks
    ]
    return [n for numbers in of for n in numbers[:each]]


def _moment(traces: Sequence[Trace], end: int, games: int) -> list[Board]:
    begin = max(0, end - max(1, round(WINDOW * games)))
    means = [trace.mean(begin, end) / trace.scale() for trace in traces]
    return _boards(traces[0], np.mean(means, axis=0).tolist())


def _boards(trace: Trace, values: list[float]) -> list[Board]:
    assert trace.features is not None, "asked by all_boards"
    return boards(trace.features, dict(zip(trace.names, values, strict=True)))


def _layout(trace: Trace) -> Layout | None:
    return None if trace.features is None else layout_of(trace.features.game)


def _tallness(drawn: Sequence[Board]) -> float:
    """Rows to columns, of the board that is tallest."""
    return max(len(board.rows) / len(board.rows[0]) for board in drawn)


def _short(name: str) -> str:
    return name.partition(",")[0]


def draw_board(axes: Any, board: Board, layout: Layout | None, theme: Theme) -> None:
    """A board on the axes, with the names of its columns and rows where the game has them."""
    _board(axes, board, theme)
    _names(axes, board, layout)


def _board(axes: Any, board: Board, theme: Theme) -> None:
    """The places as squares, coloured by how far they lie from the mean of the board."""
    from matplotlib.patches import PathPatch
    from matplotlib.path import Path

    height = len(board.rows)
    squares: dict[int, list[tuple[int, int]]] = {}
    for row, values in enumerate(board.rows):
        for column, value in enumerate(values):
            if value is not None and (step := round(STEPS * board.shade(value))):
                squares.setdefault(step, []).append((column, height - 1 - row))
    for step, corners in sorted(squares.items()):
        shape = Path.make_compound_path(*(_square(Path, *corner) for corner in corners))
        colour = theme.line(ABOVE if step > 0 else BELOW)
        axes.add_patch(PathPatch(shape, facecolor=colour, alpha=abs(step) / STEPS, lw=0))
    axes.set_xlim(0, len(board.rows[0]))
    axes.set_ylim(0, height)
    axes.set_aspect("equal")
    for side in ("top", "right"):
        axes.spines[side].set_visible(True)


def _square(path: Any, x: int, y: int) -> Any:
    return path([(x, y), (x + 1, y), (x + 1, y + 1), (x, y + 1), (x, y)], closed=True)


def _names(axes: Any, board: Board, layout: Layout | None) -> None:
    """The names of the columns and rows, where the board is the game's."""
    shape = (len(board.rows), len(board.rows[0]))
    if layout is None or shape != (len(layout.rows), len(layout.columns)):
        axes.set_xticks([])
        axes.set_yticks([])
        return
    height, width = shape
    axes.set_xticks([n + 0.5 for n in range(width)], list(layout.columns), fontsize=6.5)
    axes.set_yticks([n + 0.5 for n in range(height)], list(reversed(layout.rows)), fontsize=6.5)
    axes.tick_params(length=0, pad=1.5)


def _best(board: Board, layout: Layout | None) -> str:
    """The best place, by name where it has one."""
    row, column = max(
        (
            (r, c)
            for r, values in enumerate(board.rows)
            for c, v in enumerate(values)
            if v is not None
        ),
        key=lambda place: board.rows[place[0]][place[1]] or 0.0,
    )
    if layout is None or (len(board.rows), len(board.rows[0])) != (
        len(layout.rows),
        len(layout.columns),
    ):
        return f"best in row {row + 1}, column {column + 1}"
    names = (layout.columns[column], layout.rows[row])
    return f"best on {''.join(names)}"
