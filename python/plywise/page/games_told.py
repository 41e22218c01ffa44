"""A game of a run as the page is told of it: what is the same on all its boards is said once."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np

from plywise import _kernel
from plywise.games.position import Position
from plywise.page.boards import scene
from plywise.runs.retold import Retold, Seen, retold
from plywise.runs.run import load

Json = dict[str, Any]
ALIKE = ("cells", "columns", "rows", "grounds", "inks", "holes", "turns", "upside", "kind")
"""What all boards of a game have in common."""
MOST_WEIGHTS = 600
"""Weights that are told of."""
MOST_TERMS = 400
"""Terms of a leaf that are told."""


def told_again(path: str, number: int, trust: bool = False, stop: Any = None) -> Json:
    """All that the screen of a game shows; `trust` where the game's file is trusted."""
    run = load(Path(path), trust=trust)
    found = retold(run, number)
    line = found.positions()
    seen = list(found.seen(stop))
    places = _places(found, seen)
    names = [found.why.names[place] for place in places]
    searches = {
        move.ply: {
            "prediction": move.prediction,
            "difference": move.difference,
            "expected": _text(line[move.ply].after(move.move), move.expected),
            "shares": [float(move.shares[place]) for place in places],
        }
        for move in found.why.moves
    }
    for each in seen:
        searches[each.ply] |= _seen(each, line[each.ply], names)
    return {
        **_base(found, line, places),
        "names": names,
        "searches": searches,
        "games": len(run.history),
        "rule": f"{run.config.rule.name}, λ {found.why.trace_decay:.3f}",
    }


def _places(found: Retold, seen: list[Seen]) -> list[int]:
    """The weights that are told of: those that moved or counted, of very many those that most."""
    why = found.why
    moved = np.abs(why.change) + np.abs(why.earlier)
    for move in why.moves:
        moved = moved + np.abs(move.shares)
    counted = {term.name for each in seen for term in each.terms}
    known = [
        place for place, name in enumerate(why.names) if moved[place] or name in counted
    ] or list(range(min(len(why.names), MOST_WEIGHTS)))
    return sorted(sorted(known, key=lambda place: -moved[place])[:MOST_WEIGHTS])


def _base(found: Retold, line: list[Position], places: list[int]) -> Json:
    why, record = found.why, found.record
    first = scene(line[0])
    moves = [
        {"move": move, "text": position.notation(move), "by": position.roller,
         "turn": position.turn}
        for position, move in zip(line, record.moves, strict=False)
    ]  # fmt: skip
    boards = [lean(line[0])]
    boards += [
        lean(after, before=before, last=move)
        for before, after, move in zip(line, line[1:], record.moves, strict=False)
    ]
    return {
        "game": found.game, "number": why.game, "start": record.start,
        "usual": record.start == str(_kernel.Position.start(found.game)),
        "players": list(why.players), "sides": list(_kernel.facts(found.game).players),
        "outcome": why.outcome, "reason": why.reason, "version": why.version,
        "waits": why.waits, "opening": record.opening_plies,
        "change": [float(why.change[place]) for place in places],
        "earlier": [float(why.earlier[place]) for place in places],
        "first": first | {"moves": [], "steps": None},
        "boards": boards, "moves": moves,
    }  # fmt: skip


def lean(position: Position, **led: Any) -> Json:
    """A scene without what all of a game have in common, and without moves."""
    seen = scene(position, **led)
    board = seen["board"]
    kept = {key: value for key, value in (board or {}).items() if key not in ALIKE}
    return {
        "text": seen["text"], "turn": seen["turn"], "roller": seen["roller"], "last": seen["last"],
        "said": seen["said"], "board": kept if board else None,
    }  # fmt: skip


def _seen(seen: Seen, position: Position, names: list[str]) -> Json:
    """A search's line and leaf; of what counts there, the largest first."""
    places = {name: place for place, name in enumerate(names)}
    largest = sorted(seen.terms, key=lambda term: -abs(term.share))[:MOST_TERMS]
    return {
        "line": _written(position, seen.line),
        "moves": list(seen.line),
        "leaf": lean(seen.leaf),
        "kind": seen.kind,
        "value": seen.value,
        "terms": [
            [places.get(term.name, term.name), term.count, term.weight, term.share]
            for term in largest
        ],
        "sums": seen.is_sum,
    }


def _written(position: Position, moves: tuple[str, ...]) -> list[str]:
    """Moves as people read them."""
    told = []
    for move in moves:
        told.append(position.notation(move))
        position = position.after(move)
    return told


def _text(position: Position, move: str | None) -> str | None:
    """A reply as people read it, if it is one here."""
    if move is None or position.outcome is not None or move not in position.moves:
        return move
    return position.notation(move)
