"""What the engine says about its search: `info` and `bestmove` lines."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from plywise._kernel import MATE, MATE_BOUND, Position
from plywise.games.dialect import UCI, Dialect

_BOUNDS = {"lower": " lowerbound", "upper": " upperbound"}


@dataclass(frozen=True, slots=True)
class Language:
    """How moves and values are written: castling by UCI_Chess960, values in hundredths of a pawn.

    >>> Language(unit=1000).score(1500)
    'cp 150'
    >>> Language(unit=1000).score(MATE - 3), Language(unit=1000).score(-MATE)
    ('mate 2', 'mate 0')
    >>> from plywise.games.dialect import USI
    >>> shogi = Language(unit=1000, dialect=USI)
    >>> shogi.score(MATE - 3), shogi.score(4 - MATE), shogi.score(-MATE)
    ('mate 3', 'mate -4', 'mate -')
    """

    unit: int
    """The value of a pawn."""
    chess960: bool = False
    """Whether castling is written as the king taking his rook."""
    dialect: Dialect = UCI
    """The words around them."""

    def centipawns(self, value: int) -> int:
        """A value in hundredths of a pawn."""
        return round(100 * value / self.unit)

    def score(self, value: int) -> str:
        """A value as the GUI wants it: mates in moves or plies, and lost ones below 0."""
        if abs(value) < MATE_BOUND:
            return f"cp {self.centipawns(value)}"
        plies = MATE - abs(value)
        if self.dialect.mates_in_plies:
            return f"mate {plies if value > 0 else -plies or '-'}"  # a mate now has no number
        moves = (plies + 1) // 2
        return f"mate {moves if value > 0 else -moves}"

    def moves(self, position: Position, line: Sequence[str]) -> list[str]:
        """A line of moves from a position, as the GUI wants them written."""
        if not self.chess960:
            return list(line)
        written = []
        for move in line:
            written.append(position.castling960(move))
            position = position.after(move)
        return written


@dataclass(frozen=True, slots=True)
class Iteration:
    """What the kernel reports after an iteration, for one of its lines."""

    depth: int
    selective_depth: int
    number: int
    """Of the line, from 1."""
    value: int
    bound: str
    """`exact`, `lower` or `upper`."""
    nodes: int
    milliseconds: int
    hashfull: int
    """Per mille of the table that is in use."""
    line: list[str]

    def text(self, position: Position, language: Language) -> str:
        """The `info` line.

        >>> start = Position.start("chess")
        >>> first = Iteration(3, 9, 1, 120, "exact", 5000, 2, 10, ["e2e4", "e7e5"])
        >>> first.text(start, Language(unit=1000))
        'info depth 3 seldepth 9 multipv 1 score cp 12 nodes 5000 nps 2500000 hashfull 10 time 2 pv
        e2e4 e7e5'
        """
        speed = self.nodes * 1000 // max(1, self.milliseconds)
        return (
            f"info depth {self.depth} seldepth {max(self.depth, self.selective_depth)} "
            f"multipv {self.number} score {language.score(self.value)}"
            f"{_BOUNDS.get(self.bound, '')} nodes {self.nodes} nps {speed} "
            f"hashfull {self.hashfull} time {self.milliseconds} "
            f"pv {' '.join(language.moves(position, self.line))}".rstrip()
        )


def best_move(position: Position, line: Sequence[str], language: Language) -> str:
    """The `bestmove` line, with the reply to ponder on if the line has one.

    >>> best_move(Position.start("chess"), ["e2e4", "e7e5", "g1f3"], Language(unit=1000))
    'bestmove e2e4 ponder e7e5'
    >>> best_move(Position.start("chess"), [], Language(unit=1000))
    'bestmove (none)'
    """
    if not line:
        return f"bestmove {language.dialect.no_move}"
    move, *reply = language.moves(position, line[:2])
    return f"bestmove {move} ponder {reply[0]}" if reply else f"bestmove {move}"
