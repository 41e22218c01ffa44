"""The shape of an evaluation: all that it is besides its features and its weights.

A shape has one text (`linear`, `network:hidden=8`), which weights files, settings of runs and the
kernel know it by. Kinds of shapes are listed in `kinds`.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from plywise.errors import BadSetting

if TYPE_CHECKING:
    from plywise import _kernel
    from plywise.evaluation.features import FeatureSet
    from plywise.evaluation.protocol import Evaluation

LINEAR = "linear"


@dataclass(frozen=True)
class Shape(ABC):
    """What kinds of evaluations have in common; each says how its weights lie and start."""

    kind: ClassVar[str]
    """The name before the colon."""
    is_narrow: ClassVar[bool] = False
    """Whether its weights are 32-bit numbers, and so many that files pack them."""
    begins_with_features: ClassVar[bool] = False
    """Whether its first weights are those of the features, Σ w·count being a part of the value."""

    @classmethod
    @abstractmethod
    def parse(cls, settings: str) -> Shape:
        """The shape with the settings behind the colon."""

    @abstractmethod
    def __str__(self) -> str:
        """The text that `kinds.shape` reads back."""

    @abstractmethod
    def names(self, features: FeatureSet) -> tuple[str, ...]:
        """The names of the weights over these features."""

    @abstractmethod
    def starts(self, features: FeatureSet, seed: int) -> tuple[float, ...]:
        """The weights from which a run with that seed learns."""

    @abstractmethod
    def as_linear(self, features: FeatureSet, weights: Sequence[float]) -> tuple[float, ...]:
        """What one more of each feature is worth where all else is even: a weight for each."""

    def lacks(self, features: FeatureSet) -> str:
        """Why it cannot be an evaluation over these features; empty where it can."""
        del features
        return ""

    @property
    def counts_points(self) -> bool:
        """Whether its value counts points that its outputs bring: then rules learn each output."""
        return False

    def refuse_unlearnable(self) -> None:  # noqa: B027 - most kinds can be learnt
        """BadSetting where something is missing that a rule has to know."""

    def kernel(
        self, features: FeatureSet, weights: Sequence[float], scale: int
    ) -> _kernel.Evaluation:
        """The kernel's evaluation with these weights."""
        return features.evaluation(weights, scale, str(self))

    @abstractmethod
    def evaluation(self, features: FeatureSet, weights: Sequence[float], scale: int) -> Evaluation:
        """The same for Python."""


@dataclass(frozen=True)
class LinearShape(Shape):
    """A weight for each feature.

    >>> str(LinearShape())
    'linear'
    """

    kind: ClassVar[str] = LINEAR
    begins_with_features: ClassVar[bool] = True

    @classmethod
    def parse(cls, settings: str) -> LinearShape:
        """Linear evaluations have no settings."""
        if settings:
            raise BadSetting(f"'linear:{settings}': linear evaluations have no settings")
        return cls()

    def __str__(self) -> str:
        return LINEAR

    def names(self, features: FeatureSet) -> tuple[str, ...]:
        """The features."""
        return features.names

    def starts(self, features: FeatureSet, seed: int) -> tuple[float, ...]:
        """What the features say, whatever the seed."""
        del seed
        return features.starts

    def as_linear(self, features: FeatureSet, weights: Sequence[float]) -> tuple[float, ...]:
        """The weights themselves."""
        del features
        return tuple(weights)

    def evaluation(self, features: FeatureSet, weights: Sequence[float], scale: int) -> Evaluation:
        """A `pw.Linear`."""
        from plywise.evaluation.linear import Linear

        return Linear(features, weights, scale=scale)
