"""What an evaluation answers, whatever kind it is: search, play and learning ask nothing else."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol, runtime_checkable

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from plywise import _kernel
    from plywise.evaluation.features import FeatureSet
    from plywise.evaluation.weights import Weights
    from plywise.games.position import Position


@runtime_checkable
class Evaluation(Protocol):
    """A judgement of positions with weights that can be learnt.

    `pw.Linear` and `pw.Network` are two; any object that answers the same will do in their place.

    >>> import plywise as pw
    >>> material = pw.game("chess").features("material")
    >>> isinstance(pw.Linear(material, "chess/standard"), Evaluation), isinstance(3, Evaluation)
    (True, False)
    """

    @property
    def kind(self) -> str:
        """What sort it is: linear, network. Players are called so where they have no other name."""

    @property
    def features(self) -> FeatureSet:
        """What it counts, of which game."""

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the weights."""

    @property
    def weights(self) -> NDArray[np.float64]:
        """The weights, in the order of the names."""

    @property
    def outputs(self) -> tuple[str, ...]:
        """The names of the predictions."""

    @property
    def scale(self) -> int:
        """The integer value of a real value of 1."""

    @property
    def kernel(self) -> _kernel.Evaluation:
        """What the searches ask."""

    def value(self, position: Position, root: Position | None = None) -> int:
        """The static value for the side to move, in 1/scale: what a search from `root` asks."""

    def predictions(self, position: Position, root: Position | None = None) -> NDArray[np.float64]:
        """What each output predicts, in the first player's view."""

    def gradient(
        self,
        position: Position,
        root: Position | None = None,
        *,
        output: int | str | None = None,
    ) -> NDArray[np.float64]:
        """The derivatives of the real value by each weight, or those of one of the predictions."""

    def as_weights(self, *, last: bool = False) -> Weights:
        """What a file holds of it; `last` is a matter of runs, which have many."""

    def with_weights(self, weights: NDArray[np.float64]) -> Evaluation:
        """The same with other weights."""
