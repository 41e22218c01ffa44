"""`plywise engine`: a UCI engine for chess programs."""

from typing import Annotated

import typer

from plywise.cli import complete, options

EXAMPLES = options.examples(
    "plywise engine chess/standard",
    "plywise engine runs/first --last",
)


def engine(
    weights: Annotated[
        str,
        typer.Argument(
            metavar="WEIGHTS",
            help="A weights file, a run directory or a built-in set.",
            autocompletion=complete.weights,
        ),
    ],
    last: options.Last = False,
) -> None:
    """Play chess as a UCI engine, on stdin and stdout.

    Give this command to a chess program as an engine; docs/engine.md shows how. At a terminal, try
    `position startpos`, `go movetime 1000`, `d`, `eval`, `quit`.
    """
    from plywise.engine.main import play

    play(weights, last=last)
