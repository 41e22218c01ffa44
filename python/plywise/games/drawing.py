"""Positions as pictures, for notebooks."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from plywise.games.position import Position

_MEN = dict(zip("KQRBNPkqrbnp", "♔♕♖♗♘♙♚♛♜♝♞♟", strict=True))


def board_html(position: Position) -> str:
    """The board as an HTML table, with the text of the position below.

    >>> import plywise as pw
    >>> "♔" in board_html(pw.game("chess").start())
    True
    """
    text = str(position)
    if position.game != "chess":
        return f"<pre>{escape(text)}</pre>"
    rows = [_row(rank, row) for rank, row in enumerate(text.split()[0].split("/"))]
    table = f"<table style='border-collapse:collapse'>{''.join(rows)}</table>"
    return f"{table}<code>{escape(text)}</code>"


def _row(rank: int, row: str) -> str:
    squares = "".join(" " * int(c) if c.isdigit() else c for c in row)
    cells = []
    for file, man in enumerate(squares):
        shade = "#f0d9b5" if (rank + file) % 2 == 0 else "#b58863"
        style = f"background:{shade};color:#000;width:2em;height:2em;text-align:center;padding:0"
        cells.append(f"<td style='{style}'>{_MEN.get(man, '')}</td>")
    return f"<tr>{''.join(cells)}</tr>"
