"""Positions: immutable, with the words of the rules."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from plywise import _kernel
from plywise.checks import shown
from plywise.errors import BadInput

PLACE = "places are written as the game writes them, in chess 'e4'"


@dataclass(frozen=True, slots=True, repr=False)
class Position:
    """A position of a game and the moves that led to it, as far as repetition cares.

    >>> import plywise as pw
    >>> start = pw.game("chess").start()
    >>> start.turn, len(start.moves), start.outcome
    ('first', 20, None)
    >>> start.after("e2e4").turn
    'second'
    """

    kernel: _kernel.Position = field(compare=True)

    @property
    def game(self) -> str:
        """The name of the game."""
        return self.kernel.game

    @property
    def state(self) -> Any:
        """The state behind the position, in a game that is written in Python.

        >>> import plywise as pw
        >>> pw.game("tic-tac-toe").start().after("4").state
        '----x----'
        """
        return self.kernel.state

    @property
    def turn(self) -> str:
        """Whose decision comes next: `first`, `second` or `chance`."""
        return self.kernel.turn

    @property
    def roller(self) -> str:
        """Whose view a value is: whose turn it is or, where dice are due, who is about to roll."""
        return self.kernel.roller

    @property
    def moves(self) -> list[str]:
        """All legal moves; where dice are due, the rolls."""
        return self.kernel.moves

    @property
    def chances(self) -> list[tuple[str, float]]:
        """The rolls with their probabilities, where dice are due; none elsewhere.

        >>> import plywise as pw
        >>> pw.game("dice-race").start().chances[0]
        ('d1', 0.5)
        """
        return self.kernel.chances

    @property
    def noisy_moves(self) -> list[str]:
        """The moves that quiescence looks at, in the search's order."""
        return self.kernel.noisy_moves

    @property
    def noise_is_forced(self) -> bool:
        """Whether noisy moves, where there are any, are all the legal ones, as in antichess."""
        return self.kernel.noise_is_forced

    @property
    def quick_ending(self) -> float | None:
        """The first player's score, where one look at the board tells that the game is over.

        Quiescence asks no rule but this: after a capture, a king may be blown up.
        """
        return self.kernel.quick_ending

    @property
    def key(self) -> int:
        """A number that equal positions share."""
        return self.kernel.key

    @property
    def is_check(self) -> bool:
        """Whether the side to move is threatened with losing at once."""
        return self.kernel.is_check

    @property
    def outcome(self) -> float | None:
        """The first player's score by the rules (1, ½, 0, or points), None while the game goes on.

        Repetition and the fifty-move rule count the moves played through `after`.
        """
        return self.kernel.outcome

    @property
    def outcome_reason(self) -> str | None:
        """Why the game is over, in the words of the rules."""
        return self.kernel.outcome_reason

    def after(self, *moves: str) -> Position:
        """The position after a move, or after several in turn.

        >>> import plywise as pw
        >>> pw.game("chess").start().after("e2e4", "e7e5", "e1e2").turn
        'second'
        >>> pw.game("chess").start().after("e2e5")
        Traceback (most recent call last):
        ...
        plywise.IllegalMove: "e2e5" is not legal in rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR ...
        """
        return Position(self.kernel.after_all([_text("move", move) for move in moves]))

    def notation(self, move: str) -> str:
        """A legal move as people write it.

        >>> import plywise as pw
        >>> pw.game("chess").start().notation("g1f3")
        'Nf3'
        """
        return self.kernel.notation(_text("move", move))

    def count(self, kind: str, side: str) -> int:
        """How many pieces of a kind a side has.

        >>> import plywise as pw
        >>> pw.game("chess").start().count("pawn", "first")
        8
        """
        return self.kernel.count(_text("kind", kind), _text("side", side))

    def at(self, place: str) -> tuple[str, str] | None:
        """The kind and the side of the piece on a place; None where it is empty.

        >>> import plywise as pw
        >>> start = pw.game("chess").start()
        >>> start.at("e1"), start.at("e4")
        (('king', 'first'), None)
        """
        try:
            return self.kernel.at(_text("place", place, PLACE))
        except BadInput:
            if self.kernel.places:
                raise
        from plywise.games.places import on_board

        return on_board(self, place)

    def pieces(self, kind: str, side: str) -> list[str]:
        """The places on which a side's pieces of a kind stand; what is in hand stands nowhere.

        >>> import plywise as pw
        >>> pw.game("chess").start().pieces("rook", "second")
        ['a8', 'h8']
        """
        try:
            return self.kernel.pieces(kind, side)
        except (BadInput, TypeError):
            if _text("kind", kind) and _text("side", side) and self.kernel.places:
                raise
        from plywise.games.places import standing_on

        return standing_on(self, kind, side)

    def attackers(self, place: str, side: str | None = None) -> list[str]:
        """The places from which a place is attacked, by both sides unless one is named.

        A piece that is pinned attacks as well; whether what stands on the place may be taken is not
        asked.

        >>> import plywise as pw
        >>> start = pw.game("chess").start()
        >>> start.attackers("f3"), start.attackers("f3", "second")
        (['g1', 'e2', 'g2'], [])
        """
        where = _text("place", place, PLACE)
        if side is not None:
            return self.kernel.attackers(where, side)
        return self.kernel.attackers(where, "first") + self.kernel.attackers(where, "second")

    def __str__(self) -> str:
        return str(self.kernel)

    def __repr__(self) -> str:
        return f"pw.game({self.game!r}).position({str(self)!r})"

    def _repr_html_(self) -> str:
        from plywise.games.drawing import board_html

        return board_html(self)


def _text(name: str, given: str, hint: str = "moves are written as in UCI, e.g. 'e2e4'") -> str:
    if not isinstance(given, str):
        raise BadInput(f"{name} {shown(given)} is no text; {hint}")
    return given
