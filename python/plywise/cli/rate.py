"""`plywise rate`: how strong a player is, on the scale of others."""

from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from plywise.cli import complete, options, output
from plywise.cli.crew import crew
from plywise.cli.from_settings import USUAL, described
from plywise.cli.match import Clock, Margin, Patience, clocks_asked, entrant, with_brain
from plywise.cli.rating_ladders import ELO, POINTS, asked
from plywise.cli.searches import search_named
from plywise.cli.standing import standing

if TYPE_CHECKING:
    from plywise.play.points_result import PointsRating
    from plywise.play.rating import Rating

EXAMPLES = options.examples(
    "plywise rate chess/standard --using playing:nodes=5000 --games 40",
    "plywise rate runs/first --using playing:nodes=50000 --error 40 --pgn rated.pgn",
    "plywise rate chess/standard --opponents gnuchess --opponents toga2:depth=2@1700",
    "plywise rate gnuchess:depth=3 --games 100",
    "plywise rate backgammon runs/gammon --games 600",
    "plywise rate backgammon backgammon/standard --plies 2 --opponents pubeval --games 200",
)


def rate(
    words: Annotated[
        list[str],
        typer.Argument(
            metavar="[GAME] WEIGHTS",
            help="A weights file, a run directory or a built-in set; or another engine, as "
            "`gnuchess:depth=3`. Before it the game, chess or backgammon, where weights do not "
            "know it.",
            autocompletion=lambda incomplete: (
                complete.games(incomplete) + complete.weights(incomplete)
            ),
        ),
    ],
    using: Annotated[
        str | None,
        typer.Option(
            "--using",
            metavar="SEARCH",
            help="How it searches, as in `plywise search`.",
            show_default=f"{ELO.using}; for points, {POINTS.using}",
        ),
    ] = None,
    plies: Annotated[
        int | None,
        typer.Option(
            "--plies",
            metavar="N",
            parser=options.whole(1, "a ply is a play, two are a play and all replies"),
            help="For points: how far it looks, the best plays alone beyond the first ply, as in "
            "`plywise search`.",
            show_default="1",
        ),
    ] = None,
    games: Annotated[
        int | None,
        described(
            "plywise.play.rating:rate.games",
            "--games",
            metavar="N",
            parser=options.whole(2, "every opening is played twice, with colours swapped"),
            help="Games at most, an even number.",
            shown="400; for points, 2800",
        ),
    ] = None,
    error: Annotated[
        float | None,
        typer.Option(
            "--error",
            metavar="X",
            parser=options.real(0, "half the width of the 95 % interval, in Elo or points"),
            help="Stop as soon as the rating is so certain (95 %), in Elo or points.",
            show_default="play all games",
        ),
    ] = None,
    opponents: Annotated[
        list[str] | None,
        typer.Option(
            "--opponents",
            metavar="ENGINE",
            help="From the ladder: one opponent (`gnuchess:depth=2`, in backgammon `pubeval`) or "
            "all of an engine (`gnuchess`); or, in Elo, any with a rating of your own "
            "(`toga2:depth=3@1900`). Repeatable.",
            show_default="the whole ladder, as far as installed",
        ),
    ] = None,
    ballot: Annotated[
        int | None,
        described(
            "plywise.play.rating:rate.plies",
            "--ballot",
            metavar="PLIES",
            parser=options.whole(0, "so many random moves open each pair of games"),
            help="Random opening moves, the same for both games of a pair; not where dice differ.",
        ),
    ] = None,
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
    out: options.PairsOut = None,
    tc: Clock = None,
    margin: Margin = USUAL,
    patience: Patience = USUAL,
    brain: options.Brain = None,
    seed: Annotated[int, options.seed("plywise.play.rating:rate.seed")] = USUAL,
    workers: options.Workers = None,
    on: options.On = None,
    last: options.Last = False,
    trust: options.Trust = False,
    as_json: options.Json = False,
) -> None:
    """Rate a player by games against a ladder of others.

    In chess these are other people's engines: those near to the rating so far are played most, and
    the Elo is fitted by maximum likelihood. Its 95 % interval takes the opponents' ratings as
    exact; what the ladder itself may be off by is told apart.

    In backgammon all are met equally often, with the same dice in both games of a pair, and points
    a game are told: against each of them, and as one strength that counts from pubeval. Strengths
    do not quite add up; what is left over is shown.

    With `--tc` the player has a clock; its opponents do not, since they are known by their limits.

    Ctrl-C prints the rating so far; with `--pgn` or `--out`, `--resume` goes on.
    """
    from plywise.play.opponents import is_opponent
    from plywise.play.pair_folder import PairFolder

    folder = None if out is None else PairFolder(out, "rate", resume=resume)
    if folder is not None and pgn is None:
        pgn = folder.pgn
    who, rules, ladder = asked(words)
    _, clock = clocks_asked(tc)
    searched = ladder.search(using, plies, on_clock=tc is not None)
    is_whole = "@" in who or who == "random" or is_opponent(who)
    most = ladder.games if games is None else games
    settings: dict[str, Any] = {
        "search": search_named(searched, clock=clock), "games": most, "error": error,
        "opponents": opponents, "pgn": pgn, "resume": resume, "patience": patience, "seed": seed,
        "workers": crew(rules, workers, on=on), **ladder.openings(ballot),
        **ladder.clock(tc, margin),
    }  # fmt: skip
    player = entrant(who if is_whole else f"{who}@{searched}", rules, last=last, clock=clock)
    if brain is not None:
        player = with_brain(player, brain, rules)
    rating: Rating | PointsRating | None = None
    with ExitStack() as stack:
        note = None if folder is None else stack.enter_context(folder).note
        show = stack.enter_context(standing("rate", most))

        def keep(so_far: "Rating | PointsRating") -> None:
            nonlocal rating
            rating = so_far
            show(so_far)
            if note is not None:
                note(so_far)

        try:
            rating = ladder.play(player, rules, on_pair=keep, **settings)
        finally:  # Ctrl-C and a full disk too: what was played is known
            if rating is not None:
                output.result(rating.as_dict(), ladder.lines(rating), as_json=as_json)
