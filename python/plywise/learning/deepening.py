"""A search that goes deeper in the course of a run."""

from dataclasses import replace
from itertools import pairwise

from plywise.errors import BadSetting
from plywise.searching.expectimax import Expectimax
from plywise.searching.settings import AlphaBeta, Searching

__all__ = ["checked_deepening", "deepened"]


def deepened(search: Searching, plies: int) -> Searching:
    """The same search, so many plies deeper.

    >>> deepened(AlphaBeta(depth=2), 1).depth
    3
    """
    if plies == 0:
        return search
    assert isinstance(search, AlphaBeta | Expectimax), "checked with the settings"
    return replace(search, depth=search.depth + plies)


def checked_deepening(deepen: tuple[int, ...], search: Searching | None) -> tuple[int, ...]:
    """Numbers of games that rise from 1 on, for a search that has a depth.

    >>> checked_deepening((300, 100), AlphaBeta())
    Traceback (most recent call last):
    ...
    plywise.BadSetting: [300, 100]; give numbers of games, at least 1 and each above the one before
    """
    if any(after <= before for before, after in pairwise((0, *deepen))):
        raise BadSetting(
            f"{list(deepen)}; give numbers of games, at least 1 and each above the one before"
        )
    if deepen and search is not None:
        if not isinstance(search, AlphaBeta | Expectimax):
            raise BadSetting(f"{list(deepen)}, but a search by {search.kind} has no depth")
        deepened(search, len(deepen))  # refuses what no search goes to
    return deepen
