"""The plays that backgammon's networks prefer at the start."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from plywise.games.game import game
from plywise.searching.expectimax import Expectimax
from plywise.searching.search import search

if TYPE_CHECKING:
    from plywise.evaluation.gammon import Gammon
    from plywise.games.position import Position

DEPTHS = (1, 2)
CANDIDATES, MARGIN = 5, 0.15
"""What is looked at two plies deep, as in matches."""


class Choice(NamedTuple):
    """The first choice of a search."""

    play: str
    equity: float


class Opening(NamedTuple):
    """What is played with a roll: a ply deep, and two."""

    roll: str
    choices: tuple[Choice, ...]

    @property
    def agrees(self) -> bool:
        """Whether two plies find what one does."""
        return len({choice.play for choice in self.choices}) == 1


def openings(evaluation: Gammon) -> list[Opening]:
    """The first choices for the rolls that open a game: two different dice.

    >>> import plywise as pw
    >>> networks = pw.Gammon(pw.game("backgammon").features("raw"), hidden=16, seed=1)
    >>> len(openings(networks)), [opening.roll for opening in doubles(networks)]
    (15, ['11', '22', '33', '44', '55', '66'])
    """
    start = game(evaluation.features.game).start()
    return [_opening(start.after(roll), roll, evaluation) for roll, _ in start.chances]


def doubles(evaluation: Gammon) -> list[Opening]:
    """What the doubles would play from the start, where no game can begin with one."""
    rules = game(evaluation.features.game)
    board = str(rules.start()).split()[0]
    rolls = [f"{die}{die}" for die in range(1, 7)]
    return [_opening(rules.position(f"{board} first {roll}"), roll, evaluation) for roll in rolls]


def mean_equity(found: list[Opening], depth: int) -> float:
    """What the first player may expect, over the rolls that open a game."""
    equities = [opening.choices[DEPTHS.index(depth)].equity for opening in found]
    return sum(equities) / len(equities)


def _opening(rolled: Position, roll: str, evaluation: Gammon) -> Opening:
    return Opening(roll, tuple(_choice(rolled, evaluation, depth) for depth in DEPTHS))


def _choice(rolled: Position, evaluation: Gammon, depth: int) -> Choice:
    using = Expectimax(depth=depth, candidates=CANDIDATES, margin=MARGIN, random_ties=False)
    found = search(rolled, evaluation, using)
    assert found.move is not None
    return Choice(rolled.notation(found.move), float(found.value))
