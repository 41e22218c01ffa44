"""`plywise rate`: how strong a player is, on the scale of other people's engines."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from plywise.cli import complete, options, output
from plywise.cli.from_settings import USUAL, filled
from plywise.cli.match import Patience, entrant
from plywise.cli.searches import search_named
from plywise.cli.standing import standing

if TYPE_CHECKING:
    from plywise.play.rating import Rating

EXAMPLES = options.examples(
    "plywise rate chess/standard --using playing:nodes=5000 --games 40",
    "plywise rate runs/first --using playing:nodes=50000 --error 40 --pgn rated.pgn",
    "plywise rate chess/standard --opponents gnuchess --opponents toga2:depth=2@1700",
    "plywise rate gnuchess:depth=3 --games 100",
)


def rate(
    weights: Annotated[
        str,
        typer.Argument(
            metavar="WEIGHTS",
            help="A weights file, a run directory or a built-in set; or another engine, as "
            "`gnuchess:depth=3`.",
            autocompletion=complete.weights,
        ),
    ],
    using: Annotated[
        str,
        typer.Option("--using", metavar="SEARCH", help="How it searches, as in `plywise search`."),
    ] = "playing:nodes=50000",
    games: Annotated[
        int,
        filled(
            "plywise.play.rating:rate.games",
            "--games",
            metavar="N",
            parser=options.whole(2, "every opening is played twice, with colours swapped"),
            help="Games at most, an even number.",
        ),
    ] = USUAL,
    error: Annotated[
        float | None,
        typer.Option(
            "--error",
            metavar="ELO",
            parser=options.real(1, "half the width of the 95 % interval"),
            help="Stop as soon as the rating is so certain (95 %).",
            show_default="play all games",
        ),
    ] = None,
    opponents: Annotated[
        list[str] | None,
        typer.Option(
            "--opponents",
            metavar="ENGINE",
            help="From the ladder: one opponent (`gnuchess:depth=2`) or all of an engine "
            "(`gnuchess`); or any with a rating of your own (`toga2:depth=3@1900`). Repeatable.",
            show_default="the whole ladder, as far as installed",
        ),
    ] = None,
    ballot: Annotated[
        int,
        filled(
            "plywise.play.rating:rate.plies",
            "--ballot",
            metavar="PLIES",
            parser=options.whole(0, "so many random moves open each pair of games"),
            help="Random opening moves, the same for both games of a pair.",
        ),
    ] = USUAL,
    pgn: Annotated[
        Path | None,
        typer.Option(
            "--pgn", metavar="FILE", parser=options.path, help="Write the games there as they end."
        ),
    ] = None,
    resume: Annotated[
        bool,
        typer.Option(
            "--resume", help="Count the games of this player that stand in the PGN file already."
        ),
    ] = False,
    patience: Patience = USUAL,
    seed: Annotated[int, options.seed("plywise.play.rating:rate.seed")] = USUAL,
    workers: options.Workers = None,
    last: options.Last = False,
    trust: options.Trust = False,
    as_json: options.Json = False,
) -> None:
    """Rate a player by games against a ladder of other people's engines.

    Plays those opponents most that are near to the rating so far, and fits the Elo by maximum
    likelihood. Its 95 % interval takes the opponents' ratings as exact; what the ladder itself may
    be off by is told apart. Ctrl-C prints the rating so far; with `--pgn`, `--resume` goes on.
    """
    from plywise.play.opponents import is_opponent
    from plywise.play.rating import rate as play

    is_whole = "@" in weights or is_opponent(weights)
    who = entrant(weights if is_whole else f"{weights}@{using}", "chess", last=last)
    rating: Rating | None = None
    with standing("rate", games) as show:

        def keep(so_far: "Rating") -> None:
            nonlocal rating
            rating = so_far
            show(so_far)

        try:
            rating = play(
                who, search=search_named(using), games=games, error=error, opponents=opponents,
                plies=ballot, pgn=pgn, resume=resume, patience=patience, seed=seed,
                workers=workers, on_pair=keep,
            )  # fmt: skip
        finally:  # Ctrl-C and a full disk too: what was played is known
            if rating is not None:
                output.result(rating.as_dict(), lines(rating), as_json=as_json)


def lines(rating: "Rating") -> list[str]:
    """A rating for people."""
    from plywise.textual import aligned

    header = ["opponent", "Elo", "games", "won", "drawn", "lost", "score"]
    rows = [
        [m.rung.name, f"{m.rung.elo:.0f}", *map(str, (m.tally.games, m.tally.wins, m.tally.draws)),
         str(m.tally.losses), f"{100 * m.tally.score:.0f} %"]
        for m in rating.met
        if m.tally.score is not None
    ]  # fmt: skip
    told = [*aligned(header, rows), f"{rating.name}: {rating}"]
    if rating.failures:
        told.append(f"{rating.failures} pairs do not count: the opponent failed in them")
    return told
