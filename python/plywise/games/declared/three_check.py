"""Three-check: the third check wins."""

from plywise.games.declared._chessboard import CHESSBOARD
from plywise.games.declared._stockfish import fairy, stockfish
from plywise.games.facts import GameFacts

FACTS = GameFacts(
    layout=CHESSBOARD,
    pgn="Three-check",
    protocols=("uci",),
    variant="3check",
    engines=("fairy-stockfish",),
    fairy=fairy("3check"),
    published={
        "stockfish": stockfish(
            181, 691, 829, 1222, 2274, terms=1, left_out=" without its terms for checks"
        ),
    },
)
