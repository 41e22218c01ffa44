"""Lines of EPD: a position, and what is said of it in operations (`bm Nf3; id "WAC.001";`).

Chess has four words of a FEN there and no counters, which operations may tell (`hmvc`, `fmvn`). In
the same way the texts of other games are read: whatever stands behind a position is operations.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from plywise._kernel import BadPosition, Position
from plywise.games.declared import facts_of
from plywise.play.pgn_reading import move_meant

OPERATION: Final = re.compile(r'(?:[^;"]|"[^"]*")+')
COUNTERS: Final = ("hmvc", "fmvn")
"""What the two numbers at the end of a FEN are called as operations."""


@dataclass(frozen=True, kw_only=True)
class Epd:
    """A line of EPD."""

    text: str
    """The position, its counters included; whether it is one is not known yet."""
    operations: Mapping[str, str]
    """What is said of it: opcode -> operand, without the quotes around it."""

    @property
    def name(self) -> str:
        """Its own name, `id`, as far as it can be printed; empty without one."""
        return "".join(filter(str.isprintable, self.operations.get("id", ""))).strip()


def read_epd(line: str, game: str = "chess") -> Epd:
    """What a line says.

    >>> read_epd('6k1/5ppp/8/8/8/8/8/R5K1 w - - bm Ra8#; id "back; rank"; fmvn 31;')
    Epd(text='6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 31',
        operations={'bm': 'Ra8#', 'id': 'back; rank', 'fmvn': '31'})
    >>> read_epd("6k1/5ppp/8/8/8/8/8/R5K1 w - - 7 31 bm Ra8#;").text
    '6k1/5ppp/8/8/8/8/8/R5K1 w - - 7 31'
    """
    usual = _counters(game)
    fixed = len(str(Position.start(game)).split()) - len(usual)
    *words, rest = [*line.split(None, fixed), ""][: fixed + 1]
    words = [word.rstrip(";") for word in words]
    given = re.match(rf"(?:\d+\s+){{{max(0, len(usual) - 1)}}}\d+(?=[\s;]|$)", rest)
    if usual and given is not None:
        counters, rest = given[0].split(), rest[given.end() :]
    else:
        counters = usual
    operations = _operations(rest)
    if counters is usual and len(usual) == len(COUNTERS):
        told = (operations.get(name, "") for name in COUNTERS)
        counters = [n if n.isdecimal() else start for n, start in zip(told, usual, strict=True)]
    return Epd(text=" ".join([*words, *counters]), operations=operations)


def moves_of(position: Position, operand: str) -> tuple[str, ...]:
    """The legal moves that an operand lists, as files write them; BadPosition for an illegal one.

    >>> moves_of(Position.start("chess"), "Nf3! e2e4, d4")
    ('g1f3', 'e2e4', 'd2d4')
    """
    return tuple(_legal(position, word) for word in operand.replace(",", " ").split())


def legal_move(position: Position, word: str) -> str | None:
    """The legal move that a word means, or None: `Nf3+`, `0-0`, `Ng1-f3`, as in UCI, as in USI."""
    if word in position.moves:
        return word
    return move_meant(position, word) if facts_of(position.game).pgn is not None else None


def _legal(position: Position, word: str) -> str:
    move = legal_move(position, word)
    if move is None:
        raise BadPosition(
            f"{word[:20]!r} is not a legal move in {position}; write it as in 'bm Nf3;'"
        )
    return move


def _counters(game: str) -> list[str]:
    """The numbers that the text of a game's first position ends with: those that may be left out.

    >>> _counters("chess"), _counters("shogi"), _counters("othello")
    (['0', '1'], ['1'], [])
    """
    words = str(Position.start(game)).split()
    first = next(n for n in range(len(words), -1, -1) if n == 0 or not words[n - 1].isdecimal())
    return words[first:]


def _operations(text: str) -> dict[str, str]:
    """Opcode -> operand; a semicolon inside quotes belongs to its text."""
    pairs = (part.strip().partition(" ") for part in OPERATION.findall(text))
    return {opcode: _unquoted(operand.strip()) for opcode, _, operand in pairs if opcode}


def _unquoted(operand: str) -> str:
    is_quoted = len(operand) > 1 and operand[0] == operand[-1] == '"'
    return operand[1:-1] if is_quoted else operand
