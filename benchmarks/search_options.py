"""Nodes that each search needs for the same depth, over 30 positions (vsb30), material only.

    python benchmarks/search_options.py
    python benchmarks/search_options.py --depth 6 --search thesis --search playing --search mtd

Node counts do not depend on the machine or its load: only the seconds do. A search is named as on
the command line (`--using`); the first one is what the others are compared with.
"""

import argparse
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

import tables

import plywise as pw
from plywise.cli.searches import search_named
from plywise.distributed import cores
from plywise.games.declared import facts_of

VSB30 = facts_of("chess").bench_positions

# Today's set beside the thesis's and KnightCap's, and the two drivers with the same table.
SEARCHES = (
    "thesis",
    "playing",
    "knightcap",
    "alpha-beta:random_ties=no,table_entries=1048576",
    "mtd:random_ties=no,table_entries=1048576",
)


@dataclass(frozen=True, kw_only=True)
class Cost:
    """What a search took over all positions."""

    name: str
    nodes: int
    seconds: float


def cost(name: str, depth: int, positions: list[str], workers: int) -> Cost:
    """All positions searched to the depth."""
    chess = pw.game("chess")
    evaluation = pw.Linear(chess.features("material"), weights="chess/standard")
    using = search_named(name, depth=depth)

    def one(text: str) -> tuple[int, float]:
        found = pw.search(chess.position(text), evaluation, using)
        return found.nodes, found.seconds

    with ThreadPoolExecutor(workers) as pool:
        found = list(pool.map(one, positions))
    nodes, seconds = (sum(column) for column in zip(*found, strict=True))
    return Cost(name=name, nodes=int(nodes), seconds=seconds)


def arguments() -> argparse.Namespace:
    """The command line."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--depth", type=int, default=8, help="plies of every search (%(default)s)")
    parser.add_argument("--positions", type=int, default=len(VSB30), help="how many of the 30")
    parser.add_argument("--search", action="append", help="a search, as for --using")
    parser.add_argument("--workers", type=int, default=cores(), help="searches at once")
    parser.add_argument("--json", action="store_true", help="one JSON object instead of a table")
    return parser.parse_args()


def main() -> None:
    """Measure and print."""
    tables.refuse_debug_build()
    given = arguments()
    names = given.search or list(SEARCHES)
    positions = list(VSB30[: given.positions])
    costs = [cost(name, given.depth, positions, given.workers) for name in names]
    head = ["search", "nodes", "of the first", "times fewer", "nodes/s"]
    rows = [
        [
            c.name,
            f"{c.nodes:,}",
            f"{c.nodes / costs[0].nodes:.3f}",
            f"{costs[0].nodes / c.nodes:.2f}",
            f"{c.nodes / c.seconds / 1e6:.2f} M",
        ]
        for c in costs
    ]
    title = f"Nodes to depth {given.depth}, {len(positions)} positions"
    fields = [{"name": c.name, "nodes": c.nodes, "seconds": c.seconds} for c in costs]
    result = {"depth": given.depth, "positions": len(positions), "searches": fields}
    tables.show(title, tables.table(head, rows), result, as_json=given.json)


if __name__ == "__main__":
    main()
