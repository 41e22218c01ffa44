"""`plywise reproduce`: a published experiment, its figures beside ours."""

from pathlib import Path
from typing import Annotated

import typer

from plywise.cli import complete, options, output
from plywise.cli.crew import elsewhere

EXAMPLES = options.examples(
    "plywise reproduce --list",
    "plywise reproduce walk",
    "plywise reproduce coherence-chess --seeds 3 --games 500",
    "plywise reproduce chess-values --size paper --minutes 60",
    "plywise reproduce extensions --positions wcsac.epd",
)


def reproduce(
    name: Annotated[
        str | None,
        typer.Argument(metavar="NAME", help="The experiment.", autocompletion=complete.experiments),
    ] = None,
    size: Annotated[
        str,
        typer.Option(
            "--size",
            metavar="SIZE",
            help="`quick` (minutes on two cores) or `paper` (as published); for the experiments on "
            "probes and `shogi-cross` also `middle`.",
        ),
    ] = "quick",
    seeds: Annotated[
        int | None,
        typer.Option(
            "--seeds",
            metavar="N",
            parser=options.whole(1),
            help="Runs of each kind.",
            show_default="the size's",
        ),
    ] = None,
    games: Annotated[
        int | None,
        typer.Option(
            "--games",
            metavar="N",
            parser=options.whole(1),
            help="Games of each run.",
            show_default="the size's",
        ),
    ] = None,
    match_games: Annotated[
        int | None,
        typer.Option(
            "--match-games",
            metavar="N",
            parser=options.whole(2),
            help="Games of each match.",
            show_default="the size's",
        ),
    ] = None,
    minutes: Annotated[
        float | None,
        typer.Option(
            "--minutes",
            metavar="M",
            parser=options.real(0, "minutes for the whole experiment"),
            help="Cut the games so that all fits into M minutes.",
            show_default="no limit",
        ),
    ] = None,
    seed: Annotated[
        int | None,
        options.own_seed("The first seed; each run has one of its own.", "1, for the walk 0"),
    ] = None,
    workers: options.Workers = None,
    on: options.On = None,
    positions: Annotated[
        Path | None,
        options.file(
            "--positions",
            "The EPD file with the positions of `extensions`.",
            show_default="../shared/data/chess/suites/wcsac.epd",
        ),
    ] = None,
    out: Annotated[
        Path,
        typer.Option(
            "--out",
            metavar="DIR",
            parser=options.path,
            help="Where the tables, pictures and data go.",
        ),
    ] = Path("results"),
    listing: Annotated[
        bool, typer.Option("--list", help="List the experiments and where they were published.")
    ] = False,
    names: Annotated[bool, typer.Option("--names", help="With --list: the names alone.")] = False,
    as_json: options.Json = False,
) -> None:
    """Run an experiment of the papers and print what they published beside what comes out here.

    A row that disagrees is shown as it is. Learning runs, and cells of tables, are kept, so that an
    experiment that was broken off goes on where it was.
    """  # fmt: skip
    from plywise import experiments
    from plywise.errors import BadInput
    from plywise.experiments.kit.writer import write
    from plywise.report.picture import refuse_without_matplotlib

    if listing:
        list_experiments(names_only=names, as_json=as_json)
        return
    if name is None:
        raise BadInput(f"which experiment? One of: {', '.join(experiments.names())}")
    refuse_without_matplotlib()  # before the work, not after it
    hands = workers if on is None else elsewhere(on, workers)
    found = experiments.reproduce(
        name, size=size, seeds=seeds, games=games, match_games=match_games, minutes=minutes,
        seed=seed, workers=hands, positions=positions, out=None, say=output.talk,
    )  # fmt: skip
    output.result(found.as_dict(), experiments.lines(found), as_json=as_json)
    folder = out / f"{name}-{size}"
    write(found, folder)  # last: a full disk should not cost the figures
    output.talk(f"tables, pictures and data: {folder}")


def list_experiments(*, names_only: bool, as_json: bool) -> None:
    """The names of the experiments, with what and where."""
    from plywise import experiments

    known = [experiments.experiment(name) for name in experiments.names()]
    fields = [{"name": e.name, "title": e.title, "source": e.source} for e in known]
    width = max(len(e.name) for e in known)
    lines = [e.name if names_only else f"{e.name:{width}}  {e.title} ({e.source})" for e in known]
    output.result({"experiments": fields}, lines, as_json=as_json)
