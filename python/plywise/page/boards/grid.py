"""Boards of rows and columns: of games whose layout is declared, and of those with a sketch."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from functools import cache
from typing import TYPE_CHECKING, Any

from plywise.games.boards import EMPTY, Layout, standing
from plywise.page.boards.symbols import symbol_of

if TYPE_CHECKING:
    from plywise.games.position import Position
    from plywise.games.sketch import Sketch

Json = dict[str, Any]
HELD = re.compile(r"(\d*)([A-Za-z])")
"""A man in hand, behind how many there are of it."""


def cells_of(layout: Layout) -> list[list[str]]:
    """The names of the places as moves have them, the far row first.

    >>> from plywise.games.boards import layout_of
    >>> cells_of(layout_of("chess"))[0][:2], cells_of(layout_of("shogi"))[0][:2]
    (['a8', 'b8'], ['9a', '8a'])
    """
    return [[column + row for column in layout.columns] for row in layout.rows]


def of_layout(position: Position, layout: Layout) -> Json:
    """The board of a game whose layout is declared."""
    cells = cells_of(layout)
    flat = [cell for row in cells for cell in row]
    pieces = [
        _piece(flat[man.place], man.kind, man.side, layout.drawings) for man in standing(position)
    ]
    is_king = (p for p in pieces if p["kind"] == "king" and p["side"] == position.turn)
    check = next(is_king, None) if position.is_check else None
    return {
        "kind": "grid",
        "cells": cells,
        "columns": list(layout.columns),
        "rows": list(layout.rows),
        "grounds": list(layout.grounds),
        "inks": list(layout.inks or ()),
        "holes": layout.has_holes,
        "turns": layout.second in ("mirrored", "turned"),
        "upside": layout.second == "turned",
        "pieces": pieces,
        "hands": _hands(str(position), layout) if layout.hands else None,
        "check": check and check["cell"],
        "note": "",
    }


def of_sketch(sketch: Sketch) -> Json:
    """The board that a game in Python draws of itself."""
    return {
        "kind": "grid",
        "cells": [list(row) for row in sketch.cells],
        "columns": list(sketch.columns),
        "rows": list(sketch.rows),
        "grounds": list(sketch.grounds),
        "inks": [],
        "holes": False,
        "turns": sketch.turns,
        "upside": False,
        "pieces": [_piece(cell, kind, side) for cell, (kind, side) in sketch.pieces.items()],
        "hands": None,
        "check": None,
        "note": sketch.note,
    }


def _piece(cell: str, kind: str, side: str, drawings: str = "") -> Json:
    return {"cell": cell, "kind": kind, "side": side, "symbol": symbol_of(kind, drawings)}


def _hands(text: str, layout: Layout) -> dict[str, list[Json]]:
    """What each side has in hand, in the order in which the men are declared."""
    held = held_in(text, layout.hands)
    hands: dict[str, list[Json]] = {"first": [], "second": []}
    for letter, (kind, side) in layout.men.items():
        if held[letter]:
            symbol = symbol_of(kind, layout.drawings)
            man = {"kind": kind, "letter": letter.upper(), "count": held[letter], "symbol": symbol}
            hands[side].append(man)
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


@cache
def _shapes(columns: str, rows: str) -> tuple[re.Pattern[str], ...]:
    """How moves are written that have to do with the places of a board."""
    cell = f"([{re.escape(columns)}][{re.escape(rows)}])"
    return tuple(
        re.compile(shape)
        for shape in (
            f"{cell}{cell}(?P<promotion>.*)",
            f"(?P<drop>[A-Za-z])[@*]{cell}",
            cell,
            f"(?P<column>[{re.escape(columns)}])",
        )
    )


def made_on(move: str, layout: Layout, occupied: Mapping[str, Any]) -> Json:
    """By which places a move is made, as its text says; nothing for one that has none.

    >>> from plywise.games.boards import layout_of
    >>> made_on("e7e8q", layout_of("chess"), {})
    {'from': 'e7', 'to': 'e8', 'promotion': 'q'}
    >>> made_on("P*5e", layout_of("shogi"), {}), made_on("pass", layout_of("othello"), {})
    ({'to': '5e', 'drop': 'P'}, {})
    >>> made_on("4", layout_of("connect-four"), {"41": 1})["to"]
    '42'
    """
    for shape in _shapes(layout.columns, layout.rows):
        if found := shape.fullmatch(move):
            named = {key: value for key, value in found.groupdict().items() if value}
            if "column" in named:
                return _dropped(named["column"], layout, occupied)
            places = [part for part in found.groups() if part not in named.values()]
            places = [part for part in places if part]
            return (
                {"from": places[0], "to": places[1], **named}
                if len(places) == 2
                else {"to": places[0], **named}
            )
    return {}


def _dropped(column: str, layout: Layout, occupied: Mapping[str, Any]) -> Json:
    """A disc that falls down a column: any place of it will do."""
    cells = [column + row for row in layout.rows]
    free = [cell for cell in cells if cell not in occupied]
    return {"to": free[-1] if free else cells[0], "also": cells}


def becoming(move: Json, layout: Layout, letters: Mapping[str, str]) -> Json:
    """What stands on the board after a move with a choice, so that the choice can be shown.

    >>> from plywise.games.boards import layout_of
    >>> becoming({"from": "e7", "promotion": "q"}, layout_of("chess"), {"e7": "P"})["symbol"]
    'chess-queen'
    >>> becoming({"from": "8h", "promotion": "+"}, layout_of("shogi"), {"8h": "B"})["symbol"]
    'shogi-horse'
    """
    letter, promotion = letters[move["from"]], str(move.get("promotion", ""))
    risen = {"": letter, "+": f"+{letter}"}.get(promotion, promotion)
    kind, _ = layout.men.get(risen, layout.men[letter])
    return {"kind": kind, "symbol": symbol_of(kind, layout.drawings)}


def places_of(places: Sequence[str]) -> Json:
    """The places of a sketch's move as the page wants them.

    >>> places_of(("a", "b")), places_of(("a",)), places_of(())
    ({'from': 'a', 'to': 'b'}, {'to': 'a'}, {})
    """
    if len(places) > 1:
        return {"from": places[0], "to": places[-1]}
    return {"to": places[0]} if places else {}
