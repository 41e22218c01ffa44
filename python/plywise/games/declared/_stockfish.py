"""What Stockfish and its kin know of the variants of chess: values, names, pieces."""

from collections.abc import Mapping

from plywise.games.facts import FairyPieces, PublishedSet

SIZES: Mapping[str, tuple[str, int, int]] = {
    "pawn": ("p", 126, 208),
    "knight": ("n", 781, 854),
    "bishop": ("b", 825, 915),
    "rook": ("r", 1276, 1380),
    "queen": ("q", 2538, 2682),
    "king": ("k", 700, 900),
}
_SOURCE = (
    "multi-variant Stockfish's middle-game values{} (ddugovic/Stockfish, src/types.h at 0bff2157)"
)


def stockfish(
    *values: float, terms: int = 0, unit: float | None = None, left_out: str = ""
) -> PublishedSet:
    """The set with the first value, or `unit`, as 1; terms of our own have no weight in it.

    >>> stockfish(200, 600, terms=1).values
    (1.0, 3.0, 0.0)
    """
    size = unit or values[0]
    weights = (*(round(value / size, 3) for value in values), *(0.0 for _ in range(terms)))
    return PublishedSet(features="material", values=weights, source=_SOURCE.format(left_out))


def fairy(variant: str, *, reduced: int = 1) -> FairyPieces:
    """What Fairy-Stockfish counts in a variant of chess."""
    return FairyPieces(variant=variant, sizes=SIZES, reduced=reduced)
