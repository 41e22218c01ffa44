"""How strongly weights are pulled back: ever less, until unseen games are predicted worse."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, NamedTuple

from plywise.tuning.gathering import Gathered
from plywise.tuning.minimising import minimum
from plywise.tuning.rows import Array

STRENGTHS: Final = tuple(10.0**-power for power in range(2, 9))
"""From strongly to hardly."""
PATIENCE: Final = 2
"""So many strengths may do worse than the best before no weaker one is tried."""


class Tried(NamedTuple):
    """What came of a strength, or of an epoch."""

    at: float
    """The strength, or the number of the epoch."""
    loss: float
    """Mean cross entropy of what the weights were fitted to."""
    judged_loss: float
    """Mean cross entropy of the games that they are judged by; the loss where there are none."""


class Best:
    """The best weights so far, whoever asks and whenever."""

    def __init__(self, start: Array) -> None:
        self.weights = start.copy()
        self.tried: list[Tried] = []
        self.chosen: Tried | None = None

    def hear(self, weights: Array, tried: Tried) -> bool:
        """Take note of weights; whether they are the best."""
        self.tried.append(tried)
        is_best = self.chosen is None or tried.judged_loss < self.chosen.judged_loss
        if is_best:
            self.weights, self.chosen = weights.copy(), tried
        return is_best

    @property
    def has_stalled(self) -> bool:
        """Whether as many as one is patient for came after the best."""
        assert self.chosen is not None, "asked after the first was heard"
        return len(self.tried) - 1 - self.tried.index(self.chosen) >= PATIENCE


def follow_path(
    gathered: Gathered,
    best: Best,
    *,
    towards: Array,
    strength: float | None,
    on_tried: Callable[[Tried], object] = lambda tried: None,
) -> None:
    """Fit linear weights at one strength after the other, or at the given one; `best` hears."""
    fitted = gathered.labelled.part(gathered.fitted)
    judged = gathered.labelled.part(gathered.judged)
    weights = towards.copy()
    for each in STRENGTHS if strength is None else (strength,):
        found = minimum(fitted, each, start=weights, towards=towards)
        weights = found.weights
        loss = fitted.look(weights).loss
        unseen = judged.look(weights).loss if judged.size else loss
        tried = Tried(each, loss, unseen)
        best.hear(weights, tried)
        on_tried(tried)
        if best.has_stalled:
            return
