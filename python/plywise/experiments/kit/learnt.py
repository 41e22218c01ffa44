"""What a run of an experiment has learnt by the last game that the experiment counts.

Experiments share their runs, and another one may have asked for more games: what these taught is
not to be judged here.
"""

from collections.abc import Iterable
from dataclasses import replace

import numpy as np
import numpy.typing as npt

from plywise.evaluation.weights import Weights
from plywise.report.traces import Trace
from plywise.runs.history import History
from plywise.runs.run import Run, load


def last_weights(trace: Trace) -> Weights:
    """The weights after the last game of the trace."""
    run = load(trace.place)
    learnt = run.as_weights(last=True)
    if len(run.history) > trace.games:
        learnt = replace(learnt, values=_of_features(run, run.weights_at(trace.games).values()))
    return replace(learnt, label="")


def mean_weights(trace: Trace) -> Weights:
    """The mean of the weights over the last half of the games of the trace."""
    run = load(trace.place)
    learnt = run.as_weights()
    if len(run.history) > trace.games:
        mean = last_half(run.history, trace.games).tolist()
        learnt = replace(learnt, values=_of_features(run, mean))
    return replace(learnt, label="")


def _of_features(run: Run, values: Iterable[float]) -> tuple[float, ...]:
    """Without the steepness, which stands last where it is learnt."""
    return tuple(values)[: len(run.config.weight_names)]


def last_half(history: History, games: int) -> npt.NDArray[np.float64]:
    """The mean of the weights over the last half of so many games: of those that are kept."""
    end = max(1, games // history.every)
    rows = slice(min(games // 2 // history.every, end - 1), end)
    return np.asarray(history.weights.mean(axis=0, rows=rows))
