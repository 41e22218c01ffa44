"""The guard against learning that ran away.

With too large a step the first games throw the weights so far that every prediction is next to 0 or
1. The squash is flat there, no gradient is left, and the run never comes back (temporal coherence
with c ≥ 1 and λ = 1 does it within ten games). Better to stop with a word about c than to play on
for hours.
"""

from collections.abc import Mapping
from collections.abc import Sequence as Ordered
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from plywise.errors import WeightsDiverged
from plywise.learning.sequence import Sequence
from plywise.learning.step_size import StepSize

__all__ = ["SaturationGuard"]


@dataclass(kw_only=True)
class SaturationGuard:
    """Counts games without a useful prediction and raises `WeightsDiverged` at too many.

    >>> guard = SaturationGuard(patience=2)
    >>> guard.check([0.999, 0.001, 1.0], [1.0, 3.0])
    >>> guard.check([0.4, 1.0], [1.0, 3.0]); guard.saturated_games
    0
    """

    patience: int = 20
    """Games in a row without a prediction between `margin` and 1 − `margin` that are borne."""
    margin: float = 0.01
    """How near to 0 or 1 a prediction is saturated."""
    limit: float = 20.0
    """Largest weight, in units of weight 1.0, that is believed."""
    start: ArrayLike = ()
    """Where the weights began: one that began large may become twice as large."""
    names: Ordered[str] = ()
    """Names of the weights, for the message."""
    step_size: StepSize | None = None
    """What stepped too far, for the message."""
    saturated_games: int = field(default=0, init=False)
    """Games in a row, up to now, without a useful prediction."""

    def check(self, predictions: Sequence | ArrayLike, weights: ArrayLike) -> None:
        """Look at one game's predictions and the weights learnt from it.

        Of a `Sequence` predictions between 0 and 1 count only with a gradient: equal material
        predicts ½ however wild the weights are, and a game of nothing else says nothing. Of a plain
        array, expected scores in [0, 1], all but the last: the outcome.
        """
        self.check_weights(weights)
        scores = _scores(predictions)
        if len(scores) == 0:
            return
        useful = np.abs(scores - 0.5) < 0.5 - self.margin
        self.saturated_games = 0 if bool(np.any(useful)) else self.saturated_games + 1
        if self.saturated_games >= self.patience:
            raise WeightsDiverged(
                f"no prediction between {self.margin:g} and {1 - self.margin:g} for "
                f"{self.saturated_games} games: the squash is saturated and nothing more can be "
                f"learnt; {self._advice()}"
            )

    def state(self) -> dict[str, int]:
        """The count, as JSON knows it."""
        return {"saturated_games": self.saturated_games}

    def restore(self, state: Mapping[str, Any]) -> None:
        """Go on counting from a `state`."""
        self.saturated_games = int(state["saturated_games"])

    def check_weights(self, weights: ArrayLike, limit: float | None = None) -> None:
        """WeightsDiverged for a weight past the limit; nan is past every limit."""
        given = np.asarray(weights, dtype=np.float64)
        plain = self.limit if limit is None else limit
        if not given.size or (-plain <= given.min() and given.max() <= plain):
            return  # as good as always, and the weights may be thousands
        most = np.full(given.shape, plain)
        if limit is None and np.shape(self.start) == given.shape:
            most = np.maximum(most, 2 * np.abs(np.asarray(self.start, dtype=np.float64)))
        if not np.all(np.abs(given) <= most):
            first = int(np.argmin(np.abs(given) <= most))
            name = self.names[first] if first < len(self.names) else f"weight {first}"
            raise WeightsDiverged(
                f"{name} has become {given[first]:g}, past the limit of ±{most[first]:g}; "
                f"{self._advice()}"
            )

    def _advice(self) -> str:
        if self.step_size is None:
            return "try a smaller step size (c, or the fixed step)"
        return self.step_size.advice()


def _scores(predictions: Sequence | ArrayLike) -> NDArray[np.float64]:
    """The predictions that say whether anything can be learnt."""
    if not isinstance(predictions, Sequence):
        return np.asarray(predictions, dtype=np.float64)[:-1]
    scores: NDArray[np.float64] = predictions.probabilities[: len(predictions)]
    if scores.ndim == 2:  # of several predictions the least certain tells
        scores = scores[np.arange(len(scores)), np.argmin(np.abs(scores - 0.5), axis=1)]
    says = predictions.sparse.is_felt
    flat = (scores == 0.0) | (scores == 1.0)  # there the squash is flat to the last bit
    if predictions.by_rules is not None:
        flat &= ~predictions.by_rules  # unless the search saw the end, as in small games it does
    telling: NDArray[np.float64] = scores[says | flat]
    return telling
