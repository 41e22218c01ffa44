"""Antichess: who has no pieces or no move left has won."""

from plywise.games.declared._chessboard import CHESSBOARD
from plywise.games.declared._stockfish import fairy, stockfish
from plywise.games.facts import GameFacts

FACTS = GameFacts(
    layout=CHESSBOARD,
    pgn="Antichess",
    protocols=("uci",),
    variant="antichess",
    engines=("fairy-stockfish",),
    fairy=fairy("antichess", reduced=8),  # where material is next to nothing
    published={
        "stockfish": stockfish(
            -113, -127, -256, -461, -230, -51, unit=113, left_out=", a pawn = -1"
        ),
    },
    compared={"Stockfish": "stockfish"},
)
