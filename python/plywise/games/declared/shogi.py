"""Shogi."""

from plywise.games.boards import Layout, both_sides
from plywise.games.facts import FairyPieces, GameFacts, PublishedSet

_BOARD = Layout(
    columns="987654321",
    rows="abcdefghi",
    men=both_sides({
        "p": "pawn", "l": "lance", "n": "knight", "s": "silver", "g": "gold", "b": "bishop",
        "r": "rook", "k": "king", "+p": "tokin", "+l": "promoted_lance", "+n": "promoted_knight",
        "+s": "promoted_silver", "+b": "horse", "+r": "dragon",
    }),
    second="turned",
    drawings="shogi",
    hands="field",
    signs={
        "king": "玉玉", "rook": "飛飛", "bishop": "角角", "gold": "金金", "silver": "銀銀",
        "knight": "桂桂", "lance": "香香", "pawn": "歩歩", "dragon": "龍龍", "horse": "馬馬",
        "promoted_silver": "全全", "promoted_knight": "圭圭", "promoted_lance": "杏杏",
        "tokin": "とと",
    },
)  # fmt: skip

# Pawn, lance, knight, silver, gold, bishop, rook; then the six promoted ones.
_LEARNT = {
    1: (0.08, 0.17, 0.21, 0.34, 0.38, 0.47, 0.60, 0.22, 0.12, 0.14, 0.24, 0.94, 1.08),
    2: (0.12, 0.29, 0.30, 0.48, 0.57, 0.72, 0.94, 0.73, 0.52, 0.55, 0.65, 1.32, 1.66),
    3: (0.13, 0.28, 0.33, 0.64, 0.77, 0.92, 1.25, 0.70, 0.32, 0.50, 0.23, 1.68, 2.02),
    4: (0.13, 0.29, 0.34, 0.57, 0.67, 0.82, 1.09, 0.71, 0.60, 0.69, 0.77, 1.35, 1.66),
}


def _material(source: str, *values: float) -> PublishedSet:
    return PublishedSet(features="material", values=values, source=source)


def _learnt(depth: int) -> PublishedSet:
    table = f"learnt at search depth {depth}, mean of 5 runs (Beal and Smith 2001, table 1)"
    return _material(table, *_LEARNT[depth])


def _played(whose: str, *values: float) -> PublishedSet:
    return _material(f"{whose}, rook = 5 (Beal and Smith 2001, table 3)", *values)


FACTS = GameFacts(
    layout=_BOARD,
    records=(".pgn", ".csa", ".kif", ".kifu"),
    protocols=("usi", "gnushogi"),
    entering_king=True,
    engines=("fairy-stockfish", "gpsshogi", "gnushogi"),
    fairy=FairyPieces(
        variant="shogi",
        sizes={  # the engine's other promoted pieces are golds
            "pawn": ("p", 90, 100),
            "lance": ("l", 400, 240),
            "knight": ("n", 420, 290),
            "silver": ("s", 660, 640),
            "gold": ("g", 720, 700),
            "bishop": ("b", 825, 915),
            "rook": ("r", 1276, 1380),
            "horse": ("h", 1550, 1550),
            "dragon": ("d", 1800, 1900),
        },
    ),
    published={
        "ones": _material("where learning starts", *(1.0,) * 13),
        "beginner": _played(
            "a beginner's",
            0.5, 1.0, 1.0, 2.0, 2.0, 4.0, 5.0, 1.5, 1.75, 1.75, 2.0, 5.0, 6.0,
        ),
        "gnu": _played(
            "GNU Shogi's, the mean of its four stages",
            0.42, 2.11, 2.11, 2.83, 3.03, 4.74, 5.0, 1.91, 2.5, 2.63, 3.16, 5.21, 5.16,
        ),
        "yss": _played(
            "those of YSS, world champion of 1997",
            0.48, 2.07, 2.16, 3.08, 3.32, 4.28, 5.0, 2.02, 3.03, 3.08, 3.22, 5.53, 6.25,
        ),
        "thesis": _learnt(4),
        **{f"thesis-depth-{depth}": _learnt(depth) for depth in _LEARNT},
        "plywise": PublishedSet(
            features="king-proximity",
            values=(),
            source="learnt here from nothing by 1,500 games against itself (docs/learning.md)",
            file="shogi.json",
        ),
    },
    compared={"GNU": "gnu", "YSS": "yss"},
)  # fmt: skip
