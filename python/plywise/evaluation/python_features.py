"""Features written in Python: slower than the kernel's own, for the same searches and rules."""

from __future__ import annotations

import inspect
import sys
from collections.abc import Callable
from functools import update_wrapper
from typing import TYPE_CHECKING, Any

from plywise import _kernel, checks
from plywise.errors import BadSetting
from plywise.games.loading import is_file, module_at, where_is
from plywise.games.python_games import game_name, is_found_elsewhere, loaded
from plywise.games.rules import Rules
from plywise.naming import unknown

if TYPE_CHECKING:
    from plywise.games.game import Game
    from plywise.games.position import Position

Count = Callable[["Position", str], Any]
"""What a feature is made of: a number, True or False for a position and a side."""


class Feature:
    """A function of a position and a side that has become a feature; it can still be called.

    The evaluation counts f(position, "first") − f(position, "second").
    """

    def __init__(self, game: str | type[Rules], function: Count, start: float = 0.0) -> None:
        update_wrapper(self, function)
        self.owner = game
        self.function = function
        self.start = float(start)
        self.name: str = function.__name__
        described = inspect.getdoc(function) or "a feature written in Python"
        self.meaning = described.partition("\n")[0]

    @property
    def game(self) -> str:
        """The name of the game that it is a feature of."""
        return self.owner if isinstance(self.owner, str) else game_name(self.owner)

    @property
    def reference(self) -> str:
        """What names it in a feature set: its own name, or file and name where it has a file."""
        module = self.function.__module__
        return f"{where_is(sys.modules[module])}:{self.name}" if is_file(module) else self.name

    def __call__(self, position: Position, side: str) -> Any:
        """What the function says."""
        return self.function(position, side)

    def __repr__(self) -> str:
        return f"<feature {self.name} of {self.game}>"

    def __reduce__(self) -> str | tuple[Any, ...]:
        """Features travel to other processes by their name, as functions do."""
        rules = _kernel.rules(self.game)
        if self in getattr(rules, "features", ()) and is_found_elsewhere(self.game):
            return feature_of, (self.game, self.name)
        if ":" in self.reference:
            return feature_at, (self.reference,)
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


def named_feature(part: str) -> tuple[str, Feature | None]:
    """A part of a feature set's name, and the feature of a file or module that it names.

    >>> named_feature("bishop_pair")
    ('bishop_pair', None)
    >>> named_feature("plywise.games.tic_tac_toe:twos")[1]
    <feature twos of tic-tac-toe>
    """
    where, colon, name = part.rpartition(":")
    if not colon:
        return part, None
    found = getattr(module_at(where), name, None)
    if not isinstance(found, Feature):
        raise BadSetting(f"{part} is no feature; write @pw.feature(chess) above a function there")
    return part, found


def feature_at(reference: str) -> Feature:
    """The feature that `named_feature` finds."""
    found = named_feature(reference)[1]
    assert found is not None, "a reference has a colon"
    return found


def feature_of(game: str, name: str) -> Feature:
    """The feature that a game written in Python declares under that name.

    >>> feature_of("tic-tac-toe", "twos")
    <feature twos of tic-tac-toe>
    """
    declared = {feature.name: feature for feature in _kernel.rules(loaded(game)).features}
    if name not in declared:
        raise unknown(f"feature of {game}", name, declared)
    found: Feature = declared[name]
    return found


def feature(
    game: Game | Rules | type[Rules] | str, *, start: float = 0.0
) -> Callable[[Count], Feature]:
    """Makes a function a feature of `game`, named after the function.

    Of a class of rules (`pw.Rules`) it becomes a feature for good; for other games it is given to
    `game.features`. Learning starts from a weight of `start`.

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
    owner = _owner(game)
    checks.real("start", start, hint="the weight from which learning starts")

    def made(function: Count) -> Feature:
        _refuse_other_than_functions(function)
        made = Feature(owner, function, start)
        if not isinstance(owner, str):
            owner.add(made)
        return made

    return made


def _owner(game: Any) -> str | type[Rules]:
    """The game's name, or the class of its rules: that has no name before its file is read."""
    kind = type(game) if isinstance(game, Rules) else game
    if isinstance(kind, type) and issubclass(kind, Rules):
        return kind
    name = getattr(game, "name", game)
    if not isinstance(name, str) or callable(game):
        raise BadSetting(
            f"a feature belongs to a game: @pw.feature(chess), not {checks.shown(game)}"
        )
    return name


def _refuse_other_than_functions(function: Any) -> None:
    called = getattr(function, "__name__", "")
    if not callable(function) or not called.isidentifier():
        raise BadSetting(f"a feature is a function with a name, not {function!r}")
    try:
        inspect.signature(function).bind("position", "side")
    except TypeError as error:
        raise BadSetting(f"the feature {called} must take a position and a side: {error}") from None
