"""Results as text: figures, tables for a terminal, and values in JSON's own types."""

import math
from collections.abc import Iterable, Mapping, Sequence
from typing import Any


def plain(value: Any) -> Any:
    """The same value in JSON's own types; what JSON cannot say (infinity, nan) becomes None.

    >>> from pathlib import Path
    >>> plain({"elo": float("inf"), "files": (Path("a"), Path("b")), "games": 3})
    {'elo': None, 'files': ['a', 'b'], 'games': 3}
    """
    if isinstance(value, Mapping):
        return {str(key): plain(item) for key, item in value.items()}
    if isinstance(value, str | bool | int) or value is None:
        return value
    if isinstance(value, float):
        return float(value) if math.isfinite(value) else None
    if hasattr(value, "tolist"):  # numpy's arrays and scalars
        return plain(value.tolist())
    if isinstance(value, Iterable):
        return [plain(item) for item in value]
    return str(value)


def aligned(header: Sequence[str], rows: Iterable[Sequence[str]]) -> list[str]:
    """The lines of a table: the first column to the left, the others to the right.

    >>> aligned(["piece", "learnt"], [["pawn", "1.00"], ["queen", "11.49"]])
    ['piece  learnt', 'pawn     1.00', 'queen   11.49']
    """
    cells = [header, *rows]
    widths = [max(len(row[column]) for row in cells) for column in range(len(header))]
    return [_line(row, widths) for row in cells]


def _line(row: Sequence[str], widths: Sequence[int]) -> str:
    first, *others = zip(row, widths, strict=True)
    return "  ".join([first[0].ljust(first[1]), *(cell.rjust(w) for cell, w in others)]).rstrip()


def number(value: float | None, digits: int = 2) -> str:
    """A figure for a table; a dash where there is none.

    >>> number(2.718), number(None), number(float("nan"))
    ('2.72', '–', '–')
    """
    return f"{value:.{digits}f}" if value is not None and math.isfinite(value) else "–"
