"""What a feature written in Python costs: nodes a second and time beside the native features.

    python benchmarks/python_features.py
    python benchmarks/python_features.py --depth 5 --rounds 1

The 30 positions of `plywise bench` are searched to a fixed depth with material alone, and with
material and the bishop pair in Python; both in turn in every round, so that a busy machine slows
both. Ratios are of the best rounds.
"""

import argparse

import plywise as pw
from plywise.games.declared import facts_of

chess = pw.game("chess")


@pw.feature(chess)
def bishop_pair(position: pw.Position, side: str) -> bool:
    """1 when `side` has two bishops."""
    return position.count("bishop", side) >= 2


NATIVE = pw.Linear(chess.features("material"), [1, 3, 3, 5, 9])
PYTHON = pw.Linear(chess.features("material", bishop_pair), [1, 3, 3, 5, 9, 0.5])


def searched(evaluation: pw.Linear, depth: int) -> tuple[float, int]:
    """Seconds and nodes of all positions."""
    using = pw.AlphaBeta(depth=depth)
    found = [
        pw.search(chess.position(text), evaluation, using)
        for text in facts_of("chess").bench_positions
    ]
    return sum(f.seconds for f in found), sum(f.nodes for f in found)


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description="nodes/s with and without a Python feature")
    parser.add_argument("--depth", type=int, default=4)
    parser.add_argument("--rounds", type=int, default=5)
    options = parser.parse_args()
    rounds = [
        (searched(NATIVE, options.depth), searched(PYTHON, options.depth))
        for _ in range(options.rounds)
    ]
    native, python = (min(measured) for measured in zip(*rounds, strict=True))
    for name, (seconds, nodes) in {"native": native, "bishop pair in Python": python}.items():
        print(f"{name:22} {nodes:9} nodes, {nodes / seconds / 1e6:.2f} million nodes/s")
    speed = (native[1] / native[0]) / (python[1] / python[0])
    print(f"a node takes {speed:.1f} times as long, a search {python[0] / native[0]:.1f} times")


if __name__ == "__main__":
    main()
