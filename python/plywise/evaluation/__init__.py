"""Evaluations: features, weights, and predictions made of them."""

from typing import TYPE_CHECKING, Any

from plywise.evaluation.features import FeatureSet
from plywise.evaluation.weights import Weights, built_in, resolve, weight_sets

if TYPE_CHECKING:
    from plywise.evaluation.linear import Linear

__all__ = ["FeatureSet", "Linear", "Weights", "built_in", "resolve", "weight_sets"]


def __getattr__(name: str) -> Any:
    """Linear evaluations stand on numpy, which an engine that is starting cannot wait for."""
    if name == "Linear":
        from plywise.evaluation.linear import Linear

        return Linear
    raise AttributeError(f"module 'plywise.evaluation' has no attribute {name!r}")
