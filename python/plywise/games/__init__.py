"""Games: their rules as seen from Python."""

from plywise.games.game import Game, game, game_names
from plywise.games.position import Position

__all__ = ["Game", "Position", "game", "game_names"]
