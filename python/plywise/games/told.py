"""What there is to say of a position: who won and why, and whose turn it is."""

from __future__ import annotations

from typing import TYPE_CHECKING

from plywise import _kernel
from plywise.games.points import WIN_DRAW_LOSS, even, outcomes_of

if TYPE_CHECKING:
    from plywise.games.position import Position

SAYS_NOTHING = ("won", "win", "drawn")
"""Reasons that add nothing to who has won: those of games that do not tell more."""


def player(game: str, side: str) -> str:
    """What a game calls a side, `first` or `second`.

    >>> player("shogi", "second")
    'Gote'
    """
    return _kernel.facts(game).players[side == "second"]


def ending(position: Position) -> str:
    """How a game ended, in words.

    >>> import plywise as pw
    >>> ending(pw.game("chess").position("7k/6Q1/6K1/8/8/8/8/8 b - - 0 1"))
    'White wins, checkmate'
    """
    assert position.outcome is not None, "a game that is over"
    return won(position.game, position.outcome, position.outcome_reason or "")


def won(game: str, outcome: float, reason: str) -> str:
    """The same of the first player's score, or points, and the reason.

    >>> won("chess", 0.5, "stalemate"), won("backgammon", -2.0, "gammon")
    ('Drawn, stalemate', 'Second wins 2 points, gammon')
    >>> won("tic-tac-toe", 0.5, "drawn")
    'Drawn'
    """
    outcomes = outcomes_of(game)
    why = f", {reason}" if reason and reason not in SAYS_NOTHING else ""
    if outcome == even(outcomes):
        return f"Drawn{why}"
    winner = player(game, "second" if outcome < even(outcomes) else "first")
    points = abs(outcome)
    size = "" if outcomes == WIN_DRAW_LOSS else f" {points:g} point{'s' if points != 1 else ''}"
    return f"{winner} wins{size}{why}"


def to_move(position: Position) -> str:
    """Whose turn it is, in words.

    >>> import plywise as pw
    >>> to_move(pw.game("chess").start())
    'White to move'
    """
    if position.turn == "chance":
        return f"{player(position.game, position.roller)} is to roll"
    check = ", in check" if position.is_check else ""
    return f"{player(position.game, position.turn)} to move{check}"
