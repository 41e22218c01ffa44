"""gnubg's position IDs once more, by other means: an oracle, which also writes impossible boards.

Eighty bits, the lowest of each byte first: the checkers of the player who is not on roll on his
points 1 to 24 and on the bar, then those of the other; as many ones as there are checkers, and a
zero behind each place (https://www.gnu.org/software/gnubg/manual/, "Position ID").
"""

from __future__ import annotations

from base64 import b64decode, b64encode
from collections.abc import Sequence
from typing import TypeAlias

from plywise.errors import BadInput

PLACES = 25
"""Points 1 to 24 and the bar."""
BITS = 80
Row: TypeAlias = tuple[int, ...]
"""Checkers of a side: [0] is its point 1, [23] its point 24, [24] the bar."""


def rows_of(text: str) -> tuple[Row, Row]:
    """The checkers of the player on roll and of the other one, each as he numbers the points.

    >>> own, other = rows_of("4HPwATDgc/ABMA")
    >>> own == other, own
    (True, (0, 0, 0, 0, 0, 5, 0, 3, 0, 0, 0, 0, 5, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2, 0))
    """
    try:
        data = b64decode(f"{text}==", validate=True)
    except ValueError:
        data = b""
    if len(data) * 8 != BITS:
        raise BadInput(f"{text!r} is no position ID: it has 14 letters, as 4HPwATDgc/ABMA")
    bits = format(int.from_bytes(data, "little"), f"0{BITS}b")[::-1]
    counts = [len(ones) for ones in bits.split("0")]
    return tuple(counts[PLACES : 2 * PLACES]), tuple(counts[:PLACES])


def position_id(own: Sequence[int], other: Sequence[int]) -> str:
    """The position ID of a board; whether it is one of the game, the game's own rules tell.

    >>> position_id(*rows_of("4HPwATDgc/ABMA"))
    '4HPwATDgc/ABMA'
    """
    bits = "".join("1" * count + "0" for count in (*other, *own))
    if (len(other), len(own)) != (PLACES, PLACES) or len(bits) > BITS:
        raise BadInput(f"{own!r} and {other!r} are no board: 25 places each, 15 checkers at most")
    number = int(bits[::-1], 2)
    return b64encode(number.to_bytes(BITS // 8, "little")).decode().rstrip("=")
