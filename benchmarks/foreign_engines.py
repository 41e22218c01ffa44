"""How long 100 games of stockfish against itself take, at 1,000 nodes a move, two at a time.

python benchmarks/foreign_engines.py

Beside it: the same games with a process for each, as `fresh=yes` asks for it; and the same openings
under fastchess, where that is installed. The engines' own thinking is most of it, so the ratio to
fastchess says what we add. Rounds alternate, and the best of each counts.
"""

import argparse
import shutil
import subprocess
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import tables

import plywise as pw
from plywise.games.ballot import Opening, ballot
from plywise.play.opponents import KNOWN

ENGINE = KNOWN["stockfish"]
TWO = 2


def ours(openings: Sequence[Opening], nodes: int, more: str = "") -> float:
    """Seconds that we need for two games from each opening."""
    who = f"stockfish:nodes={nodes}{more}"
    begun = time.perf_counter()
    result = pw.match(who, who, games=2 * len(openings), openings=openings, workers=TWO)
    seconds = time.perf_counter() - begun
    assert result.failures == (0, 0), result.failures
    return seconds


def fastchess(openings: Sequence[Opening], nodes: int) -> float:
    """Seconds that fastchess needs for them."""
    options = [f"option.{name}={value}" for name, value in ENGINE.options.items()]
    with tempfile.TemporaryDirectory() as folder:
        book = Path(folder, "openings.epd")
        book.write_text("".join(f"{opening.position()}\n" for opening in openings))
        command = [
            "fastchess",
            "-engine", f"cmd={ENGINE.path()}", "name=one",
            "-engine", f"cmd={ENGINE.path()}", "name=two",
            "-each", "proto=uci", f"nodes={nodes}",
            *(option for option in options if " " not in option and "Book" not in option),
            "-openings", f"file={book}", "format=epd", "order=sequential",
            "-rounds", str(len(openings)), "-games", "2", "-concurrency", str(TWO),
            "-maxmoves", "200",
        ]  # fmt: skip
        begun = time.perf_counter()
        subprocess.run(command, cwd=folder, check=True, capture_output=True)
        return time.perf_counter() - begun


def rivals() -> dict[str, Callable[[Sequence[Opening], int], float]]:
    """Who is measured, by name."""
    measured = {
        "plywise": ours,
        "plywise, a process a game": lambda openings, nodes: ours(openings, nodes, ",fresh=yes"),
    }
    return measured | ({"fastchess": fastchess} if shutil.which("fastchess") else {})


def main() -> None:
    """Measure and print."""
    tables.refuse_debug_build()
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--games", type=int, default=100, help="even (%(default)s)")
    parser.add_argument("--nodes", type=int, default=1000, help="a move (%(default)s)")
    parser.add_argument("--rounds", type=int, default=3, help="of all, in turns (%(default)s)")
    parser.add_argument("--json", action="store_true", help="one JSON object instead of a table")
    given = parser.parse_args()
    if ENGINE.path() is None:
        parser.error(f"stockfish is not there; on Debian: {ENGINE.install}")
    openings = ballot(given.games // 2, plies=4, seed=1)
    seconds: dict[str, list[float]] = {name: [] for name in rivals()}
    for _ in range(given.rounds):
        for name, measure in rivals().items():
            seconds[name].append(measure(openings, given.nodes))
    best = {name: min(times) for name, times in seconds.items()}
    rows = [[name, f"{s:.1f} s", f"{s / best['plywise']:.2f}"] for name, s in best.items()]
    text = tables.table(["", "seconds", "ratio"], rows)
    title = f"{given.games} games of stockfish v itself, {given.nodes} nodes a move, two at a time"
    result: dict[str, Any] = {"games": given.games, "nodes": given.nodes, "seconds": seconds}
    tables.show(title, text, result, as_json=given.json)


if __name__ == "__main__":
    main()
