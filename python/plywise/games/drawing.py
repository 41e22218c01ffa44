"""Positions as pictures, for notebooks."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

from plywise.games.boards import Layout, Standing, layout_of, standing
from plywise.games.sketch import sketch_of

if TYPE_CHECKING:
    from plywise.games.position import Position
    from plywise.games.sketch import Sketch

SIGNS = {
    "disc": "○●", "stone": "●●", "cross": "✕✕", "ring": "○○", "king": "♔♚", "queen": "♕♛",
    "rook": "♖♜", "bishop": "♗♝", "knight": "♘♞", "pawn": "♙♟",
}  # fmt: skip
"""What stands in notebooks for the pieces that a sketch names: the first player's, the second's."""
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
    if (sketch := sketch_of(position)) is not None:
        return sketch_html(sketch) + f"<code>{escape(text)}</code>"
    layout = layout_of(position.game)
    if layout is None:
        return f"<pre>{escape(text)}</pre>"
    men = {man.place: _man(man, layout) for man in standing(position)}
    rows = "".join(_row(row, men, layout) for row in range(len(layout.rows)))
    return f"<table style='border-collapse:collapse'>{rows}</table><code>{escape(text)}</code>"


def sketch_html(sketch: Sketch) -> str:
    """The board that a game in Python draws of itself, with what is to be read below it.

    >>> import plywise as pw
    >>> "✕" in board_html(pw.game("tic-tac-toe").start().after("4"))
    True
    """
    rows = "".join(
        "<tr>" + "".join(_cell(sketch, name, r + c) for c, name in enumerate(row)) + "</tr>"
        for r, row in enumerate(sketch.cells)
    )
    note = f"<p>{escape(sketch.note)}</p>" if sketch.note else ""
    return f"<table style='border-collapse:collapse'>{rows}</table>{note}"


def _cell(sketch: Sketch, name: str, number: int) -> str:
    if not name:
        return f"<td style='{CELL}'></td>"
    kind, side = sketch.pieces.get(name, ("", ""))
    signs = SIGNS.get(kind, escape(kind[:3]))
    sign = signs[side == "second"] if kind in SIGNS else signs
    colour = sketch.grounds[number % len(sketch.grounds)]
    line = ";border:1px solid #0006" if len(sketch.grounds) == 1 else ""
    return f"<td style='background:{colour}{line};{CELL}'>{sign}</td>"


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
