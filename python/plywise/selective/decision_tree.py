"""Decision trees whose leaves are distributions (paper 4.1.1, after Baum and Smith).

Examples are split by the question that separates their outcomes most significantly, as long as any
question does and there are enough of them; what then is together is reduced to k spikes.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from plywise.errors import BadInput, BadSetting
from plywise.selective import kmeans, moments
from plywise.selective.distribution import Distribution
from plywise.selective.kolmogorov import chance, distances
from plywise.selective.many import Array, Many

Bounds = tuple[tuple[float, float], ...]
Reduction = Literal["k-means", "moments"]
REDUCTIONS = {"k-means": kmeans.reduced, "moments": moments.matched}


@dataclass(frozen=True, kw_only=True)
class TreeSettings:
    """How a tree is grown."""

    spikes: int = 3
    """Of each leaf, at most."""
    fewest: int = 200
    """A set of fewer examples is not split any more."""
    significance: float = 0.05
    """A split must be at most so probable between sets of one distribution."""
    reduction: Reduction = "k-means"
    """How the outcomes of a leaf become spikes."""

    def __post_init__(self) -> None:
        if self.reduction not in REDUCTIONS:
            raise BadSetting(f"reduction {self.reduction!r} is none of {', '.join(REDUCTIONS)}")
        if self.spikes < 1 or self.fewest < 2 or not 0.0 < self.significance <= 1.0:
            raise BadSetting(
                f"spikes {self.spikes} (at least 1), fewest {self.fewest} (at least 2), "
                f"significance {self.significance} (above 0, at most 1)"
            )


@dataclass(frozen=True, slots=True)
class Split:
    """A question: whether a feature is at least the threshold."""

    feature: int
    threshold: float
    low: int
    """The node for "no"."""
    high: int
    """The node for "yes"."""


@dataclass(frozen=True, slots=True)
class Leaf:
    """The end of the questions."""

    distribution: Distribution
    examples: int = 0
    """That it was made from."""


@dataclass(frozen=True)
class DecisionTree:
    """Nodes, of which the first is the root.

    >>> tree = DecisionTree((Split(0, 0.5, 1, 2), Leaf(Distribution.certain(-1.0)),
    ...                      Leaf(Distribution.certain(1.0))))
    >>> tree.distribution([0.7]).mean, tree.depth
    (1.0, 1)
    """

    nodes: tuple[Split | Leaf, ...] = field(repr=False)

    def distribution(self, counts: Sequence[float]) -> Distribution:
        """What the tree expects of a position with these features."""
        node = self.nodes[0]
        while isinstance(node, Split):
            node = self.nodes[node.high if counts[node.feature] >= node.threshold else node.low]
        return node.distribution

    def predicted(self, inputs: Array) -> Many:
        """The same for many positions."""
        return Many.of([self.distribution(row) for row in inputs])

    @property
    def leaves(self) -> list[Leaf]:
        """The nodes that are not split."""
        return [node for node in self.nodes if isinstance(node, Leaf)]

    @property
    def depth(self) -> int:
        """The most questions that are asked of a position."""

        def below(place: int) -> int:
            node = self.nodes[place]
            return 1 + max(below(node.low), below(node.high)) if isinstance(node, Split) else 0

        return below(0)


def grow(
    inputs: Array, outcomes: Array, bounds: Bounds, settings: TreeSettings | None = None
) -> DecisionTree:
    """The tree of these examples.

    A feature is asked about at the middle of its bounds, and below that at the middle of the half
    that is left: ½, then ¼ or ¾. No other thresholds are tried, as in the paper.

    >>> draw = np.random.default_rng(1)
    >>> x = draw.random((2000, 2))
    >>> y = np.where(x[:, 1] > 0.5, 2.0, 1.0) * draw.choice([-1.0, 1.0], 2000)
    >>> tree = grow(x, y, bounds=((0.0, 1.0), (0.0, 1.0)))
    >>> tree.nodes[0].feature, str(tree.nodes[tree.nodes[0].low].distribution)
    (1, '1 (49.4 %), −1 (50.6 %)')
    """
    x, y = np.asarray(inputs, dtype=np.float64), np.asarray(outcomes, dtype=np.float64)
    _refuse_bad(x, y, bounds)
    nodes: list[Split | Leaf] = []
    _grow(nodes, x, y, bounds, settings or TreeSettings())
    return DecisionTree(tuple(nodes))


def _grow(
    nodes: list[Split | Leaf], x: Array, y: Array, bounds: Bounds, settings: TreeSettings
) -> int:
    """Append the tree of these examples; returns the place of its root."""
    place = len(nodes)
    nodes.append(Leaf(Distribution.certain(0.0)))  # takes the place until its kind is known
    thresholds = np.array([(low + high) / 2.0 for low, high in bounds])
    is_high = x >= thresholds
    best = _best_question(y, is_high, settings)
    if best is None:
        reduced = REDUCTIONS[settings.reduction](y, settings.spikes)
        nodes[place] = Leaf(reduced, examples=len(y))
        return place
    threshold, (low, high), goes_high = float(thresholds[best]), bounds[best], is_high[:, best]

    def grown(chosen: NDArray[np.bool_], half: tuple[float, float]) -> int:
        left = (*bounds[:best], half, *bounds[best + 1 :])
        return _grow(nodes, x[chosen], y[chosen], left, settings)

    below, above = grown(~goes_high, (low, threshold)), grown(goes_high, (threshold, high))
    nodes[place] = Split(feature=best, threshold=threshold, low=below, high=above)
    return place


def _best_question(y: Array, is_high: NDArray[np.bool_], settings: TreeSettings) -> int | None:
    """The feature that splits the outcomes most significantly; None if no split is called for."""
    if len(y) < settings.fewest:
        return None
    found = distances(y, is_high)
    best = int(found.argmax())
    is_significant = found[best] > 0.0 and chance(float(found[best])) <= settings.significance
    return best if is_significant else None


def _refuse_bad(x: Array, y: Array, bounds: Bounds) -> None:
    if x.ndim != 2 or y.shape != x.shape[:1] or not len(y):
        raise BadInput(f"features of shape {x.shape}, outcomes of {y.shape}; give a row for each")
    if not np.isfinite(x).all() or not np.isfinite(y).all():
        raise BadInput("features and outcomes must be finite numbers")
    if len(bounds) != x.shape[1] or not all(low <= high for low, high in bounds):
        raise BadInput(f"{len(bounds)} bounds for {x.shape[1]} features; give (low, high) for each")
