"""Linear evaluations: a weight for each feature."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from plywise import _kernel, checks
from plywise.errors import BadSetting
from plywise.evaluation.features import JOINT, FeatureSet
from plywise.evaluation.weights import LARGEST_SCALE, Weights, numbers_of, resolve
from plywise.games.position import Position

if TYPE_CHECKING:
    from plywise.runs.run import Run

SCALE = 1000
"""The integer value of a weight of 1: values are counted in thousandths."""


class Linear:
    """v(h) = Σ wᵢ cᵢ(h) (thesis, equation 3.2): a weight for each feature.

    >>> import plywise as pw
    >>> chess = pw.game("chess")
    >>> evaluation = Linear(chess.features("material"), weights="chess/standard")
    >>> evaluation.value(chess.position("6k1/8/8/8/8/8/8/R5K1 b - - 0 1"))
    -5000
    """

    def __init__(
        self,
        features: FeatureSet,
        weights: str | Path | Weights | Run | Sequence[float] | Mapping[str, float],
        scale: int = SCALE,
    ) -> None:
        checks.kind("features", features, FeatureSet, "give pw.game('chess').features('material')")
        self.features = features
        checks.whole("scale", scale, least=1, most=LARGEST_SCALE)
        values = _values(features, weights)
        self.kernel = features.evaluation(values, scale)

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the features."""
        return self.features.names

    @property
    def weights(self) -> NDArray[np.float64]:
        """The weights, in the order of the features."""
        return np.array(self.kernel.weights)

    @property
    def scale(self) -> int:
        """The integer value of a weight of 1."""
        return self.kernel.scale

    def value(self, position: Position, root: Position | None = None) -> int:
        """The static value for the side to move, in 1/scale of a weight of 1.

        A search from `root`, which fixes the stage and the side that searches, asks it so; without
        one the position itself is the root.

        >>> import plywise as pw
        >>> chess = pw.game("chess")
        >>> stages = chess.features("stages")
        >>> judge = Linear(stages, [float(name.startswith("ending")) for name in stages.names])
        >>> ending = chess.position("6k1/8/8/8/8/8/8/R5K1 w - - 0 1")
        >>> judge.value(ending), judge.value(ending, root=chess.start())
        (1000, 0)
        """
        return self.kernel.value(_board(position), _root(root))

    def gradient(self, position: Position, root: Position | None = None) -> NDArray[np.float64]:
        """∂v/∂w from the first player's view: for a linear evaluation, its counts.

        With stages, those of the stage at `root` alone are not 0.

        >>> import plywise as pw
        >>> chess = pw.game("chess")
        >>> evaluation = Linear(chess.features("material"), weights="chess/ones")
        >>> evaluation.gradient(chess.position("6k1/8/8/8/8/8/8/R5K1 b - - 0 1"))
        array([0., 0., 0., 1., 0.])
        """
        dense = np.zeros(len(self.features))
        for index, count in self.kernel.gradient(_board(position), _root(root)):
            dense[index] = count
        return dense

    def __repr__(self) -> str:
        shown = dict(zip(self.names, self.kernel.weights, strict=True))
        native, *python = self.features.name.split(JOINT)
        features = f"pw.game({self.features.game!r}).features({', '.join([repr(native), *python])})"
        return f"pw.Linear({features}, weights={shown!r})"


def _values(
    features: FeatureSet,
    weights: str | Path | Weights | Run | Sequence[float] | Mapping[str, float],
) -> list[float]:
    if isinstance(weights, str | Path | Weights) or hasattr(weights, "as_weights"):
        found = resolve(weights, game=features.game)
        if found.features != features.name:
            raise BadSetting(
                f"the weights {weights!r} are for the features {found.features!r} of {found.game}, "
                f"not for {features.name!r} of {features.game}"
            )
        return list(found.values)
    if isinstance(weights, Mapping):
        missing = sorted(set(features.names) ^ set(map(str, weights)))
        if missing:
            raise BadSetting(
                f"weights and features differ in {missing}; give one for each of {features.names}"
            )
        weights = [weights[name] for name in features.names]
    return numbers_of(weights, features)


def _board(position: Position) -> _kernel.Position:
    hint = "give one of a game: pw.game('chess').start()"
    checks.wrapper("position", position, _kernel.Position, hint)
    return position.kernel


def _root(root: Position | None) -> _kernel.Position | None:
    return None if root is None else _board(root)
