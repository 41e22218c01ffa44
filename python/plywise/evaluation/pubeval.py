"""Tesauro's public evaluation of backgammon: it has weights, but none that anybody learns."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from plywise.errors import BadSetting
from plywise.evaluation.shape import Shape
from plywise.evaluation.weighted import SCALE, Weighted

if TYPE_CHECKING:
    from plywise.evaluation.features import FeatureSet
    from plywise.evaluation.protocol import Evaluation


@dataclass(frozen=True)
class PubevalShape(Shape):
    """Two linear evaluations, for contact and races, as G. Tesauro published them in 1993.

    Its values order plays and are no points: it plays a ply deep.

    >>> str(PubevalShape())
    'pubeval'
    """

    kind: ClassVar[str] = "pubeval"

    @classmethod
    def parse(cls, settings: str) -> PubevalShape:
        """It has no settings."""
        if settings:
            raise BadSetting(f"'pubeval:{settings}': pubeval has no settings")
        return cls()

    def __str__(self) -> str:
        return self.kind

    @property
    def counts_points(self) -> bool:
        """Its values are taken for points, so that no squash is put on them."""
        return True

    def names(self, features: FeatureSet) -> tuple[str, ...]:
        """None: its weights are fixed."""
        del features
        return ()

    def starts(self, features: FeatureSet, seed: int) -> tuple[float, ...]:
        """None."""
        del features, seed
        return ()

    def refuse_unlearnable(self) -> None:
        """BadSetting: it is fixed."""
        raise BadSetting("pubeval is fixed; learn networks, as --evaluation gammon:hidden=80")

    def as_linear(self, features: FeatureSet, weights: Sequence[float]) -> tuple[float, ...]:
        """BadSetting: it is two evaluations of inputs of its own."""
        raise BadSetting("pubeval has no weight for each feature")

    def evaluation(self, features: FeatureSet, weights: Sequence[float], scale: int) -> Evaluation:
        """The evaluation."""
        return Pubeval(features, self, (), scale)


class Pubeval(Weighted):
    """Pubeval as an evaluation."""

    def __init__(
        self,
        features: FeatureSet,
        shape: PubevalShape | None = None,
        weights: Sequence[float] = (),
        scale: int = SCALE,
    ) -> None:
        super().__init__(features, shape or PubevalShape(), weights, scale)

    def __repr__(self) -> str:
        return "<pubeval>"
