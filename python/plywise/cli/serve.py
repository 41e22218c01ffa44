"""`plywise serve`: the live page over all runs of a folder."""

from pathlib import Path
from typing import Annotated

import typer

from plywise.cli import options, output, serving

EXAMPLES = options.examples(
    "plywise serve",
    "plywise serve runs results --port 9000 --no-open",
    "plywise serve --host 0.0.0.0 --token --read-only",
)
USUAL_FOLDER = Path("runs")


def serve(
    folders: Annotated[
        list[Path] | None,
        typer.Argument(
            metavar="DIR...",
            parser=options.path,
            help="Folders with runs, matches and experiments in them, however deep.",
            show_default="runs",
        ),
    ] = None,
    port: serving.Port = 8420,
    host: serving.Host = "127.0.0.1",
    token: serving.Token = False,
    read_only: serving.ReadOnly = False,
    opened: serving.Open = None,
    trust: serving.Trusted = None,
    as_json: options.Json = False,
) -> None:
    """Show a page on this machine: runs as they learn, their games, boards to play and analyse.

    It only reads what lies below the folders and sends nothing anywhere. Ctrl-C ends it.
    """
    if folders:
        chosen = [options.existing(folder, "folder") for folder in folders]
    else:
        chosen = [USUAL_FOLDER]
        if not USUAL_FOLDER.is_dir():
            output.talk("there is no folder runs yet; what is learnt there will be shown")
    serving.show(
        chosen, "/", port=port, host=host, token=token, read_only=read_only, opened=opened,
        trust=trust, as_json=as_json,
    )  # fmt: skip
