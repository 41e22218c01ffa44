"""What the words at the prompt do. An action gives whether the game goes on from elsewhere now."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from plywise.errors import BadInput
from plywise.games.told import player
from plywise.play.keeping import Keeper
from plywise.play.levels import level_read, level_told, levels, search_at
from plywise.play.opponents.failure import RESIGNED

if TYPE_CHECKING:
    from plywise.play.sitting.sitting import Sitting

MOST_NODES = 10**9
"""Of a level: who asks for so much gets it, as far as the time of a move allows."""
COLUMNS = 76
"""Width of the list of moves."""


def _moves(sitting: Sitting, rest: str) -> None:
    texts = [sitting.position.notation(move) for move in sitting.position.moves]
    cells = [f"#{number} {text}" for number, text in enumerate(texts, start=1)]
    wide = max(map(len, cells)) + 2
    each = max(1, COLUMNS // wide)
    for begin in range(0, len(cells), each):
        sitting.tell("".join(cell.ljust(wide) for cell in cells[begin : begin + each]).rstrip())


def _hint(sitting: Sitting, rest: str) -> None:
    position = sitting.position
    found = sitting.opponent.hint(position, seed=sitting.move_seed)
    written = sitting.written(found.move or position.moves[0])
    sitting.tell(f"hint: {written} ({sitting.opponent.told(found, position)})")


def _eval(sitting: Sitting, rest: str) -> None:
    position = sitting.position
    found = sitting.opponent.hint(position, seed=sitting.move_seed)
    sitting.tell(f"searched: {sitting.opponent.told(found, position)}")
    for line in sitting.opponent.account(position):
        sitting.tell(line)


def _undo(sitting: Sitting, rest: str) -> bool:
    return sitting.take_back()


def _swap(sitting: Sitting, rest: str) -> bool:
    if len(sitting.persons) > 1:
        sitting.tell("you play both sides")
        return False
    sitting.sit(frozenset({"first", "second"}) - sitting.persons)
    sitting.tell(f"you play {player(sitting.game, *sitting.persons)} now")
    return True


def _level(sitting: Sitting, rest: str) -> None:
    if rest:
        level = level_read(sitting.game, sitting.weights, rest)
        searching = search_at(sitting.game, level, MOST_NODES)
        told = level_told(level)
        sitting.opponent = replace(sitting.opponent, searching=searching, strength=told)
        sitting.tell(f"I play with {told} now")
        return
    known = ", ".join(level for level, _ in levels(sitting.game, sitting.weights))
    sitting.tell(f"I play with {sitting.opponent.strength}; there are {known}")


def _board(sitting: Sitting, rest: str) -> None:
    sitting.show()


def _flip(sitting: Sitting, rest: str) -> None:
    sitting.flipped = not sitting.flipped
    sitting.show()


def _position(sitting: Sitting, rest: str) -> None:
    sitting.tell(str(sitting.position))


def _clock(sitting: Sitting, rest: str) -> None:
    sitting.tell(sitting.clock.told() if sitting.clock is not None else "there is no clock")


def _save(sitting: Sitting, rest: str) -> None:
    if not rest:
        raise BadInput("write where to, as save game.pgn")
    keeper = Keeper(Path(rest).expanduser(), sitting.game)
    try:
        keeper.keep(sitting.record(keeper.form))
    except OSError as error:
        raise BadInput(f"{rest!r} cannot be written: {error.strerror}") from None
    sitting.tell(f"the game is written to {keeper.path}")


def _resign(sitting: Sitting, rest: str) -> bool:
    sitting.lose(RESIGNED)
    return True


def _quit(sitting: Sitting, rest: str) -> bool:
    sitting.leave()
    return True


def _help(sitting: Sitting, rest: str) -> None:
    from plywise.play.sitting.words import help_lines

    for line in help_lines(sitting.position):
        sitting.tell(line)


class Action(NamedTuple):
    """What a word does."""

    do: Callable[[Sitting, str], bool | None]
    """Given what was said behind the word."""
    told: str
    """The same in words."""


ACTIONS = {
    "moves": Action(_moves, "list the legal moves"),
    "hint": Action(_hint, "what I would play in your place"),
    "eval": Action(_eval, "what the position is worth, and why"),
    "undo": Action(_undo, "take your last move back, and what came after it (also: back)"),
    "swap": Action(_swap, "change sides"),
    "level": Action(_level, "how strong I play; `level nodes:5000` changes it"),
    "board": Action(_board, "draw the board again"),
    "flip": Action(_flip, "turn the board round"),
    "position": Action(_position, "the position as a text"),
    "clock": Action(_clock, "the time that is left, the first player's first"),
    "save": Action(_save, "write the game to a file: `save game.pgn`"),
    "resign": Action(_resign, "give the game up"),
    "quit": Action(_quit, "leave the game unfinished (also: exit, Ctrl-D)"),
    "help": Action(_help, "this list (also: ?)"),
}
