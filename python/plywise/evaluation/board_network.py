"""Networks over the men of a chessboard as evaluations."""

from __future__ import annotations

from plywise import checks
from plywise.evaluation.board_shape import BoardShape
from plywise.evaluation.features import FeatureSet
from plywise.evaluation.weighted import SCALE, Given, Weighted


class BoardNetwork(Weighted):
    """A feature set with weights, and hidden units that see every man on its square.

    Its only prediction is its value (`BoardShape` has the equations). Without `weights` the
    features start where they do alone, and the units from small numbers that `seed` draws.

    >>> import plywise as pw
    >>> chess = pw.game("chess")
    >>> network = BoardNetwork(chess.features("material"), hidden=4, seed=1)
    >>> rook_up = chess.position("6k1/8/8/8/8/8/8/R5K1 w - - 0 1")
    >>> rook_down = chess.position("r5k1/8/8/8/8/8/8/6K1 b - - 0 1")
    >>> network.value(rook_up) == network.value(rook_down)
    True
    >>> network.outputs, len(network.weights)
    (('value',), 3093)
    """

    shape: BoardShape

    def __init__(
        self,
        features: FeatureSet,
        hidden: int = 32,
        weights: Given | None = None,
        *,
        seed: int = 1,
        scale: int = SCALE,
    ) -> None:
        checks.kind("features", features, FeatureSet, "give pw.game('chess').features('tapered')")
        shape = BoardShape(hidden=hidden)
        checks.whole("seed", seed, most=2**64 - 1)
        given = shape.starts(features, seed) if weights is None else weights
        super().__init__(features, shape, given, scale)
