"""A run in batches from its first game to its last, and on after a crash."""

from __future__ import annotations

import time
from base64 import b64decode, b64encode
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from plywise import checks
from plywise.distributed.local import cores
from plywise.errors import BadSetting
from plywise.evaluation.weights import Weights
from plywise.files import as_path
from plywise.learning.lines import Gate, read_gates
from plywise.runs import checkpoint
from plywise.runs.batches.config import IN_KERNEL, BatchConfig
from plywise.runs.batches.folder import BatchFolder
from plywise.runs.batches.gates import play_gates
from plywise.runs.batches.lines import BatchMetrics
from plywise.runs.batches.python_steps import PythonSteps
from plywise.runs.batches.run import BatchRun
from plywise.runs.interrupt import CtrlC
from plywise.runs.lock import Lock
from plywise.runs.logs import OpenLogs

CHUNK_SECONDS = 1.0
"""About how long the kernel learns at a stretch: a kill loses that much, and never a result."""
FIRST_CHUNK = 64
"""Games of the first stretch, before the speed is known."""


@dataclass(frozen=True, kw_only=True)
class BatchProgress:
    """How a run stands, for those who watch."""

    metrics: BatchMetrics
    """Its last line."""
    games: int
    """The game at which it will stop."""
    games_per_second: float
    """Over the last line."""
    gates: tuple[Gate, ...]
    """The last gate matches, against pubeval and the start."""


OnBatch = Callable[[BatchProgress], object]


class BatchTrainer:
    """Works on one folder; `run` goes on from wherever the run stands."""

    def __init__(
        self,
        config: BatchConfig,
        directory: str | Path,
        *,
        start: Weights | None = None,
        resume: bool = False,
        workers: int | None = None,
    ) -> None:
        checks.kind("config", config, BatchConfig, "give its settings in a BatchConfig")
        self.config = config
        self.folder = BatchFolder(as_path(directory))
        self.start = start
        self.resume = resume
        self.workers = cores() if workers is None else checks.whole("workers", workers, least=1)

    def run(self, on_batch: OnBatch | None = None) -> BatchRun:
        """Play and learn until the settings' number of games, and give the run.

        After a Ctrl-C the games so far are saved, and a later `run` goes on with the next one.
        """
        checks.callback("on_batch", on_batch)
        self.folder.make()
        with Lock(self.folder.path):
            self.folder.refuse_other_settings(self.config, resume=self.resume)
            self.folder.sweep()
            session = _Session(self)
            self.resume = True
            session.play(on_batch)
        return BatchRun(self.folder.path)


class _Session:
    """One stretch of work on a run, between opening its files and closing them."""

    def __init__(self, trainer: BatchTrainer) -> None:
        self.config, self.folder = trainer.config, trainer.folder
        self.workers = trainer.workers
        state: Any = self.folder.state(self.config)
        self.learner = self.config.learner(self._start(trainer.start))
        self.steps = None
        if self.config.step_size["name"] not in IN_KERNEL:
            self.steps = PythonSteps(self.config, self.learner)
        if state is not None:
            self.learner.restore(b64decode(state["learner"]))
            if self.steps is not None:
                self.steps.restore(state["steps"])
        self.folder.refuse_fewer_games(self.config.games, self.learner.games)
        self.folder.write_settings(self.config)  # only now: what is refused changes nothing
        self.logs = OpenLogs(self.folder, state)
        self.gates = tuple(read_gates(self.folder.gates)[-2:])
        self.keys = CtrlC()
        self.speed = 0.0

    def _start(self, given: Weights | None) -> Any:
        if not self.config.start:
            return None
        if given is not None and not self.folder.start.exists():
            given.save(self.folder.start)
        found = Weights.load(self.folder.start)
        if digest(found) != self.config.start:
            raise BadSetting(
                f"{self.folder.start} is not what the run began with; restore it from a copy"
            )
        return np.array(found.values, dtype=np.float32)

    def play(self, on_batch: OnBatch | None) -> None:
        """Play, learn and save until the last game, the end of the time, or an interruption."""
        end = None if self.config.minutes is None else time.monotonic() + 60 * self.config.minutes
        try:
            with self.keys:
                self.folder.note_session(game=self.learner.games, workers=self.workers)
                self._save()
                self._gate_if_due()
                while self.learner.games < self.config.games:
                    if end is not None and time.monotonic() >= end:
                        break
                    metrics = self._learn()
                    self._gate_if_due()
                    self._save()
                    if on_batch is not None:
                        with self.keys.allowed():
                            on_batch(self._progress(metrics))
                with self.keys.allowed():
                    pass  # a Ctrl-C during the last stretch
        finally:
            self.logs.close()

    def _learn(self) -> BatchMetrics:
        """A stretch of games that ends with a batch, at a gate at the latest."""
        begun, first = time.perf_counter(), self.learner.games
        wanted = max(FIRST_CHUNK, int(self.speed * CHUNK_SECONDS))
        batch = self.config.batch
        until = min(first + -(-wanted // batch) * batch, self.config.games)
        if every := self.config.gate_every:
            until = min(until, (first // every + 1) * every)
        counted = (self.steps or self.learner).run(until - first, self.workers)
        seconds = time.perf_counter() - begun
        self.speed = (self.learner.games - first) / max(seconds, 1e-9)
        metrics = BatchMetrics(
            game=self.learner.games,
            games=self.learner.games - first,
            step=self.learner.step,
            seconds=round(seconds, 6),
            **counted,
        )
        self.logs.metrics.append(metrics.line())
        return metrics

    def _gate_if_due(self) -> None:
        game, every = self.learner.games, self.config.gate_every
        is_last = game == self.config.games
        if not every or not game or (game % every and not is_last):
            return
        if self.gates and self.gates[-1].game == game:
            return
        self.folder.keep(game, self.learner.weights)
        with self.keys.allowed():
            self.gates = play_gates(self.config, self.learner, self.workers)
        for gate in self.gates:
            self.logs.gates.append(gate.line())

    def _save(self) -> None:
        """Make the present state the latest checkpoint."""
        self.logs.sync()  # a checkpoint may only speak of lines that are on the disk
        state: checkpoint.State = {
            "config": self.config.fingerprint(),
            "learner": b64encode(self.learner.state()).decode(),
            "logs": self.logs.marks(),
        }
        if self.steps is not None:
            state["steps"] = self.steps.state()
        checkpoint.save(self.folder.checkpoints, state)

    def _progress(self, metrics: BatchMetrics) -> BatchProgress:
        return BatchProgress(
            metrics=metrics,
            games=self.config.games,
            games_per_second=self.speed,
            gates=self.gates,
        )


def digest(weights: Weights) -> str:
    """What tells a set of weights from others: of the numbers alone."""
    from hashlib import sha256

    return sha256(np.array(weights.values, dtype="<f4").tobytes()).hexdigest()
