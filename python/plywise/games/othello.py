"""Othello's endgames, solved to the last disc."""

from dataclasses import dataclass

from plywise import _kernel
from plywise.games.position import Position


@dataclass(frozen=True, kw_only=True)
class Solved:
    """The result of a position when nobody errs any more."""

    discs: int
    """The side to move's discs minus the other's in the end, empty squares being the winner's."""
    move: str | None
    """A move that reaches it; None when the game is over."""
    nodes: int
    """Positions looked at."""


def solve(position: Position) -> Solved:
    """The exact result of a position of Othello, by search to the end of the game.

    Up to 16 empty squares take a fraction of a second and 20 some seconds; each two more take
    about five times as long. Ctrl-C ends it.

    >>> import plywise as pw
    >>> board = "--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO--"
    >>> solved = solve(pw.game("othello").position(board + " X"))
    >>> solved.move, solved.discs
    ('g8', 18)
    """
    discs, move, nodes = _kernel.solve_othello(position.kernel)
    return Solved(discs=discs, move=move, nodes=nodes)
