"""Features written in Python: slower than the kernel's own, for the same searches and rules."""

from __future__ import annotations

import inspect
import sys
from collections.abc import Callable
from functools import update_wrapper
from typing import TYPE_CHECKING, Any

from plywise.errors import BadSetting

if TYPE_CHECKING:
    from plywise.games.game import Game
    from plywise.games.position import Position

Count = Callable[["Position", str], Any]
"""What a feature is made of: a number, True or False for a position and a side."""


class Feature:
    """A function of a position and a side that has become a feature; it can still be called.

    The evaluation counts f(position, "first") − f(position, "second").
    """

    def __init__(self, game: str, function: Count) -> None:
        update_wrapper(self, function)
        self.game = game
        self.function = function
        self.name: str = function.__name__
        described = inspect.getdoc(function) or "a feature written in Python"
        self.meaning = described.partition("\n")[0]

    def __call__(self, position: Position, side: str) -> Any:
        """What the function says."""
        return self.function(position, side)

    def __repr__(self) -> str:
        return f"<feature {self.name} of {self.game}>"

    def __reduce__(self) -> str:
        """Features travel to other processes by their name, as functions do."""
        where, name = self.function.__module__, self.function.__qualname__
        module = sys.modules.get(where)
        # What was typed at a prompt exists in no file: a new process would not find it.
        in_file = where != "__main__" or hasattr(module, "__file__")
        if not in_file or getattr(module, name, None) is not self:
            raise BadSetting(
                f"the feature {self.name} cannot be sent to another process: a new one finds no "
                f"{name!r} in the module {where!r}; define it at the top of a file, or use threads "
                "(workers=2)"
            )
        return name


def feature(game: Game | str) -> Callable[[Count], Feature]:
    """Makes a function a feature of `game`, named after the function.

    The function is given a position and a side, `first` or `second`, and says how much of the
    feature that side has: a number, True or False. It is asked at every leaf of every search, by
    several threads in turn, so it should be quick and must depend on its arguments alone. It sees
    the position without the moves that led there.

    >>> import plywise as pw
    >>> chess = pw.game("chess")
    >>> @pw.feature(chess)
    ... def bishop_pair(position, side):
    ...     "1 when `side` has two bishops."
    ...     return position.count("bishop", side) >= 2
    >>> features = chess.features("material", bishop_pair)
    >>> features.names
    ('pawn', 'knight', 'bishop', 'rook', 'queen', 'bishop_pair')
    >>> evaluation = pw.Linear(features, weights=[1, 3, 3, 5, 9, 0.5])
    >>> evaluation.value(chess.position("4k3/8/8/8/8/8/8/2B1KB2 w - - 0 1"))
    6500
    """
    name = getattr(game, "name", game)
    if not isinstance(name, str) or callable(game):
        raise BadSetting(f"a feature belongs to a game: @pw.feature(chess), not {game!r}")

    def made(function: Count) -> Feature:
        _refuse_other_than_functions(function)
        return Feature(name, function)

    return made


def _refuse_other_than_functions(function: Any) -> None:
    called = getattr(function, "__name__", "")
    if not callable(function) or not called.isidentifier():
        raise BadSetting(f"a feature is a function with a name, not {function!r}")
    try:
        inspect.signature(function).bind("position", "side")
    except TypeError as error:
        raise BadSetting(f"the feature {called} must take a position and a side: {error}") from None
