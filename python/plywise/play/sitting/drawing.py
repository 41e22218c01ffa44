"""Boards for a terminal: signs or letters, in colour or with brackets around the last move."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING
from unicodedata import east_asian_width

from plywise.games.drawing import SIGNS
from plywise.games.grid import Grid, Man, grid_of

if TYPE_CHECKING:
    from plywise.games.position import Position

SOLID = "♚♛♜♝♞♟"
"""Signs that look best on a coloured square, in the ink of either side."""
PLAIN_SIGNS = {"disc": "●○"}
"""What is told apart by its ink alone, where there is none."""
LETTERS = {
    "disc": "xo", "stone": "xo", "cross": "xx", "ring": "oo", "king": "Kk", "queen": "Qq",
    "rook": "Rr", "bishop": "Bb", "knight": "Nn", "pawn": "Pp",
}  # fmt: skip
"""What stands in plain letters for the pieces that a sketch names."""
INKS = ("#ffffff", "#000000")
"""Of the first player's men and of the second's, unless the game has its own."""
RAISED = "#a01010"
"""The ink of promoted men, as on the back of those of shogi."""
SHADE = 0.78
"""Grounds are so much darker than on paper, so that white men can be seen on the light ones."""
LAST, CHECK = "#5f87d7", "#d75f5f"
"""Grounds of the last move and of a king in check."""
FAINT = "#606060"
"""The ink of names and of what marks an empty place."""
INDENT = "  "
SHORT = 3
"""Names of places that are so short stand on empty ones, where a game draws its own board."""


@dataclass(frozen=True, kw_only=True)
class Look:
    """What a terminal can show."""

    colour: bool = False
    """Whether it shows colours."""
    signs: bool = True
    """Whether it has signs for pieces; letters otherwise."""

    @property
    def empty(self) -> str:
        """What stands on an empty place."""
        return "·" if self.signs else "."


def drawn(
    position: Position,
    *,
    look: Look,
    flipped: bool = False,
    last: Collection[str] = (),
    names: Mapping[str, str] | None = None,
) -> list[str]:
    """The board as the first player sees it, or the second if it is `flipped`.

    `last` are the places of the last move; `names` say who sits on either side. Games without a
    board are shown by their text.

    >>> import plywise as pw
    >>> start = pw.game("tic-tac-toe").start().after("4")
    >>> print(*drawn(start, look=Look(signs=False), last=["4"]), sep=chr(10))
       0  1  2
       3 [x] 5
       6  7  8
    """
    grid = grid_of(position)
    turned = flipped and grid is not None and grid.turns
    far, near = ("first", "second") if turned else ("second", "first")
    board = [str(position)] if grid is None else _board(grid, look, turned, last)
    board = [INDENT + line for line in board]
    note = grid.note if grid is not None else ""
    told = [_caption(far, grid, look, names), *board, note, _caption(near, grid, look, names)]
    return [line.rstrip() for line in told if line.strip()]


def width(text: str) -> int:
    """The columns that a text takes: signs of Chinese and Japanese take two.

    >>> width("P"), width("♟"), width("歩")
    (1, 1, 2)
    """
    return sum(2 if east_asian_width(sign) in "WF" else 1 for sign in text)


def _caption(side: str, grid: Grid | None, look: Look, names: Mapping[str, str] | None) -> str:
    """Who sits on a side, and what is in hand there."""
    name = names[side] if names else ""
    if grid is None:
        return name
    name = f"{_whose(side, grid, look)}{name}" if name else ""
    if grid.hands is None:
        return name
    held = " ".join(
        _sign(man, grid, look) + (str(count) if count > 1 else "")
        for man, count in grid.hands[side]
    )
    return f"{name}  in hand: {held or 'nothing'}"


def _whose(side: str, grid: Grid, look: Look) -> str:
    """The disc of a side, where there is but one kind of men: nothing else tells whose they are."""
    men = [] if grid.layout is None else [*grid.layout.men.items()]
    own = [Man(kind, of, letter) for letter, (kind, of) in men if of == side]
    if len(own) != 1:
        return ""
    sign = _sign(own[0], grid, look)
    if not look.colour:
        return f"{sign} "
    return _painted(f" {sign} ", _shaded(grid.grounds[0]), _ink(own[0], grid)) + " "


def _sign(man: Man, grid: Grid, look: Look) -> str:
    """What is drawn for a man."""
    is_second = man.side == "second"
    layout = grid.layout
    if not look.signs:
        written = LETTERS.get(man.kind)
        return man.letter or (written[is_second] if written else man.kind[:SHORT])
    pair = (layout.signs if layout else SIGNS).get(man.kind)
    if pair is None:
        return man.letter or man.kind[:SHORT]
    if layout and look.colour and pair[1] in SOLID:
        return pair[1]
    if layout and layout.inks and not look.colour and pair[0] == pair[1]:
        pair = PLAIN_SIGNS.get(man.kind, pair)
    return pair[is_second]


def _board(grid: Grid, look: Look, turned: bool, last: Collection[str]) -> list[str]:
    """The rows, with the names of rows and columns beside them."""
    texts = {cell: _text(cell, grid, look, turned) for row in grid.cells for cell in row if cell}
    wide = max(width(text) for text in texts.values())
    rows = [
        [
            _cell(cell, texts.get(cell, ""), wide, r + c, grid, look, last)
            for c, cell in enumerate(row)
        ]
        for r, row in enumerate(grid.cells)
    ]
    names = list(grid.rows) or [""] * len(rows)
    columns = [_centred(name, wide + 2) for name in grid.columns]
    if turned:
        rows, names, columns = [row[::-1] for row in rows[::-1]], names[::-1], columns[::-1]
    margin = max(map(len, names))
    if _is_upside(grid):  # of shogi the names stand above and to the right
        beside = [f"{''.join(row)} {name}" for row, name in zip(rows, names, strict=True)]
        return ["".join(columns), *beside]
    gap = " " if margin else ""
    beside = [
        f"{name.rjust(margin)}{gap}{''.join(row)}" for row, name in zip(rows, names, strict=True)
    ]
    return [*beside, " " * (margin + len(gap)) + "".join(columns)]


def _is_upside(grid: Grid) -> bool:
    """Whether men are told apart by where they point."""
    return grid.layout is not None and grid.layout.second == "turned"


def _text(cell: str, grid: Grid, look: Look, turned: bool) -> str:
    """What stands on a place."""
    man = grid.men.get(cell)
    if man is None:
        is_named = grid.layout is None and all(len(name) <= SHORT for name in _names(grid))
        return cell if is_named else look.empty
    sign = _sign(man, grid, look)
    if not (_is_upside(grid) and look.signs):
        return sign
    return ("v" if (man.side == "second") != turned else " ") + sign


def _names(grid: Grid) -> list[str]:
    return [cell for row in grid.cells for cell in row]


def _cell(
    cell: str, text: str, wide: int, number: int, grid: Grid, look: Look, last: Collection[str]
) -> str:
    """A place with what stands on it; `number` says which of the grounds it has."""
    if not cell:
        return " " * (wide + 2)
    is_last = cell in last
    if not look.colour:
        left, right = "[]" if is_last else "  "
        return f"{left}{_centred(text, wide)}{right}"
    ground = _shaded(grid.grounds[number % len(grid.grounds)])
    if is_last:
        ground = LAST
    if cell == grid.check:
        ground = CHECK
    return _painted(f" {_centred(text, wide)} ", ground, _ink(grid.men.get(cell), grid))


def _ink(man: Man | None, grid: Grid) -> str:
    if man is None:
        return FAINT
    if grid.layout is None:
        return INKS[1]
    if _is_upside(grid):
        return RAISED if man.letter.startswith("+") else INKS[1]
    return (grid.layout.inks or INKS)[man.side == "second"]


def _centred(text: str, wide: int) -> str:
    left = (wide - width(text)) // 2
    return " " * left + text + " " * (wide - width(text) - left)


def _painted(text: str, ground: str, ink: str) -> str:
    return f"\x1b[48;2;{_rgb(ground)}m\x1b[38;2;{_rgb(ink)}m{text}\x1b[0m"


def _rgb(colour: str) -> str:
    """The three numbers of a colour as terminals want them.

    >>> _rgb("#ff0080"), _rgb("#fff")
    ('255;0;128', '255;255;255')
    """
    digits = colour.removeprefix("#")
    pairs = [2 * digit for digit in digits] if len(digits) == 3 else re.findall("..", digits)
    return ";".join(str(int(pair, 16)) for pair in pairs)


def _shaded(colour: str) -> str:
    parts = (round(SHADE * int(part)) for part in _rgb(colour).split(";"))
    return "#" + "".join(f"{part:02x}" for part in parts)
