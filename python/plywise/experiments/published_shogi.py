"""What was published about shogi (Beal and Smith 2001, thesis chapter 6 and appendix C)."""

import numpy as np

from plywise.evaluation.features import FeatureSet
from plywise.evaluation.weights import built_in
from plywise.report.traces import Array

PIECES = FeatureSet.named("shogi", "material").names
MAIN, PROMOTED = PIECES[:7], PIECES[7:]
"""From pawn to rook, the order that every published depth has; then what they promote to."""
ROOK = PIECES.index("rook")
ROOK_VALUE = 5.0
"""To compare runs, a rook is 5."""

DEPTHS = {depth: built_in(f"shogi/thesis-depth-{depth}").values for depth in range(1, 5)}
"""Table 1: mean values of five runs, as learnt."""

# Tables 4 and 5, in hundredths: a run a row, from pawn to rook, then tokin to dragon.
_RUNS = {
    1: """ 8 16 19 33 39 45 59  19  9 20 23  95 107
           8 17 21 37 39 50 61  22 12 24 13  93 104
           8 16 23 34 41 49 60  27 13  4 43  97 115
           8 15 23 31 37 47 62  25 11  4 28  95 111
           9 19 20 33 33 44 56  17 13 15 11  89 105""",
    2: """13 28 32 49 56 71 93  76 58 59 67 139 160
          13 32 26 44 54 70 93  72 49 60 59 123 171
          12 29 31 49 57 72 95  74 54 58 67 135 165
          11 30 30 52 59 73 99  72 48 53 69 130 172
          13 27 29 48 58 74 91  73 50 48 65 133 163""",
    3: """12 24 27 60 70 83 115  72 35 54 59 146 188
          13 32 34 71 80 99 135  72 25 57  2 184 211
          12 26 38 63 79 87 121  64 18 51 22 153 193
          13 32 35 64 77 92 125  63 43 30 27 170 203
          14 26 32 64 81 98 130  82 38 56  6 185 213""",
    4: """11 35 37 58 69 90 107  74 65 73 85 143 174
          16 36 36 65 68 84 110  85 78 78 85 132 161
          14 32 38 57 71 86 114  75 80 79 80 137 169
          10 21 25 52 62 77 105  56 36 58 67 131 166
          12 23 33 55 64 74 106  65 39 57 69 131 157""",
}
RUNS: dict[int, Array] = {
    depth: np.array([line.split() for line in text.splitlines()], dtype=np.float64) / 100
    for depth, text in _RUNS.items()
}
"""Tables 4 and 5: the five runs at each depth."""

OPPONENTS = {"YSS": "shogi/yss", "Gnu": "shogi/gnu", "Beginner": "shogi/beginner"}
MATCHES: dict[int, dict[str, float]] = {
    1: {"YSS": 51, "Gnu": 52, "Beginner": 55},
    2: {"YSS": 54, "Gnu": 59, "Beginner": 62},
    3: {"YSS": 58, "Gnu": 64, "Beginner": 76},
    4: {"YSS": 55, "Gnu": 60, "Beginner": 66},
}
"""Table 2: score of the learnt values, per cent of 2,000 games."""

CROSS = {
    ("learnt", "YSS"): (1071, 58, 871),
    ("learnt", "Gnu"): (1170, 64, 766),
    ("learnt", "Beginner"): (1206, 76, 718),
    ("YSS", "Gnu"): (1146, 70, 784),
    ("YSS", "Beginner"): (1113, 52, 835),
    ("Gnu", "Beginner"): (1018, 71, 911),
}
"""Thesis, table 6.1: won, drawn, lost."""
ALONE = ((1062, 67, 871), (1044, 68, 888), (1009, 76, 915), (1070, 78, 852), (1004, 71, 925))
"""Thesis, table 6.3: each of the five runs against YSS."""


def in_rooks(values: Array) -> Array:
    """Values of a run or of several, a rook being 5.

    >>> in_rooks(np.array(DEPTHS[4]))[:2].round(2).tolist()
    [0.6, 1.33]
    """
    return values * (ROOK_VALUE / values[..., ROOK : ROOK + 1])


def per_cent(match: tuple[int, int, int]) -> float:
    """Won games and half the drawn ones.

    >>> [round(per_cent(match)) for match in CROSS.values()]
    [55, 60, 62, 59, 57, 53]
    """
    wins, draws, losses = match
    return 100 * (wins + draws / 2) / (wins + draws + losses)


def is_in_order(values: Array) -> bool:
    """Whether pawn, lance, knight, silver, gold, bishop and rook are worth ever more.

    Printed values are rounded: equal ones do not break the order.

    >>> [sum(map(is_in_order, RUNS[depth])) for depth in RUNS]
    [5, 4, 5, 5]
    """
    return bool(np.all(np.diff(values[: len(MAIN)]) >= 0))


def has_dragon_and_horse_on_top(values: Array) -> bool:
    """Whether nothing is worth more than the promoted rook and bishop."""
    return set(np.argsort(-values)[:2].tolist()) == {PIECES.index("horse"), PIECES.index("dragon")}
