"""`plywise check`: whether a game keeps what searches and learners rely on."""

from typing import Annotated

import typer

from plywise.cli import options, output
from plywise.cli.from_settings import USUAL, filled

EXAMPLES = options.examples("plywise check othello", "plywise check mygame.py:Nim --games 100")


def check(
    game: options.Game,
    games: Annotated[
        int,
        filled(
            "plywise.conformance.checking:check.games",
            "--games",
            metavar="N",
            parser=options.whole(1, "faults are found in the positions of games"),
            help="Random games to look at.",
        ),
    ] = USUAL,
    seed: Annotated[int, options.seed("plywise.conformance.checking:check.seed")] = USUAL,
    as_json: options.Json = False,
) -> None:
    """Play random games, and say which rules of games this one breaks.

    Every rule that is broken is named once, with the position and the move where it was seen
    first. Ends with 1 if there is any.
    """
    from dataclasses import asdict

    import plywise as pw

    found = pw.check(game, games=games, seed=seed)
    fields = {"game": game, "games": games, "findings": [asdict(finding) for finding in found]}
    output.result(fields, map(str, found), as_json=as_json)
    if found:
        output.talk(f"{game} breaks {len(found)} of the rules that games must keep")
        raise typer.Exit(1)
    output.talk(f"{game} keeps all rules in {games} random games")
