"""Small runs for the tests: short games at depth 1, in this process or in one of their own.

As a program it works on a run directory until it is done, saving after every game, so that a test
can kill it wherever it likes:

    python small_runs.py DIRECTORY GAMES [WORKERS]
"""

import hashlib
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

from plywise.distributed import Workers
from plywise.learning.config import LearnConfig
from plywise.runs.run import Run
from plywise.runs.trainer import Trainer
from plywise.searching.settings import AlphaBeta


def small(**settings: Any) -> LearnConfig:
    """Settings of a run of quick games; each may be changed."""
    quick: dict[str, Any] = {
        "games": 12,
        "search": AlphaBeta(depth=1),
        "rule": {"name": "tdleaf", "trace_decay": "auto"},
        "max_plies": 40,
        "gate_every": 0,
        "seed": 3,
    }
    return LearnConfig(**{**quick, **settings})


def killable(games: int) -> LearnConfig:
    """The run that the program plays: every part of the state is used, gates and batches too."""
    return small(games=games, batch=3, ballot=2, gate_every=50, gate_games=2)


def play(
    config: LearnConfig, directory: Path | None = None, workers: int | Workers = 1, **more: Any
) -> Run:
    """The run with these settings."""
    return Trainer(config, directory, workers=workers, **more).run()


def digest(run: Run) -> str:
    """SHA-256 of the weights after every game."""
    return hashlib.sha256(run.history.weights.tobytes()).hexdigest()


def traces(directory: Path) -> list[str]:
    """All that a run wrote down, but for the times; of the weights the names and digests."""
    weights = sorted(directory.glob("weights-every-*.bin"))
    lines = [f"{path.name} {hashlib.sha256(path.read_bytes()).hexdigest()}" for path in weights]
    for name in ("metrics.jsonl", "gates.jsonl"):
        for line in (directory / name).read_text().splitlines():
            entry = json.loads(line)
            del entry["seconds"]
            lines.append(json.dumps(entry))
    return [*lines, *(directory / "games.txt").read_text().splitlines()]


def begin(directory: Path, games: int, workers: int = 1) -> "subprocess.Popen[str]":
    """The program at work in a process of its own; it has said that it begins."""
    process = subprocess.Popen(
        [sys.executable, __file__, str(directory), str(games), str(workers)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None
    assert process.stdout.readline() == "begin\n", process.stderr and process.stderr.read()
    return process


if __name__ == "__main__":
    print("begin", flush=True)
    Trainer(
        killable(int(sys.argv[2])),
        sys.argv[1],
        resume=True,
        workers=int(sys.argv[3]),
        checkpoint_seconds=0.0,
    ).run()
