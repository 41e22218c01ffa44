"""Horde: thirty-six pawns against an army."""

from plywise.games.declared._chessboard import CHESSBOARD
from plywise.games.declared._stockfish import fairy, stockfish
from plywise.games.facts import GameFacts

FACTS = GameFacts(
    # Pieces are counted by the dozen: a step moves the value by the square of the count.
    step_size="coherence:c=.05,prior=.5",
    layout=CHESSBOARD,
    pgn="Horde",
    protocols=("uci",),
    variant="horde",
    engines=("fairy-stockfish",),
    fairy=fairy("horde"),
    published={"stockfish": stockfish(406, 708, 736, 1341, 2777, terms=1)},
)
