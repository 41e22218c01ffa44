"""Runs of made-up numbers, written as a run writes them: long ones in no time."""

from collections.abc import Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from plywise.learning.lines import GameMetrics
from plywise.runs.snapshots import SnapshotLog

Array = NDArray[np.float64]


def tables(weights: int, games: int, seed: int = 1) -> tuple[Array, Array]:
    """Weights and rates of every game."""
    one, two = (np.random.default_rng([seed, part]) for part in (1, 2))
    return one.normal(1.0, 0.1, (games, weights)), two.uniform(0.0, 0.2, (games, weights))


def metrics(game: int, weights: Sequence[float], rates: Sequence[float]) -> GameMetrics:
    """What a game did."""
    return GameMetrics(
        game=game,
        weights=list(weights),
        rates=list(rates),
        trace_decay=1.0 / game,
        prediction_decay=0.5,
        plies=game % 7,
        outcome=(0.0, 0.5, 1.0)[game % 3],
        reason=("checkmate", "repetition")[game % 2],
        nodes=10 * game,
        seconds=0.125 * game,
        version=max(0, game - 4),
    )


def write(folder: Path, names: Sequence[str], games: int, *, old: bool = False) -> None:
    """A folder with metrics.jsonl and the snapshots beside it; or with all on the lines."""
    folder.mkdir(exist_ok=True)
    weights, rates = tables(len(names), games)
    log = None if old else SnapshotLog(folder, names)
    with (folder / "metrics.jsonl").open("w") as file:
        for game in range(1, games + 1):
            told = metrics(game, weights[game - 1].tolist(), rates[game - 1].tolist())
            file.write(told.line(weights=old) + "\n")
            if log is not None:
                log.append(game, weights[game - 1], rates[game - 1])
    if log is not None:
        while log.is_full():
            before = log.path
            log = log.thinned()
            before.unlink()
        log.close()
