"""Racing Kings: the first king on the eighth rank has won."""

from dataclasses import replace

from plywise.games.declared._chessboard import CHESSBOARD
from plywise.games.declared._stockfish import fairy, stockfish
from plywise.games.facts import GameFacts

FACTS = GameFacts(
    layout=replace(CHESSBOARD, second="sideways"),  # both go the same way
    pgn="Racing Kings",
    protocols=("uci",),
    variant="racingkings",
    engines=("fairy-stockfish",),
    fairy=fairy("racingkings"),
    published={
        "stockfish": stockfish(
            720, 904, 1265, 2198, terms=1, left_out=" without its terms for the race"
        ),
    },
)
