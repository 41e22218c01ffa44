"""A run over its games, as arrays."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from plywise.errors import BadSetting, DamagedFile
from plywise.runs.lines import read_json_lines

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
        if not 0.0 < last <= 1.0:
            raise BadSetting(f"last={last!r}; it is a share of the run's games, as .5 for its half")
        if len(self) == 0:
            raise BadSetting("the run has no games yet, so there is nothing to take the mean of")
        return slice(len(self) - max(1, round(len(self) * last)), len(self))


def read_history(path: Path, names: Sequence[str]) -> History:
    """The history in a metrics.jsonl; also while the run goes on."""
    lines = read_json_lines(path)
    try:
        return _history(lines, tuple(names))
    except (KeyError, TypeError, ValueError, OverflowError) as error:
        what = f"a line is not metrics of {len(names)} weights ({error})"
        raise DamagedFile(f"{path}: {what}") from None


def _history(lines: list[dict[str, Any]], names: tuple[str, ...]) -> History:
    def column(name: str) -> list[Any]:
        return [line[name] for line in lines]

    def reals(name: str) -> Array:
        return np.array(column(name), dtype=np.float64)

    def whole(name: str) -> NDArray[np.int64]:
        return np.array(column(name), dtype=np.int64)

    shape = (len(lines), len(names))
    return History(
        names=names,
        game=whole("game"),
        weights=reals("weights").reshape(shape),
        rates=reals("rates").reshape(shape),
        trace_decay=reals("trace_decay"),
        prediction_decay=reals("prediction_decay"),
        plies=whole("plies"),
        outcome=reals("outcome"),
        nodes=whole("nodes"),
        seconds=reals("seconds"),
        version=whole("version"),
        reason=tuple(column("reason")),
    )
