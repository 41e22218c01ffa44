"""What evaluations with weights have in common: the kernel answers, Python asks."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Self, TypeAlias

import numpy as np
from numpy.typing import NDArray

from plywise import _kernel, checks
from plywise.errors import BadSetting
from plywise.evaluation.belonging import kind_in_words, way_out
from plywise.evaluation.features import JOINT, FeatureSet
from plywise.evaluation.shape import Shape
from plywise.evaluation.weights import LARGEST_SCALE, Weights, numbers_of, resolve
from plywise.games.position import Position
from plywise.naming import unknown

if TYPE_CHECKING:
    from plywise.evaluation.protocol import Evaluation
    from plywise.runs.run import Run

Given: TypeAlias = (
    "str | Path | Weights | Run | Evaluation | Sequence[float] | Mapping[str, float] "
    "| NDArray[np.float64]"
)
"""Weights in any form."""
SCALE = 1000
"""The integer value of a real value of 1: values are counted in thousandths."""


class Weighted:
    """An evaluation of some shape, with weights; `pw.Linear` and `pw.Network` say which."""

    def __init__(self, features: FeatureSet, shape: Shape, weights: Given, scale: int) -> None:
        checks.kind("features", features, FeatureSet, "give pw.game('chess').features('material')")
        checks.whole("scale", scale, least=1, most=LARGEST_SCALE)
        self.features = features
        self.shape = shape
        self.kernel = shape.kernel(features, _values(features, shape, weights), scale)

    @classmethod
    def of_shape(
        cls, features: FeatureSet, shape: Shape, weights: Given, *, scale: int = SCALE
    ) -> Self:
        """The evaluation of a shape, whatever the children are made from."""
        made = object.__new__(cls)
        Weighted.__init__(made, features, shape, weights, scale)
        return made

    @property
    def kind(self) -> str:
        """What sort of evaluation it is."""
        return self.shape.kind

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the weights."""
        return self.shape.names(self.features)

    @property
    def weights(self) -> NDArray[np.float64]:
        """The weights, in the order of the names."""
        return np.array(self.kernel.weights)

    @property
    def outputs(self) -> tuple[str, ...]:
        """The names of the predictions."""
        return tuple(self.kernel.outputs)

    @property
    def scale(self) -> int:
        """The integer value of a real value of 1."""
        return self.kernel.scale

    def value(self, position: Position, root: Position | None = None) -> int:
        """The static value for the side to move, in 1/scale.

        A search from `root`, which fixes the stage and the side that searches, asks it so; without
        one the position itself is the root.

        >>> import plywise as pw
        >>> chess = pw.game("chess")
        >>> stages = chess.features("stages")
        >>> judge = pw.Linear(stages, [float(name.startswith("ending")) for name in stages.names])
        >>> ending = chess.position("6k1/8/8/8/8/8/8/R5K1 w - - 0 1")
        >>> judge.value(ending), judge.value(ending, root=chess.start())
        (1000, 0)
        """
        return self.kernel.value(_board(position), _root(root))

    def predictions(self, position: Position, root: Position | None = None) -> NDArray[np.float64]:
        """What each output predicts, in the first player's view."""
        return np.array(self.kernel.predictions(_board(position), _root(root)))

    def gradient(
        self,
        position: Position,
        root: Position | None = None,
        *,
        output: int | str | None = None,
    ) -> NDArray[np.float64]:
        """The derivatives of the real value by each weight, in the first player's view.

        With an `output`, by its name or number, those of that prediction. With stages, those of the
        stage at `root` alone are not 0.
        """
        board, start = _board(position), _root(root)
        if output is None:
            found = self.kernel.gradient(board, start)
        else:
            found = self.kernel.prediction_gradient(board, self._output(output), start)
        dense = np.zeros(len(self.kernel.weights))
        for index, derivative in found:
            dense[index] = derivative
        return dense

    def as_weights(self, *, last: bool = False) -> Weights:
        """Weights and shape as a file holds them; `last` is a matter of runs, which have many."""
        del last
        return Weights(
            game=self.features.game,
            features=self.features.name,
            values=tuple(self.kernel.weights),
            scale=self.scale,
            label=self.kind,
            evaluation=str(self.shape),
        )

    def with_weights(self, weights: NDArray[np.float64]) -> Self:
        """The same with other weights."""
        return self.of_shape(self.features, self.shape, weights.tolist(), scale=self.scale)

    def __repr__(self) -> str:
        count = len(self.kernel.weights)
        return f"<{self.shape} over {self._features_text()} with {count} weights>"

    def _output(self, output: int | str) -> int:
        if isinstance(output, str):
            if output not in self.outputs:
                raise unknown("output", output, self.outputs)
            return self.outputs.index(output)
        return checks.whole("output", output, most=len(self.outputs) - 1)

    def _features_text(self) -> str:
        """The features as they are asked for."""
        native, *python = self.features.name.split(JOINT)
        return f"pw.game({self.features.game!r}).features({', '.join([repr(native), *python])})"


def _values(features: FeatureSet, shape: Shape, weights: Given) -> list[float]:
    if isinstance(weights, str | Path | Weights) or hasattr(weights, "as_weights"):
        found = resolve(weights, game=features.game)
        if (found.features, found.evaluation) != (features.name, str(shape)):
            hint = way_out(found, weights, game=features.game, evaluation=str(shape))
            raise BadSetting(
                f"the weights {found.label!r} are for {found.features!r} of {found.game} in a "
                f"{kind_in_words(found.evaluation)}, not for {features.name!r} of {features.game} "
                f"in a {kind_in_words(str(shape))}{hint}"
            )
        return list(found.values)
    return numbers_of(weights, shape.names(features))


def _root(root: Position | None) -> _kernel.Position | None:
    return None if root is None else _board(root)


def _board(position: Position) -> _kernel.Position:
    hint = "give one of a game: pw.game('chess').start()"
    checks.wrapper("position", position, _kernel.Position, hint)
    return position.kernel
