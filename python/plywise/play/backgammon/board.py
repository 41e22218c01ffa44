"""A position of backgammon seen by the player on roll, and the ID by which GNU Backgammon knows it.

The gnubg manual describes the ID under "A technical description of the position ID".
"""

from collections.abc import Iterator
from dataclasses import dataclass

from plywise.checks import is_whole, shown
from plywise.errors import BadPosition
from plywise.play.backgammon.base64_bits import BitsWrong, bits_of, text_of

CHECKERS = 15
"""Of each side."""
POINTS = 24
BAR = POINTS
"""Where a side's counts have the bar: point p is at p − 1."""
PLACES = POINTS + 1
ID_BYTES = 10
ID_LENGTH = 14
"""Characters of a position ID."""
START = tuple({6: 5, 8: 3, 13: 5, 24: 2}.get(point, 0) for point in range(1, PLACES + 1))
ID_HINT = f"a position ID has {ID_LENGTH} characters A-Z a-z 0-9 + /, the start is '4HPwATDgc/ABMA'"


@dataclass(frozen=True)
class Board:
    """Where the checkers of both sides stand; what is missing of fifteen is off.

    >>> board = Board.from_id("4HPwATDgc/ABMA")
    >>> board == Board.start(), board.pips, board.off
    (True, 167, 0)
    """

    own: tuple[int, ...]
    """Checkers of the player on roll: on his points 1 to 24, as he counts them, and on the bar."""
    other: tuple[int, ...]
    """The same of the other player, as that one counts his points: his p is the roller's 25 − p."""

    def __post_init__(self) -> None:
        for name, side in (("own", self.own), ("other", self.other)):
            _check_side(name, side)
            object.__setattr__(self, name, tuple(int(count) for count in side))
        for point in range(1, POINTS + 1):
            mine, yours = self.own[point - 1], self.other[POINTS - point]
            if mine and yours:
                raise BadPosition(
                    f"point {point} is held by both sides, with {mine} and {yours} checkers; a "
                    "point belongs to one side, and point p of one is point 25 - p of the other"
                )
        if not any(self.own) and not any(self.other):
            raise BadPosition(
                "all checkers of both sides are off; a game ends when the first side has none left"
            )

    @classmethod
    def start(cls) -> "Board":
        """Where a game begins.

        >>> Board.start().position_id
        '4HPwATDgc/ABMA'
        """
        return cls(START, START)

    @classmethod
    def from_id(cls, text: str) -> "Board":
        """The position that a gnubg position ID stands for.

        >>> Board.from_id("4HPwATDgc/ABMA").own[5]
        5
        >>> Board.from_id("4HPwATDgc/ABM")
        Traceback (most recent call last):
        ...
        plywise.BadPosition: '4HPwATDgc/ABM' is no position ID: it has 13 characters; ...
        """
        try:
            bits = bits_of(text, ID_LENGTH)
        except BitsWrong as why:
            raise BadPosition(f"{shown(text)} is no position ID: {why}; {ID_HINT}") from None
        counts = list(_runs(bits))
        if bits >> (sum(counts) + 2 * PLACES):
            raise BadPosition(
                f"{shown(text)} is no position ID: it tells more than {PLACES} places of each "
                f"side; {ID_HINT}"
            )
        try:  # the player who is not on roll comes first
            return cls(own=tuple(counts[PLACES:]), other=tuple(counts[:PLACES]))
        except BadPosition as why:
            raise BadPosition(f"position ID {text!r}: {why}") from None

    @property
    def position_id(self) -> str:
        """The ID by which gnubg knows the position."""
        bits = place = 0
        for count in (*self.other, *self.own):  # so many ones, and a zero
            bits |= ((1 << count) - 1) << place
            place += count + 1
        return text_of(bits, ID_BYTES)

    def swapped(self) -> "Board":
        """The same position with the other player on roll.

        >>> Board.from_id("4HPwATDgc/ABMA").swapped().position_id
        '4HPwATDgc/ABMA'
        """
        return Board(self.other, self.own)

    @property
    def off(self) -> int:
        """Checkers that the player on roll has borne off."""
        return CHECKERS - sum(self.own)

    @property
    def other_off(self) -> int:
        """Checkers that the other player has borne off."""
        return CHECKERS - sum(self.other)

    @property
    def pips(self) -> int:
        """Points that the checkers of the player on roll have yet to go; 25 each from the bar."""
        return _pips(self.own)

    @property
    def other_pips(self) -> int:
        """The same of the other player."""
        return _pips(self.other)

    @property
    def is_race(self) -> bool:
        """Whether the sides have passed each other, so that nothing can be hit any more.

        >>> Board.start().is_race, Board((2,) + 24 * (0,), (0, 2) + 23 * (0,)).is_race
        (False, True)
        """
        return _rearmost(self.own) + _rearmost(self.other) <= POINTS


def _check_side(name: str, side: tuple[int, ...]) -> None:
    is_counts = isinstance(side, tuple | list) and len(side) == PLACES
    if not is_counts or not all(is_whole(count) and count >= 0 for count in side):
        raise BadPosition(
            f"{name}={shown(side)}; give {PLACES} whole numbers from 0: the checkers on points 1 "
            f"to {POINTS} and on the bar"
        )
    if sum(side) > CHECKERS:
        raise BadPosition(
            f"{name} has {sum(side)} checkers, and a side has {CHECKERS}; those that are missing "
            "are off"
        )


def _runs(bits: int) -> Iterator[int]:
    """The lengths of the runs of ones, each ended by a zero, as many as both sides need."""
    for _ in range(2 * PLACES):
        ones = (~bits & (bits + 1)).bit_length() - 1
        yield ones
        bits >>= ones + 1


def _pips(side: tuple[int, ...]) -> int:
    return sum(point * count for point, count in enumerate(side, start=1))


def _rearmost(side: tuple[int, ...]) -> int:
    return max((point for point, count in enumerate(side, start=1) if count), default=0)
