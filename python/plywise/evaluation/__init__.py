"""Evaluations: features, weights, and predictions made of them."""

from plywise.evaluation.features import FeatureSet
from plywise.evaluation.linear import Linear
from plywise.evaluation.weights import Weights, built_in, resolve, weight_sets

__all__ = ["FeatureSet", "Linear", "Weights", "built_in", "resolve", "weight_sets"]
