"""A game at a table: moves from an address played again, rolls of a seed, and answers to them.

Nothing is remembered between questions. All functions take and give plain values, so that they can
run in a thread or, for somebody's Python, in a process apart.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from plywise import _kernel
from plywise.errors import BadInput, IllegalMove
from plywise.games.dice import throw
from plywise.games.game import game as rules_of
from plywise.games.position import Position
from plywise.page.boards import scene
from plywise.page.boards.scene import places_of_move
from plywise.page.levels import search_at
from plywise.play.pgn_reading import move_meant

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
    places = places_of_move(position, found.move) if found.move else {}
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


def evaluation_of(game: str, weights: str) -> Any:
    """The evaluation of weights by name, or the usual one; BadInput if they are another game's."""
    from plywise.evaluation.weights import resolve, usual

    chosen = resolve(weights) if weights else usual(game)
    if chosen.game != rules_of(game).name:
        raise BadInput(f"these are weights for {chosen.game}, and the game is {game}")
    return chosen.as_evaluation()


def judged(found: Any, position: Position, scale: int) -> Json:
    """What a search thinks of a position, in the first player's view."""
    sign = -1 if position.roller == "second" else 1
    return worth(sign * found.value, position.game, scale, found.win)


def worth(value: float, game: str, scale: int, win: float = _kernel.MATE) -> Json:
    """A value in the first player's view: a number, its share of a bar from −1 to 1, and words.

    Alpha-beta's are whole 1/`scale` of a weight of 1, and mates; others have points or chances, of
    which `win` is what a win is worth.

    >>> worth(-1500, "chess", 1000)["text"], worth(0.25, "othello", 1000, win=0.5)["share"]
    ('-1.50', 0.5)
    """
    if win != _kernel.MATE:
        return {"number": value, "share": max(-1.0, min(1.0, value / win)), "text": f"{value:+.3f}"}
    if abs(value) >= _kernel.MATE_BOUND:
        winner = _kernel.facts(game).players[value < 0]
        share = 1.0 if value > 0 else -1.0
        plies = int(_kernel.MATE - abs(value))
        return {"number": share, "share": share, "text": f"{winner} wins in {plies}"}
    real = value / scale
    return {"number": real, "share": real / (abs(real) + 3.0), "text": f"{real:+.2f}"}


def move_of(position: Position, word: str) -> str:
    """The legal move that somebody means; IllegalMove with what is legal for any other word.

    >>> move_of(rules_of("chess").start(), "Nf3"), move_of(rules_of("shogi").start(), "7g7f")
    ('g1f3', '7g7f')
    """
    word = word.strip()
    legal = [] if position.outcome is not None else position.moves
    if word in legal:
        return word
    joined = word.replace(" ", ",")
    by_text = {position.notation(move): move for move in legal}
    for text in (word, joined):
        found = by_text.get(text) or (text if text in legal else None)
        if found:
            return found
    found = move_meant(position.kernel, word) if legal and word else None
    if found is not None:
        return found
    some = ", ".join(list(by_text)[:8]) + (" …" if len(by_text) > 8 else "")
    raise IllegalMove(f"{word[:40]!r} is not legal here; legal: {some or 'none, the game is over'}")


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
