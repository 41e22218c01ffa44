"""Looking at a long run: seconds and memory of a first look, of another, and of a report.

    python benchmarks/history.py
    python benchmarks/history.py --games 20000 --features half-board

The run is made up, without a game played: weights that wander, written as a run writes them. Each
look is a process of its own, which tells the time after its imports and the most memory it had.
"""

import argparse
import json
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import numpy as np
import tables

from plywise.learning.config import LearnConfig
from plywise.learning.gate import GateKeeper
from plywise.learning.learner import Learner
from plywise.learning.lines import GameMetrics, PlayedGame
from plywise.runs import checkpoint
from plywise.runs.directory import Logs, RunDirectory

LOOK = """
import json, sys, time
import plywise as pw
load = pw.load  # imported by its first use
begun, worked = time.perf_counter(), time.process_time()
run = load(sys.argv[1])
history = run.history
run.weights, run.mean(), run.spread()
shown = history.buckets(1024)
"""
REPORT = """
import json, sys, time
import plywise as pw
from plywise.report import write
begun, worked = time.perf_counter(), time.process_time()
write(sys.argv[1], sys.argv[2])
"""
TELL = """
told = {"seconds": time.perf_counter() - begun, "processor": time.process_time() - worked}
lines = open("/proc/self/status").read().splitlines()
peak = next(int(line.split()[1]) for line in lines if line.startswith("VmHWM"))
print(json.dumps({**told, "megabytes": peak / 1024}))
"""
SAVE_EVERY = 2_000
"""Games between two checkpoints of the made-up run, at which snapshots may be thinned."""


def make(folder: Path, features: str, games: int, seed: int = 1) -> None:
    """A run of so many games, as `learn` would have left it."""
    config = LearnConfig(features=features, games=games, seed=seed)
    directory = RunDirectory(folder)
    directory.make()
    directory.write_settings(config)
    logs = Logs(directory, config.names, None)
    chance, start = np.random.default_rng(seed), np.array(config.start_vector)
    weights = start
    for game in range(1, games + 1):
        weights = 0.999 * weights + 0.001 * start + chance.normal(0.0, 0.01, len(weights))
        rates = 0.2 / (1.0 + game / 1e4) * chance.uniform(0.9, 1.1, len(weights))
        logs.write(_metrics(game, weights, rates), _played(game))
        if game % SAVE_EVERY == 0 or game == games:
            for path in logs.thin():
                path.unlink()
    logs.sync()
    learner = Learner(config)
    state: checkpoint.State = {
        "config": config.fingerprint(),
        "learner": {**learner.state(), "games": games, "weights": weights.tolist()},
        "gates": GateKeeper(config).state(),
        "logs": logs.marks(),
    }
    checkpoint.save(directory.checkpoints, state)
    logs.close()


def _metrics(game: int, weights: Any, rates: Any) -> GameMetrics:
    return GameMetrics(
        game=game,
        weights=weights.tolist(),
        rates=rates.tolist(),
        trace_decay=0.7,
        prediction_decay=0.98,
        plies=100 + game % 60,
        outcome=(0.0, 0.5, 1.0)[game % 3],
        reason=("checkmate", "repetition")[game % 2],
        nodes=12_345,
        seconds=0.0625,
        version=max(0, game - 4),
    )


def _played(game: int) -> PlayedGame:
    moves = ("g1f3", "g8f6", "f3g1", "f6g8") * 25
    return PlayedGame(number=game, outcome=0.5, reason="repetition", moves=moves)


def look(program: str, *words: str) -> dict[str, Any]:
    """What a process of its own needed to look."""
    command = [sys.executable, "-c", program + TELL, *words]
    done = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True)
    told: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    return told


def measured(folder: Path, *, with_report: bool) -> dict[str, dict[str, Any]]:
    """Seconds and megabytes of each kind of look."""
    found = {"first look": look(LOOK, str(folder)), "another look": look(LOOK, str(folder))}
    if with_report:
        found["report"] = look(REPORT, str(folder), str(folder / "report"))
    return found


def sizes(folder: Path) -> dict[str, float]:
    """Megabytes of the run's files, by name."""
    files = sorted(path for path in folder.iterdir() if path.is_file())
    return {path.name: path.stat().st_size / 1e6 for path in files}


def main() -> None:
    """Make, look and print."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--games", type=int, default=100_000, help="(%(default)s)")
    parser.add_argument("--features", default="full-board", help="of chess (%(default)s)")
    parser.add_argument("--no-report", action="store_true", help="leave the report out")
    parser.add_argument("--json", action="store_true", help="one JSON object instead of a table")
    given = parser.parse_args()
    tables.refuse_debug_build()
    with tempfile.TemporaryDirectory(prefix="plywise-bench-") as place:
        folder = Path(place) / "run"
        begun = time.perf_counter()
        make(folder, given.features, given.games)
        made = time.perf_counter() - begun
        found = measured(folder, with_report=not given.no_report)
        files = sizes(folder)
    rows = [
        [name, *(f"{one[key]:.2f}" for key in ("seconds", "processor")), f"{one['megabytes']:.0f}"]
        for name, one in found.items()
    ]
    weights = len(LearnConfig(features=given.features).names)
    text = tables.table(["", "seconds", "of processor", "MB at most"], rows)
    kept = "\n".join(f"{name:24} {size:8.1f} MB" for name, size in files.items())
    title = f"A run of {given.games:,} games and {weights} weights, written in {made:.0f} s"
    told = {"games": given.games, "weights": weights, "looks": found, "files": files}
    tables.show(title, f"{text}\n\n{kept}", told, as_json=given.json)


if __name__ == "__main__":
    main()
