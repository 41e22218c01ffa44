"""`plywise perft`: a count that shows whether move generation is right."""

import time
from typing import Annotated

import typer

from plywise.cli import options, output

EXAMPLES = options.examples(
    "plywise perft chess 5",
    "plywise perft chess 2 --divide --position 'r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1'",
)


def perft(
    game: options.Game,
    depth: Annotated[
        int,
        typer.Argument(
            metavar="DEPTH",
            parser=options.whole(0, "perft counts the move sequences of that many plies"),
            help="Length of the move sequences in plies.",
        ),
    ],
    position: Annotated[
        str | None,
        typer.Option(
            "--position",
            metavar="TEXT",
            help="Count from here (a FEN for chess).",
            show_default="the start",
        ),
    ] = None,
    divide: Annotated[
        bool, typer.Option("--divide", help="Also print the count below each first move.")
    ] = False,
    as_json: options.Json = False,
) -> None:
    """Count the legal move sequences of a length.

    The counts are known for many positions, so one wrong number shows a fault in the rules.
    """
    import plywise as pw

    rules = pw.game(game)
    root = (rules.position(position) if position else rules.start()).kernel
    started = time.perf_counter()
    moves = dict(root.divide(depth)) if divide and depth > 0 else {}
    nodes = sum(moves.values()) if moves else root.perft(depth)
    seconds = time.perf_counter() - started
    fields = {"nodes": nodes, "seconds": seconds, "position": str(root), "depth": depth}
    lines = [f"{move} {count}" for move, count in moves.items()]
    output.result(
        fields | ({"divide": moves} if divide else {}), [*lines, str(nodes)], as_json=as_json
    )
    if not as_json and seconds > 0:
        output.talk(f"{nodes / seconds / 1e6:.1f} million nodes/s, {seconds:.2f} s")
