"""Chess problems from an EPD file: a position a line, with the moves that solve it."""

import re
from dataclasses import dataclass
from pathlib import Path

from plywise import _kernel
from plywise.errors import BadInput, BadPosition
from plywise.regular import read_text

FIELDS = 4
"""Board, side to move, castling and en passant: what an EPD has of a FEN."""


@dataclass(frozen=True, kw_only=True)
class Problem:
    """A position with its solution."""

    name: str
    """The EPD's own id, such as "WAC.001"; "" without one."""
    position: str
    """As FEN."""
    best: tuple[str, ...]
    """The moves that solve it, as in UCI."""

    @property
    def number(self) -> int:
        """The digits at the end of the name; 0 without any.

        >>> Problem(name="WCSAC.0042", position="", best=()).number
        42
        """
        digits = re.search(r"\d+$", self.name)
        return int(digits[0]) if digits else 0


def problem(line: str) -> Problem:
    """The problem that a line of an EPD file describes.

    >>> problem('6k1/5ppp/8/8/8/8/8/R5K1 w - - bm Ra8#; id "back rank";').best
    ('a1a8',)
    """
    fields = line.split(None, FIELDS)
    fen = " ".join([*fields[:FIELDS], "0", "1"])
    position = _kernel.Position.parse("chess", fen)
    operations = _operations(fields[FIELDS] if len(fields) > FIELDS else "")
    best = tuple(_move(position, san) for san in operations.get("bm", "").split())
    if not best:
        raise BadInput(f"no best move (bm) in {line.strip()!r}; write e.g. 'bm Nf3;'")
    return Problem(name=operations.get("id", "").strip('"'), position=fen, best=best)


def read(path: Path) -> list[Problem]:
    """All problems of a file; a bad line is refused with its number."""
    problems = []
    try:
        text = read_text(path)
    except UnicodeDecodeError as error:
        raise BadInput(f"{path}: not a text file ({error.reason} at byte {error.start})") from None
    for number, line in enumerate(text.splitlines(), 1):
        if not line.strip() or line.startswith("#"):
            continue
        try:
            problems.append(problem(line))
        except BadInput as error:
            raise type(error)(f"{path}, line {number}: {error}") from None
    return problems


def _operations(text: str) -> dict[str, str]:
    """Opcode -> operand; a semicolon inside quotes belongs to its text."""
    parts = re.findall(r'(?:[^;"]|"[^"]*")+', text)
    pairs = (part.strip().partition(" ") for part in parts)
    return {opcode: operand.strip() for opcode, _, operand in pairs if opcode}


def _move(position: _kernel.Position, san: str) -> str:
    """The legal move that is written so; files differ in marks of check and in "0-0"."""
    plain = _plain(san)
    for move in position.moves:
        if plain in (move, _plain(position.notation(move))):
            return move
    raise BadPosition(f"{san!r} is not a legal move in {position}; write it as in 'bm Nf3;'")


def _plain(san: str) -> str:
    return san.rstrip("+#!?").replace("0", "O").replace("=", "")
