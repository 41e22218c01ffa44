"""A position on a board of rows and columns, ready to be drawn: on a page, or on a terminal."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from plywise.games.boards import EMPTY, Layout, layout_of
from plywise.games.sketch import sketch_of

if TYPE_CHECKING:
    from plywise.games.position import Position
    from plywise.games.sketch import Sketch

HELD = re.compile(r"(\d*)([A-Za-z])")
"""A man in hand, behind how many there are of it."""


class Man(NamedTuple):
    """A piece on the board or in hand."""

    kind: str
    side: str
    """`first` or `second`; empty where it is nobody's."""
    letter: str = ""
    """What the text of the position calls it; empty in a sketch."""


@dataclass(frozen=True, kw_only=True)
class Grid:
    """A board with what stands on it, as the first player sees it."""

    cells: Sequence[Sequence[str]]
    """The names of the places, the far row first; an empty name is a hole in the board."""
    men: Mapping[str, Man]
    """What stands where."""
    columns: Sequence[str]
    """What stands below the columns; empty where they have no names."""
    rows: Sequence[str]
    """What stands beside the rows, the far one first; empty where they have no names."""
    grounds: Sequence[str]
    """The colour of the board, or two that alternate, as #rrggbb."""
    turns: bool
    """Whether the second player sees it from the other side."""
    note: str = ""
    """What is to be read beside it."""
    hands: Mapping[str, Sequence[tuple[Man, int]]] | None = None
    """What each side has in hand, and how many of each; None where there are no hands."""
    check: str | None = None
    """The place of a king in check."""
    layout: Layout | None = None
    """How it is declared; None for a sketch."""


def grid_of(position: Position) -> Grid | None:
    """The board of a position; None for games that have none of rows and columns.

    >>> import plywise as pw
    >>> grid_of(pw.game("chess").start()).men["e1"]
    Man(kind='king', side='first', letter='K')
    >>> grid_of(pw.game("random-tree").start()) is None
    True
    """
    if (sketch := sketch_of(position)) is not None:
        return _of_sketch(sketch)
    layout = layout_of(position.game)
    return None if layout is None else _of_layout(position, layout)


def _of_sketch(sketch: Sketch) -> Grid:
    return Grid(
        cells=sketch.cells,
        men={place: Man(kind, side) for place, (kind, side) in sketch.pieces.items()},
        columns=sketch.columns,
        rows=sketch.rows,
        grounds=sketch.grounds,
        turns=sketch.turns,
        note=sketch.note,
    )


def _of_layout(position: Position, layout: Layout) -> Grid:
    text = str(position)
    flat = [cell for row in cells_of(layout) for cell in row]
    men = {flat[place]: Man(*layout.men[of], of) for place, of in layout.standing(text)}
    king = ("king", position.turn)
    return Grid(
        cells=cells_of(layout),
        men=men,
        columns=tuple(layout.columns),
        rows=tuple(layout.rows),
        grounds=layout.grounds,
        turns=layout.second in ("mirrored", "turned"),
        note=layout.note(text) if layout.note else "",
        hands=_hands(text, layout) if layout.hands else None,
        check=next((at for at, man in men.items() if man[:2] == king), None)
        if position.is_check
        else None,
        layout=layout,
    )


def cells_of(layout: Layout) -> list[list[str]]:
    """The names of the places as moves have them, the far row first.

    >>> cells_of(layout_of("chess"))[0][:2], cells_of(layout_of("shogi"))[0][:2]
    (['a8', 'b8'], ['9a', '8a'])
    """
    return [[column + row for column in layout.columns] for row in layout.rows]


def _hands(text: str, layout: Layout) -> dict[str, list[tuple[Man, int]]]:
    """What each side has in hand, in the order in which the men are declared."""
    held = held_in(text, layout.hands)
    hands: dict[str, list[tuple[Man, int]]] = {"first": [], "second": []}
    for letter, (kind, side) in layout.men.items():
        if held[letter]:
            hands[side].append((Man(kind, side, letter), held[letter]))
    return hands


def held_in(text: str, where: str) -> Counter[str]:
    """How many of each man, by its letter, a position's text has in hand.

    >>> dict(held_in("8/8[QPp] w - - 0 1", "brackets")), dict(held_in("9/9 b 2Pb 1", "field"))
    ({'Q': 1, 'P': 1, 'p': 1}, {'P': 2, 'b': 1})
    """
    if where == "brackets":
        part = text.partition("[")[2].partition("]")[0]
    else:
        part = text.split()[2].strip(EMPTY)
    held: Counter[str] = Counter()
    for count, letter in HELD.findall(part):
        held[letter] += int(count or 1)
    return held
