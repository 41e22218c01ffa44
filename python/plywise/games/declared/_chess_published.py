"""Values of chess that others published, and those that were learnt here."""

from collections.abc import Mapping

from plywise.games.declared import _pesto
from plywise.games.facts import PublishedSet

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


def _material(source: str, *values: float) -> PublishedSet:
    return PublishedSet(features="material", values=values, source=source)


def _learnt(depth: int, *values: float) -> PublishedSet:
    where = "M. Smith's thesis, tables 5.4 and 5.5"
    return _material(f"learnt at search depth {depth}, pawn = 1 ({where})", *values)


def _half_board(pieces: tuple[float, ...], kinds: tuple[tuple[str, ...], ...]) -> tuple[float, ...]:
    """The weights of `half-board`: rank by rank from White's side, files a to d."""
    files = [[[float(w) for w in file.split()] for file in kind] for kind in kinds]
    squares = (rank for kind in files for rank in zip(*map(reversed, kind), strict=True))
    return (*pieces, *(weight for rank in squares for weight in rank))


_KNIGHTCAP = "A. Tridgell, J. Baxter and L. Weaver, 1998; GNU GPL, version 2 or later"


def _knightcap(name: str, source: str) -> PublishedSet:
    """A set of thousands of weights, read or written out when it is asked for."""

    def read() -> tuple[float, ...]:
        from plywise.games.declared import _knightcap as numbers

        values: tuple[float, ...] = getattr(numbers, name)()
        return values

    return PublishedSet(features="knightcap", values=(), source=source, read=read)


PUBLISHED: Mapping[str, PublishedSet] = {
    "standard": PublishedSet(
        features="material",
        values=(1.0, 3.0, 3.0, 5.0, 9.0),
        source="the textbook, 1:3:3:5:9",
        label="1:3:3:5:9",
    ),
    "ones": _material("where learning starts", 1.0, 1.0, 1.0, 1.0, 1.0),
    "knightcap-start": _material(
        "the material with which KnightCap began to learn", 1.0, 4.0, 4.0, 6.0, 12.0
    ),
    "thesis": _learnt(4, 1.0, 2.72, 3.38, 4.97, 11.49),
    "thesis-depth-1": _learnt(1, 1.0, 1.86, 2.11, 3.34, 7.26),
    "thesis-depth-2": _learnt(2, 1.0, 2.75, 3.52, 4.84, 11.04),
    "thesis-depth-3": _learnt(3, 1.0, 1.75, 2.31, 3.88, 8.08),
    "thesis-depth-4": _learnt(4, 1.0, 2.72, 3.38, 4.97, 11.49),
    "thesis-depth-5": _learnt(5, 1.0, 2.14, 2.49, 4.06, 8.11),
    "thesis-depth-6": _learnt(6, 1.0, 2.91, 3.49, 5.08, 10.68),
    "central": PublishedSet(
        features="ranks-rings",
        values=_CENTRAL,
        source="advanced pawns and central pieces as an expert valued them, on the material learnt "
        "at depth 4 (the thesis, table D.1)",
    ),
    "thesis-ranks-rings": PublishedSet(
        features="ranks-rings",
        values=_THESIS_RANKS_RINGS,
        source="learnt at search depth 4, mean of 6 runs (the thesis, table 7.1)",
    ),
    "thesis-half-board": PublishedSet(
        features="half-board",
        values=_half_board((1.0, 2.67, 3.07, 4.72, 9.39), _THESIS_FILES),
        source="learnt, mean of 20 runs, pawn = 1 (the thesis, tables D.2 and D.3)",
    ),
    "pesto": PublishedSet(
        features="tapered",
        values=_pesto.weights(),
        source="tuned tables that many engines use (R. Friederich's PeSTO)",
    ),
    "knightcap-material": _knightcap(
        "material", "material alone, 1:4:4:6:12, and 5,852 zeros: where KnightCap began to learn"
    ),
    "knightcap-hand": _knightcap(
        "hand", f"what KnightCap's authors chose by hand, as far as its files tell ({_KNIGHTCAP})"
    ),
    "knightcap-learnt": _knightcap(
        "learnt", f"what KnightCap 3.6 had learnt on the chess servers ({_KNIGHTCAP})"
    ),
    "plywise": PublishedSet(
        features="rich",
        values=(),
        source="learnt here from nothing by 4,000 games against itself (docs/learning.md)",
        file="chess.json",
    ),
}
