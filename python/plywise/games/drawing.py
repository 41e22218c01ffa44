"""Positions as pictures, for notebooks."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

from plywise.games.boards import Layout, Standing, layout_of, standing

if TYPE_CHECKING:
    from plywise.games.position import Position

CELL = "color:#000;width:2em;height:2em;text-align:center;padding:0"


def board_html(position: Position) -> str:
    """The board as an HTML table, with the text of the position below.

    >>> import plywise as pw
    >>> "♔" in board_html(pw.game("chess").start())
    True
    >>> "飛" in board_html(pw.game("shogi").start())
    True
    """
    text = str(position)
    layout = layout_of(position.game)
    if layout is None:
        return f"<pre>{escape(text)}</pre>"
    men = {man.place: _man(man, layout) for man in standing(position)}
    rows = "".join(_row(row, men, layout) for row in range(len(layout.rows)))
    return f"<table style='border-collapse:collapse'>{rows}</table><code>{escape(text)}</code>"


def _row(row: int, men: dict[int, str], layout: Layout) -> str:
    width = len(layout.columns)
    cells = (
        f"<td style='background:{_ground(row + column, layout)};{CELL}'>"
        f"{men.get(row * width + column, '')}</td>"
        for column in range(width)
    )
    return f"<tr>{''.join(cells)}</tr>"


def _ground(number: int, layout: Layout) -> str:
    """The colour of a place; where all are alike, a line parts them."""
    colours = layout.grounds
    line = ";border:1px solid #0006" if len(colours) == 1 else ""
    return colours[number % len(colours)] + line


def _man(man: Standing, layout: Layout) -> str:
    is_second = man.side == "second"
    sign = layout.signs.get(man.kind, "??")[is_second]
    if layout.inks is not None:
        return f"<span style='color:{layout.inks[is_second]}'>{sign}</span>"
    if is_second and layout.second == "turned":  # that is how one tells them apart
        return f"<span style='display:inline-block;transform:rotate(180deg)'>{sign}</span>"
    return sign
