"""Linear evaluations: a weight for each feature."""

from __future__ import annotations

from plywise.evaluation.features import FeatureSet
from plywise.evaluation.shape import LinearShape
from plywise.evaluation.weighted import SCALE, Given, Weighted

__all__ = ["SCALE", "Linear"]


class Linear(Weighted):
    """v(h) = Σ wᵢ cᵢ(h) (thesis, equation 3.2): a weight for each feature.

    Its only prediction is v itself, and ∂v/∂w from the first player's view are its counts.

    >>> import plywise as pw
    >>> chess = pw.game("chess")
    >>> evaluation = Linear(chess.features("material"), weights="chess/standard")
    >>> rook_up = chess.position("6k1/8/8/8/8/8/8/R5K1 b - - 0 1")
    >>> evaluation.value(rook_up), evaluation.predictions(rook_up)
    (-5000, array([5.]))
    >>> evaluation.gradient(rook_up)
    array([0., 0., 0., 1., 0.])
    """

    def __init__(self, features: FeatureSet, weights: Given, scale: int = SCALE) -> None:
        super().__init__(features, LinearShape(), weights, scale)

    def __repr__(self) -> str:
        shown = dict(zip(self.names, self.kernel.weights, strict=True))
        return f"pw.Linear({self._features_text()}, weights={shown!r})"
