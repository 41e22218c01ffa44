"""`plywise learn` for games that are learnt in batches: backgammon's networks."""

import shlex
import time
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from plywise.cli import output
from plywise.cli.serving import beside
from plywise.textual import aligned

if TYPE_CHECKING:
    from plywise.learning.lines import Gate
    from plywise.runs.batches.config import BatchConfig
    from plywise.runs.batches.run import BatchRun
    from plywise.runs.batches.trainer import BatchProgress

LINES = 20
"""How many lines a whole run writes where nothing may move."""


def learn_batches(
    given: dict[str, Any],
    *,
    start: str | None,
    config: Path | None,
    out: Path | None,
    resume: bool,
    workers: int | None,
    report: bool,
    watch: bool,
    as_json: bool,
) -> None:
    """Learn networks, show how it goes, and tell what they are worth."""
    from plywise.errors import BadSetting
    from plywise.evaluation.weights import resolve
    from plywise.runs.batches.config import BatchConfig
    from plywise.runs.batches.folder import BatchFolder
    from plywise.runs.batches.learning import settled
    from plywise.runs.batches.trainer import BatchTrainer

    chosen = {key: value for key, value in given.items() if value is not None}
    begun = None
    if resume:
        if out is None or config is not None or start is not None:
            raise BadSetting("--resume goes on with the run in --out DIR, by its own settings")
        stored = BatchFolder(out).settings().as_dict()
        stored.pop("minutes", None)
        settings = BatchConfig(**{**stored, **chosen})
    else:
        begun = None if start is None else resolve(start)
        base = {} if config is None else BatchConfig.load(config).as_dict()
        merged = {**base, **chosen}
        settings = settled(merged.pop("game"), begun, merged)
    where = out or fresh_directory(settings)
    trainer = BatchTrainer(settings, where, start=begun, resume=resume, workers=workers)
    shown = Watch(settings)
    begun_at = time.perf_counter()
    try:
        with beside(where, is_wanted=watch):
            run = trainer.run(shown.learnt)
    except KeyboardInterrupt:
        output.talk(f"saved; go on with: {going_on(settings, where)}")
        raise
    finally:
        shown.close()
    fields = summary(run, time.perf_counter() - begun_at)
    output.talk(f"run: {run.directory}")
    if not run.is_complete:
        output.talk(f"stopped by --minutes; go on with: {going_on(settings, where)}")
    try:
        (output.silence if as_json else output.lines)(told(run))
        if report:
            from plywise.report.batches import write

            page = write(run, run.directory / "report")
            fields["report"] = page
            output.talk(f"report: {page}")
    finally:
        output.result(fields, [], as_json=as_json)


def fresh_directory(config: "BatchConfig") -> Path:
    """A directory in runs/ that is not there yet, named after the run."""
    name = f"{config.game}-{config.features}-{config.shape.hidden}-seed-{config.seed}"
    path, number = Path("runs") / name, 1
    while path.exists():
        number += 1
        path = Path("runs") / f"{name}-{number}"
    return path


def going_on(config: "BatchConfig", out: Path) -> str:
    """The command that goes on with a run.

    >>> from plywise.runs.batches.config import BatchConfig
    >>> going_on(BatchConfig(), Path("runs/first"))
    'plywise learn backgammon --out runs/first --resume'
    """
    return shlex.join(["plywise", "learn", config.game, "--out", str(out), "--resume"])


class Watch:
    """How a run goes: a line that moves on a terminal, now and then one elsewhere."""

    def __init__(self, config: "BatchConfig") -> None:
        self.config = config
        self._told = 0
        self._gates: tuple[Gate, ...] = ()
        self._live: Any = None
        output.talk(
            f"{config.game}: {config.evaluation} over {config.features}, {config.games:,} games, "
            f"seed {config.seed}"
        )

    def learnt(self, progress: "BatchProgress") -> None:
        """A stretch of games was learnt from."""
        line = self.line(progress)
        if output.is_terminal():
            if self._live is None:
                from rich.console import Console
                from rich.status import Status

                self._live = Status(line, console=Console(stderr=True))
                self._live.start()
            self._live.update(line)
        elif progress.metrics.game - self._told >= self.config.games // LINES:
            self._told = progress.metrics.game
            output.talk(line)
        if progress.gates != self._gates:
            self._gates = progress.gates
            told = [*map(gate_text, self._gates), *equity_text(self._gates)]
            output.talk("  ".join([f"game {progress.metrics.game:,}", *told]))

    def line(self, progress: "BatchProgress") -> str:
        """Where a run stands, how fast, and until when."""
        metrics = progress.metrics
        left = (progress.games - metrics.game) / max(progress.games_per_second, 1e-9)
        return (
            f"{metrics.game:,} of {progress.games:,} games, {progress.games_per_second:,.0f}/s, "
            f"{metrics.plies / metrics.games:.0f} turns a game, error {metrics.error:.4f}, "
            f"step {metrics.step:.4f}, about {left:.0f} s left"
        )

    def close(self) -> None:
        """Nothing moves any more."""
        if self._live is not None:
            self._live.stop()


def gate_text(gate: "Gate") -> str:
    """A gate in points a game with their interval."""
    assert gate.points is not None
    mean, low, high = gate.points
    return f"v {gate.against} {mean:+.3f} ({low:+.3f} to {high:+.3f})"


def equity_text(gates: "Sequence[Gate]") -> list[str]:
    """How far the equities of the last gate are off, where it tells that."""
    error = gates[-1].equity_error if gates else None
    return [] if error is None else [f"equity error {error:.3f}"]


def summary(run: "BatchRun", seconds: float) -> dict[str, Any]:
    """What `--json` says about a run."""
    return {
        "run": run.directory,
        "games": len(run.history),
        "seconds": seconds,
        "games_per_second": len(run.history) / max(run.history.seconds, 1e-9),
        "gates": [vars(gate) for gate in run.gates],
    }


def told(run: "BatchRun") -> list[str]:
    """The last gates as a table, and how far equities are off."""
    header = ["after game", "against", "games", "points a game", "95 % interval", "won"]
    rows = [
        [
            f"{gate.game:,}", gate.against, f"{gate.games:,}", f"{gate.points[0]:+.3f}",
            f"{gate.points[1]:+.3f} to {gate.points[2]:+.3f}", f"{100 * gate.score:.1f} %",
        ]
        for gate in run.gates[-2:]
        if gate.points is not None
    ]  # fmt: skip
    speed = len(run.history) / max(run.history.seconds, 1e-9)
    pace = [f"{len(run.history):,} games, {speed:,.0f} a second"]
    return [*pace, *aligned(header, rows), *equity_text(run.gates)]
