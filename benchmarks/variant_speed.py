"""Nodes a second in variants that a text describes, material only, beside fairy-stockfish.

    python benchmarks/variant_speed.py
    python benchmarks/variant_speed.py --variant knightmate --depth 5 --rounds 1

Positions after random plies of each variant are searched to a fixed depth by one thread; the figure
is all nodes by all seconds of processor time, the best of the rounds. fairy-stockfish, where it is
found, takes its turn in every round and searches deeper, since it prunes hard; a node of its own
costs more, as it evaluates more than material.
"""

import argparse
from random import Random

import tables
from engines import Searched, Session, measured, own_clock
from search_speed import Speed, one_round, row

from plywise import _kernel
from plywise.cli.searches import search_named

VARIANTS = ("chess", "knightmate", "almost", "hoppelpoppel", "crazyhouse", "courier")
"""All but the last have 8 × 8 squares."""
USING = "thesis:history_draws=yes"
DEEPER = 7
"""Plies more for fairy-stockfish."""


def positions_of(variant: str, count: int) -> list[_kernel.Position]:
    """Positions of games at random, the same every time."""
    _kernel.describe(f"bench:{variant}", "a benchmark", f"[it:{variant}]", "it")
    chance, found = Random(1), list[_kernel.Position]()
    while len(found) < count:
        position = _kernel.Position.start(f"bench:{variant}")
        for _ in range(chance.randint(4, 30)):
            if not position.moves:
                break
            position = position.after(chance.choice(position.moves))
        if position.outcome is None:
            found.append(position)
    return found


def ourselves(positions: list[_kernel.Position], depth: int) -> Searched:
    """One search each by plywise, in this thread."""
    game = positions[0].game
    names = _kernel.features(game, "material").names
    evaluation = _kernel.Evaluation(game, "material", [1.0 + n for n in range(len(names))])
    settings = search_named(USING, depth=depth).settings(evaluation.scale)
    first = search_named(USING, depth=1).settings(evaluation.scale)
    _kernel.search(positions[0], evaluation, first)  # makes the table
    begun = own_clock()
    nodes = sum(_kernel.search(root, evaluation, settings).nodes for root in positions)
    return Searched(nodes=nodes, seconds=own_clock() - begun)


def fairy(variant: str, positions: list[_kernel.Position], depth: int) -> Searched:
    """One search each by fairy-stockfish, its network off."""
    options = {"UCI_Variant": variant, "Use NNUE": "false"}
    with Session(measured("fairy-stockfish", options=options), 60.0) as session:
        searches = [session.search(str(position), depth) for position in positions]
    return Searched(nodes=sum(s.nodes for s in searches), seconds=sum(s.seconds for s in searches))


def measure(variant: str, depth: int, rounds: int, count: int) -> list[Speed]:
    """The best round of both, plywise first."""
    positions = positions_of(variant, count)
    best: dict[str, Speed] = {}
    for _ in range(rounds):
        for speed in (
            one_round(f"{variant}: plywise", depth, lambda: ourselves(positions, depth)),
            one_round(
                f"{variant}: fairy-stockfish",
                depth + DEEPER,
                lambda: fairy(variant, positions, depth + DEEPER),
            ),
        ):
            known = best.get(speed.name)
            if known is None or speed.nodes_per_second > known.nodes_per_second:
                best[speed.name] = speed
    return list(best.values())


def main() -> None:
    """Measure and print."""
    tables.refuse_debug_build()
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--variant", action="append", default=[], help="only this one")
    parser.add_argument("--depth", type=int, default=5, help="plies of every search (%(default)s)")
    parser.add_argument("--rounds", type=int, default=2, help="the best counts (%(default)s)")
    parser.add_argument("--positions", type=int, default=10, help="a variant (%(default)s)")
    parser.add_argument("--json", action="store_true", help="one JSON object instead of a table")
    given = parser.parse_args()
    lines = []
    for variant in given.variant or VARIANTS:
        speeds = measure(variant, given.depth, given.rounds, given.positions)
        lines += [row(speed, speeds[0]) for speed in speeds]
    headings = ["program", "depth", "nodes", "seconds", "nodes/s", "plywise is × as fast"]
    title = "Search speed in variants of a text, one thread"
    tables.show(title, tables.table(headings, lines), {"rows": lines}, as_json=given.json)


if __name__ == "__main__":
    main()
