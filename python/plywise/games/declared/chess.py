"""Chess."""

from plywise.games.declared._chess_positions import VSB30
from plywise.games.declared._chess_published import PUBLISHED
from plywise.games.declared._chessboard import CHESSBOARD
from plywise.games.declared._stockfish import fairy
from plywise.games.facts import GameFacts

FACTS = GameFacts(
    pieces_from_data=True,
    two_knights_draw=True,
    bench_positions=VSB30,
    layout=CHESSBOARD,
    pgn="",
    has_epd=True,
    protocols=("uci", "xboard"),
    engines=(
        "stockfish", "gnuchess", "toga2", "glaurung", "ethereal-chess", "fairy-stockfish",
        "phalanx", "hoichess", "sjeng", "fairymax",
    ),
    # chess/plywise with the profile `playing` and noise .1, by `plywise rate` (± 51, 63, 66 and 63;
    # docs/engine.md). A rating that nobody measured would be a promise without a ground.
    rated=((923, 50), (1265, 200), (1798, 1000), (2276, 10_000)),
    has_elo_ladder=True,
    fairy=fairy("chess"),
    published=PUBLISHED,
    compared={"textbook": "standard"},
)  # fmt: skip
