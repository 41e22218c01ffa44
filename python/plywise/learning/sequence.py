"""The predictions of one game in time, as a learning rule wants them."""

from dataclasses import dataclass, field

import numpy as np
from numpy.typing import ArrayLike, NDArray

from plywise.errors import BadInput

__all__ = ["Sequence"]

Array = NDArray[np.float64]


@dataclass(frozen=True, kw_only=True, eq=False)
class Sequence:
    """The predictions P_1 … P_end of one game, in time, as a learning rule wants them.

    >>> walk = Sequence(predictions=[0.5, 0.75, 1.0], gradients=[[1.0, 0.0], [0.0, 1.0]])
    >>> walk.differences.tolist()
    [0.25, 0.25]
    """

    predictions: Array
    """P_1 … P_end, first player's view; the last is the outcome by the rules, if there is one."""
    gradients: Array = field(repr=False)
    """∇P_1 … ∇P_end−1: a row for each prediction but the last, a column for each weight."""
    movers: NDArray[np.uint8] | None = field(default=None, repr=False)
    """Whose search each was: 0 first player, 1 second."""
    by_rules: NDArray[np.bool_] | None = field(default=None, repr=False)
    """Which of them are results that the search saw."""
    predicted_replies: tuple[str | None, ...] = field(default=(), repr=False)
    """The reply that each search expected."""
    played_replies: tuple[str | None, ...] = field(default=(), repr=False)
    """The reply that came; None where the game was over."""
    ratings: tuple[float | None, float | None] = (None, None)
    """Ratings of first and second player, where known."""
    bounds: tuple[float, float] = (0.0, 1.0)
    """The predictions of a certain loss and a certain win: (0, 1), or (−1, 1) for tanh."""

    def __post_init__(self) -> None:
        predictions = np.asarray(self.predictions, dtype=np.float64)
        gradients = _matrix(self.gradients)
        if predictions.ndim != 1 or len(predictions) != len(gradients) + 1:
            raise BadInput(
                f"{predictions.shape} predictions with {gradients.shape} gradients; there must be "
                "one row of gradients for each prediction, and the outcome as one prediction more"
            )
        object.__setattr__(self, "predictions", predictions)
        object.__setattr__(self, "gradients", gradients)

    @property
    def differences(self) -> Array:
        """The temporal differences d_t = P_{t+1} − P_t (papers/002, eq. 2)."""
        later: Array = self.predictions[1:] - self.predictions[:-1]
        return later

    @property
    def probabilities(self) -> Array:
        """The predictions as expected scores in [0, 1]: what prediction decay looks at."""
        low, high = self.bounds
        return np.clip((self.predictions - low) / (high - low), 0.0, 1.0)

    def __len__(self) -> int:
        return len(self.gradients)


def _matrix(gradients: ArrayLike) -> Array:
    rows = np.asarray(gradients, dtype=np.float64)
    return rows.reshape(0, 0) if rows.shape == (0,) else np.atleast_2d(rows)
