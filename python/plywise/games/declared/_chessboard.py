"""The board of chess and its men, which the variants share."""

from plywise.games.boards import Layout, both_sides

CHESSBOARD = Layout(
    columns="abcdefgh",
    rows="87654321",
    men=both_sides({
        "p": "pawn", "n": "knight", "b": "bishop", "r": "rook", "q": "queen", "k": "king",
    }),
    grounds=("#f0d9b5", "#b58863"),
    drawings="chess",
    signs={
        "king": "♔♚", "queen": "♕♛", "rook": "♖♜", "bishop": "♗♝", "knight": "♘♞", "pawn": "♙♟",
    },
)  # fmt: skip
