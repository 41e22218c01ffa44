"""Networks are fitted as runs learn: by a step size, a few hundred positions to a step."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from plywise import _kernel
from plywise.errors import BadSetting
from plywise.evaluation.features import FeatureSet
from plywise.evaluation.matrix import SCALE
from plywise.evaluation.shape import Shape
from plywise.learning.credits import Sums
from plywise.learning.step_size import step_size
from plywise.tuning.gathering import Gathered
from plywise.tuning.path import Best, Tried
from plywise.tuning.rows import Array
from plywise.tuning.settings import FitSettings

SHUFFLE_STREAM = 0x6669_7473_6875_666C  # "fitshufl"


def refuse_unfit(shape: Shape) -> None:
    """BadSetting for an evaluation whose outputs are not one chance."""
    shape.refuse_unlearnable()
    if shape.counts_points or shape.is_narrow:
        raise BadSetting(
            f"{shape} predicts several things, and labels say one; fit a linear set or a network "
            "of one output, or let it learn by games: plywise learn"
        )


def follow_epochs(
    gathered: Gathered,
    best: Best,
    features: FeatureSet,
    shape: Shape,
    settings: FitSettings,
    *,
    steepness: float = 1.0,
    on_tried: Callable[[Tried], object] = lambda tried: None,
) -> None:
    """Fit a network's weights epoch after epoch, until it judges unseen games no better."""
    steps = step_size(settings.step_size)
    if steps.needs != "sums":
        raise BadSetting(f"{steps!r} cannot step by sums alone; take adam, rmsprop or fixed")
    training = np.flatnonzero(gathered.fitted)
    unseen = np.flatnonzero(gathered.judged)
    ask = _Asking(gathered, features, shape, steepness)
    weights = best.weights.copy()
    pull = 0.0 if settings.strength is None else settings.strength
    for epoch in range(1, settings.epochs + 1):
        total = 0.0
        for chosen in _batches(training, settings, epoch):
            loss, gradient = ask(weights, chosen)
            total += loss * len(chosen)
            net = -(gradient + pull * weights)
            weights = weights + steps.change(Sums(net=net, absolute=np.abs(net)))
        mean = total / max(1, len(training))
        tried = Tried(epoch, mean, ask(weights, unseen)[0] if len(unseen) else mean)
        best.hear(weights, tried)
        on_tried(tried)
        if best.has_stalled:
            return


class _Asking:
    """Loss and gradient of a network over some of the positions."""

    def __init__(
        self, gathered: Gathered, features: FeatureSet, shape: Shape, steepness: float
    ) -> None:
        self._gathered, self._features, self._shape = gathered, features, shape
        self._steepness = steepness

    def __call__(self, weights: Array, chosen: NDArray[np.int64]) -> tuple[float, Array]:
        gathered = self._gathered
        evaluation = self._shape.kernel(self._features, weights.tolist(), SCALE)
        loss, gradient = _kernel.descent(
            evaluation,
            [gathered.leaves[n] for n in chosen],
            gathered.labelled.targets[chosen],
            np.ones(len(chosen)),
            self._steepness,
            [gathered.roots[n] for n in chosen],
        )
        size = max(1, len(chosen))
        return loss / size, gradient / size


def _batches(
    training: NDArray[np.int64], settings: FitSettings, epoch: int
) -> list[NDArray[np.int64]]:
    """All positions in an order that the seed draws, a few hundred each."""
    chance = np.array(
        _kernel.random_u64(settings.seed ^ SHUFFLE_STREAM, epoch, len(training)), np.uint64
    )
    order = training[np.argsort(chance, kind="stable")]
    return [order[n : n + settings.batch] for n in range(0, len(order), settings.batch)]
