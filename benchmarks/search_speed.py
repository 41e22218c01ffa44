"""Nodes a second of the search, material only, one thread, beside the engines found here.

    python benchmarks/search_speed.py
    python benchmarks/search_speed.py --depth 5 --engine hoichess --rounds 1

30 positions (vsb30, the thesis's appendix A.1) are searched to a fixed depth; the figure is all
nodes by all seconds of processor time, the best of the rounds. The engines take turns with plywise
in every round, so that a machine that slows down slows all of them. What a node is differs between
engines: ratios are good to about a factor of two.
"""

import argparse
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any

import tables
from engines import KNOWN, Engine, NoAnswer, Searched, Session, installed, own_clock

from plywise import _kernel
from plywise.cli.searches import search_named
from plywise.games.declared import facts_of

VSB30 = facts_of("chess").bench_positions

STANDARD = [1.0, 3.0, 3.0, 5.0, 9.0]
OURSELVES = {"plywise": (0, "thesis:history_draws=yes"), "plywise playing": (3, "playing")}
"""Our own searches: plies more than asked for, since one prunes hard, and the settings."""


@dataclass(frozen=True, kw_only=True)
class Speed:
    """The best round of one program, or why there is none."""

    name: str
    depth: int
    nodes: int = 0
    seconds: float = 0.0
    trouble: str = ""

    @property
    def nodes_per_second(self) -> float:
        """What is compared."""
        return self.nodes / self.seconds if self.seconds > 0 else 0.0


def search_ourselves(using: str, positions: list[str], depth: int) -> Searched:
    """One search each by plywise, in this thread."""
    evaluation = _kernel.Evaluation("chess", "material", STANDARD)
    settings = search_named(using, depth=depth).settings(evaluation.scale)
    roots = [_kernel.Position.parse("chess", text) for text in positions]
    first = search_named(using, depth=1).settings(evaluation.scale)
    _kernel.search(roots[0], evaluation, first)  # makes the table
    begun = own_clock()
    nodes = sum(_kernel.search(root, evaluation, settings).nodes for root in roots)
    return Searched(nodes=nodes, seconds=own_clock() - begun)


def search_by(engine: Engine, positions: list[str], depth: int, patience: float) -> Searched:
    """One search each by an engine, in a new process: its table is empty at first, as ours is."""
    with Session(engine, patience) as session:
        searches = [session.search(text, depth) for text in positions]
    return Searched(nodes=sum(s.nodes for s in searches), seconds=sum(s.seconds for s in searches))


def measure(
    engines: list[Engine], positions: list[str], depth: int, rounds: int, patience: float
) -> list[Speed]:
    """Everybody's best round, plywise first."""
    programs: dict[str, tuple[int, Callable[[], Searched]]] = {}
    for name, (deeper, using) in OURSELVES.items():
        plies = depth + deeper
        programs[name] = (plies, partial(search_ourselves, using, positions, plies))
    for engine in engines:
        programs[engine.name] = (
            depth + engine.deeper,
            lambda engine=engine: search_by(engine, positions, depth, patience),
        )
    best: dict[str, Speed] = {}
    for _ in range(rounds):
        for name, (plies, work) in programs.items():
            speed = one_round(name, plies, work)
            if name not in best or speed.nodes_per_second > best[name].nodes_per_second:
                best[name] = speed
    return list(best.values())


def one_round(name: str, depth: int, work: Callable[[], Searched]) -> Speed:
    """A program's pass over the positions; an engine that fails spoils its own row only."""
    try:
        searched = work()
    except NoAnswer as error:
        return Speed(name=name, depth=depth, trouble=str(error))
    return Speed(name=name, depth=depth, nodes=searched.nodes, seconds=searched.seconds)


def row(speed: Speed, ours: Speed) -> list[str]:
    """One line of the table."""
    if speed.trouble:
        return [speed.name, str(speed.depth), "-", "-", "-", speed.trouble]
    ratio = ours.nodes_per_second / speed.nodes_per_second if speed.nodes else 0.0
    return [
        speed.name,
        str(speed.depth),
        f"{speed.nodes:,}",
        f"{speed.seconds:.2f}",
        f"{speed.nodes_per_second / 1e6:.2f} M",
        f"{ratio:.2f}",
    ]


def arguments() -> argparse.Namespace:
    """The command line."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--depth", type=int, default=6, help="plies of every search (%(default)s)")
    parser.add_argument("--rounds", type=int, default=3, help="the best counts (%(default)s)")
    parser.add_argument("--positions", type=int, default=len(VSB30), help="how many of the 30")
    parser.add_argument("--patience", type=float, default=60, help="seconds a search may take")
    parser.add_argument("--json", action="store_true", help="one JSON object instead of a table")
    names = sorted({engine.command[0] for engine in KNOWN})
    parser.add_argument(
        "--engine", action="append", default=[], help=f"only this one ({', '.join(names)})"
    )
    return parser.parse_args()


def fields(speeds: list[Speed]) -> list[dict[str, Any]]:
    """The same for programs."""
    return [
        {
            "name": s.name,
            "depth": s.depth,
            "nodes": s.nodes,
            "seconds": s.seconds,
            "nodes_per_second": s.nodes_per_second,
            "trouble": s.trouble,
        }
        for s in speeds
    ]


def main() -> None:
    """Measure and print."""
    tables.refuse_debug_build()
    given = arguments()
    engines = installed(given.engine)
    positions = list(VSB30[: given.positions])
    speeds = measure(engines, positions, given.depth, given.rounds, given.patience)
    head = ["program", "depth", "nodes", "seconds", "nodes/s", "plywise is faster by"]
    text = tables.table(head, [row(speed, speeds[0]) for speed in speeds])
    if not engines:
        text += "\n\nNo other engine was found (Debian: stockfish gnuchess hoichess)."
    title = f"Search speed, one thread, {len(positions)} positions, best of {given.rounds}"
    result = {"depth": given.depth, "positions": len(positions), "speeds": fields(speeds)}
    tables.show(title, text, result, as_json=given.json)


if __name__ == "__main__":
    main()
