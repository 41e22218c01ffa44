"""Rules that teach a position what the search of it said: RootStrap, TreeStrap.

Source: Veness, Silver, Uther and Blair, "Bootstrapping from game tree search", 2009. There the
evaluation is moved at the root itself, and at all nodes. Where something is en prise the value of
a position says little: here it is taken where quiescence of the position ends.
"""

from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np

from plywise.checks import is_whole, shown
from plywise.errors import BadSetting
from plywise.evaluation.squash import Logistic
from plywise.learning.credits import Array, Credits
from plywise.learning.rules.base import LearningRule, Needs
from plywise.learning.sequence import Sequence

LONGEST = 64
"""Positions of a principal line that can learn."""


@dataclass(frozen=True, kw_only=True, repr=False)
class _Strap(LearningRule):
    """What straps have in common: they know the value of one scale, and no opponent's blunders."""

    refused: ClassVar[tuple[str, ...]] = ("blunders", "learn_steepness")

    def __post_init__(self) -> None:
        for setting, without in (("blunders", None), ("learn_steepness", False)):
            if getattr(self, setting) != without:
                raise BadSetting(
                    f"{setting}={shown(getattr(self, setting))}: {self.name} learns from what each "
                    "search said of its own position; leave it out, or take tdleaf"
                )
        super().__post_init__()


@dataclass(frozen=True, kw_only=True, repr=False)
class RootStrap(_Strap):
    """A position, where its quiescence ends, learns what its own search said.

    The change is (S_t − P(q_t))·∇P(q_t), S_t being the search's prediction and q_t where quiescence
    ends. With λ the target is the λ-return (1 − λ)·S_t + λ·target_{t+1}, which ends in the outcome.

    >>> RootStrap()
    RootStrap(trace_decay=0.0)
    """

    trace_decay: float = 0.0

    name: ClassVar[str] = "rootstrap"
    needs: ClassVar[Needs] = "quiet"

    def credits(self, sequence: Sequence, trace_decay: float) -> Credits:
        """By how much each search, or its λ-return, differed from the position."""
        return Credits(differences=targets(sequence, trace_decay) - sequence.predictions[:-1])


@dataclass(frozen=True, kw_only=True, repr=False)
class TDLeafRootStrap(_Strap):
    """The sum of TDLeaf(λ) and RootStrap: leaves learn from later ones, positions from searches.

    >>> TDLeafRootStrap(trace_decay=0.7, share=0.5)
    TDLeafRootStrap(trace_decay=0.7, share=0.5)
    """

    share: float = 1.0
    """What RootStrap's changes are multiplied by."""
    line: int = 1
    """How many positions from the head of the principal line learn what its search said; the first
    is the position itself."""

    name: ClassVar[str] = "tdleaf+rootstrap"
    needs: ClassVar[Needs] = "leaf+quiet"

    def __post_init__(self) -> None:
        super().__post_init__()
        is_number = isinstance(self.share, int | float) and not isinstance(self.share, bool)
        if not is_number or not 0.0 <= self.share < np.inf:
            raise BadSetting(f"share {shown(self.share)}; it must be a number not below 0")
        if not is_whole(self.line) or not 1 <= self.line <= LONGEST:
            raise BadSetting(
                f"line {shown(self.line)}; from 1 position, the root alone, to {LONGEST} learn"
            )

    def search_settings(self) -> dict[str, Any]:
        """How many positions of the line are asked where their quiescence ends."""
        return {} if self.line == 1 else {"teaches_line": self.line}

    def credits(self, sequence: Sequence, trace_decay: float) -> Credits:
        """Of the leaves what later differences say, of the positions what their searches do."""
        leaves, quiet = sequence.predictions[:, 0], sequence.predictions[:-1, 1:]
        back = Credits(differences=np.diff(leaves), trace_decay=trace_decay).discounted
        errors = self.share * (leaves[:-1, None] - quiet)
        return Credits(differences=np.column_stack([back, errors]))


@dataclass(frozen=True, kw_only=True, repr=False)
class TreeStrap(_Strap):
    """All nodes of the last iteration learn what the search below them said. Experimental.

    Of a node that was cut off a bound is known: it teaches only where the node lies on its wrong
    side. A search recommends the mean over its nodes.

    >>> TreeStrap(depth=3, quiet=False)
    TreeStrap(trace_decay=0.0, depth=3, quiet=False)
    """

    trace_decay: float = 0.0
    depth: int = 2
    """Only nodes searched so deeply teach."""
    quiet: bool = True
    """Whether a node is taught where its quiescence ends, or itself."""
    bounds: bool = True
    """Whether nodes that were cut off teach too."""

    refused: ClassVar[tuple[str, ...]] = (*_Strap.refused, "trace_decay")
    name: ClassVar[str] = "treestrap"
    needs: ClassVar[Needs] = "nodes"

    def __post_init__(self) -> None:
        super().__post_init__()
        if isinstance(self.depth, bool) or not isinstance(self.depth, int) or self.depth < 1:
            raise BadSetting(f"depth {shown(self.depth)}; nodes are searched 1 ply deep at least")
        for name in ("quiet", "bounds"):
            if not isinstance(value := getattr(self, name), bool):
                raise BadSetting(f"{name} {shown(value)} is neither true nor false")
        if not isinstance(self.squash, Logistic):
            raise BadSetting(f"the squash {self.squash}: treestrap knows the logistic one alone")
        if self.trace_decay != 0.0:
            raise BadSetting(f"trace_decay {shown(self.trace_decay)}: treestrap looks at no games")

    def search_settings(self) -> dict[str, Any]:
        """From which depth on nodes teach, where, and by which squash."""
        return {
            "teaches": self.depth,
            "teaches_quiet": self.quiet,
            "teaches_bounds": self.bounds,
            "steepness": self.squash.steepness,
        }

    def credits(self, sequence: Sequence, trace_decay: float) -> Credits:
        """1 for each search: what its nodes recommend is known already."""
        del trace_decay
        return Credits(differences=np.ones(len(sequence)))


def targets(sequence: Sequence, trace_decay: float) -> Array:
    """The λ-returns of a game's searches: with λ = 0 what they said, with 1 the outcome.

    >>> game = Sequence(predictions=[0.5, 0.5, 1.0], gradients=[[1.0], [1.0]],
    ...                 searched=np.array([0.5, 0.75]))
    >>> targets(game, 0.5).tolist()
    [0.6875, 0.875]
    """
    assert sequence.searched is not None, "a sequence of searches"
    found = sequence.searched.copy()
    if trace_decay:
        later = sequence.predictions[-1]
        for t in range(len(found) - 1, -1, -1):
            later = found[t] = (1.0 - trace_decay) * found[t] + trace_decay * later
    return found
