"""Games a second of whole learning runs, with all their bookkeeping.

    python benchmarks/learning_speed.py
    python benchmarks/learning_speed.py --depths 1 2 --no-pair

Each figure is a run in a directory of its own: games, learning, logs, checkpoints, PGN; without
gate matches, which are extra games. First one worker at each depth, then two workers against one
at lag 4. The runs begin with 1:3:3:5:9, because games of equal pieces are longer than those of a
run that has begun to learn.
"""

import argparse
import os
import tempfile
import time
from pathlib import Path
from typing import Any

import tables

import plywise as pw

GAMES_AT_DEPTH = {1: 600, 2: 400, 3: 100, 4: 40}
"""Enough for some seconds each."""
LAG = 4


def games_per_second(
    depth: int, games: int, workers: int, start: str, game: str = "chess"
) -> float:
    """The speed of one run, by the clock on the wall."""
    with tempfile.TemporaryDirectory(prefix="plywise-bench-") as folder:
        begun = time.perf_counter()
        run = pw.learn(
            game,
            search=pw.AlphaBeta(depth=depth),
            games=games,
            seed=1,
            workers=workers,
            lag=LAG,
            start=start,
            gate_every=0,
            out=Path(folder) / "run",
        )
        seconds = time.perf_counter() - begun
        assert len(run.history) == games
    return games / seconds


def at_depths(depths: list[int], scale: float, start: str) -> list[dict[str, Any]]:
    """One worker at each depth."""
    found = []
    for depth in depths:
        games = max(LAG, round(GAMES_AT_DEPTH.get(depth, 10) * scale))
        speed = games_per_second(depth, games, 1, start)
        found.append({"depth": depth, "workers": 1, "games": games, "games_per_second": speed})
    return found


def one_and_two(depth: int, scale: float, start: str) -> list[dict[str, Any]]:
    """The same run with one worker and with two, in turns, the best of two each."""
    games = max(LAG, round(GAMES_AT_DEPTH.get(depth, 10) * scale))
    best = {1: 0.0, 2: 0.0}
    for workers in (1, 2, 1, 2):
        best[workers] = max(best[workers], games_per_second(depth, games, workers, start))
    return [
        {"depth": depth, "workers": workers, "games": games, "games_per_second": speed}
        for workers, speed in best.items()
    ]


def rows(measured: list[dict[str, Any]]) -> list[list[str]]:
    """The table's lines."""
    return [
        [
            f"depth {m['depth']}",
            str(m["workers"]),
            str(m["games"]),
            f"{m['games_per_second']:.1f}",
        ]
        for m in measured
    ]


def arguments() -> argparse.Namespace:
    """The command line."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--depths", type=int, nargs="*", default=[1, 2, 3, 4], help="(1 2 3 4)")
    parser.add_argument("--pair-depth", type=int, default=4, help="two workers v one (%(default)s)")
    parser.add_argument("--no-pair", action="store_true", help="leave the two workers out")
    parser.add_argument("--scale", type=float, default=1.0, help="so many times the games")
    parser.add_argument("--start", default="chess/standard", help="weights (%(default)s)")
    parser.add_argument("--json", action="store_true", help="one JSON object instead of a table")
    return parser.parse_args()


def main() -> None:
    """Measure and print."""
    tables.refuse_debug_build()
    given = arguments()
    head = ["search", "workers", "games", "games/s"]
    games_per_second(1, LAG, 1, given.start)  # imports are no part of learning
    alone = at_depths(given.depths, given.scale, given.start)
    parts = [tables.table(head, rows(alone))] if alone else []
    result: dict[str, Any] = {"alone": alone, "start": given.start, "lag": LAG}
    if not given.no_pair:
        pair = one_and_two(given.pair_depth, given.scale, given.start)
        ratio = pair[1]["games_per_second"] / pair[0]["games_per_second"]
        note = "" if (os.cpu_count() or 1) > 1 else " (there is one processor here: no wonder)"
        parts.append(f"{tables.table(head, rows(pair))}\ntwo workers are {ratio:.2f} × one{note}")
        result |= {"pair": pair, "ratio": ratio}
    title = f"Learning speed from {given.start}, lag {LAG}, all bookkeeping included"
    tables.show(title, "\n\n".join(parts), result, as_json=given.json)


if __name__ == "__main__":
    main()
