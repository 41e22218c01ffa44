"""`plywise watch`: the live page, opened at a run."""

from pathlib import Path
from typing import Annotated

import typer

from plywise.cli import complete, options, serving
from plywise.cli.serve import USUAL_FOLDER

EXAMPLES = options.examples(
    "plywise watch runs/first",
    "plywise watch runs/first --port 9000 --no-open",
)


def watch(
    run: Annotated[
        str,
        typer.Argument(metavar="RUN", help="A run directory.", autocompletion=complete.runs),
    ],
    port: serving.Port = 8420,
    host: serving.Host = "127.0.0.1",
    token: serving.Token = False,
    read_only: serving.ReadOnly = False,
    opened: serving.Open = None,
    trust: serving.Trusted = None,
    as_json: options.Json = False,
) -> None:
    """Watch a run on a page on this machine, also while it learns. Ctrl-C ends it, not the run."""
    folder, path = place(options.existing(options.path(run), "run"))
    serving.show(
        [folder], path, port=port, host=host, token=token, read_only=read_only, opened=opened,
        trust=trust, as_json=as_json,
    )  # fmt: skip


def place(run: Path) -> tuple[Path, str]:
    """The folder to serve so that a run is seen, and the address of its page there."""
    from plywise.page.places import Place, written_name

    inside, folder = run.resolve(), USUAL_FOLDER.resolve()
    if inside != folder and inside.is_relative_to(folder):
        parts = inside.relative_to(folder).parts
        return USUAL_FOLDER, Place("run", written_name(parts), run).url
    return run, Place("run", written_name((inside.name,)), run).url
