"""`plywise bench`: how fast, and whether the search still visits the same nodes."""

import tempfile
import time
from pathlib import Path
from typing import Annotated

import typer

from plywise.cli import options, output
from plywise.cli.door import ExitCode

EXAMPLES = options.examples(
    "plywise bench",
    "plywise bench --depth 4 --no-games",
    "plywise bench --signature",
)

# Enough games for a second or more at each depth; the weights are known ones, because games of
# equal pieces are longer than those of a run that has begun to learn.
GAMES_AT_DEPTH = {2: 200, 4: 24}
START = "chess/standard"


def bench(
    depth: options.Depth = 6,
    games: Annotated[
        bool, typer.Option("--games/--no-games", help="Also measure learning games a second.")
    ] = True,
    signature: Annotated[
        bool,
        typer.Option("--signature", help="Print the signature alone, as commit messages give it."),
    ] = False,
    as_json: options.Json = False,
) -> None:
    """Measure this machine: nodes/s of the search, games/s of learning, one thread each.

    30 positions are searched to a fixed depth. The signature is their node count together: the
    same on every machine, and different as soon as the search does anything else.
    """
    refuse_debug_kernel()
    nodes, seconds = search_positions(depth)
    if signature:
        output.result({"signature": nodes}, [f"chess {nodes}"], as_json=as_json)
        return
    speeds = {str(d): games_per_second(d, n) for d, n in GAMES_AT_DEPTH.items()} if games else {}
    fields = {
        "signature": nodes,
        "nodes": nodes,
        "nodes_per_second": nodes / seconds,
        "games_per_second": speeds,
        "depth": depth,
        "seconds": seconds,
    }
    lines = [
        f"signature       chess {nodes}",
        f"search          {nodes / seconds / 1e6:.2f} million nodes/s, depth {depth}",
        *(f"learning        {s:.1f} games/s at depth {d}, one worker" for d, s in speeds.items()),
    ]
    output.result(fields, lines, as_json=as_json)


def refuse_debug_kernel() -> None:
    """A debug build is many times slower: a figure from it would only mislead."""
    from plywise import _kernel

    if not _kernel.is_release:
        output.talk("plywise: this kernel is a debug build; measure with: make develop")
        raise typer.Exit(ExitCode.FAILED)


def search_positions(depth: int) -> tuple[int, float]:
    """Nodes and seconds of one search each of the fixed positions."""
    import plywise as pw
    from plywise.games.declared import facts_of

    chess = pw.game("chess")
    evaluation = pw.Linear(chess.features("material"), weights="chess/standard")
    searches = [
        pw.search(chess.position(text), evaluation, pw.AlphaBeta(depth=depth))
        for text in facts_of("chess").bench_positions
    ]
    return sum(f.nodes for f in searches), sum(f.seconds for f in searches)


def games_per_second(depth: int, games: int) -> float:
    """Speed of a whole learning run with all its bookkeeping, on one worker."""
    import plywise as pw

    with tempfile.TemporaryDirectory(prefix="plywise-bench-") as folder:
        started = time.perf_counter()
        pw.learn(
            "chess",
            search=pw.AlphaBeta(depth=depth),
            games=games,
            seed=1,
            workers=1,
            start=START,
            gate_every=0,
            out=Path(folder) / "run",
        )
        return games / (time.perf_counter() - started)
