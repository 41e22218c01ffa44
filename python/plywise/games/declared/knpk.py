"""King, knight and pawn against king."""

from plywise.games.declared._chessboard import CHESSBOARD
from plywise.games.facts import ANY_FEATURES, GameFacts

FACTS = GameFacts(
    layout=CHESSBOARD,
    plain_win={ANY_FEATURES: 1.0},  # evaluations are distances to the win
)
