"""Weight sets that others published: name → (feature set, values, source)."""

from typing import Final

_THESIS = "learnt at search depth {}, pawn = 1 (M. Smith's thesis, tables 5.4 and 5.5)"

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
}
