"""A position as the page is told of it."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

from plywise import _kernel
from plywise.games.boards import layout_of
from plywise.games.declared import facts_of
from plywise.games.python_games import title
from plywise.games.sketch import Sketch, sketch_of
from plywise.page.boards.grid import (
    becoming,
    cells_of,
    made_on,
    of_layout,
    of_sketch,
    places_of,
)
from plywise.page.boards.points import of_points, steps_of

if TYPE_CHECKING:
    from plywise.games.boards import Layout
    from plywise.games.position import Position

Json = dict[str, Any]


def scene(position: Position, *, before: Position | None = None, last: str | None = None) -> Json:
    """All that is to be drawn of a position and can be done there; `last` led to it from `before`.

    >>> import plywise as pw
    >>> seen = scene(pw.game("chess").start())
    >>> len(seen["board"]["pieces"]), len(seen["moves"]), seen["moves"][0]["text"]
    (32, 20, 'a3')
    >>> seen = scene(pw.game("random-tree").start())
    >>> seen["board"], seen["moves"][0]
    (None, {'move': '1', 'text': '1'})
    """
    sketch = sketch_of(position)
    facts = _kernel.facts(position.game)
    is_over = position.outcome is not None
    chance = position.turn == "chance" and not is_over
    return {
        "game": position.game,
        "title": title(position.game),
        "text": str(position),
        "players": list(facts.players),
        "turn": None if is_over else position.turn,
        "roller": position.roller,
        "board": _board(position, sketch),
        "moves": [] if is_over or chance else _moves(position, sketch),
        "steps": _steps(position) if not is_over and not chance else None,
        "last": _last(before, last),
        "outcome": position.outcome,
        "reason": position.outcome_reason,
        "said": _said(position, before, last),
    }


def _layout(position: Position) -> Layout | None:
    return layout_of(position.game)


def _board(position: Position, sketch: Sketch | None) -> Json | None:
    if sketch is not None:
        return of_sketch(sketch)
    if (layout := _layout(position)) is not None:
        return of_layout(position, layout)
    return of_points(position) if facts_of(position.game).has_points_board else None


def _moves(position: Position, sketch: Sketch | None) -> list[Json]:
    where = _places(position, sketch)
    moves = [{"move": m, "text": position.notation(m), **where(m)} for m in position.moves]
    if (layout := _layout(position)) is not None:
        _tell_choices(moves, position, layout)
    return moves


def _tell_choices(moves: list[Json], position: Position, layout: Layout) -> None:
    """Where several moves go the same way, what each of them makes of the piece."""
    ways = Counter((move.get("from"), move.get("to")) for move in moves)
    flat = [cell for row in cells_of(layout) for cell in row]
    letters = {flat[place]: letter for place, letter in layout.standing(str(position))}
    for move in moves:
        if "from" in move and ways[move["from"], move["to"]] > 1:
            move["becomes"] = becoming(move, layout, letters)


def _places(position: Position, sketch: Sketch | None) -> Any:
    """What says by which places a move of the position is made."""
    layout = _layout(position)
    if sketch is not None:
        return lambda move: places_of(sketch.made_on(move))
    if layout is None:
        return lambda move: {}
    occupied = {man["cell"]: man for man in of_layout(position, layout)["pieces"]}
    return lambda move: made_on(move, layout, occupied)


def _steps(position: Position) -> Json | None:
    return steps_of(position) if facts_of(position.game).has_points_board else None


def places_of_move(position: Position, move: str) -> Json:
    """By which places a move of a position is made.

    >>> import plywise as pw
    >>> places_of_move(pw.game("chess").start(), "e2e4")
    {'from': 'e2', 'to': 'e4'}
    """
    found: Json = _places(position, sketch_of(position))(move)
    return found


def _last(before: Position | None, last: str | None) -> list[str]:
    """The places of the last move."""
    if before is None or last is None or before.turn == "chance":
        return []
    found = places_of_move(before, last)
    return [found[key] for key in ("from", "to") if key in found]


def _said(position: Position, before: Position | None, last: str | None) -> str:
    """The state of the game in a sentence, as a screen reader says it."""
    first, second = _kernel.facts(position.game).players
    names = {"first": first, "second": second}
    told = ""
    if before is not None and last is not None:
        who = names[before.roller]
        verb = "rolled" if before.turn == "chance" else "played"
        told = f"{who} {verb} {before.notation(last)}. "
    if position.outcome is not None:
        return f"{told}{ending(position)}."
    if position.turn == "chance":
        return f"{told}{names[position.roller]} is to roll."
    check = ", in check" if position.is_check else ""
    return f"{told}{names[position.turn]} to move{check}."


def ending(position: Position) -> str:
    """How a game ended, in words.

    >>> import plywise as pw
    >>> ending(pw.game("chess").position("7k/6Q1/6K1/8/8/8/8/8 b - - 0 1"))
    'White wins, checkmate'
    """
    from plywise.games.points import WIN_DRAW_LOSS, even, outcomes_of

    assert position.outcome is not None, "a game that is over"
    outcomes = outcomes_of(position.game)
    reason = f", {position.outcome_reason}" if position.outcome_reason else ""
    if position.outcome == even(outcomes):
        return f"Drawn{reason}"
    winner = _kernel.facts(position.game).players[position.outcome < even(outcomes)]
    points = abs(position.outcome)
    won = "" if outcomes == WIN_DRAW_LOSS else f" {points:g} point{'s' if points != 1 else ''}"
    return f"{winner} wins{won}{reason}"
