"""Batches by a step size that is written in Python: the kernel plays and sums, Python steps."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from plywise import _kernel
from plywise.learning.credits import Sums
from plywise.runs.batches.config import BatchConfig


class PythonSteps:
    """Any step size of plywise over the sums of whole games.

    The games of a batch are summed with the weights that played them, and stepped in their order.
    """

    def __init__(self, config: BatchConfig, learner: _kernel.GammonLearner) -> None:
        self.batch = config.batch
        self.learner = learner
        self.step_size = config.new_step_size()

    def run(self, games: int, workers: int) -> dict[str, Any]:
        """Play and learn from so many games; what the kernel counted."""
        counted: list[dict[str, Any]] = []
        while games > 0:
            net, absolute, counts = self.learner.sums(min(games, self.batch), workers)
            weights = self.learner.weights.astype(np.float64)
            for row, sizes in zip(net, absolute, strict=True):
                weights += self.step_size.change(Sums(net=row, absolute=sizes))
            self.learner.take(weights.astype(np.float32), len(net))
            counted.append(counts)
            games -= len(net)
        return _together(counted)

    def state(self) -> dict[str, Any]:
        """All that the step size remembers, as JSON knows it."""
        return self.step_size.state()

    def restore(self, state: Mapping[str, Any]) -> None:
        """Go on from a `state`, bit for bit."""
        self.step_size.restore(state)


def _together(counted: list[dict[str, Any]]) -> dict[str, Any]:
    plies = [counts["plies"] for counts in counted]
    squares = sum(n * counts["error"] ** 2 for n, counts in zip(plies, counted, strict=True))
    columns = zip(*(counts["outcomes"] for counts in counted), strict=True)
    return {
        "plies": sum(plies),
        "evaluations": sum(counts["evaluations"] for counts in counted),
        "outcomes": tuple(sum(column) for column in columns),
        "unfinished": sum(counts["unfinished"] for counts in counted),
        "error": float(np.sqrt(squares / max(1, sum(plies)))),
    }
