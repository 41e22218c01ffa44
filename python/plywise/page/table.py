"""A game at a table: moves from an address played again, rolls of a seed, and answers to them.

Nothing is remembered between questions. All functions take and give plain values, so that they can
run in a thread or, for somebody's Python, in a process apart.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from plywise import _kernel
from plywise.errors import BadInput
from plywise.games.dice import throw
from plywise.games.game import game as rules_of
from plywise.games.move_places import places_of_moves
from plywise.games.position import Position
from plywise.page.boards import scene
from plywise.play.judging import evaluation_of, judged
from plywise.play.levels import search_at
from plywise.play.meant import move_of

Json = dict[str, Any]
MOST_MOVES = 2_000
"""Of one game."""
LONGEST = 4_000
"""Characters of a position's text."""


@dataclass(frozen=True, kw_only=True)
class Table:
    """What stands in an address: where the game began, what was played, and the dice's seed."""

    game: str
    start: str = ""
    """The text of the first position; empty for the game's own."""
    moves: tuple[str, ...] = ()
    """All moves and rolls."""
    seed: int = 0
    """Where rolls come from."""
    free_dice: bool = False
    """Whether any roll may have been rolled, as in an analysis."""

    def positions(self) -> list[Position]:
        """The positions of the game, the first one included; BadInput where a move is not legal."""
        if len(self.moves) > MOST_MOVES or len(self.start) > LONGEST:
            raise BadInput(f"{len(self.moves)} moves; a game here has at most {MOST_MOVES}")
        rules = rules_of(self.game)
        line = [rules.position(self.start) if self.start else rules.start()]
        for ply, move in enumerate(self.moves):
            self._refuse_other_roll(line[-1], move, ply)
            line.append(line[-1].after(move))
        return line

    def roll(self, position: Position) -> str:
        """What the dice show that are due now."""
        if position.turn != "chance" or position.outcome is not None:
            raise BadInput(f"no dice are due in {position}")
        return throw(position.kernel, seed=self.seed, number=0, ply=len(self.moves))

    def _refuse_other_roll(self, position: Position, move: str, ply: int) -> None:
        """Dice are the server's: an address cannot say that they fell otherwise."""
        if self.free_dice or position.turn != "chance":
            return
        due = throw(position.kernel, seed=self.seed, number=0, ply=ply)
        if move != due:
            raise BadInput(
                f"roll {ply + 1} is {move[:20]!r}, but the dice of seed {self.seed} fell {due}"
            )


def shown(table: Table, stop: object = None) -> Json:
    """The board as it stands, and what was played."""
    return told(table, table.positions())


def moved(table: Table, word: str, stop: object = None) -> Json:
    """The same after a move: as the board names it, or as people write it."""
    line = table.positions()
    return _after(table, line, move_of(line[-1], word))


def rolled(table: Table, stop: object = None) -> Json:
    """The same after the dice have been thrown."""
    line = table.positions()
    return _after(table, line, table.roll(line[-1]))


def answered(
    table: Table, weights: str, level: str, most_nodes: int, stop: _kernel.Stop | None = None
) -> Json:
    """The same after the move that these weights make at this level."""
    line = table.positions()
    found, value = _found(table, line[-1], weights, level, most_nodes, stop)
    if found.move is None:
        raise BadInput(f"there is no move to make in {line[-1]}")
    return _after(table, line, found.move) | {"value": value}


def hinted(
    table: Table, weights: str, level: str, most_nodes: int, stop: _kernel.Stop | None = None
) -> Json:
    """What these weights would play, and what they think of the position."""
    line = table.positions()
    position = line[-1]
    if position.outcome is not None:
        return {"move": None, "value": None}
    found, value = _found(table, position, weights, level, most_nodes, stop)
    places = places_of_moves(position)(found.move) if found.move else {}
    return {
        "move": found.move,
        "text": position.notation(found.move) if found.move else None,
        "from": places.get("from"),
        "to": places.get("to"),
        "value": value,
    }


def _found(
    table: Table, position: Position, weights: str, level: str, most_nodes: int, stop: Any
) -> tuple[Any, Json]:
    """What a search finds, and what it thinks of the position."""
    from plywise.searching.search import search

    evaluation = evaluation_of(table.game, weights)
    how = search_at(table.game, level, most_nodes)
    seed = _kernel.move_seed(table.seed, 0, len(table.moves))
    found = search(position, evaluation, how, seed=seed, stop=stop)
    return found, judged(found, position, evaluation.scale)


def _after(table: Table, line: Sequence[Position], move: str) -> Json:
    later = Table(
        game=table.game, start=table.start, moves=(*table.moves, move), seed=table.seed,
        free_dice=table.free_dice,
    )  # fmt: skip
    return told(later, [*line, line[-1].after(move)])


def told(table: Table, line: Sequence[Position]) -> Json:
    """What the page wants to know after each question."""
    before, last = (line[-2], table.moves[-1]) if table.moves else (None, None)
    return {
        "moves": list(table.moves),
        "played": [
            {"text": position.notation(move), "by": position.roller, "turn": position.turn}
            for position, move in zip(line, table.moves, strict=False)
        ],
        "scene": scene(line[-1], before=before, last=last),
    }
