"""Positions as pictures, for notebooks."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING, Final

from plywise.games.boards import Layout, Standing, layout_of, standing

if TYPE_CHECKING:
    from plywise.games.position import Position

KINDS: Final = ("king", "queen", "rook", "bishop", "knight", "pawn")
CHESS: Final = {
    "first": dict(zip(KINDS, "♔♕♖♗♘♙", strict=True)),
    "second": dict(zip(KINDS, "♚♛♜♝♞♟", strict=True)),
}
SHOGI: Final = {
    "king": "玉", "rook": "飛", "bishop": "角", "gold": "金", "silver": "銀", "knight": "桂",
    "lance": "香", "pawn": "歩", "dragon": "龍", "horse": "馬", "promoted_silver": "全",
    "promoted_knight": "圭", "promoted_lance": "杏", "tokin": "と",
}  # fmt: skip
DISCS: Final = {"first": "#111", "second": "#fff"}
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
    """The colour of a place: chequered in chess, one board of wood or cloth elsewhere."""
    if layout.chequered:
        return "#f0d9b5" if number % 2 == 0 else "#b58863"
    return f"{'#3f8f5f' if layout.second == 'same' else '#efd39a'};border:1px solid #0006"


def _man(man: Standing, layout: Layout) -> str:
    if layout.chequered:
        return CHESS[man.side][man.kind]
    if layout.second == "same":
        return f"<span style='color:{DISCS[man.side]}'>●</span>"
    if man.side == "first":
        return SHOGI[man.kind]
    # The second player's pieces look the other way: that is how one tells them apart.
    return f"<span style='display:inline-block;transform:rotate(180deg)'>{SHOGI[man.kind]}</span>"
