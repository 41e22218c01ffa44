"""Weight sets that others published: name → (feature set, values, source)."""

from typing import Final

from plywise.evaluation.published_variants import VARIANTS

_THESIS = "learnt at search depth {}, pawn = 1 (M. Smith's thesis, tables 5.4 and 5.5)"

_CENTRAL = (
    1.0, 2.72, 3.38, 4.97, 11.49,
    0.0, 0.033, 0.1, 0.233, 0.5, 1.0,  # pawns on ranks 2 to 7
    0.0, 0.067, 0.133, 0.2,  # knights, from the edge to the centre
    0.0, 0.033, 0.067, 0.1,  # bishops
    0.0, 0.0, 0.0, 0.0,  # rooks
    0.0, 0.033, 0.067, 0.1,  # queens
)  # fmt: skip

_THESIS_RANKS_RINGS = (
    0.83, 1.58, 1.72, 2.43, 4.52,
    -0.33, -0.31, -0.25, -0.17, 0.25, 0.63,
    -0.17, 0.15, 0.21, 0.4,
    -0.04, 0.25, 0.25, 0.27,
    0.15, 0.4, 0.46, 0.47,
    0.58, 0.75, 0.83, 0.78,
)  # fmt: skip

# Of each kind the files a to d, the eighth rank first; pawns stand on ranks 2 to 7 only.
_THESIS_FILES = (
    ("2.14 1.25 .46 .20 .10 .00", "1.92 1.20 .61 .38 .34 .30",
     "1.68 1.16 .54 .35 .26 .27", "1.63 1.13 .65 .53 .37 .10"),
    (".00 .53 .79 .99 .77 .57 .48 .64", ".71 .77 1.14 1.24 1.05 .86 .79 .41",
     ".73 1.08 1.16 1.29 1.23 .95 .91 .60", ".73 .81 1.44 1.45 1.29 1.11 .76 .67"),
    (".25 .17 .30 .30 .21 .13 .23 .08", ".19 .39 .42 .43 .26 .36 .28 .06",
     ".21 .31 .55 .52 .47 .40 .26 .00", ".15 .25 .43 .50 .53 .31 .26 .08"),
    ("1.01 1.11 .92 .66 .40 .13 .00 .09", ".99 1.13 .91 .60 .61 .46 .36 .13",
     "1.05 1.10 .92 .88 .66 .50 .56 .36", ".86 1.03 .88 .81 .76 .60 .60 .55"),
    (".27 .41 .71 .45 .20 .21 .14 .29", ".55 .70 1.12 .31 .48 .28 .29 .00",
     ".78 1.11 1.15 .89 .50 .30 .32 .04", ".57 .73 1.10 .74 .55 .40 .30 .19"),
)  # fmt: skip

# Pawn, lance, knight, silver, gold, bishop, rook; then the six promoted ones.
_SHOGI_MATCH = "{}, rook = 5 (Beal and Smith 2001, table 3)"
_SHOGI_LEARNT = "learnt at search depth {}, mean of 5 runs (Beal and Smith 2001, table 1)"
_SHOGI_DEPTHS = {
    1: (0.08, 0.17, 0.21, 0.34, 0.38, 0.47, 0.60, 0.22, 0.12, 0.14, 0.24, 0.94, 1.08),
    2: (0.12, 0.29, 0.30, 0.48, 0.57, 0.72, 0.94, 0.73, 0.52, 0.55, 0.65, 1.32, 1.66),
    3: (0.13, 0.28, 0.33, 0.64, 0.77, 0.92, 1.25, 0.70, 0.32, 0.50, 0.23, 1.68, 2.02),
    4: (0.13, 0.29, 0.34, 0.57, 0.67, 0.82, 1.09, 0.71, 0.60, 0.69, 0.77, 1.35, 1.66),
}


def _half_board(pieces: tuple[float, ...], kinds: tuple[tuple[str, ...], ...]) -> tuple[float, ...]:
    """The weights of `half-board`: rank by rank from White's side, files a to d."""
    files = [[[float(w) for w in file.split()] for file in kind] for kind in kinds]
    squares = (rank for kind in files for rank in zip(*map(reversed, kind), strict=True))
    return (*pieces, *(weight for rank in squares for weight in rank))


COMPARED: Final[dict[str, dict[str, str]]] = {
    "antichess": {"Stockfish": "antichess/stockfish"},
    "atomic": {"tipau": "atomic/tipau", "Stockfish": "atomic/stockfish"},
    "chess": {"textbook": "chess/standard"},
    "crazyhouse": {"PyChess": "crazyhouse/pychess", "Stockfish": "crazyhouse/stockfish"},
    "othello": {"textbook": "othello/standard"},
    "shogi": {"GNU": "shogi/gnu", "YSS": "shogi/yss"},
}
"""Sets that other people play with, the best last, by what tables call them."""
PUBLISHED: Final[dict[str, tuple[str, tuple[float, ...], str]]] = {
    "chess/standard": ("material", (1.0, 3.0, 3.0, 5.0, 9.0), "the textbook, 1:3:3:5:9"),
    "chess/ones": ("material", (1.0, 1.0, 1.0, 1.0, 1.0), "where learning starts"),
    "chess/knightcap-start": (
        "material",
        (1.0, 4.0, 4.0, 6.0, 12.0),
        "the material with which KnightCap began to learn",
    ),
    "chess/thesis": ("material", (1.0, 2.72, 3.38, 4.97, 11.49), _THESIS.format(4)),
    "chess/thesis-depth-1": ("material", (1.0, 1.86, 2.11, 3.34, 7.26), _THESIS.format(1)),
    "chess/thesis-depth-2": ("material", (1.0, 2.75, 3.52, 4.84, 11.04), _THESIS.format(2)),
    "chess/thesis-depth-3": ("material", (1.0, 1.75, 2.31, 3.88, 8.08), _THESIS.format(3)),
    "chess/thesis-depth-4": ("material", (1.0, 2.72, 3.38, 4.97, 11.49), _THESIS.format(4)),
    "chess/thesis-depth-5": ("material", (1.0, 2.14, 2.49, 4.06, 8.11), _THESIS.format(5)),
    "chess/thesis-depth-6": ("material", (1.0, 2.91, 3.49, 5.08, 10.68), _THESIS.format(6)),
    "chess/central": (
        "ranks-rings",
        _CENTRAL,
        "advanced pawns and central pieces as an expert valued them, on the material learnt at "
        "depth 4 (the thesis, table D.1)",
    ),
    "chess/thesis-ranks-rings": (
        "ranks-rings",
        _THESIS_RANKS_RINGS,
        "learnt at search depth 4, mean of 6 runs (the thesis, table 7.1)",
    ),
    "chess/thesis-half-board": (
        "half-board",
        _half_board((1.0, 2.67, 3.07, 4.72, 9.39), _THESIS_FILES),
        "learnt, mean of 20 runs, pawn = 1 (the thesis, tables D.2 and D.3)",
    ),
    "shogi/ones": ("material", (1.0,) * 13, "where learning starts"),
    "shogi/beginner": (
        "material",
        (0.5, 1.0, 1.0, 2.0, 2.0, 4.0, 5.0, 1.5, 1.75, 1.75, 2.0, 5.0, 6.0),
        _SHOGI_MATCH.format("a beginner's"),
    ),
    "shogi/gnu": (
        "material",
        (0.42, 2.11, 2.11, 2.83, 3.03, 4.74, 5.0, 1.91, 2.5, 2.63, 3.16, 5.21, 5.16),
        _SHOGI_MATCH.format("GNU Shogi's, the mean of its four stages"),
    ),
    "shogi/yss": (
        "material",
        (0.48, 2.07, 2.16, 3.08, 3.32, 4.28, 5.0, 2.02, 3.03, 3.08, 3.22, 5.53, 6.25),
        _SHOGI_MATCH.format("those of YSS, world champion of 1997"),
    ),
    "shogi/thesis": ("material", _SHOGI_DEPTHS[4], _SHOGI_LEARNT.format(4)),
    **{
        f"shogi/thesis-depth-{depth}": ("material", values, _SHOGI_LEARNT.format(depth))
        for depth, values in _SHOGI_DEPTHS.items()
    },
    "othello/standard": (
        "disc-classes",
        (1.2, -0.2, 0.2, 0.05, -0.4, -0.05, -0.05, 0.15, 0.03, 0.03),
        "the textbook's board / 100 (P. Norvig, Paradigms of AI Programming, 1992, chapter 18)",
    ),
    **VARIANTS,
}
