"""Scores and points: what a game declares that it can end with (`facts.outcomes`).

Most games are won, drawn or lost: 1, ½ or 0 for the first player. Others count points, as
backgammon does; what one player gets the other lacks, so the second has lowest + highest − score.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from plywise import _kernel

WIN_DRAW_LOSS: Final = (0.0, 0.5, 1.0)


def outcomes_of(game: str) -> tuple[float, ...]:
    """All that the game can end with, the least first.

    >>> outcomes_of("chess"), outcomes_of("dice-race")
    ((0.0, 0.5, 1.0), (-2.0, -1.0, 1.0, 2.0))
    """
    return tuple(_kernel.facts(game).outcomes)


def needs_expectimax(game: str) -> bool:
    """Whether only expectimax can search the game: it has dice, or counts points.

    >>> needs_expectimax("chess"), needs_expectimax("dice-race")
    (False, True)
    """
    return _kernel.facts(game).has_chance or outcomes_of(game) != WIN_DRAW_LOSS


def even(outcomes: Sequence[float]) -> float:
    """What neither player is ahead by.

    >>> even(WIN_DRAW_LOSS), even((-2.0, -1.0, 1.0, 2.0))
    (0.5, 0.0)
    """
    return (min(outcomes) + max(outcomes)) / 2


def plain_win(outcomes: Sequence[float], *, first: bool) -> float:
    """The first player's score when he, or the other one, wins: no gammon, where there are such.

    >>> plain_win(WIN_DRAW_LOSS, first=False), plain_win((-2.0, -1.0, 1.0, 2.0), first=True)
    (0.0, 1.0)
    """
    middle = even(outcomes)
    if first:
        return min(outcome for outcome in outcomes if outcome > middle)
    return max(outcome for outcome in outcomes if outcome < middle)


def other_s(outcome: float, outcomes: Sequence[float]) -> float:
    """The second player's score, given the first's.

    >>> other_s(1.0, WIN_DRAW_LOSS), other_s(2.0, (-2.0, -1.0, 1.0, 2.0))
    (0.0, -2.0)
    """
    return min(outcomes) + max(outcomes) - outcome


def share_of(game: str, outcome: float) -> float:
    """The first player's share of all that can be won, from 0 to 1.

    >>> share_of("chess", 0.5), share_of("backgammon", 1.0)
    (0.5, 0.6666666666666666)
    """
    outcomes = outcomes_of(game)
    return (outcome - min(outcomes)) / (max(outcomes) - min(outcomes))


def result_of(outcome: float, outcomes: Sequence[float]) -> float:
    """1, ½ or 0: whether the first player has won, however highly.

    >>> result_of(0.5, WIN_DRAW_LOSS), result_of(-2.0, (-2.0, -1.0, 1.0, 2.0))
    (0.5, 0.0)
    """
    middle = even(outcomes)
    return 0.5 if outcome == middle else float(outcome > middle)


def is_declared(outcome: float, outcomes: Sequence[float]) -> bool:
    """Whether a game can end so: as it declares, or even, by adjudication.

    >>> is_declared(2.0, WIN_DRAW_LOSS), is_declared(0.0, (-2.0, -1.0, 1.0, 2.0))
    (False, True)
    """
    return outcome in outcomes or outcome == even(outcomes)
