"""Games: their rules as seen from Python, and rules that are written in it."""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from plywise.games.game import Game, game, game_names
    from plywise.games.position import Position
    from plywise.games.rules import Rules

__all__ = ["Game", "Position", "Rules", "game", "game_names"]

_HOMES = {"Position": "position", "Rules": "rules"}


def __getattr__(name: str) -> Any:
    # When asked for: features belong to games, and games have features.
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_HOMES.get(name, 'game')}"), name)
