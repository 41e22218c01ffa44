"""KnightCap's own brain files: 120 bytes a position, little endian (3.x, 1997 and 1998)."""

import struct
import warnings
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from plywise.errors import BadInput, DamagedFile
from plywise.play.brain.brain import Brain
from plywise.play.brain.entry import LEAST_DEPTH, MATE_PAWNS, Entry
from plywise.regular import GAMES, read_regular

RECORD = struct.Struct("<II ii bb BB i II 64s II H B x III")
"""Keys, low, high, their depths, from, to, seconds, last play, last search, board, flags, marks,
ply, en passant, wins of White and Black, unused."""
PAWN = 10_000
MATED = 400_000
MATE_BORDER = 399_872
NEEDS_RESEARCH, NEVER, BLUNDER = 1, 1 << 1, 1 << 30
MEN = {0: ".", 1: "P", 2: "N", 3: "B", 4: "R", 5: "Q", 6: "K"}
CASTLING = "KQkq"


def read_knightcap(path: str | Path) -> Brain:
    """The positions of a brain of KnightCap 3.x, as entries.

    The keys in the file are its own random numbers: the boards are the truth. What stands there
    twice, with an en passant square that plays no part, is left out with a warning.
    """
    data = read_regular(path, at_most=GAMES)
    if not data or len(data) % RECORD.size:
        raise BadInput(
            f"{str(path)!r} has {len(data)} bytes, and a brain of KnightCap has "
            f"{RECORD.size} a position; those of before 3.0 have another form"
        )
    brain = Brain()
    for number, entry in enumerate(_entries(data), start=1):
        try:
            position = brain.position(entry)
        except BadInput as error:
            raise DamagedFile(f"{path}, position {number}: {error}") from None
        legal = [move for move in position.moves if move in (entry.move, entry.move + "q")]
        if not legal:
            raise DamagedFile(f"{path}, position {number}: {entry.move} is not legal in {position}")
        if position not in brain:  # a promotion names the queen in our own writing
            brain.put(replace(entry, move=legal[0]))
    if left_out := len(data) // RECORD.size - len(brain):
        why = f"{path}: {left_out} positions stand there twice: the first one counts"
        warnings.warn(why, stacklevel=2)
    return brain


def _entries(data: bytes) -> Iterator[Entry]:
    for parts in RECORD.iter_unpack(data):
        (_, _, low, high, low_depth, high_depth, source, target, _, _, _,
         board, flags, marks, ply, en_passant, white, black, _) = parts  # fmt: skip
        marked = bool(marks & (NEEDS_RESEARCH | BLUNDER)) and not marks & NEVER
        depth = max(0, min(low_depth, high_depth))
        yield Entry(
            position=_fen(board, flags, ply, en_passant),
            move=_square(source) + _square(target),
            low=_pawns(min(low, high)), high=_pawns(max(low, high)),
            depth=depth, ply=ply, wins=(white, black),
            aim=max(LEAST_DEPTH, depth) if marked else 0,
            is_blunder=marked and bool(marks & BLUNDER), is_settled=bool(marks & NEVER),
        )  # fmt: skip


def _pawns(units: int) -> float:
    """A value in pawns; of a mate the plies are kept.

    >>> _pawns(2361), _pawns(-399_997)
    (0.2361, -999997.0)
    """
    if abs(units) >= MATE_BORDER:
        plies = max(0, MATED - abs(units))  # an open bound lies beyond all mates
        return MATE_PAWNS - plies if units > 0 else plies - MATE_PAWNS
    return units / PAWN


def _square(index: int) -> str:
    """File × 8 + rank as chess players write it.

    >>> _square(33)
    'e2'
    """
    return f"{chr(ord('a') + index // 8)}{index % 8 + 1}"


def _fen(board: bytes, flags: int, ply: int, en_passant: int) -> str:
    men = struct.unpack("64b", board)
    rows = ["".join(_man(men[file * 8 + rank]) for file in range(8)) for rank in range(7, -1, -1)]
    turn = "wb"[ply % 2]
    rights = "".join(right for i, right in enumerate(CASTLING) if flags >> i & 1) or "-"
    rights = _possible(rights, men)
    # Files of 3.x name the square behind the pawn, or none by 0.
    passed = _square(en_passant) if en_passant and en_passant % 8 in (2, 5) else "-"
    return f"{'/'.join(map(_runs, rows))} {turn} {rights} {passed} 0 {ply // 2 + 1}"


def _man(code: int) -> str:
    letter = MEN.get(abs(code), "?")  # which no position has
    return letter if code > 0 else letter.lower()


def _runs(row: str) -> str:
    """A row with the empty squares counted.

    >>> _runs("r..k....")
    'r2k4'
    """
    for length in range(8, 0, -1):
        row = row.replace("." * length, str(length))
    return row


def _possible(rights: str, men: tuple[int, ...]) -> str:
    """Those castling rights whose king and rook stand at home."""
    homes = {"K": (32, 6, 56, 4), "Q": (32, 6, 0, 4), "k": (39, -6, 63, -4), "q": (39, -6, 7, -4)}
    kept = [
        right
        for right in rights
        if right in homes
        and men[homes[right][0]] == homes[right][1]
        and men[homes[right][2]] == homes[right][3]
    ]
    return "".join(kept) or "-"
