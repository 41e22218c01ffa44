"""One position that a brain knows, and the units of its values."""

from dataclasses import dataclass

from plywise._kernel import MATE, MATE_BOUND

MATE_PAWNS = 1_000_000.0
"""What having won is worth; a mate `n` plies away is worth `n` less."""
MATE_PLIES = MATE - MATE_BOUND
"""The longest mate that a search tells from an evaluation."""
TIGHT = 0.01
"""Pawns: bounds so close together are one value."""
LEAST_DEPTH = 7
"""Plies to which a position is searched again at least (Baxter et al. 1998, section 5)."""


@dataclass(frozen=True, kw_only=True)
class Entry:
    """What is known of one position; values are in pawns, for the side to move.

    >>> Entry(position="8/8/8/8/8/8/8/K1k5 w - - 0 1", move="a1a2", low=-0.3, high=-0.3,
    ...       depth=7, ply=60).is_tight
    True
    """

    position: str
    """The position as its game writes it."""
    move: str
    """The move to play there."""
    low: float
    """The position is worth at least this."""
    high: float
    """And at most this."""
    depth: int
    """How deep the search was that found it."""
    ply: int
    """How many moves were made before it in its game."""
    aim: int = 0
    """The depth to which it is to be searched again; 0 where it is not marked for that."""
    is_blunder: bool = False
    """Whether it is marked because a game was just lost from it: those are searched first."""
    is_settled: bool = False
    """Whether it needs no search ever again: a mate was found."""
    nodes: int = 0
    """Nodes of the search that found it."""
    wins: tuple[int, int] = (0, 0)
    """Games that came here, won by the first player and by the second."""

    @property
    def is_marked(self) -> bool:
        """Whether it is to be searched again."""
        return self.aim > 0

    @property
    def is_tight(self) -> bool:
        """Whether its bounds are one value."""
        return self.high - self.low <= TIGHT

    @property
    def is_mate(self) -> bool:
        """Whether its value is a win or a loss by the rules."""
        return is_mate(self.low) and is_mate(self.high)

    @property
    def is_known(self) -> bool:
        """Whether searches may take its word: tight, or a mate, and not marked."""
        return not self.is_marked and (self.is_tight or self.is_mate)


def is_mate(pawns: float) -> bool:
    """Whether a value in pawns is a win or a loss by the rules.

    >>> is_mate(999_997.0), is_mate(-12.5)
    (True, False)
    """
    return abs(pawns) >= MATE_PAWNS - MATE_PLIES


def as_pawns(value: int, unit: int) -> float:
    """A value of a search in pawns, where a pawn counts `unit`.

    >>> as_pawns(-1500, 1000), as_pawns(MATE - 3, 1000)
    (-1.5, 999997.0)
    """
    if abs(value) >= MATE_BOUND:
        plies = MATE - abs(value)
        return MATE_PAWNS - plies if value > 0 else plies - MATE_PAWNS
    return value / unit


def as_value(pawns: float, unit: int) -> int:
    """The inverse of `as_pawns`.

    >>> as_value(-1.5, 1000), as_value(999_997.0, 1000) == MATE - 3
    (-1500, True)
    """
    if is_mate(pawns):
        plies = round(MATE_PAWNS - abs(pawns))
        return MATE - plies if pawns > 0 else plies - MATE
    return round(pawns * unit)
