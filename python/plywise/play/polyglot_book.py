"""Openings from Polyglot's books (`.bin`): sorted records of position, move and weight.

http://hgm.nubati.net/book_format.html describes them.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Iterator
from itertools import accumulate
from pathlib import Path
from typing import Final, TypeAlias

from plywise._kernel import Position, random_u64
from plywise.errors import BadInput, BadSetting
from plywise.games.ballot import TRIES, Opening
from plywise.games.declared import facts_of
from plywise.play.brain.polyglot import CASTLED, PROMOTIONS, RECORD, polyglot_key
from plywise.regular import GAMES, read_regular

BOOK_STREAM: Final = 0x0062_6F6F_6B00_0000  # "book": keeps this chance apart from the games'
Line: TypeAlias = tuple[str, ...]
UNCASTLED: Final = {castled: move for move, castled in CASTLED.items()}


class PolyglotBook:
    """A book in memory, asked for the moves of positions."""

    def __init__(self, path: str | Path) -> None:
        try:
            self._data = read_regular(path, at_most=GAMES)
        except OSError as error:
            raise BadSetting(f"no book at {str(path)!r}: {error.strerror}") from None
        self._count, rest = divmod(len(self._data), RECORD.size)
        if rest or not self._count:
            raise BadInput(
                f"{str(path)!r} is no book of Polyglot's: {len(self._data)} bytes, and records "
                f"have {RECORD.size}"
            )

    def moves(self, position: Position) -> list[tuple[str, int]]:
        """The legal moves that it knows, with their weights; those of weight 0 are not played."""
        legal = set(position.moves)
        told = ((_move(number, legal), weight) for number, weight in self._records(position))
        return [(move, weight) for move, weight in told if move is not None and weight]

    def _records(self, position: Position) -> Iterator[tuple[int, int]]:
        """Move and weight of each record of a position."""
        wanted = polyglot_key(str(position))
        place = bisect_left(range(self._count), wanted, key=lambda n: self._record(n)[0])
        while place < self._count and self._record(place)[0] == wanted:
            _, move, weight, _ = self._record(place)
            yield move, weight
            place += 1

    def _record(self, number: int) -> tuple[int, int, int, int]:
        key, move, weight, learn = RECORD.unpack_from(self._data, number * RECORD.size)
        return key, move, weight, learn


def drawn_openings(
    path: str | Path, count: int, *, plies: int, seed: int, game: str = "chess"
) -> list[Opening]:
    """So many openings of at most so many plies, drawn by the seed and by the moves' weights.

    They are different as long as new ones are found easily.
    """
    if facts_of(game).pgn != "":
        raise BadSetting(f"{str(path)!r}: Polyglot's books are of chess, not of {game}")
    book = PolyglotBook(path)
    if not book.moves(Position.start(game)):
        raise BadInput(f"{str(path)!r} has no move for the first position of {game}")
    known: set[Line] = set()
    found = []
    for number in range(count):
        line = _drawn(book, game, plies, seed, number, known)
        known.add(line)
        found.append(Opening(moves=line))
    return found


def _drawn(
    book: PolyglotBook,
    game: str,
    plies: int,
    seed: int,
    number: int,
    known: set[Line],
) -> Line:
    """A line of the book, if possible one that is not known yet."""
    line: Line = ()
    for attempt in range(TRIES):
        line = _line(book, game, random_u64(seed ^ BOOK_STREAM, number * TRIES + attempt, plies))
        if line not in known:
            break
    return line


def _line(book: PolyglotBook, game: str, chance: list[int]) -> Line:
    """Moves of the book, one for each number, as far as it knows some and the game goes on."""
    position, line = Position.start(game), []
    for number in chance:
        moves = book.moves(position)
        if not moves:
            break
        sums = list(accumulate(weight for _, weight in moves))
        move, _ = moves[bisect_right(sums, (number * sums[-1]) >> 64)]
        position = position.after(move)
        if position.outcome is not None:
            break
        line.append(move)
    return tuple(line)


def _move(number: int, legal: set[str]) -> str | None:
    """The legal move that sixteen bits mean: to, from, promotion; None for another's."""
    target, origin, promotion = number & 63, (number >> 6) & 63, (number >> 12) & 7
    text = _square(origin) + _square(target)
    if promotion:
        text += PROMOTIONS[promotion - 1] if promotion <= len(PROMOTIONS) else "?"
    if text in legal:
        return text
    castled = UNCASTLED.get(text)  # the king takes his rook
    return castled if castled in legal else None


def _square(number: int) -> str:
    return "abcdefgh"[number & 7] + str((number >> 3) + 1)
