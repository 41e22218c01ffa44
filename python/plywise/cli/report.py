"""`plywise report`: pictures and one page that shows what a run learnt."""

from pathlib import Path
from typing import Annotated

import typer

from plywise.cli import complete, options, output

EXAMPLES = options.examples(
    "plywise report runs/first",
    "plywise report runs/seed-1 runs/seed-2 runs/seed-3 --out reports/seeds",
    "plywise report runs/first --hero learning.png",
)


def report(
    runs: Annotated[
        list[str],
        typer.Argument(
            metavar="RUN...",
            help="Run directories; several of one kind are drawn as a mean with a band.",
            autocompletion=complete.runs,
        ),
    ],
    out: Annotated[
        Path | None,
        typer.Option(
            "--out", metavar="DIR", parser=options.path, help="Where to.", show_default="RUN/report"
        ),
    ] = None,
    hero: Annotated[
        Path | None,
        options.file("--hero", "Also draw the wide picture that a README opens with."),
    ] = None,
    trust: options.Trust = False,
    as_json: options.Json = False,
) -> None:
    """Draw a run: weights, step sizes and λ over the games, prediction quality, gate matches.

    The page is one HTML file that fetches nothing from elsewhere; the pictures lie beside it.
    """
    import plywise as pw
    from plywise import report as pages
    from plywise.report.picture import refuse_bad_place
    from plywise.runs.run import is_in_batches

    if hero is not None:
        refuse_bad_place(hero)
    if any(is_in_batches(Path(run)) for run in runs):
        files = batch_files(runs, out, hero)
        output.result({"files": files}, map(str, files), as_json=as_json)
        return
    loaded = [pw.load(run) for run in runs]
    files = pages.write(loaded, out or Path(runs[0]) / "report")
    if hero is not None:
        files.append(pages.hero(loaded, hero))
    output.result({"files": files}, map(str, files), as_json=as_json)


def batch_files(runs: list[str], out: Path | None, hero: Path | None) -> list[Path]:
    """The page about a run in batches: of one alone, since networks have no mean."""
    from plywise.errors import BadSetting
    from plywise.report.batches import write
    from plywise.runs.batches.run import load_batches

    if len(runs) > 1 or hero is not None:
        raise BadSetting(
            "a report on a run that was learnt in batches is of one run, without --hero"
        )
    return [write(load_batches(runs[0]), out or Path(runs[0]) / "report")]
