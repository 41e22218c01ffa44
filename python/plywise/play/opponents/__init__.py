"""Other people's engines as players: declared once, kept by a worker for its games, never trusted.

`stockfish:elo=1600,nodes=10000`, `gnuchess:depth=2` or, by its path, `uci:/path/to/engine:depth=3`.
"""

from plywise.play.opponents.engine import KNOWN, Engine
from plywise.play.opponents.failure import EngineFailed
from plywise.play.opponents.opponent import Opponent
from plywise.play.opponents.spec import is_opponent, opponent

__all__ = ["KNOWN", "Engine", "EngineFailed", "Opponent", "is_opponent", "opponent"]
