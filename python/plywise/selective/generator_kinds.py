"""The kinds of spike generators, each with its plain inference: hand-made, constant, tree, network.

The fields are those of the file (`generator.save`), under the same names.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Annotated, Any, Final, Literal

from pydantic import AfterValidator, Field, model_validator

from plywise.errors import BadInput
from plywise.selective.decision_tree import DecisionTree, Split
from plywise.selective.distribution import Distribution
from plywise.selective.hand_made import hand_made
from plywise.selective.kmeans import reduced
from plywise.selective.limits import within
from plywise.selective.plain_network import Body, Part, mistakes

FORMAT: Final = "plywise spikes 1"

__all__ = ["FORMAT", "Constant", "HandMade", "NetworkSpikes", "Tree", "mistakes"]


def _checked(pairs: tuple[tuple[float, float], ...]) -> tuple[tuple[float, float], ...]:
    return Distribution(tuple(x for x, _ in pairs), tuple(h for _, h in pairs)).spikes


Pairs = Annotated[tuple[tuple[float, float], ...], AfterValidator(_checked)]
"""(location, height) from high to low."""


class Common(Part):
    """What all kinds have."""

    format: Literal["plywise spikes 1"] = FORMAT
    game: str
    features: str
    """The feature set that is its input."""
    relative: bool = False
    """Whether locations are added to the evaluation's value."""
    limits: tuple[float, float] | None = None
    """What a value can be, lowest and highest: spikes beyond go there (`limits.within`)."""
    spikes: int = Field(3, ge=1, le=1000)
    """How many are wanted."""
    made_by: dict[str, Any] = Field(default_factory=dict)
    """Settings, seed and version."""

    @model_validator(mode="after")
    def _limits_in_order(self) -> Common:
        if self.limits is not None and not self.limits[0] < self.limits[1]:
            raise ValueError(f"limits {list(self.limits)}: the first must be lower")
        return self


class HandMade(Common):
    """The paper's five spikes around the value (4.2.5); the extremes are the limits.

    >>> five = HandMade(game="chess", features="material", limits=(-0.5, 0.5), extreme_mass=0.5)
    >>> str(five.distribution([], -0.1))
    '0.5 (20 %), 0.1 (12.5 %), −0.1 (25 %), −0.3 (12.5 %), −0.5 (30 %)'
    """

    kind: Literal["hand-made"] = "hand-made"
    limits: tuple[float, float] = (-0.5, 0.5)
    spikes: int = Field(5, ge=5, le=5)
    extreme_mass: float = Field(ge=0.0, le=1.0)
    """The height of both extremes together, where the game does not say how near its end is."""

    @model_validator(mode="after")
    def _absolute(self) -> HandMade:
        if self.relative:
            raise ValueError("relative true: hand-made spikes lie around the value by themselves")
        return self

    def distribution(
        self,
        counts: Sequence[float],
        value: float,
        *,
        second: bool = False,
        finishing: float | None = None,
    ) -> Distribution:
        """Spread as a chance between the limits; `finishing` is the game's own mass."""
        low, high = self.limits
        chance = min(max((value - low) / (high - low), 0.0), 1.0)
        spikes = hand_made(chance, self.extreme_mass if finishing is None else finishing).spikes
        return Distribution.of((low + (high - low) * x, height) for x, height in spikes)


class Learnt(Common, ABC):
    """What kinds have whose spikes come from examples."""

    def distribution(
        self, counts: Sequence[float], value: float, *, second: bool = False
    ) -> Distribution:
        """The spikes of a position, seen by the side to move as `value` is.

        Counts are in the first player's view; `second` says that the second player is to move.
        """
        outlook = self.outlook([-count for count in counts] if second else counts, second=second)
        if len(outlook) > self.spikes:
            outlook = reduced(outlook.locations, self.spikes, outlook.heights)
        if self.relative:
            outlook = outlook.moved(value)
        return outlook if self.limits is None else within(outlook, *self.limits)

    @abstractmethod
    def outlook(self, counts: Sequence[float], *, second: bool) -> Distribution:
        """The spikes before they are reduced, moved and limited; counts as the mover sees them."""


class Constant(Learnt):
    """The same spikes for every position; of use when they are relative to the value.

    >>> Constant(game="chess", features="material", spread=((1.0, 0.5), (-0.5, 0.75)))
    Traceback (most recent call last):
    ...
    plywise.BadSetting: spread: heights sum to 1.25, not to 1; ...
    """

    kind: Literal["constant"] = "constant"
    spread: Pairs = Field(alias="distribution")

    def outlook(self, counts: Sequence[float], *, second: bool) -> Distribution:
        """Always the same."""
        return _distribution(self.spread)


class Question(Part):
    """A split of a decision tree: counts of at least the threshold go to `high`."""

    feature: int = Field(ge=0)
    threshold: float
    low: int
    high: int


class Answer(Part):
    """A leaf of a decision tree."""

    spread: Pairs = Field(alias="distribution")


class Tree(Learnt):
    """A decision tree; node 0 is the root, and questions lead to later nodes.

    >>> from plywise.selective.decision_tree import Leaf
    >>> tree = DecisionTree((Split(0, 0.5, 1, 2), Leaf(Distribution.certain(-1.0)),
    ...                      Leaf(Distribution.certain(1.0))))
    >>> risk = Tree(game="chess", features="material", nodes=Tree.nodes_of(tree))
    >>> risk.distribution([2.0], 0.0).mean
    1.0
    """

    kind: Literal["tree"] = "tree"
    nodes: tuple[Question | Answer, ...] = Field(min_length=1)

    @model_validator(mode="after")
    def _ends(self) -> Tree:
        for place, node in enumerate(self.nodes):
            for next_ in (node.low, node.high) if isinstance(node, Question) else ():
                if not place < next_ < len(self.nodes):
                    raise ValueError(
                        f"node {place} leads to {next_}; it must be one of the later nodes, up to "
                        f"{len(self.nodes) - 1}"
                    )
        return self

    @staticmethod
    def nodes_of(tree: DecisionTree) -> tuple[Question | Answer, ...]:
        """A grown tree's nodes as they stand in a file."""
        return tuple(
            Question(feature=node.feature, threshold=node.threshold, low=node.low, high=node.high)
            if isinstance(node, Split)
            else Answer(distribution=node.distribution.spikes)
            for node in tree.nodes
        )

    def outlook(self, counts: Sequence[float], *, second: bool) -> Distribution:
        """The leaf that the questions lead to."""
        node = self.nodes[0]
        while isinstance(node, Question):
            is_high = _count(counts, node.feature) >= node.threshold
            node = self.nodes[node.high if is_high else node.low]
        return _distribution(node.spread)


class NetworkSpikes(Body, Learnt):
    """A network for the side to move, or one for each player.

    >>> flat = {"weights": [[0.0, 0.0], [0.0, 0.0]], "bias": [3.0, 1.0]}
    >>> net = NetworkSpikes(game="chess", features="material", relative=True, outputs="heights",
    ...                     locations=[1.0, -1.0], layers=[flat])
    >>> str(net.distribution([4.0, 2.0], 0.5))
    '1.5 (75 %), −0.5 (25 %)'
    """

    kind: Literal["network"] = "network"
    second: Body | None = None
    """The network when the second player is to move, unless it is the same."""

    def outlook(self, counts: Sequence[float], *, second: bool) -> Distribution:
        """The outputs cut at 0 and divided by their sum; all alike if none is above 0."""
        body: Body = self
        if second and self.second is not None:
            # A network that knows whose it is sees the counts as the first player does.
            body, counts = self.second, [-count for count in counts]
        locations, heights = body.pairs(counts)
        kept = [max(height, 0.0) for height in heights]
        weights = kept if sum(kept) > 0.0 else [1.0] * len(kept)
        return Distribution.of(zip(locations, weights, strict=True))


def _distribution(pairs: Sequence[tuple[float, float]]) -> Distribution:
    return Distribution(tuple(x for x, _ in pairs), tuple(h for _, h in pairs))


def _count(counts: Sequence[float], feature: int) -> float:
    if feature >= len(counts):
        raise BadInput(f"{len(counts)} counts, but the generator asks for feature {feature + 1}")
    return counts[feature]
