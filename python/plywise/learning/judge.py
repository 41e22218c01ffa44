"""What a run would have predicted in a game that it does not play by itself."""

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from hashlib import sha256
from typing import Any, Self

import numpy as np
from numpy.typing import ArrayLike

from plywise import _kernel
from plywise.errors import BadSetting
from plywise.evaluation.features import FeatureSet
from plywise.learning.config import LearnConfig
from plywise.learning.self_play import SelfPlay
from plywise.play.endings import End
from plywise.play.in_python import Found, Prediction, prediction, record_of, searched
from plywise.play.record import OWN, GameRecord, PredictionKind


@dataclass(frozen=True, kw_only=True)
class Leaf:
    """What one search predicted, and by which weights."""

    told: Prediction
    nodes: int
    """Nodes of the search."""
    version: int
    """After how many games' learning the weights were that searched."""
    weights: str
    """Digest of those weights."""

    def as_dict(self) -> dict[str, Any]:
        """All of it as JSON knows it."""
        told = vars(self.told)
        written = {**told, "kind": int(self.told.kind), "result": _none_if_nan(self.told.result)}
        return {**vars(self), "told": written}

    @classmethod
    def from_dict(cls, entry: Mapping[str, Any]) -> Self:
        """The leaf that `as_dict` wrote, to the bit."""
        told = dict(entry["told"])
        told["kind"] = PredictionKind(told["kind"])
        told["result"] = math.nan if told["result"] is None else told["result"]
        told["gradients"] = [[(i, slope) for i, slope in row] for row in told["gradients"]]
        return cls(**{**entry, "told": Prediction(**told)})


def _none_if_nan(number: float) -> float | None:
    return None if math.isnan(number) else number


def weights_digest(weights: ArrayLike) -> str:
    """What tells a version of the weights from all others.

    >>> weights_digest([1.0, 3.0]) == weights_digest([1.0, 3.0]) != weights_digest([1.0, 3.5])
    True
    """
    return sha256(np.asarray(weights, dtype="<f8").tobytes()).hexdigest()[:32]


@dataclass(frozen=True, kw_only=True)
class Judge:
    """The run's own view of a game, with one version of its weights."""

    config: LearnConfig
    features: FeatureSet
    weights: ArrayLike
    version: int

    def __post_init__(self) -> None:
        if self.config.rule.needs == "nodes":
            raise BadSetting(
                f"{self.config.rule!r} learns at every node of its searches, which games that are "
                "handed to a run do not have; choose a rule that learns at leaves, as tdleaf"
            )

    @cached_property
    def digest(self) -> str:
        """Of the weights."""
        return weights_digest(self.weights)

    @property
    def evaluation(self) -> _kernel.Evaluation:
        """What the searches judge by."""
        return self._job.first

    @cached_property
    def _job(self) -> _kernel.GameJob:
        job = SelfPlay(self.config, self.features).job(self.version + 1, self.weights)
        assert isinstance(job, _kernel.GameJob), "such a run has no opponents of its own"
        return job

    def leaf(self, position: _kernel.Position, ply: int, found: Found) -> Leaf:
        """What a search of ours predicted that was made in play."""
        told = prediction(self._job, position, ply, found)
        return Leaf(
            told=told, nodes=found.nodes + told.nodes, version=self.version, weights=self.digest
        )

    def searched(self, position: _kernel.Position, ply: int, stop: _kernel.Stop) -> Leaf:
        """What a search by the run's settings predicts."""
        return self.leaf(position, ply, searched(self._job, position, ply, stop))

    def record(
        self, start: str, moves: Sequence[str], end: End, leaves: Iterable[Leaf], **known: Any
    ) -> GameRecord:
        """The game with what was predicted; `known` are players and ratings."""
        kept = list(leaves)
        nodes = sum(leaf.nodes for leaf in kept)
        told = [leaf.told for leaf in kept]
        record = record_of(
            self._job.replace(opening=[]), start, list(moves), end.outcome, end.reason, nodes, told
        )
        version = min((leaf.version for leaf in kept), default=self.version)
        return replace(record, weights_version=version, **known)


def own_players(side: str | None, names: tuple[str, str]) -> tuple[str, str]:
    """The players of a game in which the run itself has a side; None is none or both.

    >>> own_players("second", ("stranger", "plywise"))
    ('stranger', 'self')
    """
    first = OWN if side == "first" else names[0]
    second = OWN if side == "second" else names[1]
    return first, second
