"""Nodes a second of one search with feature sets of chess, and with networks beside them.

    python benchmarks/feature_speed.py
    python benchmarks/feature_speed.py --depth 6 --rounds 1

30 positions (vsb30) are searched with the profile `playing` to a fixed depth, in one thread. The
sets take turns in every round, so that a machine that slows down slows all of them; the figure is
nodes by seconds of processor time, the best of the rounds. Sets judge otherwise and so search other
trees: what is compared is the cost of a node.
"""

import argparse
from typing import Any

import tables
from engines import own_clock

from plywise import _kernel
from plywise.evaluation.board_network import BoardNetwork
from plywise.evaluation.features import FeatureSet
from plywise.evaluation.weights import resolve
from plywise.games.declared import facts_of
from plywise.searching.profiles import profile

SETS = {
    "material": "chess/knightcap-start",
    "tapered": "chess/pesto",
    "rich": "chess/plywise",
    "knightcap, material alone": "chess/knightcap-material",
    "knightcap, learnt": "chess/knightcap-learnt",
}
"""What is measured, and with which weights."""
UNITS = {
    "tapered and 32 units": ("chess/pesto", 32),
    "rich and 32 units": ("chess/plywise", 32),
    "rich and 64 units": ("chess/plywise", 64),
}
"""Networks as they begin: hidden units that see the board, beside weights that are there."""


def evaluations() -> dict[str, Any]:
    """The evaluations of all that is measured."""
    found = {name: resolve(weights).kernel() for name, weights in SETS.items()}
    for name, (weights, hidden) in UNITS.items():
        known = resolve(weights)
        features = FeatureSet.named("chess", known.features)
        drawn = BoardNetwork(features, hidden=hidden, seed=1).weights
        values = [*known.values, *drawn[len(known.values) :]]
        found[name] = BoardNetwork(features, hidden=hidden, weights=values).kernel
    return found


def searched(evaluation: Any, positions: list[str], depth: int) -> tuple[int, float]:
    """Nodes and seconds of one search of each position."""
    settings = profile("playing", depth=depth).settings(evaluation.scale)
    roots = [_kernel.Position.parse("chess", text) for text in positions]
    begun = own_clock()
    nodes = sum(_kernel.search(root, evaluation, settings).nodes for root in roots)
    return nodes, own_clock() - begun


def measure(depth: int, rounds: int, positions: list[str]) -> list[dict[str, Any]]:
    """The best round of every set."""
    best: dict[str, tuple[int, float]] = {}
    judges = evaluations()
    for _ in range(rounds):
        for name, evaluation in judges.items():
            nodes, seconds = searched(evaluation, positions, depth)
            if name not in best or nodes / seconds > best[name][0] / best[name][1]:
                best[name] = (nodes, seconds)
    first = best["material"][0] / best["material"][1]
    return [
        {
            "name": name,
            "nodes": nodes,
            "nodes_per_second": nodes / seconds,
            "of_material": nodes / seconds / first,
        }
        for name, (nodes, seconds) in best.items()
    ]


def main() -> None:
    """Measures and prints."""
    asked = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    asked.add_argument("--depth", type=int, default=8)
    asked.add_argument("--rounds", type=int, default=3)
    asked.add_argument("--positions", type=int, default=30)
    asked.add_argument("--json", action="store_true")
    given = asked.parse_args()
    tables.refuse_debug_build()
    positions = list(facts_of("chess").bench_positions[: given.positions])
    speeds = measure(given.depth, given.rounds, positions)
    rows = [
        [
            speed["name"],
            f"{speed['nodes']:,}",
            f"{speed['nodes_per_second'] / 1e6:.2f} M",
            f"{speed['of_material']:.2f}",
        ]
        for speed in speeds
    ]
    told = tables.table(["set", "nodes", "nodes/s", "of material"], rows)
    title = f"one search with several feature sets, depth {given.depth}, best of {given.rounds}"
    tables.show(title, told, {"speeds": speeds}, as_json=given.json)


if __name__ == "__main__":
    main()
