"""What the commands share that show the live page."""

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from plywise.cli import options, output

if TYPE_CHECKING:
    from plywise.page.serving import Bound

PORT_HINT = "a port is a number from 1 to 65535; 0 takes any that is free"

Port = Annotated[
    int,
    typer.Option(
        "--port",
        metavar="N",
        parser=options.whole(0, PORT_HINT),
        help="Where the page is, or the next port that is free.",
    ),
]
Host = Annotated[
    str,
    typer.Option(
        "--host",
        metavar="NAME",
        help="The address to listen at. Others than this machine's own want --token.",
    ),
]
Token = Annotated[
    bool,
    typer.Option(
        "--token", help="Let only those in who have the token that the address printed has."
    ),
]
ReadOnly = Annotated[
    bool,
    typer.Option("--read-only", help="Only show: no playing, no searching, and write no cache."),
]
Open = Annotated[
    bool | None,
    typer.Option(
        "--open/--no-open",
        help="Open it in a browser.",
        show_default="where a person and a screen are",
    ),
]
Trusted = Annotated[
    list[Path] | None,
    typer.Option(
        "--trust",
        metavar="FILE",
        parser=options.path,
        help="A Python file whose code runs and weights may name; repeatable. No other is run.",
    ),
]


def show(
    folders: list[Path],
    path: str,
    *,
    port: int,
    host: str,
    token: bool,
    read_only: bool,
    opened: bool | None,
    trust: list[Path] | None,
    as_json: bool,
) -> None:
    """Serve these folders, say where, and go on until Ctrl-C."""
    from plywise.extras import require

    for package in ("starlette", "uvicorn"):
        require(package, "the page")
    from plywise.page.house import House
    from plywise.page.serving import bind, serve

    trusted = tuple(options.existing(file, "Python file").resolve() for file in trust or ())
    for file in trusted:
        _load(file)
    house = House(
        folders=tuple(folders), trusted=trusted, read_only=read_only, host=host, port=port
    )
    bound = bind(house, with_token=token)
    tell(bound, path, asked=port, as_json=as_json)
    if should_open(opened):
        import webbrowser

        webbrowser.open(bound.at(path))
    serve(bound)


def tell(bound: "Bound", path: str, *, asked: int, as_json: bool) -> None:
    """Say where the page is."""
    house = bound.house
    if asked not in (0, house.port):
        output.talk(f"port {asked} is taken: this is the next one that is free")
    if house.is_open:
        output.talk("there is no TLS: who listens on the way can read along; prefer ssh -L")
    address = bound.at(path)
    output.result(
        {"address": address, "port": house.port, "folders": list(house.folders)},
        [address],
        as_json=as_json,
    )
    sys.stdout.flush()
    output.talk("Ctrl-C ends it")


def should_open(opened: bool | None) -> bool:
    """Whether to open a browser: as asked, or where a person and a screen are."""
    if opened is not None:
        return opened
    has_screen = sys.platform in ("darwin", "win32") or any(
        os.environ.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY")
    )
    return output.is_terminal() and has_screen


def _load(file: Path) -> None:
    from plywise.games.loading import module_at

    module_at(str(file))
