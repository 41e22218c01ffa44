"""Atomic chess: captures explode."""

from plywise.games.declared._chessboard import CHESSBOARD
from plywise.games.declared._stockfish import fairy, stockfish
from plywise.games.facts import GameFacts, PublishedSet

FACTS = GameFacts(
    # A capture takes the taker too, and a search of two plies gives the pawn no value.
    depth=3,
    layout=CHESSBOARD,
    pgn="Atomic",
    protocols=("uci",),
    variant="atomic",
    # Debian's fairy-stockfish was built without it: no engine.
    fairy=fairy("atomic"),
    published={
        "stockfish": stockfish(332, 478, 614, 957, 1904),
        "tipau": PublishedSet(
            features="material",
            values=(1.0, 1.5, 1.5, 3.0, 6.0),
            source="tipau, atomic world champion of 2016 (chess.stackexchange.com/questions/30305)",
        ),
    },
    compared={"tipau": "tipau", "Stockfish": "stockfish"},
)
