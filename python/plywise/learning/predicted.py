"""What the searches of a record predicted: by their values and a squash, or by their outputs."""

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from plywise.evaluation.squash import Squash
from plywise.games.points import even
from plywise.play.record import GameRecord, PredictionKind

Array = NDArray[np.float64]
Chosen = NDArray[np.intp]


@dataclass(frozen=True, kw_only=True)
class Predicted:
    """The predictions of some searches of a game, and of its outcome where it has one."""

    predictions: Array
    """P_1 … P_end, T × m where a search predicts m things."""
    slopes: Array
    """What each row of gradients is multiplied by."""
    by_rules: NDArray[np.bool_]
    """Which searches saw a result."""
    bounds: tuple[float, float]
    """The predictions of a certain loss and a certain win."""
    steep: Array | None = None
    """The derivatives by the steepness, if it is learnt."""
    gains: Array | None = None
    """By how much the game became better for the first player, where predictions do not say it."""
    searched: Array | None = None
    """What the searches said, where predictions are of something else."""


def by_values(record: GameRecord, chosen: Chosen, squash: Squash, *, steep: bool) -> Predicted:
    """The values at the leaves, squashed (thesis eq. 3.3)."""
    by_rule = is_result(record)[chosen]
    values = np.where(by_rule, 0.0, record.values[chosen])
    predictions = squash.predict(values)
    # A result comes from the rules, not from the weights: certain, and no gradient to follow.
    slopes = np.where(by_rule, 0.0, squash.slope_of(predictions))
    predictions[by_rule] = squash.of_outcome(record.shares(record.results[chosen][by_rule]))
    if _has_end(record, chosen):
        predictions = np.append(predictions, squash.of_outcome(record.shares(record.outcome)))
    return Predicted(
        predictions=predictions,
        slopes=slopes,
        by_rules=by_rule,
        bounds=(squash.low, squash.high),
        steep=np.where(by_rule, 0.0, squash.steepness_slope(values)) if steep else None,
    )


def by_outputs(record: GameRecord, chosen: Chosen) -> Predicted:
    """What each output predicted, and what it should have predicted at the end."""
    by_rule = is_result(record)[chosen]
    predictions = record.predictions[chosen]
    # Values count points from an even game on, and so do results.
    level = even(record.outcomes)
    values = np.where(by_rule, record.results[chosen] - level, record.values[chosen])
    if _has_end(record, chosen):
        predictions = np.vstack([predictions, record.targets])
        values = np.append(values, record.outcome - level)
    return Predicted(
        predictions=predictions,
        slopes=np.repeat(np.where(by_rule, 0.0, 1.0), len(record.outputs)),
        by_rules=by_rule,
        bounds=(0.0, 1.0),
        gains=np.diff(values),
    )


def by_quiet_values(record: GameRecord, chosen: Chosen, squash: Squash) -> Predicted:
    """The values where quiescence ends, squashed; beside them what the searches said.

    A search that saw a result is certain: its position is not, and learns from it.
    """
    searched = by_values(record, chosen, squash, steep=False)
    predictions = squash.predict(record.quiet.reshape(-1, record.quiet_each)[chosen, 0])
    slopes = squash.slope_of(predictions)
    has_end = len(searched.predictions) > len(chosen)
    return Predicted(
        predictions=np.append(predictions, searched.predictions[len(chosen) :])
        if has_end
        else predictions,
        slopes=slopes,
        by_rules=searched.by_rules,
        bounds=searched.bounds,
        gains=np.diff(searched.predictions),
        searched=searched.predictions[: len(chosen)],
    )


def by_both_values(record: GameRecord, chosen: Chosen, squash: Squash) -> Predicted:
    """At each timestep several predictions: at the leaf, and where quiescence ends."""
    leaf = by_values(record, chosen, squash, steep=False)
    quiet = squash.predict(record.quiet.reshape(-1, max(1, record.quiet_each))[chosen])
    slopes = squash.slope_of(quiet)
    ends = np.broadcast_to(
        leaf.predictions[len(chosen) :, None], (len(leaf.predictions) - len(chosen), quiet.shape[1])
    )
    return Predicted(
        predictions=np.column_stack([leaf.predictions, np.concatenate([quiet, ends])]),
        slopes=np.column_stack([leaf.slopes, slopes]).ravel(),
        by_rules=leaf.by_rules,
        bounds=leaf.bounds,
        gains=np.diff(leaf.predictions),
        searched=leaf.predictions[: len(chosen)],
    )


def by_nodes(record: GameRecord, chosen: Chosen, squash: Squash) -> Predicted:
    """The values at the leaves, squashed; the rows are what all nodes recommend, as they are."""
    told = by_values(record, chosen, squash, steep=False)
    return replace(told, slopes=np.ones(len(chosen)))


def is_result(record: GameRecord) -> NDArray[np.bool_]:
    """Which searches of the record saw a result by the rules."""
    return np.equal(record.kinds, PredictionKind.RESULT)


def _has_end(record: GameRecord, chosen: Chosen) -> bool:
    return record.is_finished or not len(chosen)
