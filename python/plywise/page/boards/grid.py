"""Boards of rows and columns as the page is told of them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from plywise.games.boards import Layout
from plywise.games.grid import Grid, Man
from plywise.page.boards.symbols import symbol_of

Json = dict[str, Any]


def of_grid(grid: Grid) -> Json:
    """A board with what stands on it and what is in hand."""
    layout = grid.layout
    drawings = layout.drawings if layout else ""
    return {
        "kind": "grid",
        "cells": [list(row) for row in grid.cells],
        "columns": list(grid.columns),
        "rows": list(grid.rows),
        "grounds": list(grid.grounds),
        "inks": list((layout.inks if layout else None) or ()),
        "holes": layout is not None and layout.has_holes,
        "turns": grid.turns,
        "upside": layout is not None and layout.second == "turned",
        "pieces": [
            {"cell": cell, "kind": man.kind, "side": man.side, "symbol": _symbol(man, drawings)}
            for cell, man in grid.men.items()
        ],
        "hands": grid.hands and {side: _held(of, drawings) for side, of in grid.hands.items()},
        "check": grid.check,
        "note": grid.note,
    }


def _symbol(man: Man, drawings: str) -> str:
    return symbol_of(man.kind, drawings)


def _held(men: Any, drawings: str) -> list[Json]:
    """What one side has in hand."""
    return [
        {
            "kind": man.kind, "letter": man.letter.upper(), "count": count,
            "symbol": _symbol(man, drawings),
        }
        for man, count in men
    ]  # fmt: skip


def becoming(move: Json, layout: Layout, men: Mapping[str, Man]) -> Json:
    """What stands on the board after a move with a choice, so that the choice can be shown.

    >>> from plywise.games.boards import layout_of
    >>> pawn, bishop = Man("pawn", "first", "P"), Man("bishop", "first", "B")
    >>> becoming({"from": "e7", "promotion": "q"}, layout_of("chess"), {"e7": pawn})["symbol"]
    'chess-queen'
    >>> becoming({"from": "8h", "promotion": "+"}, layout_of("shogi"), {"8h": bishop})["symbol"]
    'shogi-horse'
    """
    letter, promotion = men[move["from"]].letter, str(move.get("promotion", ""))
    risen = {"": letter, "+": f"+{letter}"}.get(promotion, promotion)
    kind, _ = layout.men.get(risen, layout.men[letter])
    return {"kind": kind, "symbol": symbol_of(kind, layout.drawings)}
