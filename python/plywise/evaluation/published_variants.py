"""Values that engines and strong players use in the variants of chess."""

from typing import Final

Published = dict[str, tuple[str, tuple[float, ...], str]]

_STOCKFISH = (
    "multi-variant Stockfish's middle-game values{} (ddugovic/Stockfish, src/types.h at 0bff2157)"
)


def _stockfish(
    *values: float, terms: int = 0, unit: float | None = None, left_out: str = ""
) -> tuple[str, tuple[float, ...], str]:
    """The set with the first value, or `unit`, as 1; terms of our own have no weight in it."""
    size = unit or values[0]
    weights = (*(round(value / size, 3) for value in values), *(0.0 for _ in range(terms)))
    return "material", weights, _STOCKFISH.format(left_out)


VARIANTS: Final[Published] = {
    "crazyhouse/stockfish": _stockfish(174, 445, 513, 699, 936),
    "crazyhouse/pychess": (
        "material",
        (1.0, 2.0, 2.4, 2.4, 3.8),
        "PyChess's engine (pychess/pychess, lutils/ldata.py at 96c46d9a)",
    ),
    "crazyhouse/common": ("material", (1.0, 2.0, 2.0, 2.0, 4.0), "Wikipedia's approximate values"),
    "atomic/stockfish": _stockfish(332, 478, 614, 957, 1904),
    "atomic/tipau": (
        "material",
        (1.0, 1.5, 1.5, 3.0, 6.0),
        "tipau, atomic world champion of 2016 (chess.stackexchange.com/questions/30305)",
    ),
    "antichess/stockfish": _stockfish(
        -113, -127, -256, -461, -230, -51, unit=113, left_out=", a pawn = -1"
    ),
    "horde/stockfish": _stockfish(406, 708, 736, 1341, 2777, terms=1),
    "three-check/stockfish": _stockfish(
        181, 691, 829, 1222, 2274, terms=1, left_out=" without its terms for checks"
    ),
    "racing-kings/stockfish": _stockfish(
        720, 904, 1265, 2198, terms=1, left_out=" without its terms for the race"
    ),
}
