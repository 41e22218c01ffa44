"""What the hidden units of a board network like, drawn on boards."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from plywise.evaluation.board_shape import BoardShape
from plywise.evaluation.board_units import Unit, units
from plywise.report.boards import draw_board
from plywise.report.picture import Picture

if TYPE_CHECKING:
    from plywise.evaluation.boards import Board
    from plywise.evaluation.weights import Weights
    from plywise.report.theme import Theme

UNITS = 6
"""Hidden units that a page shows."""


def picture(weights: Weights) -> Picture | None:
    """The units that say most, a row each; None where there are no such units."""
    if not isinstance(weights.shape, BoardShape):
        return None
    shown = units(weights, UNITS)
    columns = len(shown[0].boards) // 2

    def draw(grid: Any, theme: Theme) -> None:
        for row, unit in enumerate(shown):
            for half in (0, 1):
                boards = unit.boards[half * columns :][:columns]
                _row(grid[2 * row + half], boards, unit if half == 0 else None, theme)

    told = "; ".join(_told(unit) for unit in shown)
    return Picture(
        name="board-units",
        title="What hidden units like",
        alt=f"Of each unit a board for every kind of man, own men above: {told}.",
        caption="The units that say most, own men above and the other side's below. Orange: a man "
        "there is good for the side that looks, blue: bad; each board has its own scale. "
        f"{told}. Of the run with the first seed.",
        draw=draw,
        height=7.2 / columns * 2 * len(shown) * 1.25,
        rows=2 * len(shown),
        columns=columns,
    )


def _row(places: Sequence[Any], boards: Sequence[Board], unit: Unit | None, theme: Theme) -> None:
    for axes, board in zip(places, boards, strict=True):
        draw_board(axes, board, None, theme)
        axes.set_title(f"{board.name} ±{board.reach:.2f}", fontsize=6.5)
    if unit is not None:
        places[0].set_ylabel(f"{unit.name}, {100 * unit.share:.0f} %", fontsize=8.5)


def _told(unit: Unit) -> str:
    middle, end = unit.worths
    return (
        f"{unit.name} has {100 * unit.share:.0f} % of what all say, worth {middle:+.2f} in the "
        f"middle game and {end:+.2f} in the end"
    )
