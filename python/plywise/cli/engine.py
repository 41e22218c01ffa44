"""`plywise engine`: an engine for chess and shogi programs."""

from pathlib import Path
from typing import Annotated

import typer

from plywise.cli import complete, options

EXAMPLES = options.examples(
    "plywise engine",
    "plywise engine runs/first --last",
    "plywise engine shogi/yss",
    "plywise engine chess/standard --using uct:c=0.7",
    "plywise engine chess/plywise --brain brain.jsonl",
    "plywise engine chess/standard --learn runs/online",
)


def engine(
    weights: Annotated[
        str | None,
        typer.Argument(
            metavar="WEIGHTS",
            help=options.WEIGHTS_HELP,
            autocompletion=complete.weights,
            show_default="chess/plywise; shogi/plywise if the first word is `usi`",
        ),
    ] = None,
    using: Annotated[
        str | None,
        typer.Option(
            "--using",
            metavar="SEARCH",
            help="How it searches: any search of `plywise search` but expectimax, as `uct:c=0.7`, "
            "or changes to the profile, as `null_move=2`; the option Search says it later.",
            show_default="evaluation_noise=0.1",
        ),
    ] = None,
    brain: Annotated[
        str | None,
        options.file(
            "--brain",
            "A brain that it plays with (see `plywise brain`), or a run with one; beside --learn "
            "what it knows teaches nothing.",
        ),
    ] = None,
    learn: Annotated[
        Path | None,
        typer.Option(
            "--learn",
            metavar="DIR",
            parser=options.path,
            help="Learn from the games: the run directory, begun with WEIGHTS where there is none. "
            "Under xboard's protocol after each game; under UCI the searches are kept there for "
            "`plywise learn --from`.",
            show_default="play only",
        ),
    ] = None,
    config: Annotated[
        Path | None,
        options.file("--config", "Settings of a run that --learn begins, as its config.toml."),
    ] = None,
    last: options.Last = False,
    trust: options.Trust = False,
) -> None:
    """Play as an engine on stdin and stdout: chess and variants by UCI or xboard, shogi by USI.

    Give this command to a chess or shogi program; docs/engine.md shows how. The weights say which
    game it is; without them the program's first word does. At a terminal, try `position startpos`,
    `go movetime 1000`, `d`, `eval`, `quit`.
    """
    from plywise.engine.main import play

    remembered = None if brain is None else str(brain)
    play(weights, last=last, using=using, brain=remembered, learn=learn, config=config)
