"""Connect Four, solved: what every move is worth when nobody errs any more."""

from collections.abc import Mapping
from dataclasses import dataclass

from plywise import _kernel
from plywise.games.position import Position


@dataclass(frozen=True, kw_only=True)
class Solved:
    """The result of a position, and of each of its moves."""

    value: int
    """For the side to move: 1 for a win, 0 for a draw, −1 for a loss."""
    moves: Mapping[str, int]
    """The same for who makes each legal move, from the left; none when the game is over."""
    nodes: int
    """Positions looked at."""

    @property
    def best(self) -> tuple[str, ...]:
        """The moves that keep the value."""
        return tuple(move for move, value in self.moves.items() if value == self.value)


def solve(position: Position) -> Solved:
    """The exact value of a position of Connect Four and of all its moves, by search to the end.

    The fewer the discs, the longer it takes: with eight of them seconds, and from the empty board
    far longer. How soon a game is won is not told. Ctrl-C ends it.

    >>> import plywise as pw
    >>> solved = solve(pw.game("connect-four").start().after(*"2531276566711153"))
    >>> solved.value, solved.best, solved.moves["4"]
    (1, ('2',), 0)
    """
    value, moves, nodes = _kernel.solve_connect_four(position.kernel)
    return Solved(value=value, moves=dict(moves), nodes=nodes)
