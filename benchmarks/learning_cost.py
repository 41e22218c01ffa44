"""What learning itself costs a game, with all 5,872 weights of `knightcap`, in milliseconds.

    python benchmarks/learning_cost.py
    python benchmarks/learning_cost.py --games 40 --nodes 50

Two runs against plywise's own pool, by the papers' rule and by least squares. What is timed is the
learner alone, by the processor time of its thread: searches and opponents are others' work, and
what is written to the disk is not in it.
"""

import argparse
import tempfile
import time
from pathlib import Path
from typing import Any

import tables

import plywise as pw
from plywise.experiments.online import BEST, PAPERS
from plywise.learning.learner import Learner
from plywise.play.record import GameRecord

ARMS = {"the papers' rule": PAPERS, "least squares": BEST}
START = "chess/knightcap-material"


def cost(settings: Any, games: int, nodes: int) -> list[float]:
    """Milliseconds that the learner takes for each game."""
    taken: list[float] = []
    take = Learner.take

    def timed(self: Learner, record: GameRecord) -> None:
        begun = time.thread_time()
        take(self, record)
        taken.append(1000 * (time.thread_time() - begun))

    Learner.take = timed  # type: ignore[method-assign]
    try:
        with tempfile.TemporaryDirectory(prefix="plywise-bench-") as folder:
            pw.learn(
                "chess", features="knightcap", start=START, **settings, games=games,
                search=pw.profile("playing", nodes=nodes), opponents="own", ballot=6, lag=4,
                gate_every=0, seed=1, workers=1, out=Path(folder) / "run",
            )  # fmt: skip
    finally:
        Learner.take = take  # type: ignore[method-assign]
    return taken


def main() -> None:
    """Measures and prints."""
    asked = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    asked.add_argument("--games", type=int, default=300)
    asked.add_argument("--nodes", type=int, default=100)
    asked.add_argument("--json", action="store_true")
    given = asked.parse_args()
    tables.refuse_debug_build()
    costs = []
    for name, settings in ARMS.items():
        taken = cost(settings, given.games, given.nodes)
        mean = sum(taken) / len(taken)
        costs.append({"name": name, "games": len(taken), "mean": mean, "most": max(taken)})
    rows = [
        [one["name"], str(one["games"]), f"{one['mean']:.2f}", f"{one['most']:.0f}"]
        for one in costs
    ]
    told = tables.table(["", "games", "ms a game", "the longest"], rows)
    tables.show("what learning costs a game", told, {"costs": costs}, as_json=given.json)


if __name__ == "__main__":
    main()
