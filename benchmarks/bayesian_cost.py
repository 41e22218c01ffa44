"""What a node of a Bayesian search costs: processor time and memory, for small and large trees.

python benchmarks/bayesian_cost.py
"""

import argparse
import subprocess
import sys
import time
from pathlib import Path

import tables

from plywise import _kernel
from plywise.games.random_trees import even_starts

SIZES = (10_000, 100_000, 1_000_000)
GULPS = (0.25, 0.02, 0.002)


def eyes() -> _kernel.Evaluator:
    """The optimal evaluation with five hand-made spikes."""
    evaluation = _kernel.Evaluation("win-loss-tree", "chance", [1.0], 1_000_000)
    return _kernel.Evaluator(evaluation, _kernel.SpikeGenerator.hand_made(0.1), win=0.5)


def cost(gulp: float, nodes: int, least: int) -> dict[str, float]:
    """Seconds a node, expansions a second and counted bytes a node, over searches of that size."""
    evaluator, using = eyes(), _kernel.SelectiveSearch.bayesian(gulp=gulp)
    made = expansions = searches = number = 0
    used, most = 0.0, 0.0
    while made < least:
        number += 1
        start = even_starts(1, seed=number)[0].kernel
        begun = time.process_time()
        found = evaluator.search(start, using, nodes=nodes)
        seconds = time.process_time() - begun
        if found.ended != "nodes":
            continue  # a tree that is settled early is a small one
        used, made, expansions = used + seconds, made + found.nodes, expansions + found.expansions
        searches += 1
        most = max(most, found.memory / found.nodes)
    return {
        "gulp": gulp,
        "nodes": nodes,
        "searches": searches,
        "microseconds_a_node": used / made * 1e6,
        "expansions_a_second": expansions / used,
        "nodes_a_second": made / used,
        "bytes_a_node": most,
    }


def _search(evaluator: _kernel.Evaluator, start: _kernel.Position, nodes: int) -> _kernel.Chosen:
    return evaluator.search(start, _kernel.SelectiveSearch.bayesian(), nodes=nodes)


def resident(nodes: int) -> float:
    """The growth of a process by one search, in bytes a node (as Linux tells it)."""
    evaluator = eyes()
    starts = (start.kernel for start in even_starts(100))
    start = next(s for s in starts if _search(evaluator, s, 10 * SIZES[0]).ended == "nodes")
    Path("/proc/self/clear_refs").write_text("5")  # forgets the peak so far
    before = _status("VmRSS")
    found = _search(evaluator, start, nodes)
    return (_status("VmHWM") - before) * 1024 / found.nodes


def _status(what: str) -> int:
    lines = Path("/proc/self/status").read_text().splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith(f"{what}:"))


def main() -> None:
    """Measure and print."""
    tables.refuse_debug_build()
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--json", action="store_true", help="one JSON object instead of a table")
    parser.add_argument("--least", type=int, default=3_000_000, help="nodes a row (%(default)s)")
    parser.add_argument("--sizes", type=int, nargs="+", default=SIZES, help="nodes (%(default)s)")
    parser.add_argument("--resident", type=int, help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.resident:
        print(resident(given.resident))
        return
    cost(GULPS[0], SIZES[0], 1)  # the table of chances is worked out once
    rows = [cost(gulp, nodes, given.least) for gulp in GULPS for nodes in given.sizes]
    again = [sys.executable, __file__, "--resident", str(given.sizes[-1])]
    grown = float(subprocess.run(again, check=True, capture_output=True, text=True).stdout)
    text = tables.table(
        ["gulp", "nodes", "µs a node", "expansions/s", "nodes/s", "bytes a node"],
        [
            [
                f"{row['gulp']:g}",
                f"{row['nodes']:,}",
                f"{row['microseconds_a_node']:.2f}",
                f"{row['expansions_a_second']:,.0f}",
                f"{row['nodes_a_second']:,.0f}",
                f"{row['bytes_a_node']:.0f}",
            ]
            for row in rows
        ],
    )
    text += f"\n\nthe process grew by {grown:.0f} bytes a node in a search of {given.sizes[-1]:,}"
    title = "Bayesian search of the win/loss tree (20 children, five spikes), processor time"
    tables.show(title, text, {"rows": rows, "resident_bytes_a_node": grown}, as_json=given.json)


if __name__ == "__main__":
    main()
