"""King of the Hill: a king in the centre has won."""

from plywise.games.declared._chessboard import CHESSBOARD
from plywise.games.declared._stockfish import fairy
from plywise.games.facts import GameFacts

FACTS = GameFacts(
    layout=CHESSBOARD,
    pgn="King of the Hill",
    protocols=("uci",),
    variant="kingofthehill",
    engines=("fairy-stockfish",),
    fairy=fairy("kingofthehill"),
)
