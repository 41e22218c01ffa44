"""Books: the openings of a match, cut, in order or shuffled, or drawn from Polyglot's `.bin`."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Final, Literal, TypeAlias, get_args

from plywise._kernel import random_u64
from plywise.checks import is_whole, shown, whole
from plywise.errors import BadSetting
from plywise.games.ballot import U64, Opening
from plywise.play.openings import RECORDED_PLIES, parse_openings, read_openings

Order: TypeAlias = Literal["sequential", "random"]
"""Openings as they stand there, or shuffled by the seed."""
ORDERS: Final = get_args(Order)
ORDER_STREAM: Final = 0x006F_7264_6572_0000  # "order": keeps this chance apart from the games'
MOST_PLIES: Final = 1000
POLYGLOT: Final = ".bin"

Given: TypeAlias = str | Path | Sequence[str | Opening]
"""A file, or a list: a FEN, an EPD or UCI moves each."""


def book(
    given: Given,
    *,
    pairs: int,
    game: str = "chess",
    plies: int | None = None,
    order: Order = "sequential",
    seed: int = 0,
) -> list[Opening]:
    """The openings of a book for so many pairs of games; if there are fewer, it starts again.

    Moves beyond so many `plies` are cut off (in records and Polyglot's books beyond the 24th unless
    told otherwise), and openings that are the same then count once. In Polyglot's books, which have
    moves for positions and no order, as many openings as pairs are drawn by the seed, each move as
    often as its weight says.

    >>> [opening.moves for opening in book(["e2e4 c7c5", "e2e4 e7e5"], pairs=4, plies=1)]
    [('e2e4',)]
    """
    if plies is not None:
        whole("book_plies", plies, least=1, most=MOST_PLIES)
    if not is_whole(seed) or not 0 <= seed < U64:
        raise BadSetting(f"a seed lies in 0 … 2^64 - 1, not {shown(seed)}")
    if order not in ORDERS:
        raise BadSetting(f"order={shown(order)}; give one of {', '.join(map(repr, ORDERS))}")
    if not isinstance(given, str | Path):
        found = parse_openings(given, game=game)
    elif Path(given).suffix.lower() == POLYGLOT:
        from plywise.play.polyglot_book import drawn_openings

        return drawn_openings(given, pairs, plies=plies or RECORDED_PLIES, seed=seed, game=game)
    else:
        found = read_openings(given, game=game, plies=plies)
    if plies is not None:
        cut = (replace(opening, moves=opening.moves[:plies]) for opening in found)
        found = list(dict.fromkeys(cut))
    return found if order == "sequential" else _shuffled(found, seed)


def _shuffled(openings: Sequence[Opening], seed: int) -> list[Opening]:
    lots = random_u64(seed ^ ORDER_STREAM, 0, len(openings))
    return [openings[n] for n in sorted(range(len(openings)), key=lots.__getitem__)]
