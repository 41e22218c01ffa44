"""`plywise compare`: runs of any settings side by side."""

from pathlib import Path
from typing import Annotated

import typer

from plywise.cli import complete, options, output

EXAMPLES = options.examples(
    "plywise compare runs/first runs/second",
    "plywise compare runs/fixed runs/coherence runs/adam --picture steps.png",
)


def compare(
    runs: Annotated[
        list[str],
        typer.Argument(
            metavar="RUN RUN…",
            help="Run directories, two to eight; they may differ in anything.",
            autocompletion=complete.runs,
        ),
    ],
    picture: Annotated[
        Path | None,
        options.file("--picture", "Also draw the weights that all have, a line a run."),
    ] = None,
    trust: options.Trust = False,
    as_json: options.Json = False,
) -> None:
    """Show runs side by side: the settings that differ, how they went, and what they learnt."""
    from plywise.report.comparing import compare as compared
    from plywise.report.picture import refuse_bad_place

    if picture is not None:
        refuse_bad_place(picture)
    found = compared(list(runs))
    fields = found.as_dict()
    if picture is not None:
        fields["picture"] = found.picture().save(picture)
        output.talk(f"picture: {picture}")
    output.result(fields, found.lines(), as_json=as_json)
