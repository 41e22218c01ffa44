"""What the experiments on backgammon share: kept learning runs, and matches in points a game."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

import numpy as np
from numpy.typing import NDArray

from plywise import _kernel
from plywise.evaluation.gammon_shape import GammonShape
from plywise.experiments.kit import cells
from plywise.experiments.kit.plan import ExperimentPlan
from plywise.runs.batches.learning import learn_batches
from plywise.runs.batches.run import load_batches

if TYPE_CHECKING:
    from plywise._kernel import Stop
    from plywise.evaluation.weights import Weights
    from plywise.runs.batches.run import BatchRun

STREAM: Final = 1 << 44
"""Where the dice of these matches begin: no game of a run and no gate has them."""


@dataclass(frozen=True, kw_only=True)
class Measured:
    """Points a game, with the standard error over the pairs of a match."""

    mean: float
    error: float

    @property
    def is_apart(self) -> bool:
        """Whether it lies beyond three standard errors of 0.

        >>> Measured(mean=0.10, error=0.035).is_apart, Measured(mean=0.12, error=0.035).is_apart
        (False, True)
        """
        return abs(self.mean) > 3 * self.error

    def __str__(self) -> str:
        return f"{self.mean:+.3f} ± {self.error:.3f}"


def measured(pairs: Sequence[float]) -> Measured:
    """The mean over pairs of games, each told by its points a game.

    >>> print(measured([1.0, 0.0, -1.0, 0.0]))
    +0.000 ± 0.408
    """
    error = float(np.std(pairs, ddof=1)) / len(pairs) ** 0.5 if len(pairs) > 1 else float("inf")
    return Measured(mean=float(np.mean(pairs)), error=error)


def together(found: Sequence[Measured]) -> Measured | None:
    """The mean over seeds, each as good as the others; None if there are none.

    >>> print(together([Measured(mean=0.1, error=0.03), Measured(mean=0.0, error=0.04)]))
    +0.050 ± 0.025
    """
    if not found:
        return None
    errors = np.array([one.error for one in found])
    return Measured(
        mean=float(np.mean([one.mean for one in found])),
        error=float(np.sqrt((errors**2).sum())) / len(found),
    )


class _OutOfTime(Exception):
    """The user's minutes are over."""


def learnt(
    plan: ExperimentPlan,
    label: str,
    stop: Stop,
    *,
    start: Weights | None = None,
    until: float | None = None,
    **settings: Any,
) -> BatchRun | None:
    """The run of these settings: a whole one is used again, one that broke off goes on.

    At the time `until` (of the monotonic clock) it ends with the games that it has; None if it has
    none.
    """

    def watch(progress: object) -> None:
        # Here a run is saved: it can be left at any stretch of games, and goes on from there.
        del progress
        if stop.is_set:
            raise KeyboardInterrupt
        if _is_over(until):
            raise _OutOfTime

    told = {**settings, "start": None if start is None else list(start.values)}
    folder = plan.work / plan.experiment.name / f"{label}-{cells.fingerprint(told)}"
    if _is_over(until) and not folder.exists():
        return None
    try:
        return learn_batches(
            out=folder, start=start, workers=1, resume=True, on_batch=watch, **settings
        )
    except _OutOfTime:
        return load_batches(folder)


def _is_over(until: float | None) -> bool:
    return until is not None and time.monotonic() >= until


def points(
    players: tuple[Weights, Weights | None], *, games: int, seed: int, stream: int, plies: int
) -> list[float]:
    """Points a game of the first player, pair by pair: both games of a pair have the same dice.

    The other player is pubeval where none is given.
    """
    one, other = players
    assert isinstance(one.shape, GammonShape)
    played = _kernel.gammon_match(
        one.features,
        one.shape.settings,
        (numbers(one), None if other is None else numbers(other)),
        pairs=games // 2,
        seed=seed,
        stream=STREAM + stream,
        plies=plies,
        workers=1,
    )
    return [(first + second) / 2 for first, second in played]


def numbers(weights: Weights) -> NDArray[np.float32]:
    """Weights as the kernel has them: 32 bits are all that they ever had."""
    return np.array(weights.values, dtype=np.float32)
