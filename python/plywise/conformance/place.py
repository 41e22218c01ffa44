"""A place in a random game, where the rules of games are held against a game."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

from plywise.evaluation.protocol import Evaluation
from plywise.games.game import Game
from plywise.games.position import Position
from plywise.games.rules import Rules

Mirror = Callable[[str], str]
"""From the text of a position to that of the same with the players exchanged."""


@dataclass(frozen=True, slots=True)
class Place:
    """A position that random play came to, and where it went on."""

    game: Game
    position: Position
    move: str | None
    """The move that was played; None at the end."""
    next: Position | None
    """The position after it."""
    chance: random.Random
    memory: Memory
    """What was seen elsewhere."""

    @property
    def again(self) -> Position:
        """The position read anew from its text: nothing is remembered of what was asked before."""
        return self.game.position(str(self.position))

    def __str__(self) -> str:
        return repr(self.position)


@dataclass(slots=True)
class Memory:
    """What the whole check knows."""

    evaluations: list[Evaluation]
    """One for each feature set, linear with random weights: its gradient is what the set counts."""
    rules: Rules | None
    """The author's own, where the game is written in Python."""
    mirror: Mirror | None
    keys: dict[int, tuple[Place, Any]] = field(default_factory=dict)
    """The first place with each key, and what every place with it must share."""
    moves: list[str] = field(default_factory=list)
    """Moves that were legal somewhere."""


Rule = Callable[[Place], Iterator[str]]
"""Says in sentences what is wrong at a place; its name is that of the rule."""


def name_of(rule: Rule) -> str:
    """The rule in words.

    >>> def turns_alternate(at): ...
    >>> name_of(turns_alternate)
    'turns alternate'
    """
    return rule.__name__.replace("_", " ")
