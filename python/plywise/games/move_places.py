"""By which places of a board a move is made, as its text or its sketch says."""

from __future__ import annotations

import re
from collections.abc import Callable, Container, Sequence
from functools import cache
from typing import TYPE_CHECKING, Any

from plywise.games.boards import Layout, layout_of
from plywise.games.grid import grid_of
from plywise.games.sketch import sketch_of

if TYPE_CHECKING:
    from plywise.games.position import Position

Made = dict[str, Any]
"""`from`, `to`, `promotion`, `drop` and `also`, as far as a move has them."""


def places_of_moves(position: Position) -> Callable[[str], Made]:
    """What says by which places a move of the position is made.

    >>> import plywise as pw
    >>> places_of_moves(pw.game("chess").start())("e2e4")
    {'from': 'e2', 'to': 'e4'}
    >>> places_of_moves(pw.game("tic-tac-toe").start())("4")
    {'to': '4'}
    """
    sketch, layout = sketch_of(position), layout_of(position.game)
    if sketch is not None:
        return lambda move: _made_in_sketch(sketch.made_on(move))
    if layout is None:
        return lambda move: {}
    grid = grid_of(position)
    assert grid is not None, "a layout makes one"
    return lambda move: made_on(move, layout, grid.men)


def moved_over(before: Position, move: str) -> list[str]:
    """The places that a move has to do with, for who shows where it was made.

    >>> import plywise as pw
    >>> moved_over(pw.game("chess").start(), "e2e4")
    ['e2', 'e4']
    """
    found = {} if before.turn == "chance" else places_of_moves(before)(move)
    return [found[key] for key in ("from", "to") if key in found]


def _made_in_sketch(places: Sequence[str]) -> Made:
    if len(places) > 1:
        return {"from": places[0], "to": places[-1]}
    return {"to": places[0]} if places else {}


def cell_pattern(columns: str, rows: Sequence[str]) -> str:
    """A regular expression of the places of a board.

    >>> cell_pattern("ab", ("10", "9"))
    '[ab](?:10|9)'
    """
    row = "|".join(map(re.escape, sorted(rows, key=len, reverse=True)))  # 10 before 1
    return f"[{re.escape(columns)}](?:{row})"


@cache
def _shapes(columns: str, rows: tuple[str, ...]) -> tuple[re.Pattern[str], ...]:
    """How moves are written that have to do with the places of a board."""
    cell = f"({cell_pattern(columns, rows)})"
    return tuple(
        re.compile(shape)
        for shape in (
            f"{cell}{cell}(?P<promotion>.*)",
            f"(?P<drop>[A-Za-z])[@*]{cell}",
            cell,
            f"(?P<column>[{re.escape(columns)}])",
        )
    )


def made_on(move: str, layout: Layout, occupied: Container[str]) -> Made:
    """By which places a move is made, as its text says; nothing for one that has none.

    >>> made_on("e7e8q", layout_of("chess"), {})
    {'from': 'e7', 'to': 'e8', 'promotion': 'q'}
    >>> made_on("P*5e", layout_of("shogi"), {}), made_on("pass", layout_of("othello"), {})
    ({'to': '5e', 'drop': 'P'}, {})
    >>> made_on("4", layout_of("connect-four"), {"41": 1})["to"]
    '42'
    """
    for shape in _shapes(layout.columns, tuple(layout.rows)):
        if found := shape.fullmatch(move):
            named = {key: value for key, value in found.groupdict().items() if value}
            if "column" in named:
                return _dropped(named["column"], layout, occupied)
            indices = {shape.groupindex[key] for key in named}
            places = [
                part for n, part in enumerate(found.groups(), start=1) if part and n not in indices
            ]
            return (
                {"from": places[0], "to": places[1], **named}
                if len(places) == 2
                else {"to": places[0], **named}
            )
    return {}


def _dropped(column: str, layout: Layout, occupied: Container[str]) -> Made:
    """A disc that falls down a column: any place of it will do."""
    cells = [column + row for row in layout.rows]
    free = [cell for cell in cells if cell not in occupied]
    return {"to": free[-1] if free else cells[0], "also": cells}
