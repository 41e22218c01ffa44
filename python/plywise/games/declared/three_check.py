"""Three-check: the third check wins."""

from dataclasses import replace

from plywise.games.declared._chessboard import CHESSBOARD
from plywise.games.declared._stockfish import fairy, stockfish
from plywise.games.facts import GameFacts


def _checks(text: str) -> str:
    """The checks that are still to be given, which no man on the board shows."""
    first, second = next(word for word in text.split() if "+" in word).split("+")
    return f"checks to give: White {first}, Black {second}"


FACTS = GameFacts(
    layout=replace(CHESSBOARD, note=_checks),
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
