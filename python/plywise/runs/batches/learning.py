"""`pw.learn_batches`: backgammon's networks by self-play, from a call."""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import Any

from plywise.evaluation.weights import resolve
from plywise.files import as_path
from plywise.runs.batches.config import BatchConfig
from plywise.runs.batches.folder import BatchFolder
from plywise.runs.batches.run import BatchRun
from plywise.runs.batches.trainer import BatchTrainer, OnBatch, digest


def learn_batches(
    game: str = "backgammon",
    *,
    out: str | Path | None = None,
    start: Any = None,
    workers: int | None = None,
    resume: bool = False,
    trust: bool = False,
    on_batch: OnBatch | None = None,
    **settings: Any,
) -> BatchRun:
    """Learn networks by batches of self-play inside the kernel, and give the run.

    `start` is where the weights begin: a file, a run or `Weights` of the same shape, or small
    numbers drawn from the seed if left out. `settings` are those of `BatchConfig`: features,
    evaluation, games, seed, batch, rule, plies, trace_decay, step_size, gate_every, … `out` is the
    folder; with `resume=True` a run there goes on where it stopped, by its own settings (with more
    `games` if you like); code that it names is not loaded for it unless you `trust` it. Without
    `out` the run lies in a temporary folder, yours to remove.

    >>> run = learn_batches(games=32, evaluation="gammon:16", features="raw", gate_every=0)
    >>> len(run.history), run.as_weights().evaluation
    (32, 'gammon:hidden=16')
    """
    folder = as_path(tempfile.mkdtemp(prefix="plywise-") if out is None else out)
    if resume and BatchFolder(folder).has_run():
        stored = BatchFolder(folder).settings(trust=trust).as_dict()
        config = BatchConfig(**{**stored, "game": game, **settings})
        begun = None
    else:
        begun = None if start is None else resolve(start)
        config = settled(game, begun, settings)
    trainer = BatchTrainer(config, folder, start=begun, resume=resume, workers=workers)
    return trainer.run(on_batch)


def settled(game: str, start: Any, settings: dict[str, Any]) -> BatchConfig:
    """The settings of a new run; weights that it begins with say what networks they are of."""
    if start is None:
        return BatchConfig(game=game, **settings)
    own = {"features": start.features, "evaluation": start.evaluation, "start": digest(start)}
    return BatchConfig(game=game, **{**own, **settings})
