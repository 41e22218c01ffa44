"""Figures that more than one experiment compares with: the thesis's piece values by depth."""

from plywise.evaluation.weights import built_in

PIECES = ("pawn", "knight", "bishop", "rook", "queen")

DEPTHS = {depth: built_in(f"chess/thesis-depth-{depth}").values for depth in range(1, 7)}
"""Learnt values, pawn = 1, mean of five runs (tables 5.4 and 5.5)."""

RUNS = 5
"""How many."""

SPREADS: dict[int, tuple[float, ...]] = {
    1: (0.0, 0.09, 0.15, 0.20, 0.64),
    2: (0.0, 0.22, 0.33, 0.35, 0.55),
    3: (0.0, 0.10, 0.08, 0.20, 0.19),
    4: (0.0, 0.18, 0.19, 0.27, 0.74),
    5: (0.0, 0.12, 0.13, 0.32, 0.35),
    6: (0.0, 0.08, 0.09, 0.09, 0.28),
}
"""Their standard deviations over the five seeds (table B.1)."""

MATCHES: dict[int, tuple[int, int, int]] = {
    1: (1003, 169, 828),
    2: (1052, 49, 899),
    3: (1028, 328, 644),
    4: (1117, 106, 777),
    5: (1053, 395, 552),
    6: (1147, 188, 665),
}
"""Won, drawn, lost by the learnt values against 1:3:3:5:9, 2,000 games (table 5.6)."""


def match_score(depth: int) -> float:
    """The published score at a depth, in per cent.

    >>> [round(match_score(depth)) for depth in sorted(MATCHES)]
    [54, 54, 60, 58, 63, 62]
    """
    wins, draws, losses = MATCHES[depth]
    return 100 * (wins + draws / 2) / (wins + draws + losses)
