"""GNU Shogi, which speaks a protocol of its own: the one xboard's came from.

It is told the moves so far in `force` mode, then `go`; from there on each move of the other side
makes it think. What it is told it says again with a number, and before its own moves it puts dots.
"""

import re
from collections.abc import Sequence

from plywise.play.opponents.failure import EngineFailed, shown
from plywise.play.opponents.process import EngineProcess
from plywise.play.opponents.session import Announced, Listener, Orders, Session, told_name
from plywise.play.time_control import TimeControl, Turn

MOVE = re.compile(r"\d\. \.\.\. (\S+)")  # one digit: a search for all takes quadratic time


class GnuShogiSession(Session):
    """A game with GNU Shogi."""

    def __init__(self, process: EngineProcess, orders: Orders) -> None:
        super().__init__(process, orders)
        self._told: int | None = None
        """How many moves it knows once it plays; None before."""

    def greet(self) -> Announced:
        """Its name; it takes moves from the start and no positions."""
        name = self.process.answer(
            lambda line: line or None, within=self.orders.patience, what="name"
        )
        return Announced(name=told_name(name), takes_positions=False)

    def begin(self, start: str | None, control: TimeControl | None = None) -> None:
        """Set the depth, which it reads from a line of its own."""
        assert start is None, "whoever takes no positions is given none"
        self.say("depth", str(self.orders.limits["depth"]))
        self._told = None

    def move(
        self,
        moves: Sequence[str],
        on_iteration: Listener | None = None,
        turn: Turn | None = None,
    ) -> str:
        """Its move."""
        if self._told is None:
            self.tell_to_think("force", *moves, "go")
        else:
            self.tell_to_think(*moves[self._told :])
        self._told = len(moves) + 1  # its own included
        return self.its_move(move_of, turn)


def move_of(line: str) -> str | None:
    """The move that a line names; None for other lines.

    >>> move_of("depth = 1. ... 7g7f 300000"), move_of("1. 3c3d 300000")
    ('7g7f', None)
    """
    if line.startswith("Illegal move"):
        raise EngineFailed(f"refused a legal move: {shown(line)}")
    found = MOVE.search(line)
    return found[1] if found else None
