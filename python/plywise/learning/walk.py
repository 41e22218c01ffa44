"""The bounded random walk: a domain so small that its true values are known (thesis 8.5).

Sutton 1988 learnt it first. Seven states A to G in a row. A walk starts at D and goes left or right
with equal chance until it falls off at A (outcome 0) or at G (outcome 1). The five weights are the
predictions at B … F: the chance to end at G. It is learnt with the very code that learns chess, on
a table instead of an evaluation.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray

from plywise.evaluation.squash import Identity
from plywise.learning.prediction_decay import PredictionDecay
from plywise.learning.sequence import Sequence
from plywise.learning.step_size import StepSize
from plywise.learning.step_size import step_size as as_step_size
from plywise.learning.td import TDDirected

__all__ = [
    "STATES",
    "TRUE_VALUES",
    "Walk",
    "WalkTrace",
    "learn_walk",
    "start_weights",
    "true_value_measure",
    "walk_sequence",
    "walk_sequences",
]

Array = NDArray[np.float64]

STATES = ("B", "C", "D", "E", "F")
"""The inner states, in the order of the weights; A and G end the walk."""
TRUE_VALUES: Array = np.arange(1.0, 6.0) / 6.0
"""The chance to end at G from each of them: 1/6 … 5/6."""
_START = STATES.index("D")
_TABLE = Identity()
"""A table of probabilities needs no squashing: the weight is the prediction."""


@dataclass(frozen=True)
class Walk:
    """One walk: the inner states it visited, as indices into `STATES`, and where it ended.

    >>> print(Walk(states=(2, 3, 4), outcome=1.0))
    D E F G
    """

    states: tuple[int, ...]
    """From D to the last inner state."""
    outcome: float
    """1 at G, 0 at A."""

    def __str__(self) -> str:
        return " ".join([*(STATES[s] for s in self.states), "G" if self.outcome else "A"])


@dataclass(frozen=True)
class WalkTrace:
    """How learning went: row n is the state after n walks, row 0 the start."""

    weights: Array
    """The five weights."""
    rates: Array
    """What the step size would multiply the next walk's recommended changes by."""
    trace_decay: Array
    """λ for the next walk."""

    @property
    def measure(self) -> Array:
        """G after each number of walks."""
        return true_value_measure(self.weights)


def walk_sequences(seed: int, count: int = 1000) -> list[Walk]:
    """The first `count` walks of that seed, the same on every machine and for every method.

    >>> len(walk_sequences(seed=1, count=3))
    3
    """
    return [_walk(seed, number) for number in range(count)]


def walk_sequence(walk: Walk, weights: ArrayLike) -> Sequence:
    """The walk's predictions and gradients: each state's weight, and 1 for that weight.

    >>> walk_sequence(Walk(states=(2, 3), outcome=1.0), start_weights()).predictions.tolist()
    [0.5, 0.5, 1.0]
    """
    visited = np.array(walk.states)
    values = np.asarray(weights, dtype=np.float64)[visited]
    return Sequence(
        predictions=np.append(_TABLE.predict(values), _TABLE.of_outcome(walk.outcome)),
        gradients=np.eye(len(STATES))[visited] * _TABLE.slope(values)[:, None],
    )


def start_weights() -> Array:
    """½ for every state."""
    return np.full(len(STATES), 0.5)


def true_value_measure(weights: ArrayLike) -> Array:
    """G = 1 − Σ(w−v)² / Σ(½−v)²: 0 at the start, 1 at the true values (thesis eq. 8.9).

    >>> float(true_value_measure(start_weights())), float(true_value_measure(TRUE_VALUES))
    (0.0, 1.0)
    """
    error = np.add.reduce((np.asarray(weights, dtype=np.float64) - TRUE_VALUES) ** 2, axis=-1)
    return np.asarray(1.0 - error / np.add.reduce((0.5 - TRUE_VALUES) ** 2), dtype=np.float64)


def learn_walk(
    step_size: StepSize | str | float,
    *,
    trace_decay: float | Literal["auto"] = 0.3,
    seed: int = 1,
    sequences: int = 1000,
    walks: Iterable[Walk] | None = None,
) -> WalkTrace:
    """Learn the five values from the walks of a seed (or from `walks`), a change after each walk.

    λ = .3 is Sutton's choice; "auto" takes the prediction decay, as the thesis did with temporal
    coherence. The step size is changed by learning: give every run its own.

    >>> bool(learn_walk("coherence:c=.15", seed=1, sequences=300).measure[-1] > 0.9)
    True
    """
    # The walk's own states, which nothing but chance directs: Sutton's TD(λ).
    rule = TDDirected(trace_decay=trace_decay, squash=_TABLE)
    step, decay = as_step_size(step_size), PredictionDecay()
    step.prepare(len(STATES))
    weights = start_weights()
    used = decay.trace_decay if trace_decay == "auto" else trace_decay
    rows = [(weights, step.rates(), used)]
    for walk in walk_sequences(seed, sequences) if walks is None else walks:
        sequence = walk_sequence(walk, weights)
        weights = weights + step.change(rule.recommended(sequence, used))
        if trace_decay == "auto":
            decay.observe(sequence.probabilities)
            used = decay.fit()
        rows.append((weights, step.rates(), used))
    traced, rates, decays = zip(*rows, strict=True)
    return WalkTrace(weights=np.array(traced), rates=np.array(rates), trace_decay=np.array(decays))


def _walk(seed: int, number: int) -> Walk:
    """Walk `number` of the seed: bit n of its random stream is step n, 1 to the right."""
    from plywise import _kernel

    words = 1
    while True:
        states = [_START]
        for word in _kernel.random_u64(seed, number, words):
            for bit in range(64):
                states.append(states[-1] + (1 if word >> (63 - bit) & 1 else -1))
                if not 0 <= states[-1] < len(STATES):
                    return Walk(states=tuple(states[:-1]), outcome=float(states[-1] > 0))
        words *= 2  # a long walk: the stream begins again with the same words, so go further in it
