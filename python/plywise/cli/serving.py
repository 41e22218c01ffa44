"""What the commands share that show the live page."""

import os
import shlex
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from plywise.cli import options, output

if TYPE_CHECKING:
    from multiprocessing.connection import Connection

    from plywise.page.serving import Bound

PATIENCE = 20.0
"""Seconds for a page to start beside a run."""
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
    refuse_without_server()
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


def refuse_without_server() -> None:
    """BadInput if a package is missing that the page needs."""
    from plywise.extras import require

    for package in ("starlette", "uvicorn"):
        require(package, "the page")


@contextmanager
def beside(run: Path, *, is_wanted: bool) -> Iterator[None]:
    """Show a run while it learns, in a process of its own that ends with this one.

    It only reads files, so learning goes on as fast as without it.
    """
    if not is_wanted:
        yield
        return
    from multiprocessing import get_context

    context = get_context("spawn")
    here, there = context.Pipe(duplex=False)
    process = context.Process(target=_serve_beside, args=(run, there), daemon=True)
    process.start()
    there.close()
    try:
        output.talk(f"page: {here.recv() if here.poll(PATIENCE) else 'it does not start'}")
    except EOFError:
        output.talk("page: it does not start; see `plywise serve`")
    try:
        yield
    finally:
        process.terminate()
        process.join()
        output.talk(f"the page has ended; look again with: plywise watch {shlex.quote(str(run))}")


def _serve_beside(run: Path, line: "Connection") -> None:
    """Serve a run from a process that another one started, and end when that one does."""
    import signal
    import threading
    from multiprocessing import parent_process
    from multiprocessing.connection import wait

    signal.signal(signal.SIGINT, signal.SIG_IGN)  # whoever started it decides
    from plywise.cli.watch import place
    from plywise.page.house import House
    from plywise.page.serving import PORT, bind, serve

    parent = parent_process()

    def follow() -> None:
        if parent is not None:
            wait([parent.sentinel])
            os._exit(0)

    threading.Thread(target=follow, daemon=True).start()
    folder, path = place(run)
    bound = bind(House(folders=(folder,), port=PORT))
    line.send(bound.at(path))
    line.close()
    signal.signal(signal.SIGTERM, lambda *_: os._exit(0))
    serve(bound, has_signals=False)


def _load(file: Path) -> None:
    from plywise.games.loading import module_at

    module_at(str(file))
