"""Games that are over: what there is to say instead of a search."""

from __future__ import annotations

from typing import Final

from plywise.games.position import Position

BY_HISTORY: Final = ("repetition", "perpetual check", "fifty moves")
"""Ends that hang on the moves before. The kernel's searches judge their root by itself, since an
engine may be asked to play on; who searches by `plywise.search` is told the result."""


def is_over_by_history(position: Position) -> bool:
    """Whether the moves before have ended the game.

    >>> import plywise as pw
    >>> is_over_by_history(pw.game("chess").position("6k1/8/8/8/8/8/8/K6R w - - 100 80"))
    True
    """
    return position.outcome_reason in BY_HISTORY


def standing(position: Position) -> float:
    """What the side to move has got from a game that is over, from −1 (lost) to 1 (won).

    >>> import plywise as pw
    >>> standing(pw.game("chess").position("7k/6Q1/6K1/8/8/8/8/8 b - - 0 1"))
    -1.0
    """
    outcome = 0.5 if position.outcome is None else position.outcome
    got = 2.0 * outcome - 1.0
    return -got if position.turn == "second" and got else got  # no −0 for a draw
