"""What the thesis published about ranks, rings and squares (chapter 7, appendix D)."""

from plywise.evaluation.weights import built_in

RANKS_RINGS = built_in("chess/thesis-ranks-rings").values
"""Table 7.1: 27 weights, mean of six runs at depth 4."""

COMPOSITE: dict[str, tuple[float, ...]] = {
    "pawn": (1.00, 1.06, 1.17, 1.33, 2.18, 2.96),
    "knight": (2.86, 3.51, 3.62, 4.01),
    "bishop": (3.39, 3.98, 3.98, 4.02),
    "rook": (5.21, 5.72, 5.84, 5.86),
    "queen": (10.31, 10.67, 10.82, 10.72),
}
"""Table 7.2: piece and place together, a pawn on rank 2 = 1."""

FREQUENCIES: dict[str, tuple[float, ...]] = {
    "pawn": (40.7, 27.2, 23.6, 6.5, 1.6, 0.5),
    "knight": (22.6, 23.8, 36.9, 16.7),
    "bishop": (37.4, 30.5, 22.8, 9.3),
    "rook": (65.1, 15.8, 14.7, 4.4),
    "queen": (38.9, 31.3, 25.5, 4.3),
}
"""Table 7.4: how often a piece stands there, per cent."""

TYPICAL = (1.0, 3.16, 3.40, 4.90, 9.56)
"""Figure 7.4."""

RANKS_RINGS_SCORES = {"learnt v None": 94.0, "learnt v Central": 61.9, "Central v None": 93.3}
"""Table 7.3, per cent as printed. Of learnt v None it lists 1,982 games: 1,847 won, 29 drawn, 106
lost, which are 93.9 %."""

HALF_BOARD = built_in("chess/thesis-half-board").values
"""Tables D.2 and D.3: 157 weights, mean of 20 runs."""

AVERAGES: dict[str, tuple[float, ...]] = {
    "half-board": (1.0, 2.67, 3.07, 4.72, 9.39),
    "full-board": (1.0, 2.76, 3.08, 4.62, 9.46),
}
"""Table D.2: average piece values."""

AVERAGE_SPREADS: dict[str, tuple[float, ...]] = {
    "half-board": (0.0, 0.17, 0.19, 0.25, 0.57),
    "full-board": (0.0, 0.11, 0.11, 0.17, 0.50),
}
"""Their standard deviations over 20 runs."""

QUEEN_FULL = (
    (0.14, 0.55, 0.55, 0.38, 0.43, 0.55, 0.51, 0.31),
    (0.31, 0.58, 0.64, 0.49, 0.48, 1.24, 0.85, 0.47),
    (0.33, 0.50, 0.94, 0.88, 0.92, 0.99, 1.13, 0.56),
    (0.28, 0.26, 0.56, 0.63, 0.80, 0.89, 0.39, 0.53),
    (0.15, 0.38, 0.49, 0.36, 0.53, 0.49, 0.45, 0.20),
    (0.18, 0.30, 0.34, 0.32, 0.31, 0.22, 0.38, 0.18),
    (0.14, 0.24, 0.29, 0.14, 0.20, 0.29, 0.20, 0.27),
    (0.18, 0.00, 0.04, 0.19, 0.09, 0.11, 0.17, 0.23),
)
"""Table D.4: the queen's squares of the full board, the eighth rank first."""

SQUARES_SCORES = {
    "learnt v Random": 93.0,
    "learnt v Zero": 97.0,
    "Random v Zero": 71.0,
    "learnt v Central": 74.0,
    "LCentral v Central": 62.0,
    "learnt v LCentral": 61.0,
}
"""Table 7.5, per cent: half-board values, 2,000 games a match."""
