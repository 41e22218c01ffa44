"""Games by name, and what can be asked of them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from plywise import _kernel
from plywise.checks import shown
from plywise.errors import BadPosition
from plywise.games.position import Position
from plywise.games.python_games import game_name, game_names
from plywise.games.rules import Rules
from plywise.hooks import hook

if TYPE_CHECKING:
    from plywise.evaluation.features import FeatureSet
    from plywise.evaluation.python_features import Feature

__all__ = ["Game", "game", "game_names"]


@dataclass(frozen=True, slots=True, repr=False)
class Game:
    """The rules of a game, by name.

    >>> chess = game("chess")
    >>> chess.feature_sets
    ['material', 'centre', 'ranks-rings', 'half-board', 'full-board', 'stages', 'tapered', 'rich',
     'knightcap']
    """

    name: str

    def start(self) -> Position:
        """The position in which a game begins.

        >>> str(game("chess").start())
        'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1'
        """
        return Position(_kernel.Position.start(self.name))

    def position(self, text: str) -> Position:
        """The position that a text describes: a FEN in chess.

        >>> game("chess").position("7k/6Q1/6K1/8/8/8/8/8 b - - 0 1").outcome_reason
        'checkmate'
        """
        if not isinstance(text, str):
            raise BadPosition(f"{shown(text)} is no position; give its text, as str(position) does")
        return Position(_kernel.Position.parse(self.name, text))

    @property
    def facts(self) -> _kernel.Facts:
        """What is true of the game, whatever the position.

        >>> game("chess").facts.players
        ('White', 'Black')
        """
        return _kernel.facts(self.name)

    @property
    def feature_sets(self) -> list[str]:
        """The names of the feature sets that the game has."""
        return self.facts.feature_sets

    def features(self, name: str, *python: Feature) -> FeatureSet:
        """The feature set of that name, and behind it features that `pw.feature` made.

        >>> game("chess").features("material").names
        ('pawn', 'knight', 'bishop', 'rook', 'queen')
        """
        features: FeatureSet = hook("feature_set")(self.name, name)
        return features.with_python(*python)

    def __repr__(self) -> str:
        return f"pw.game({self.name!r})"


def game(name: str | Rules | type[Rules]) -> Game:
    """The game of that name, or of rules that are written in Python (`pw.Rules`).

    Rules in a file or a module have a name too: `pw.game("mygame.py:Nim")`.

    >>> game("chess")
    pw.game('chess')
    >>> game("ches")
    Traceback (most recent call last):
    ...
    plywise.UnknownName: unknown game 'ches'; did you mean 'chess'? (known: ...)
    """
    return Game(game_name(name))
