"""A run's history as a table: for spreadsheets, and for pandas where it is installed."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from plywise.extras import require

if TYPE_CHECKING:
    from plywise.runs.history import History

GAMES = (
    "game", "outcome", "reason", "plies", "nodes", "seconds", "trace_decay", "prediction_decay",
    "version",
)  # fmt: skip
"""What there is of every game, one column each."""


def header(history: History) -> list[str]:
    """The names of the columns: weights by their names, step sizes behind `rate of`."""
    return [*GAMES, *history.names, *(f"rate of {name}" for name in history.names)]


def rows(history: History) -> Iterator[list[Any]]:
    """A row a game; weights that were not kept are empty."""
    empty = [""] * (2 * len(history.names))
    told = [getattr(history, name) for name in GAMES]
    weights, rates = iter(history.weights), iter(history.rates)
    for number in range(len(history)):
        kept = empty
        if (number + 1) % history.every == 0 and (number + 1) // history.every <= len(
            history.weights
        ):
            kept = [*next(weights).tolist(), *next(rates).tolist()]
        yield [*(_plain(column[number]) for column in told), *kept]


def as_csv(history: History, path: str | Path | None = None) -> str | Path:
    """The table as CSV: the text, or where it was written."""
    if path is None:
        return b"".join(_lines(history)).decode()
    from plywise.files import as_path, write_pieces

    where = as_path(path)
    write_pieces(where, _lines(history))
    return where


def as_pandas(history: History) -> Any:
    """The table as a DataFrame of pandas, the number of the game being the index."""
    require("pandas", "a table of pandas")
    import pandas

    frame = pandas.DataFrame(rows(history), columns=header(history)).set_index("game")
    return frame.replace("", np.nan)


def _lines(history: History) -> Iterator[bytes]:
    for row in chain([header(history)], rows(history)):
        line = io.StringIO()
        csv.writer(line, lineterminator="\n").writerow(row)
        yield line.getvalue().encode()


def _plain(value: Any) -> Any:
    return value.item() if isinstance(value, np.generic) else value
