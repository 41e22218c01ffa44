"""A run over its games, as arrays."""

import sys
from array import array
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from plywise.checks import is_real, shown
from plywise.errors import BadSetting, DamagedFile
from plywise.learning.lines import read_json_lines

Array = NDArray[np.float64]


@dataclass(frozen=True, kw_only=True, eq=False)
class History:
    """One entry a game in every array; `weights` and `rates` have a column for each of `names`."""

    names: tuple[str, ...]
    """Of the columns."""
    game: NDArray[np.int64]
    """Number of the game, from 1."""
    weights: Array
    """After the game."""
    rates: Array
    """Step sizes after the game."""
    trace_decay: Array
    """λ that the game was learnt with."""
    prediction_decay: Array
    """ψ fitted over the games so far."""
    plies: NDArray[np.int64]
    """Length of the game."""
    outcome: Array
    """First player's score: 1, ½ or 0."""
    nodes: NDArray[np.int64]
    """Nodes searched."""
    seconds: Array
    """Time to play the game."""
    version: NDArray[np.int64]
    """The game after whose learning the weights were that played it."""
    reason: tuple[str, ...]
    """What ended the game."""

    def __len__(self) -> int:
        return len(self.game)

    def __repr__(self) -> str:
        return f"<history of {len(self)} games: {', '.join(self.names)}>"

    def tail(self, last: float) -> slice:
        """The games of the last share of the run, at least one.

        `last` is a share of the games, 0 < last ≤ 1, as .5 for the last half.
        """
        if not is_real(last) or not 0.0 < last <= 1.0:
            raise BadSetting(
                f"last={shown(last)}; it is a share of the run's games, as .5 for its half"
            )
        if len(self) == 0:
            raise BadSetting("the run has no games yet, so there is nothing to take the mean of")
        return slice(len(self) - max(1, round(len(self) * last)), len(self))


def read_history(path: Path, names: Sequence[str]) -> History:
    """The history in a metrics.jsonl; also while the run goes on."""
    columns = _Columns(tuple(names))
    try:
        for line in read_json_lines(path):
            columns.add(line)
    except DamagedFile:
        raise
    except (KeyError, TypeError, ValueError, OverflowError) as error:
        what = f"a line is not metrics of {len(names)} weights ({error})"
        raise DamagedFile(f"{path}: {what}") from None
    return columns.history()


class _Columns:
    """Collects lines as bare numbers: as objects those of a long run would take far more."""

    def __init__(self, names: tuple[str, ...]) -> None:
        self._names = names
        single = ("trace_decay", "prediction_decay", "outcome", "seconds")
        self._single: dict[str, array[Any]] = {
            **{name: array("q") for name in ("game", "plies", "nodes", "version")},
            **{name: array("d") for name in single},
        }
        self._vectors = {name: array("d") for name in ("weights", "rates")}
        self._reason: list[str] = []

    def add(self, line: dict[str, Any]) -> None:
        for name, column in self._single.items():
            column.append(line[name])
        for name, column in self._vectors.items():
            if len(line[name]) != len(self._names):
                raise ValueError(f"{len(line[name])} {name}")
            column.extend(line[name])
        self._reason.append(sys.intern(line["reason"]))  # there are few reasons, and many games

    def history(self) -> History:
        shape = (len(self._reason), len(self._names))
        columns: dict[str, Any] = {
            **{name: np.array(column) for name, column in self._single.items()},
            **{name: np.array(column).reshape(shape) for name, column in self._vectors.items()},
        }
        return History(names=self._names, reason=tuple(self._reason), **columns)
