"""The rules of a game written in Python: one small class."""

from __future__ import annotations

import inspect
import re
from abc import ABC, abstractmethod
from ast import literal_eval
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, ClassVar

from plywise.games.facts import GameFacts
from plywise.games.points import WIN_DRAW_LOSS

if TYPE_CHECKING:
    from plywise.evaluation.python_features import Feature
    from plywise.games.sketch import Sketch


class Rules(ABC):
    """What a game is. Derive a class, and everything that plays and learns chess does so with it.

    A state is any value of yours that never changes: a text, a tuple, a frozen dataclass. Methods
    must depend on their arguments alone; they are asked in any order, by several threads in turn.

    >>> import plywise as pw
    >>> class Subtract(pw.Rules):
    ...     "Take one, two or three; who takes the last wins."
    ...     def start(self):
    ...         return (10, "first")
    ...     def turn(self, state):
    ...         return state[1]
    ...     def moves(self, state):
    ...         return [str(n) for n in (1, 2, 3) if n <= state[0]]
    ...     def after(self, state, move):
    ...         return (state[0] - int(move), "second" if state[1] == "first" else "first")
    ...     def outcome(self, state):
    ...         return None if state[0] else float(state[1] == "second")
    >>> start = pw.game(Subtract()).start()
    >>> start.moves, str(start.after("3"))
    (['1', '2', '3'], "(7, 'second')")
    """

    name: ClassVar[str] = ""
    """What files and tables call the game; by default after the class: connect-four."""
    players: ClassVar[tuple[str, str]] = ("First", "Second")
    """How the first and the second player are called."""
    max_plies: ClassVar[int] = 400
    """A longer game is adjudicated, unless users say otherwise."""
    long_games_are_drawn: ClassVar[bool] = False
    """Adjudicated so, whoever is ahead, unless users say otherwise."""
    facts: ClassVar[GameFacts] = GameFacts()
    """What is usual in it beyond the rules: depth, ballot, steps, published weights."""
    outcomes: ClassVar[tuple[float, ...]] = WIN_DRAW_LOSS
    """What a game can end with, the least first: the first player's score, or points. What one
    player gets the other lacks: the second has lowest + highest − score."""
    repeats: ClassVar[bool] = True
    """Whether a position can come back. Then it is a draw when it does so for the second time, and
    searches look for that; where every move goes forward, False saves them the effort. Games with
    dice have no such rule."""

    _declared: ClassVar[dict[str, Feature]] = {}

    def __init_subclass__(cls, **more: Any) -> None:
        super().__init_subclass__(**more)
        cls._declared = {}
        cls.name = cls.__dict__.get("name") or _dashed(cls.__name__)

    @abstractmethod
    def start(self) -> Any:
        """The state in which a game begins."""

    @abstractmethod
    def turn(self, state: Any) -> str:
        """Whose turn it is: `first` or `second`, one after the other; `chance` where dice are due.

        A player who cannot move has one move, called `pass` or as you like.
        """

    @abstractmethod
    def moves(self, state: Any) -> Sequence[str]:
        """The legal moves as texts without spaces; never asked when the game is over."""

    @abstractmethod
    def after(self, state: Any, move: str) -> Any:
        """The state after a legal move."""

    @abstractmethod
    def outcome(self, state: Any) -> float | None:
        """None while the game goes on; then the first player's score: 1, ½ or 0, or `outcomes`."""

    def chances(self, state: Any) -> Sequence[tuple[str, float]]:
        """The rolls where dice are due, each with its probability; who writes it has dice.

        Asked instead of `moves` where the turn is `chance`; `after` takes a roll like a move. The
        players need not move in turn then.
        """
        return []

    def roller(self, state: Any) -> str:
        """Where dice are due, who is about to roll; by default who moves after the first roll."""
        return "first"

    def text(self, state: Any) -> str:
        """The state as a text that `parse` reads back; by default as Python writes it."""
        return state if isinstance(state, str) else repr(state)

    def parse(self, text: str) -> Any:
        """The state that a text describes; a ValueError says what is wrong with it."""
        if isinstance(self.start(), str):
            return text
        try:
            return literal_eval(text)
        except (SyntaxError, TypeError, RecursionError, MemoryError) as error:
            raise ValueError(f"{error}; it should look like {self.text(self.start())}") from None

    def sketch(self, state: Any) -> Sketch | None:
        """How the board looks, for the page on which people play; by default its text is shown."""
        return None

    def is_noisy(self, state: Any, move: str) -> bool:
        """Whether quiescence looks beyond this move, as beyond a capture; by default never."""
        return False

    def key(self, state: Any) -> Any:
        """What tells positions apart: a number, a text, a tuple of such; by default all the state.

        Leave out what does not matter for the rest of the game, such as the number of the move.
        """
        return state

    @property
    def summary(self) -> str:
        """The game in a sentence: the first line of the class's docstring."""
        described = type(self).__doc__ or ""
        return inspect.cleandoc(described).partition("\n")[0] or self.name

    @property
    def features(self) -> tuple[Feature, ...]:
        """What `pw.feature` made for this class and those that it derives from, oldest first."""
        found: dict[str, Feature] = {}
        for kind in reversed(type(self).__mro__):
            found |= vars(kind).get("_declared", {})
        return tuple(found.values())

    @classmethod
    def add(cls, feature: Feature) -> None:
        """One more feature, or a new one of the same name."""
        cls._declared[feature.name] = feature

    def declares(self, hook: str) -> bool:
        """Whether a method that every game has was written anew for this one."""
        return getattr(type(self), hook) is not getattr(Rules, hook)


def _dashed(name: str) -> str:
    """A class's name as games are called.

    >>> _dashed("ConnectFour")
    'connect-four'
    """
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "-", name).lower()
