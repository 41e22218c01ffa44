"""Where words go: data to stdout, talk to stderr, and with `--json` one object as the last line."""

import json
import math
import os
import sys
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import typer


def data(line: str = "") -> None:
    """Write a line that a program may read."""
    typer.echo(line)


def talk(line: str = "") -> None:
    """Write a line for the person at the terminal."""
    typer.echo(line, err=True)


def lines(told: Iterable[str]) -> None:
    """Write several lines of data."""
    for line in told:
        data(line)


def silence(told: Iterable[str]) -> None:
    """Write nothing: with `--json` the object at the end says it all."""


def result(fields: Mapping[str, Any], told: Iterable[str], *, as_json: bool) -> None:
    """Write what a command found: one JSON object, or lines for people."""
    if as_json:
        data(json.dumps(plain(fields), ensure_ascii=False, allow_nan=False))
    else:
        lines(told)


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


def table(header: Sequence[str], rows: Iterable[Sequence[object]]) -> list[str]:
    """Lines with aligned columns: the first to the left, the others to the right.

    >>> table(["piece", "learnt"], [["pawn", "1.00"], ["queen", "11.49"]])
    ['piece  learnt', 'pawn     1.00', 'queen   11.49']
    """
    cells = [[str(cell) for cell in row] for row in [header, *rows]]
    widths = [max(len(row[column]) for row in cells) for column in range(len(header))]
    return [_aligned(row, widths) for row in cells]


def _aligned(row: Sequence[str], widths: Sequence[int]) -> str:
    first, *others = zip(row, widths, strict=True)
    return "  ".join([first[0].ljust(first[1]), *(cell.rjust(w) for cell, w in others)]).rstrip()


def number(value: float | None, digits: int = 2) -> str:
    """A figure for a table; a dash where there is none.

    >>> number(2.718), number(None), number(float("nan"))
    ('2.72', '–', '–')
    """
    return f"{value:.{digits}f}" if value is not None and math.isfinite(value) else "–"


def is_terminal() -> bool:
    """Whether a person watches stderr, so that something there may move.

    `TERM=dumb` (an editor's shell) counts as a file. Colours are rich's affair: it obeys NO_COLOR.
    """
    return sys.stderr.isatty() and os.environ.get("TERM") != "dumb"
