"""The predictions of one game in time, as a learning rule wants them."""

from dataclasses import dataclass, field
from functools import cached_property

import numpy as np
from numpy.typing import ArrayLike, NDArray

from plywise.errors import BadInput
from plywise.learning.gradients import Gradients

__all__ = ["Sequence"]

Array = NDArray[np.float64]


@dataclass(frozen=True, init=False, eq=False)
class Sequence:
    """The predictions P_1 … P_end of one game, in time, as a learning rule wants them.

    `gradients` are ∇P_1 … ∇P_end−1, sparse or as an array with a row for each prediction but the
    last and a column for each weight (T × m × n where a timestep has m predictions).

    >>> walk = Sequence(predictions=[0.5, 0.75, 1.0], gradients=[[1.0, 0.0], [0.0, 1.0]])
    >>> walk.differences.tolist()
    [0.25, 0.25]
    """

    predictions: Array
    """P_1 … P_end, first player's view; the last is the outcome by the rules, if there is one."""
    movers: NDArray[np.uint8] | None = field(repr=False)
    """Whose search each was: 0 first player, 1 second."""
    by_rules: NDArray[np.bool_] | None = field(repr=False)
    """Which of them are results that the search saw."""
    predicted_replies: tuple[str | None, ...] = field(repr=False)
    """The reply that each search expected."""
    played_replies: tuple[str | None, ...] = field(repr=False)
    """The reply that came; None where the game was over."""
    ratings: tuple[float | None, float | None]
    """Ratings of first and second player, where known."""
    bounds: tuple[float, float]
    """The predictions of a certain loss and a certain win: (0, 1), or (−1, 1) for tanh."""
    searched: Array | None = field(repr=False)
    """What the searches said, one for each but the last, where that is not what is learnt."""

    def __init__(
        self,
        *,
        predictions: ArrayLike,
        gradients: ArrayLike | Gradients,
        movers: NDArray[np.uint8] | None = None,
        by_rules: NDArray[np.bool_] | None = None,
        predicted_replies: tuple[str | None, ...] = (),
        played_replies: tuple[str | None, ...] = (),
        ratings: tuple[float | None, float | None] = (None, None),
        bounds: tuple[float, float] = (0.0, 1.0),
        gains: Array | None = None,
        searched: Array | None = None,
    ) -> None:
        given = np.asarray(predictions, dtype=np.float64)
        rows = gradients if isinstance(gradients, Gradients) else _matrix(gradients)
        if given.ndim not in (1, 2) or len(given) != len(rows) + 1:
            size = len(rows) if isinstance(rows, Gradients) else rows.shape
            raise BadInput(
                f"{given.shape} predictions with {size} gradients; there must be "
                "one row of gradients for each prediction, and the outcome as one prediction more"
            )
        vars(self).update(
            predictions=given, movers=movers, by_rules=by_rules,
            predicted_replies=predicted_replies, played_replies=played_replies,
            ratings=ratings, bounds=bounds, searched=searched,
        )  # fmt: skip
        if gains is not None:
            vars(self)["gains"] = gains
        vars(self)["sparse" if isinstance(rows, Gradients) else "gradients"] = rows

    @cached_property
    def gradients(self) -> Array:
        """∇P_1 … ∇P_end−1 as a full array."""
        return self.sparse.dense

    @cached_property
    def sparse(self) -> Gradients:
        """The same without its zeros."""
        return Gradients.of_array(self.gradients)

    @property
    def differences(self) -> Array:
        """The temporal differences d_t = P_{t+1} − P_t (Baxter et al. 2000, eq. 2)."""
        later: Array = self.predictions[1:] - self.predictions[:-1]
        return later

    @cached_property
    def gains(self) -> Array:
        """By how much each timestep was better for the first player than the one before.

        With one prediction a timestep that is its difference; with several, what they are worth
        together.
        """
        return self.differences

    @cached_property
    def probabilities(self) -> Array:
        """The predictions as expected scores in [0, 1]: what prediction decay looks at."""
        low, high = self.bounds
        return np.clip((self.predictions - low) / (high - low), 0.0, 1.0)

    def __len__(self) -> int:
        return len(self.predictions) - 1


def _matrix(gradients: ArrayLike) -> Array:
    rows = np.asarray(gradients, dtype=np.float64)
    return rows.reshape(0, 0) if rows.shape == (0,) else np.atleast_2d(rows)
