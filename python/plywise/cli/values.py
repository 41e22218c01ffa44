"""`plywise values`: what the pieces of a game are worth, and how certain that is."""

from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from plywise.cli import complete, options, output, run_options
from plywise.cli.crew import elsewhere
from plywise.cli.from_settings import USUAL, filled
from plywise.cli.standing import standing

if TYPE_CHECKING:
    from plywise.play.match_result import MatchResult
    from plywise.valuing.result import Values

EXAMPLES = options.examples(
    "plywise values chess",
    "plywise values chess --seeds 6 --games 4000 --depth 3 --out runs/worth",
    "plywise values chess --seeds 2 --games 50 --depth 1 --match-games 20 --export python",
)


def values(
    game: options.Game,
    features: run_options.Features = None,
    seeds: Annotated[
        int,
        options.count(
            "plywise.valuing.measure:values.seeds",
            "--seeds",
            hint="errors are those over the seeds, so take several",
            help="How often to learn anew; the errors are those over the seeds.",
        ),
    ] = USUAL,
    games: Annotated[
        int,
        options.count(
            "plywise.valuing.measure:values.games",
            "--games",
            hint="a seed learns from at least one game",
            help="Games that each seed learns from.",
        ),
    ] = USUAL,
    depth: Annotated[
        int | None,
        typer.Option(
            "--depth",
            metavar="PLIES",
            parser=options.whole(0, options.DEPTH_HINT),
            help="Plies of full-width search before quiescence.",
            show_default="2, in atomic 3",
        ),
    ] = None,
    minutes: Annotated[
        float | None,
        typer.Option(
            "--minutes",
            metavar="M",
            parser=options.real(0.01, "minutes that all learning together may take"),
            help="Stop learning after M minutes, with fewer games.",
            show_default="no limit",
        ),
    ] = None,
    match_games: Annotated[
        int,
        filled(
            "plywise.valuing.measure:values.match_games",
            "--match-games",
            metavar="N",
            parser=run_options.pairs,
            help="Games of the match against the start, and against a published set if there is "
            "one; 0 for none.",
        ),
    ] = USUAL,
    export: Annotated[
        str | None,
        typer.Option(
            "--export",
            metavar="FORM",
            help="Print them as `json`, `variants-ini` (Fairy-Stockfish), `rust`, `c` or `python` "
            "instead of the table.",
            autocompletion=complete.exports,
        ),
    ] = None,
    seed: Annotated[
        int, options.seed("plywise.valuing.measure:values.seed", "The first seed.")
    ] = USUAL,
    out: Annotated[
        Path | None,
        typer.Option(
            "--out",
            metavar="DIR",
            parser=options.path,
            help="A folder for the runs of all seeds; the same command goes on there.",
            show_default="runs/values-GAME-FEATURES-depth-N",
        ),
    ] = None,
    workers: options.Workers = None,
    on: options.On = None,
    as_json: options.Json = False,
) -> None:
    """Say what the pieces of a game are worth.

    Learns with several seeds from nothing, gives the mean values with their standard errors in the
    unit of the game, and has them play against the start. A command that was killed goes on where
    it stopped when it is given again.
    """
    from plywise.evaluation.features import first_set
    from plywise.games.python_games import title
    from plywise.learning.usual import usual_depth
    from plywise.valuing.export import writer
    from plywise.valuing.measure import values as measured

    if export is not None:
        writer(export)  # a typing error should not cost ten minutes
    depth = usual_depth(game) if depth is None else depth
    name = f"values-{title(game)}-{features or first_set(game)}-depth-{depth}"
    place = out or Path("runs") / name
    hands = workers if on is None else elsewhere(on, workers)
    total = seeds * games
    output.talk(f"{game}: {seeds} seeds of {games:,} games at depth {depth}, in {place}")
    try:
        with _Watch(total, match_games) as watch:
            found = measured(
                game, features=features, seeds=seeds, games=games, depth=depth, minutes=minutes,
                seed=seed, match_games=match_games, out=place, workers=hands,
                on_progress=watch.learnt, on_pair=watch.played,
            )  # fmt: skip
    except KeyboardInterrupt:
        output.talk(f"saved in {place}; the same command goes on")
        raise
    output.result(found.as_dict() | {"out": place}, told(found, export), as_json=as_json)


class _Watch(ExitStack):
    """Shows how the learning stands, and after it the matches: one bar at a time."""

    def __init__(self, games: int, match_games: int) -> None:
        super().__init__()
        self._match_games = match_games
        self.learnt = self.enter_context(standing("learning", games))
        self._shown: Callable[[Any], None] | None = None

    def played(self, found: "MatchResult") -> None:
        """A pair of games of a match is over."""
        if self._shown is None:
            self.close()
            self._shown = self.enter_context(standing("match", self._match_games))
        self._shown(found)


def told(found: "Values", form: str | None) -> list[str]:
    """The values for people, or in a form for programs."""
    from plywise.cli.boards import drawn
    from plywise.valuing.export import export
    from plywise.valuing.table import table

    if form is not None:
        return export(found, form).splitlines()
    boards = found.boards
    return [*table(found), *(["", *drawn(boards, found.game)] if boards else [])]
