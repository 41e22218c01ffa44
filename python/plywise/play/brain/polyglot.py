"""Brains as opening books in Polyglot's form (`.bin`), which most chess programs read."""

import struct
from pathlib import Path

from plywise.errors import BadSetting
from plywise.files import as_path, write_atomically
from plywise.games.declared import facts_of
from plywise.play.brain.brain import Brain
from plywise.play.brain.entry import Entry
from plywise.play.brain.polyglot_numbers import NUMBERS

RECORD = struct.Struct(">QHHI")
"""Key, move, weight, learn: big endian."""
MEN = "pPnNbBrRqQkK"
CASTLING, EN_PASSANT, WHITE_TO_MOVE = 768, 772, 780
PROMOTIONS = "nbrq"
CASTLED = {"e1g1": "e1h1", "e1c1": "e1a1", "e8g8": "e8h8", "e8c8": "e8a8"}
"""Polyglot writes castling as the king taking his rook."""


def export_polyglot(brain: Brain, path: str | Path) -> int:
    """Write the moves that a brain plays as a book; how many there are.

    Positions that are still marked are left out. Each has one move, of weight 1.
    """
    if facts_of(brain.game).pgn != "":
        raise BadSetting(f"Polyglot's books are of chess, and the brain is of {brain.game}")
    records = sorted(
        RECORD.pack(polyglot_key(entry.position), _move(entry), 1, 0)
        for entry in brain
        if entry.is_known
    )
    write_atomically(as_path(path), b"".join(records))
    return len(records)


def polyglot_key(fen: str) -> int:
    """Polyglot's key of a position.

    >>> f"{polyglot_key('rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1'):016x}"
    '463b96181691fc9c'
    """
    placement, turn, rights, passed = fen.split()[:4]
    men = _men(placement)
    key = NUMBERS[WHITE_TO_MOVE] if turn == "w" else 0
    for square, man in men.items():
        key ^= NUMBERS[64 * MEN.index(man) + square]
    for number, right in enumerate("KQkq"):
        if right in rights:
            key ^= NUMBERS[CASTLING + number]
    if passed != "-" and _is_attacked(men, passed, turn):
        key ^= NUMBERS[EN_PASSANT + _file(passed)]
    return key


def _men(placement: str) -> dict[int, str]:
    """The men by their squares, a1 = 0."""
    men: dict[int, str] = {}
    for row, text in enumerate(placement.split("/")):
        square = 8 * (7 - row)
        for letter in text:
            if letter.isdigit():
                square += int(letter)
            else:
                men[square] = letter
                square += 1
    return men


def _is_attacked(men: dict[int, str], passed: str, turn: str) -> bool:
    """Whether a pawn stands beside the one that has passed: only then the key knows of it."""
    row = 4 if turn == "w" else 3
    pawn = "P" if turn == "w" else "p"
    beside = (_file(passed) - 1, _file(passed) + 1)
    return any(men.get(8 * row + file) == pawn for file in beside if 0 <= file < 8)


def _file(square: str) -> int:
    return ord(square[0]) - ord("a")


def _square(text: str) -> int:
    return 8 * (int(text[1]) - 1) + _file(text)


def _move(entry: Entry) -> int:
    """A move in sixteen bits: to, from, promotion."""
    men = _men(entry.position.split()[0])
    text = entry.move
    if text in CASTLED and men.get(_square(text[:2]), "").lower() == "k":
        text = CASTLED[text]
    promotion = PROMOTIONS.index(text[4]) + 1 if len(text) > 4 else 0
    return _square(text[2:4]) | _square(text[:2]) << 6 | promotion << 12
