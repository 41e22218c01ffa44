"""Games: their rules as seen from Python, and rules that are written in it."""

from plywise.games.game import Game, game, game_names
from plywise.games.position import Position
from plywise.games.rules import Rules

__all__ = ["Game", "Position", "Rules", "game", "game_names"]
