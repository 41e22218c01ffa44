"""Shogi: nodes a second of search and move generation beside other programs, and games a second.

    python benchmarks/shogi_speed.py
    python benchmarks/shogi_speed.py --depth 4 --rounds 1 --no-learning

The positions are those of games that plywise plays against itself, every twelfth ply, so that they
can be told to every engine as moves from the start. Seconds are of processor time, ours and theirs;
the engines take turns with plywise in every round, and the best round counts. What a node is
differs between engines: ratios are good to about a factor of two.
"""

import argparse
import sys
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import tables
from engines import NoAnswer, Searched, own_clock
from learning_speed import games_per_second
from search_speed import Speed, fields, one_round, row
from shogi_engines import KNOWN, Engine, Session, perft

from plywise import _kernel
from plywise.cli.searches import search_named
from plywise.evaluation.weights import resolve

WEIGHTS = "shogi/yss"
START = _kernel.Position.start("shogi")
PERFT = {3: 25_470, 4: 719_731, 5: 19_861_490, 6: 547_581_517}
GAMES_AT_DEPTH = {1: 200, 2: 100, 3: 40}


def positions(count: int) -> list[list[str]]:
    """Positions of games of depth 2, each as the moves that lead to it."""
    evaluation = _kernel.Evaluation("shogi", "material", list(resolve(WEIGHTS).values))
    settings = _kernel.Settings(depth=2)
    found: list[list[str]] = []
    number = 0
    while len(found) < count:
        job = _kernel.GameJob(
            game="shogi",
            first=evaluation,
            second=evaluation,
            first_search=settings,
            second_search=settings,
            seed=1,
            number=number,
            max_plies=73,
        )
        moves = list(_kernel.play_game(job).moves)
        found += [moves[:ply] for ply in range(12, len(moves), 12)]
        number += 1
    return found[:count]


def search_ourselves(lines: list[list[str]], depth: int) -> Searched:
    """One search each by plywise, in this thread."""
    evaluation = _kernel.Evaluation("shogi", "material", list(resolve(WEIGHTS).values))
    settings = search_named("thesis:history_draws=yes", depth=depth).settings(evaluation.scale)
    roots = [START.after_all(moves) for moves in lines]
    _kernel.search(roots[0], evaluation, _kernel.Settings(depth=1))  # makes the table
    begun = own_clock()
    nodes = sum(_kernel.search(root, evaluation, settings).nodes for root in roots)
    return Searched(nodes=nodes, seconds=own_clock() - begun)


def search_by(engine: Engine, lines: list[list[str]], depth: int, patience: float) -> Searched:
    """One search each by an engine, in processes of their own."""
    searches = []
    for moves in lines:
        with Session(engine, patience) as session:
            searches.append(engine.search(session, moves, depth))
    return Searched(nodes=sum(s.nodes for s in searches), seconds=sum(s.seconds for s in searches))


def perft_ourselves(depth: int) -> Searched:
    """Ours: every leaf is played."""
    begun = own_clock()
    return Searched(nodes=START.perft(depth), seconds=own_clock() - begun)


def perft_by_cshogi(depth: int, *, plays_leaves: bool) -> Searched:
    """That of cshogi, whose generator is C++ and whose moves are here played from Python."""
    try:
        import cshogi
    except ImportError:
        raise NoAnswer("cshogi is not installed (PyPI: cshogi)") from None
    board = cshogi.Board()

    def count(depth: int) -> int:
        if depth == 0:
            return 1
        if depth == 1 and not plays_leaves:
            return len(board.legal_moves)
        total = 0
        for move in board.legal_moves:
            board.push(move)
            total += count(depth - 1)
            board.pop()
        return total

    begun = own_clock()
    return Searched(nodes=count(depth), seconds=own_clock() - begun)


def best(programs: dict[str, tuple[int, Callable[[], Searched]]], rounds: int) -> Iterator[Speed]:
    """Everybody's best round."""
    speeds: dict[str, Speed] = {}
    for _ in range(rounds):
        for name, (depth, work) in programs.items():
            speed = one_round(name, depth, work)
            if name not in speeds or speed.nodes_per_second > speeds[name].nodes_per_second:
                speeds[name] = speed
    yield from speeds.values()


def searches(lines: list[list[str]], depth: int, rounds: int, patience: float) -> list[Speed]:
    """Our search and theirs."""
    programs: dict[str, tuple[int, Callable[[], Searched]]] = {
        "plywise": (depth, partial(search_ourselves, lines, depth))
    }
    for engine in KNOWN:
        if engine.path() is not None:
            deeper = depth + engine.deeper
            work = partial(search_by, engine, lines, deeper, patience)
            programs[engine.command] = (deeper, work)
    return list(best(programs, rounds))


def generation(depth: int, rounds: int, patience: float) -> list[Speed]:
    """Our move generation and theirs, each count checked."""
    programs: dict[str, tuple[int, Callable[[], Searched]]] = {
        "plywise, leaves played": (depth, partial(perft_ourselves, depth))
    }
    for how, plays in (("played", True), ("counted", False)):
        work = partial(perft_by_cshogi, depth, plays_leaves=plays)
        programs[f"cshogi from Python, leaves {how}"] = (depth, work)
    for engine in KNOWN:
        if engine.command == "fairy-stockfish" and engine.path() is not None:
            work = partial(perft, engine, depth, patience)
            programs["fairy-stockfish, leaves counted"] = (depth, work)
    speeds = list(best(programs, rounds))
    for speed in speeds:
        if not speed.trouble and speed.nodes != PERFT[depth]:
            sys.exit(f"perft({depth}) of {speed.name} is {speed.nodes:,}, not {PERFT[depth]:,}")
    return speeds


def learning(scale: float) -> list[dict[str, Any]]:
    """Games a second of learning runs with one worker, all bookkeeping included."""
    games_per_second(1, 4, 1, WEIGHTS, "shogi")  # imports are no part of learning
    found = []
    for depth, usual in GAMES_AT_DEPTH.items():
        games = max(4, round(usual * scale))
        speed = games_per_second(depth, games, 1, WEIGHTS, "shogi")
        found.append({"depth": depth, "games": games, "games_per_second": speed})
    return found


def arguments() -> argparse.Namespace:
    """The command line."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--depth", type=int, default=5, help="plies of every search (%(default)s)")
    parser.add_argument("--positions", type=int, default=30, help="how many (%(default)s)")
    parser.add_argument("--perft", type=int, default=5, choices=PERFT, help="plies (%(default)s)")
    parser.add_argument("--rounds", type=int, default=3, help="the best counts (%(default)s)")
    parser.add_argument("--patience", type=float, default=60, help="seconds a search may take")
    parser.add_argument("--scale", type=float, default=1.0, help="so many times the games")
    parser.add_argument("--no-learning", action="store_true", help="leave the games out")
    parser.add_argument("--json", action="store_true", help="one JSON object instead of tables")
    return parser.parse_args()


def main() -> None:
    """Measure and print."""
    tables.refuse_debug_build()
    given = arguments()
    lines = positions(given.positions)
    searched = searches(lines, given.depth, given.rounds, given.patience)
    generated = generation(given.perft, given.rounds, given.patience)
    learnt = [] if given.no_learning else learning(given.scale)
    head = ["depth", "nodes", "seconds", "nodes/s", "plywise is faster by"]
    parts = [
        tables.table(["search", *head], [row(speed, searched[0]) for speed in searched]),
        tables.table(["perft", *head], [row(speed, generated[0]) for speed in generated]),
    ]
    if learnt:
        cells = [
            [f"depth {m['depth']}", str(m["games"]), f"{m['games_per_second']:.1f}"] for m in learnt
        ]
        parts.append(tables.table(["learning, one worker", "games", "games/s"], cells))
    title = f"Shogi, one thread, {len(lines)} positions, best of {given.rounds}"
    result = {"search": fields(searched), "perft": fields(generated), "learning": learnt}
    tables.show(title, "\n\n".join(parts), result, as_json=given.json)


if __name__ == "__main__":
    main()
