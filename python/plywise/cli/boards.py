"""Boards on a terminal: coloured squares, shaded ones where there is no colour, or numbers."""

import os
import shutil
import sys
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, TextIO

from plywise.games.boards import Layout, layout_of

if TYPE_CHECKING:
    from plywise.evaluation.boards import Board

GAP = 3
"""Spaces between two boards."""
SHADES = "·░▒▓█"
"""From the least value to the greatest, without colour."""
BELOW, ABOVE = (0, 114, 178), (230, 159, 0)
"""Blue is below the mean of a board, orange above it; both can be told apart by all eyes."""
DARK, LIGHT = (40, 43, 48), (245, 245, 240)


def drawn(
    boards: Sequence["Board"], game: str, *, numbers: bool = False, colour: bool | None = None
) -> list[str]:
    """The boards side by side, as many as the terminal is wide.

    >>> from plywise.evaluation.boards import Board
    >>> tiny = Board(name="disc", rows=((0.5, 1.0), (None, 1.5)))
    >>> print(*drawn([tiny], "tic-tac-toe", colour=False), sep=chr(10))
    disc 0.50 to 1.50
    ··▒▒
      ██
    >>> print(*drawn([tiny], "tic-tac-toe", numbers=True, colour=False), sep=chr(10))
    disc 0.50 to 1.50
      0.50  1.00
            1.50
    """
    coloured = has_colour() if colour is None else colour
    blocks = [list(_block(board, layout_of(game), numbers, coloured)) for board in boards]
    lines: list[str] = []
    for row in _rows(blocks, shutil.get_terminal_size((100, 24)).columns):
        lines += [*([""] if lines else []), *_joined(row)]
    return lines


def has_colour(stream: TextIO | None = None) -> bool:
    """Whether stdout, or a stream, is a terminal that shows colours, and nobody asked for none."""
    plain = os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb"
    return (stream or sys.stdout).isatty() and not plain


Line = tuple[str, int]
"""A line and the width that it takes: colours are letters that take none."""


def _block(board: "Board", layout: Layout | None, numbers: bool, colour: bool) -> Iterator[Line]:
    """The lines of one board, all of one width."""
    named = layout is not None and _fits(board, layout)
    rows = layout.rows if layout is not None and named else ""
    margin = 2 if named else 0
    cell = 6 if numbers else 2
    width = max(margin + cell * len(board.rows[0]), len(_title(board)))
    yield _title(board), len(_title(board))
    for number, row in enumerate(board.rows):
        label = f"{rows[number]} " if named else ""
        yield (
            label + "".join(_cell(board, v, numbers, colour) for v in row),
            (margin + cell * len(row)),
        )
    if layout is not None and named:
        files = "".join(name.rjust(cell) if numbers else f"{name} " for name in layout.columns)
        yield " " * margin + files, margin + len(files)
    yield "", width


def _title(board: "Board") -> str:
    return f"{board.name} {board.low:.2f} to {board.high:.2f}"


def _fits(board: "Board", layout: Layout) -> bool:
    return (len(board.rows), len(board.rows[0])) == (len(layout.rows), len(layout.columns))


def _cell(board: "Board", value: float | None, numbers: bool, colour: bool) -> str:
    if value is None:
        return " " * (6 if numbers else 2)
    shade = board.shade(value)
    if numbers:
        text = f"{value:6.2f}"
        return _painted(text, shade) if colour else text
    if colour:
        return _painted("  ", shade)
    return 2 * SHADES[round((shade + 1) / 2 * (len(SHADES) - 1))]


def _painted(text: str, shade: float) -> str:
    """The text on a ground that tells the shade."""
    ground = _mixed(ABOVE if shade > 0 else BELOW, abs(shade))
    ink = DARK if sum(ground) > 380 else LIGHT
    return f"\x1b[48;2;{_rgb(ground)}m\x1b[38;2;{_rgb(ink)}m{text}\x1b[0m"


def _mixed(colour: tuple[int, int, int], share: float) -> tuple[int, int, int]:
    """So much of the colour on grey: the mean of a board."""
    red, green, blue = (round(128 + share * (part - 128)) for part in colour)
    return red, green, blue


def _rgb(colour: tuple[int, int, int]) -> str:
    return ";".join(map(str, colour))


def _rows(blocks: Sequence[list[Line]], columns: int) -> Iterator[list[list[Line]]]:
    """The blocks in rows that fit the terminal."""
    row: list[list[Line]] = []
    taken = 0
    for block in blocks:
        width = max(width for _, width in block)
        if row and taken + GAP + width > columns:
            yield row
            row, taken = [], 0
        taken += width + (GAP if row else 0)
        row.append(block)
    if row:
        yield row


def _joined(blocks: Sequence[list[Line]]) -> list[str]:
    """The lines of blocks side by side."""
    height = max(map(len, blocks)) - 1  # the last line of a block only says its width
    widths = [max(width for _, width in block) for block in blocks]
    lines = []
    for number in range(height):
        parts = [block[number] if number < len(block) else ("", 0) for block in blocks]
        padded = (
            text + " " * (whole - width) for (text, width), whole in zip(parts, widths, strict=True)
        )
        lines.append((" " * GAP).join(padded).rstrip())
    return lines
