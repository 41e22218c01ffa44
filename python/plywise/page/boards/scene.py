"""A position as the page is told of it."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

from plywise import _kernel
from plywise.games.boards import layout_of
from plywise.games.declared import facts_of
from plywise.games.grid import Grid, grid_of
from plywise.games.move_places import moved_over, places_of_moves
from plywise.games.python_games import title
from plywise.games.told import ending, player, to_move
from plywise.page.boards.grid import becoming, of_grid
from plywise.page.boards.points import of_points, steps_of

if TYPE_CHECKING:
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
    grid = grid_of(position)
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
        "board": _board(position, grid),
        "moves": [] if is_over or chance else _moves(position, grid),
        "steps": _steps(position) if not is_over and not chance else None,
        "last": _last(before, last),
        "outcome": position.outcome,
        "reason": position.outcome_reason,
        "said": _said(position, before, last),
    }


def _board(position: Position, grid: Grid | None) -> Json | None:
    if grid is not None:
        return of_grid(grid)
    return of_points(position) if facts_of(position.game).has_points_board else None


def _moves(position: Position, grid: Grid | None) -> list[Json]:
    where = places_of_moves(position)
    moves = [{"move": m, "text": position.notation(m), **where(m)} for m in position.moves]
    if grid is not None:
        _tell_choices(moves, position, grid)
    return moves


def _tell_choices(moves: list[Json], position: Position, grid: Grid) -> None:
    """Where several moves go the same way, what each of them makes of the piece."""
    if (layout := layout_of(position.game)) is None:
        return
    ways = Counter((move.get("from"), move.get("to")) for move in moves)
    for move in moves:
        if "from" in move and ways[move["from"], move["to"]] > 1:
            move["becomes"] = becoming(move, layout, grid.men)


def _steps(position: Position) -> Json | None:
    return steps_of(position) if facts_of(position.game).has_points_board else None


def _last(before: Position | None, last: str | None) -> list[str]:
    """The places of the last move."""
    return [] if before is None or last is None else moved_over(before, last)


def _said(position: Position, before: Position | None, last: str | None) -> str:
    """The state of the game in a sentence, as a screen reader says it."""
    told = ""
    if before is not None and last is not None:
        verb = "rolled" if before.turn == "chance" else "played"
        told = f"{player(before.game, before.roller)} {verb} {before.notation(last)}. "
    return f"{told}{to_move(position) if position.outcome is None else ending(position)}."
