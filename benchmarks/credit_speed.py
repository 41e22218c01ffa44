"""What learning costs a game beyond the search: 60 predictions that feel 200 weights each.

python benchmarks/credit_speed.py

The whole of it is measured: the sequence, the credits and their sums, the step size, the weights,
prediction decay and the guard against learning that ran away; what a run writes down is not. Beside
it the same game by the readable form with full arrays, alternating, so that a busy machine disturbs
both alike.
"""

import argparse
import time
from collections.abc import Callable
from statistics import median

import numpy as np
import tables

from plywise.evaluation.python_features import Feature
from plywise.games.rules import Rules
from plywise.learning.config import LearnConfig
from plywise.learning.learner import Learner
from plywise.learning.prediction_decay import lowest, sums_by_distance
from plywise.play.record import GameRecord

PREDICTIONS = 60
FELT = 200
BLOCK = 10
"""Games in a row that are learnt from in one way, before the other has its turn."""
WEIGHTS = (5, 309, 1_468, 5_872)


class Wide(Rules):
    """A game of one move, with as many features as one likes."""

    def start(self) -> int:
        """Nothing played."""
        return 0

    def turn(self, played: int) -> str:
        """The first player, then the second."""
        return "second" if played % 2 else "first"

    def moves(self, played: int) -> list[str]:
        """One, and then none."""
        return [] if played else ["go"]

    def after(self, played: int, move: str) -> int:
        """One more."""
        return played + 1

    def outcome(self, played: int) -> float | None:
        """Drawn after the move."""
        return 0.5 if played else None


def learner(weights: int) -> Learner:
    """The optimiser of a run with that many weights, and temporal coherence."""
    kind = type(f"Wide{weights}", (Wide,), {"__module__": __name__, "name": f"wide-{weights}"})
    globals()[kind.__name__] = kind

    def nothing(position: object, side: str) -> int:
        return 0

    for number in range(weights):
        nothing.__name__ = f"f{number}"
        kind.add(Feature(kind, nothing))
    return Learner(LearnConfig(game=kind, rule={"name": "tdleaf", "trace_decay": 0.7}, lag=1))


def game(number: int, weights: int) -> GameRecord:
    """A made-up game: most of what one prediction feels the next one feels too."""
    draw = np.random.default_rng(number)
    felt = min(FELT, weights)
    now = draw.choice(weights, felt, replace=False)
    rows = []
    for _ in range(PREDICTIONS):
        changed = draw.integers(0, felt, max(1, felt // 20))
        now[changed] = draw.integers(0, weights, len(changed))
        rows.append(np.unique(now))
    lengths = [len(row) for row in rows]
    return GameRecord(
        number=number,
        start="0",
        moves=("go",) * PREDICTIONS,
        opening_plies=0,
        outcome=float(number % 2),
        reason="made up",
        nodes=1,
        players=("self", "self"),
        ratings=(None, None),
        weights_version=0,
        values=draw.normal(0.0, 0.5, PREDICTIONS),
        kinds=np.zeros(PREDICTIONS),
        results=np.full(PREDICTIONS, 0.5),
        movers=np.arange(PREDICTIONS) % 2,
        ply_numbers=np.arange(PREDICTIONS),
        indptr=np.concatenate([[0], np.cumsum(lengths)]),
        indices=np.concatenate(rows),
        data=draw.choice([-1.0, 1.0], sum(lengths)),
        predicted_replies=(None,) * PREDICTIONS,
    )


def by_kernel(learner: Learner, record: GameRecord) -> None:
    """A game as a run learns from it."""
    learner.take(record)
    learner.check()


def by_arrays(learner: Learner, record: GameRecord) -> None:
    """The same by full arrays and plain numpy."""
    rule, vector = learner.config.rule, learner.weights
    sequence = rule.sequence(record, vector)
    learner.step_size.change(rule.recommended(sequence, learner.trace_decay))
    sums = sums_by_distance(sequence.probabilities)
    lowest(sums, np.arange(len(sums), 0.0, -1.0))


def cost(weights: int, games: int) -> dict[str, float]:
    """The median of milliseconds a game, both ways."""
    ours, arrays = learner(weights), learner(weights)
    ways: dict[str, tuple[Learner, Callable[[Learner, GameRecord], None], list[float]]] = {
        "kernel": (ours, by_kernel, []),
        "arrays": (arrays, by_arrays, []),
    }
    records = [game(number, weights) for number in range(1, games + 1)]
    for first in range(0, games, BLOCK):
        for one, learn, times in ways.values():
            for record in records[first : first + BLOCK]:
                begun = time.thread_time()
                learn(one, record)
                times.append((time.thread_time() - begun) * 1e3)
    found = {way: median(times) for way, (_, _, times) in ways.items()}
    return {"weights": weights, **found, "ratio": found["arrays"] / found["kernel"]}


def main() -> None:
    """Measure and print."""
    tables.refuse_debug_build()
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--json", action="store_true", help="one JSON object instead of a table")
    parser.add_argument("--games", type=int, default=100, help="games a row (%(default)s)")
    parser.add_argument("--weights", type=int, nargs="+", default=WEIGHTS, help="how many")
    given = parser.parse_args()
    rows = [cost(weights, given.games) for weights in given.weights]
    text = tables.table(
        ["weights", "ms a game", "by full arrays"],
        [[f"{row['weights']:,}", f"{row['kernel']:.3f}", f"{row['arrays']:.3f}"] for row in rows],
    )
    title = f"learning from a game of {PREDICTIONS} predictions, processor time, median"
    tables.show(title, text, {"rows": rows}, as_json=given.json)


if __name__ == "__main__":
    main()
