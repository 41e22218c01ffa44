"""The commands put together."""

from typing import Annotated

import typer

from plywise.cli import (
    arena,
    bench,
    check,
    doctor,
    engine,
    games,
    learn,
    match,
    output,
    perft,
    rate,
    report,
    reproduce,
    show,
    spikes,
    values,
)
from plywise.cli import search as search_command
from plywise.cli.door import Door

app = typer.Typer(
    cls=Door,
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    rich_markup_mode="markdown",
    context_settings={"help_option_names": ["-h", "--help"]},
    epilog="Start here:\n\n"
    "- `plywise learn chess --depth 2 --games 300` learns piece values in seconds\n"
    "- `plywise values chess` says what the pieces are worth, with errors\n"
    "- `plywise games` lists what there is to choose from\n"
    "- `plywise learn --help` explains a command with examples",
)


def _print_version(wanted: bool) -> None:
    if wanted:
        import plywise

        output.data(f"plywise {plywise.__version__}")
        raise typer.Exit


@app.callback()
def plywise(
    version: Annotated[
        bool,
        typer.Option(
            "--version", callback=_print_version, is_eager=True, help="Print the version."
        ),
    ] = False,
) -> None:
    """Teach game-tree search how to evaluate, by temporal differences at its own leaves.

    Results go to stdout, talk to stderr; every command but `engine` takes `--json`. Exit codes:
    0 done, 1 failed, 2 bad input, 130 interrupted (a run is saved and can be resumed).
    """


app.command(epilog=learn.EXAMPLES)(learn.learn)
app.command(epilog=match.EXAMPLES)(match.match)
app.command(epilog=arena.EXAMPLES)(arena.arena)
app.command(epilog=search_command.EXAMPLES)(search_command.search)
# A negative depth looks like an option; let through, it gets the message that it deserves.
app.command(epilog=perft.EXAMPLES, context_settings={"ignore_unknown_options": True})(perft.perft)
app.command(epilog=values.EXAMPLES)(values.values)
app.command(epilog=show.EXAMPLES)(show.show)
app.command(epilog=spikes.EXAMPLES)(spikes.spikes)
app.command(epilog=report.EXAMPLES)(report.report)
app.command(epilog=reproduce.EXAMPLES)(reproduce.reproduce)
app.command(epilog=bench.EXAMPLES)(bench.bench)
app.command(epilog=rate.EXAMPLES)(rate.rate)
app.command(epilog=engine.EXAMPLES)(engine.engine)
app.command(epilog=games.EXAMPLES)(games.games)
app.command(epilog=check.EXAMPLES)(check.check)
app.command(epilog=doctor.EXAMPLES)(doctor.doctor)
