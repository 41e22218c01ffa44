"""What a feature written in Python costs: nodes a second and time beside the native features.

    python benchmarks/python_features.py
    python benchmarks/python_features.py --depth 5 --rounds 1

The 30 positions of `plywise bench` are searched to a fixed depth with material alone, and with
material and the bishop pair or passed pawns in Python; all in turn in every round, so that a busy
machine slows all. Ratios are of the best rounds; what a feature costs is what a node takes longer.
"""

import argparse

import plywise as pw
from plywise.games.declared import facts_of

chess = pw.game("chess")


@pw.feature(chess)
def bishop_pair(position: pw.Position, side: str) -> bool:
    """1 when `side` has two bishops."""
    return position.count("bishop", side) >= 2


FILES, RANKS = "abcdefgh", "12345678"
AHEAD = {
    side: {
        file + rank: frozenset(
            near + far
            for near in FILES
            if abs(ord(near) - ord(file)) <= 1
            for far in RANKS
            if (far > rank if side == "first" else far < rank)
        )
        for file in FILES
        for rank in RANKS
    }
    for side in ("first", "second")
}
"""The squares from which pawns stop one on its way, of each side and square."""
OTHER = {"first": "second", "second": "first"}


@pw.feature(chess)
def passed(position: pw.Position, side: str) -> int:
    """Pawns of `side` that no pawn of the other can stop."""
    ahead, theirs, count = AHEAD[side], position.pieces("pawn", OTHER[side]), 0
    for pawn in position.pieces("pawn", side):
        count += ahead[pawn].isdisjoint(theirs)
    return count


NATIVE = pw.Linear(chess.features("material"), [1, 3, 3, 5, 9])
PYTHON = pw.Linear(chess.features("material", bishop_pair), [1, 3, 3, 5, 9, 0.5])
PASSED = pw.Linear(chess.features("material", passed), [1, 3, 3, 5, 9, 0.5])


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
        [searched(evaluation, options.depth) for evaluation in (NATIVE, PYTHON, PASSED)]
        for _ in range(options.rounds)
    ]
    native, python, pawns = (min(measured) for measured in zip(*rounds, strict=True))
    told = {"native": native, "bishop pair in Python": python, "passed pawns in Python": pawns}
    for name, (seconds, nodes) in told.items():
        print(f"{name:22} {nodes:9} nodes, {nodes / seconds / 1e6:.2f} million nodes/s")
    speed = (native[1] / native[0]) / (python[1] / python[0])
    print(f"a node takes {speed:.1f} times as long, a search {python[0] / native[0]:.1f} times")
    own, pair, costs = (1e6 * seconds / nodes for seconds, nodes in (native, python, pawns))
    print(
        f"a node more by {pair - own:.2f} µs for the bishop pair, by {costs - own:.2f} µs for "
        f"passed pawns: {(costs - own) / (pair - own):.1f} times as much"
    )


if __name__ == "__main__":
    main()
