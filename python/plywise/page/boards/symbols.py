"""The drawings in `static/pieces.svg`, by name."""

from typing import Final

CHESS: Final = ("pawn", "knight", "bishop", "rook", "queen", "king")
SHOGI: Final = (
    "pawn", "lance", "knight", "silver", "gold", "bishop", "rook", "king", "tokin",
    "promoted_lance", "promoted_knight", "promoted_silver", "horse", "dragon",
)  # fmt: skip
PLAIN: Final = ("disc", "cross", "ring", "stone")
SYMBOLS: Final = frozenset(
    [*(f"chess-{kind}" for kind in CHESS), *(f"shogi-{kind}" for kind in SHOGI), *PLAIN]
)
"""What a piece can be drawn as; what is not among them is written."""


def symbol_of(kind: str, drawings: str = "") -> str:
    """The drawing of a kind of piece; empty where it is to be written.

    >>> symbol_of("king", "shogi"), symbol_of("disc"), symbol_of("king"), symbol_of("tower")
    ('shogi-king', 'disc', 'chess-king', '')
    """
    named = (f"{drawings}-{kind}", kind, f"chess-{kind}")
    return next((name for name in named if name in SYMBOLS), "")
