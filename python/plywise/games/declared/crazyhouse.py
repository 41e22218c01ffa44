"""Crazyhouse: captured pieces change sides."""

from dataclasses import replace

from plywise.games.declared._chessboard import CHESSBOARD
from plywise.games.declared._stockfish import fairy, stockfish
from plywise.games.facts import GameFacts, PublishedSet

FACTS = GameFacts(
    layout=replace(CHESSBOARD, hands="brackets"),
    pgn="Crazyhouse",
    protocols=("uci",),
    variant="crazyhouse",
    engines=("fairy-stockfish",),
    fairy=fairy("crazyhouse"),
    published={
        "stockfish": stockfish(174, 445, 513, 699, 936),
        "pychess": PublishedSet(
            features="material",
            values=(1.0, 2.0, 2.4, 2.4, 3.8),
            source="PyChess's engine (pychess/pychess, lutils/ldata.py at 96c46d9a)",
        ),
        "common": PublishedSet(
            features="material",
            values=(1.0, 2.0, 2.0, 2.0, 4.0),
            source="Wikipedia's approximate values",
        ),
    },
    compared={"PyChess": "pychess", "Stockfish": "stockfish"},
)
