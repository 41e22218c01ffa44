"""Networks with free locations, taught as in the paper (4.1.2): the spike nearest the outcome wins.

For every example the winner's height moves towards 1 and its location towards the outcome; the
losers' heights move towards 0, and their locations stay. The heights thus come to be the chances of
winning. What the paper found wrong with the rule is part of it: a spike that has stopped winning
somewhere keeps its location there, however far from all outcomes; only its height goes to 0.

The rule is one of single examples, and so is this: the weights move after each. What is done at
once, for speed, is one step of several networks that have nothing to do with each other.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np

from plywise.errors import BadInput, BadSetting
from plywise.selective.many import Array
from plywise.selective.network import FreeSpikes, Layer, Network, sigmoid

Falling = Literal["evenly", "by ratio"]


@dataclass(frozen=True, kw_only=True)
class FreeSettings:
    """How a network with free locations is taught."""

    spikes: int = 3
    hidden: int = 5
    """Sigmoid units."""
    passes: int = 100
    """Through all examples, each time in another order."""
    rate: float = 0.1
    """Of the first pass."""
    falling: Falling = "evenly"
    """The rate falls evenly, to 0 behind the last pass, or by 1 % of what it is. The paper's words,
    "reduced by 1% after every pass" for 100 passes, bear both; but it also says that the rate must
    go towards 0, lest the last few examples decide the heights, and by ratio it ends at .037."""
    start: float = 0.5
    """All weights begin between this and its negative."""

    def __post_init__(self) -> None:
        if min(self.spikes, self.hidden, self.passes) < 1 or not self.rate > 0.0:
            raise BadSetting(
                f"spikes {self.spikes}, hidden {self.hidden} and passes {self.passes} must be at "
                f"least 1, rate {self.rate} above 0"
            )
        if self.falling not in ("evenly", "by ratio"):
            raise BadSetting(f"falling {self.falling!r} is neither 'evenly' nor 'by ratio'")

    def rate_of(self, number: int) -> float:
        """The rate of a pass, counted from 0.

        >>> [round(FreeSettings(falling=how).rate_of(99), 4) for how in ("evenly", "by ratio")]
        [0.001, 0.037]
        """
        if self.falling == "evenly":
            return self.rate * (1.0 - number / self.passes)
        return float(self.rate * 0.99**number)


@dataclass(frozen=True, eq=False)
class Lesson:
    """What one network is taught."""

    inputs: Array
    outcomes: Array
    seed: int

    def __post_init__(self) -> None:
        if self.inputs.ndim != 2 or self.outcomes.shape != self.inputs.shape[:1]:
            raise BadInput(
                f"features of shape {self.inputs.shape}, outcomes of {self.outcomes.shape}; give a "
                "row for each"
            )
        if not np.isfinite(self.inputs).all() or not np.isfinite(self.outcomes).all():
            raise BadInput("features and outcomes must be finite numbers")


def taught(
    lessons: Sequence[Lesson],
    settings: FreeSettings | None = None,
    on_pass: Callable[[int], None] = lambda number: None,
) -> list[FreeSpikes]:
    """A network for each lesson; all lessons must have equally many examples.

    >>> draw = np.random.default_rng(1)
    >>> x = draw.random((500, 2))
    >>> y = np.where(x[:, 0] > 0.5, 3.0, 1.0)
    >>> [net] = taught([Lesson(x, y, seed=1)], FreeSettings(spikes=1))
    >>> net.predicted(np.array([[0.9, 0.5], [0.1, 0.5]])).means.round(1)
    array([3., 1.])
    """
    settings = settings or FreeSettings()
    if len({len(one.outcomes) for one in lessons}) != 1:
        raise BadInput("lessons of different lengths cannot be taught side by side")
    draws = [np.random.default_rng([one.seed, 0x5B1E5]) for one in lessons]
    x, y = _framed(lessons)
    hidden, outer = _begun(lessons, draws, settings)
    for number in range(settings.passes):
        order = np.stack([draw.permutation(y.shape[1]) for draw in draws])
        rows = np.arange(len(lessons))[:, None]
        _pass(x[rows, order], y[rows, order], hidden, outer, settings.rate_of(number))
        on_pass(number + 1)
    return [
        FreeSpikes(_network(hidden[n][:, [*range(one.inputs.shape[1]), -1]], outer[n]))
        for n, one in enumerate(lessons)
    ]


def _framed(lessons: Sequence[Lesson]) -> tuple[Array, Array]:
    """The inputs of all lessons in one array, a 1 behind them for the bias.

    Lessons with fewer features have zeros: weights that see a zero never move.
    """
    width = max(one.inputs.shape[1] for one in lessons)
    x = np.zeros((len(lessons), len(lessons[0].outcomes), width + 1))
    for row, one in zip(x, lessons, strict=True):
        row[:, : one.inputs.shape[1]] = one.inputs
    x[:, :, -1] = 1.0
    return x, np.stack([one.outcomes for one in lessons])


def _begun(
    lessons: Sequence[Lesson], draws: Sequence[np.random.Generator], settings: FreeSettings
) -> tuple[Array, Array]:
    """Weights to begin with, those of the hidden units and of the outputs, biases last."""
    width = max(one.inputs.shape[1] for one in lessons)
    hidden = np.zeros((len(lessons), settings.hidden, width + 1))
    outer = np.zeros((len(lessons), 2 * settings.spikes, settings.hidden + 1))
    for n, (one, draw) in enumerate(zip(lessons, draws, strict=True)):
        seen = [*range(one.inputs.shape[1]), width]
        hidden[n][:, seen] = draw.uniform(
            -settings.start, settings.start, (settings.hidden, len(seen))
        )
        outer[n] = draw.uniform(-settings.start, settings.start, outer[n].shape)
    return hidden, outer


def _pass(x: Array, y: Array, hidden: Array, outer: Array, rate: float) -> None:
    """One pass through the examples; moves the weights."""
    nets, units = np.arange(len(x)), hidden.shape[1]
    seen = np.ones((len(x), units + 1))
    for inputs, outcome in zip(x.swapaxes(0, 1), y.T, strict=True):
        # 1. What the networks say.
        seen[:, :units] = sigmoid((hidden @ inputs[:, :, None])[:, :, 0])
        said = (outer @ seen[:, :, None])[:, :, 0]
        # 2. How it should change: all heights towards 0, the winner's towards 1; its location too.
        winner = abs(said[:, 1::2] - outcome[:, None]).argmin(axis=1)
        error = np.zeros_like(said)
        error[:, 0::2] = -said[:, 0::2]
        error[nets, 2 * winner] += 1.0
        error[nets, 2 * winner + 1] = outcome - said[nets, 2 * winner + 1]
        # 3. The same for the hidden units, by the weights as they were.
        felt = (error[:, None, :] @ outer)[:, 0, :units] * seen[:, :units] * (1.0 - seen[:, :units])
        # 4. Down the gradient of the squares of these errors.
        outer += (rate * error)[:, :, None] * seen[:, None, :]
        hidden += (rate * felt)[:, :, None] * inputs[:, None, :]


def _network(hidden: Array, outer: Array) -> Network:
    return Network((Layer(hidden[:, :-1], hidden[:, -1]), Layer(outer[:, :-1], outer[:, -1])))
