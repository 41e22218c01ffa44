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
    # Learnt piece values with the profile `playing` and noise .1, by `plywise rate` (± 60, 60, 63
    # and 40; docs/engine.md). A rating that nobody measured would be a promise without a ground.
    rated=((1016, 200), (1349, 1000), (1737, 10_000), (2027, 50_000)),
    has_elo_ladder=True,
    fairy=fairy("chess"),
    published=PUBLISHED,
    compared={"textbook": "standard"},
)  # fmt: skip
