"""Positions of Connect Four whose every move is solved: how well an evaluation plays.

`known_positions.csv` says in its head what it holds; `benchmarks/connect_four_positions.py` makes
it. Its positions were drawn before anything was learnt, and nothing is chosen by them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from itertools import count

from plywise import _kernel
from plywise.games.connect_four_solver import Solved, solve
from plywise.games.game import Game
from plywise.games.position import Position

GAME = "connect-four"
FILE = "known_positions.csv"
HEADER = "moves,values"
PLIES = range(8, 25)
"""Of the positions: so many random moves lead to them."""
SIGNS = {-1: "-", 0: "0", 1: "+"}
FULL = "x"
"""A column without a value."""
COLUMNS = "1234567"


@dataclass(frozen=True, kw_only=True)
class KnownPosition:
    """A line of the file."""

    moves: str
    """The columns that were played, as in 44357."""
    values: dict[str, int]
    """A legal move -> 1, 0 or −1: what it is worth to who makes it."""

    def line(self) -> str:
        """The line, without its end.

        >>> KnownPosition.parse("2531276566711153,-+-0-0-").line()
        '2531276566711153,-+-0-0-'
        """
        signs = (
            SIGNS[self.values[column]] if column in self.values else FULL for column in COLUMNS
        )
        return f"{self.moves},{''.join(signs)}"

    @classmethod
    def parse(cls, line: str) -> KnownPosition:
        """What `line` wrote.

        >>> KnownPosition.parse("37313333717124171162542,x-x+---").values["4"]
        1
        """
        moves, told = line.split(",")
        worth = {sign: value for value, sign in SIGNS.items()}
        signs = zip(COLUMNS, told, strict=True)
        return cls(moves=moves, values={one: worth[sign] for one, sign in signs if sign != FULL})

    @property
    def position(self) -> Position:
        """The position itself."""
        return Game(GAME).start().after(*self.moves)

    @property
    def value(self) -> int:
        """What the position is worth to the side to move."""
        return max(self.values.values())


@cache
def known_positions() -> tuple[KnownPosition, ...]:
    """All positions of the file.

    >>> len(known_positions())
    1000
    """
    told = [line for line in text().splitlines() if not line.startswith("#")]
    return tuple(map(KnownPosition.parse, told[1:]))


def text() -> str:
    """The file as it is shipped."""
    return files("plywise.play.connect_four").joinpath(FILE).read_text(encoding="ascii")


def drawn(seed: int) -> Iterator[KnownPosition]:
    """Positions after random moves, as many plies as chance will have it, all moves solved.

    Those whose moves are all worth the same are passed over: nobody can err there.
    """
    for number in count():
        moves = _random_moves(seed, number)
        if moves is None:
            continue
        solved = solve(Game(GAME).start().after(*moves))
        if decides(solved):
            yield KnownPosition(moves=moves, values=dict(solved.moves))


def decides(solved: Solved) -> bool:
    """Whether the moves differ in win, draw and loss."""
    return len(set(solved.moves.values())) > 1


def _random_moves(seed: int, number: int) -> str | None:
    """Random moves from the start; None where they end the game."""
    length, *chances = _kernel.random_u64(seed, number, 1 + PLIES[-1])
    position, played = Game(GAME).start(), ""
    for chance in chances[: PLIES[length % len(PLIES)]]:
        if not position.moves:
            return None
        move = position.moves[chance % len(position.moves)]
        position, played = position.after(move), played + move
    return played if position.moves else None


def shares(positions: Sequence[KnownPosition]) -> float:
    """The share of best moves of somebody who moves at random.

    >>> round(shares([KnownPosition.parse("2531276566711153,-+-0-0-")]), 3)
    0.143
    """
    best = (
        sum(value == one.value for value in one.values.values()) / len(one.values)
        for one in positions
    )
    return sum(best) / len(positions)
