"""Move sequences counted a second from the start position.

    python benchmarks/perft_speed.py

The moves of the last ply are counted as they are generated, all others are made. The count is
checked against the known one, a wrong one ends the program with 1.
"""

import argparse
import sys

import tables
from engines import own_clock

from plywise import _kernel

# chessprogramming.org/Perft_Results
KNOWN = {4: 197_281, 5: 4_865_609, 6: 119_060_324, 7: 3_195_901_860}


def best_seconds(depth: int, rounds: int) -> float:
    """The quickest of the rounds, in seconds of processor time."""
    start = _kernel.Position.start("chess")
    seconds = []
    for _ in range(rounds):
        begun = own_clock()
        count = start.perft(depth)
        seconds.append(own_clock() - begun)
        if count != KNOWN[depth]:
            sys.exit(f"perft({depth}) is {count:,}, but {KNOWN[depth]:,} is right")
    return min(seconds)


def main() -> None:
    """Count, check and print."""
    tables.refuse_debug_build()
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--depth", type=int, default=6, choices=KNOWN, help="(%(default)s)")
    parser.add_argument("--rounds", type=int, default=3, help="the best counts (%(default)s)")
    parser.add_argument("--json", action="store_true", help="one JSON object instead of a table")
    given = parser.parse_args()
    seconds, nodes = best_seconds(given.depth, given.rounds), KNOWN[given.depth]
    cells = [
        f"depth {given.depth}",
        f"{nodes:,}",
        f"{seconds:.2f}",
        f"{nodes / seconds / 1e6:.1f} M",
    ]
    text = tables.table(["start position", "nodes, right", "seconds", "nodes/s"], [cells])
    result = {"depth": given.depth, "nodes": nodes, "seconds": seconds}
    title = f"perft from the start, the last ply counted, best of {given.rounds}"
    tables.show(title, text, {**result, "nodes_per_second": nodes / seconds}, as_json=given.json)


if __name__ == "__main__":
    main()
