"""A run in batches as an object: what was learnt, and how."""

from __future__ import annotations

from base64 import b64decode
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from plywise.checks import kind, whole
from plywise.errors import BadSetting
from plywise.evaluation.features import FeatureSet
from plywise.evaluation.weights import Weights
from plywise.files import as_path
from plywise.learning.lines import Gate, read_gates
from plywise.runs.batches.folder import BatchFolder
from plywise.runs.batches.lines import BatchHistory, read_batches


class BatchRun:
    """The folder of a run in batches, read when it is asked for and never written to."""

    def __init__(self, path: str | Path, *, trust: bool = False) -> None:
        self.directory = as_path(path)
        self._folder = BatchFolder(self.directory)
        self.config = self._folder.settings(trust=trust)

    def __repr__(self) -> str:
        return f"plywise.load({str(self.directory)!r})"

    @property
    def features(self) -> FeatureSet:
        """What the networks see."""
        return self.config.feature_set

    @cached_property
    def history(self) -> BatchHistory:
        """What was written down, a line for many games."""
        return read_batches(self._folder.metrics)

    @cached_property
    def gates(self) -> list[Gate]:
        """The matches against pubeval and the start."""
        return read_gates(self._folder.gates)

    def refresh(self) -> BatchRun:
        """Forget what was read, so that a run that goes on is seen as it is now."""
        for name in ("history", "gates"):
            self.__dict__.pop(name, None)
        return self

    @property
    def is_complete(self) -> bool:
        """Whether all its games were played."""
        return len(self.history) >= self.config.games

    @property
    def kept(self) -> list[int]:
        """The games after which the weights are kept."""
        return self._folder.kept_games()

    def weights_at(self, game: int) -> Weights:
        """The weights after a game, one of `kept`; those of game 0 are the start."""
        if whole("game", game) == 0:
            return self._weights(self._learner(at_start=True).weights, "start")
        return self._weights(self._folder.kept_weights(game), f"game {game}")

    def as_weights(self, *, last: bool = False) -> Weights:
        """What was learnt: the mean over the second half of the games, or the raw last weights."""
        kind("last", last, bool, "give True or False")
        learner = self._learner()
        return self._weights(learner.weights if last else learner.average, self.directory.name)

    def _learner(self, *, at_start: bool = False) -> Any:
        start = None
        if self.config.start:
            start = np.array(Weights.load(self._folder.start).values, dtype=np.float32)
        learner = self.config.learner(start)
        state: Any = None if at_start else self._folder.state(self.config)
        if state is not None:
            learner.restore(b64decode(state["learner"]))
        return learner

    def _weights(self, values: NDArray[np.float32], label: str) -> Weights:
        return Weights(
            game=self.config.game,
            features=self.config.features,
            values=tuple(map(float, values)),
            label=label,
            evaluation=self.config.evaluation,
            made_by={**self.config.as_dict(), "played": len(self.history)},
        )


def load_batches(path: str | Path, *, trust: bool = False) -> BatchRun:
    """The run in a directory that `learn_batches` or `plywise learn backgammon` made.

    A step size in a Python file is loaded if that file is already, or if you `trust` the run.
    """
    if not as_path(path).is_dir():
        raise BadSetting(f"no run directory at {str(path)!r}")
    return BatchRun(path, trust=trust)
