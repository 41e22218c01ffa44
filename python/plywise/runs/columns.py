"""What metrics.jsonl says of every game, as columns; read from where the last look ended.

Of a long run the columns are kept in its folder in `history-games.cache`, a file that may be
deleted: a later look reads only the lines that are new.
"""

import sys
from array import array
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from plywise.errors import DamagedFile
from plywise.learning.lines import json_object
from plywise.regular import open_regular
from plywise.runs import derived

KIND = "games"
WORTH_KEEPING = 10_000
"""Games from which on the columns are kept: fewer are read in no time."""
GROWN = 1.25
"""They are written again when the run has grown by so much."""
WHOLE = ("game", "plies", "nodes", "version")
REAL = ("trace_decay", "prediction_decay", "outcome", "seconds")
VECTORS = ("weights", "rates")
MOST_NUMBERS = 8_000_000
"""Of an old run, whose lines have its weights: so many numbers are held, and K doubles beyond."""


class Columns:
    """The columns of the games so far."""

    def __init__(self) -> None:
        self.offset = 0
        """Bytes of the file that were read."""
        self.numbers: dict[str, array[Any]] = {
            **{name: array("q") for name in WHOLE},
            **{name: array("d") for name in REAL},
        }
        self.reason: list[str] = []
        self.kept_games = 0
        """Games that are in the cache."""

    def __len__(self) -> int:
        return len(self.reason)

    def add(self, line: dict[str, Any]) -> None:
        """Take in the line of the next game."""
        for name, column in self.numbers.items():
            column.append(line[name])
        self.reason.append(sys.intern(line["reason"]))  # there are few reasons, and many games

    def arrays(self, games: int) -> dict[str, Any]:
        """The columns of the first games, as arrays."""
        made: dict[str, Any] = {
            name: np.array(column)[:games] for name, column in self.numbers.items()
        }
        return made | {"reason": tuple(self.reason[:games])}

    # ---- kept in the folder --------------------------------------------------------------------

    def save(self, cache: Path, path: Path) -> None:
        """Keep the columns."""
        reasons = sorted(set(self.reason))
        code = {reason: n for n, reason in enumerate(reasons)}
        facts = {"offset": self.offset, "sum": derived.tail_sum(path, self.offset)}
        codes = np.array([code[reason] for reason in self.reason], dtype=np.int64)
        arrays = {name: np.array(column) for name, column in self.numbers.items()}
        derived.save(cache, KIND, {**facts, "reasons": reasons}, {**arrays, "reason": codes})

    @classmethod
    def kept(cls, cache: Path, path: Path) -> "Columns":
        """Those that were kept, if the file at `path` still begins with what they say; or none."""
        columns, found = cls(), derived.load(cache, KIND)
        if found is None or not path.exists():
            return columns
        offset, reasons = found.facts.get("offset"), found.facts.get("reasons")
        if not isinstance(offset, int) or not 0 < offset <= path.stat().st_size:
            return columns
        arrays = {name: found.array(name) for name in (*columns.numbers, "reason")}
        if found.facts.get("sum") != derived.tail_sum(path, offset) or not _alike(arrays):
            return columns
        for name, column in columns.numbers.items():
            column.frombytes(_bytes(arrays[name]))
        columns.reason = [sys.intern(reasons[code]) for code in arrays["reason"]]  # type: ignore[union-attr,index]
        columns.offset = offset
        columns.kept_games = len(columns)
        return columns


def _alike(arrays: dict[str, NDArray[Any] | None]) -> bool:
    """Whether all columns are there and equally long."""
    return len({None if one is None else one.shape for one in arrays.values()} - {None}) == 1 and (
        all(one is not None and one.ndim == 1 for one in arrays.values())
    )


def _bytes(one: NDArray[Any] | None) -> bytes:
    return b"" if one is None else one.tobytes()


def read_columns(path: Path, cache: Path) -> Columns:
    """The columns of a metrics.jsonl whose weights lie beside it."""
    columns = Columns.kept(cache, path)
    read_on(path, columns, cache)
    return columns


def read_on(path: Path, columns: Columns, cache: Path) -> None:
    """Take in the lines that the file has grown by; one without its end is left for later.

    Where they are many more than were kept, they are kept.
    """
    _read(path, columns, columns.add)
    if len(columns) >= max(WORTH_KEEPING, GROWN * columns.kept_games):
        columns.save(cache, path)
        columns.kept_games = len(columns)


class OldRows:
    """Weights and rates out of the lines of an old run: every K-th, K as small as memory lets."""

    def __init__(self, names: Sequence[str]) -> None:
        self.every = 1
        self._width = len(names)
        self._numbers = {name: array("d") for name in VECTORS}

    def add(self, game: int, line: dict[str, Any]) -> None:
        """Take in the vectors of the line of game number `game` of the file."""
        for name in VECTORS:
            if name not in line:
                raise ValueError(f"no {name}, and no weights-every-….bin beside the file")
            if len(line[name]) != self._width:
                raise ValueError(f"{len(line[name])} {name} of {self._width}")
        if game % self.every == 0:
            for name, numbers in self._numbers.items():
                numbers.extend(line[name])
            if len(self._numbers["weights"]) > MOST_NUMBERS:
                self._thin()

    def table(self, name: str) -> NDArray[np.float64]:
        """One of the two, a row for each game that was kept."""
        return np.array(self._numbers[name]).reshape(-1, self._width)

    def _thin(self) -> None:
        self.every *= 2
        for name in VECTORS:
            self._numbers[name] = array("d", self.table(name)[1::2].tobytes())


def read_old(path: Path, names: Sequence[str]) -> tuple[Columns, OldRows]:
    """The same of a run whose lines have its weights and rates, which are read along."""
    columns, rows = Columns(), OldRows(names)

    def take(line: dict[str, Any]) -> None:
        rows.add(len(columns) + 1, line)
        columns.add(line)

    _read(path, columns, take)
    return columns, rows


def _read(path: Path, columns: Columns, take: Callable[[dict[str, Any]], None]) -> None:
    """Take every line from the columns' offset on; one without its end is left for later."""
    if not path.exists():
        return
    try:
        with open_regular(path) as file:
            file.seek(columns.offset)
            for data in file:
                if not data.endswith(b"\n"):
                    return
                take(json_object(data))
                columns.offset += len(data)
    except (ValueError, KeyError, TypeError, OverflowError) as error:
        why = f"{type(error).__name__}: {error}"
        raise DamagedFile(
            f"{path}, line {len(columns) + 1}: {why}; --resume restores what the checkpoint covers"
        ) from None
