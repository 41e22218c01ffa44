"""The commands put together."""

from functools import partial
from typing import Annotated

import typer

from plywise.cli import (
    analyse,
    arena,
    bench,
    brain,
    check,
    compare,
    doctor,
    engine,
    fit,
    games,
    learn,
    match,
    online,
    output,
    perft,
    play,
    rate,
    refine,
    report,
    reproduce,
    rollout,
    serve,
    show,
    spikes,
    suite,
    values,
    watch,
    why,
)
from plywise.cli import search as search_command
from plywise.cli.door import Door
from plywise.cli.from_settings import SettingsCommand

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


command = partial(app.command, cls=SettingsCommand)
command(epilog=learn.EXAMPLES)(learn.learn)
command(epilog=fit.EXAMPLES)(fit.fit)
command(epilog=refine.EXAMPLES)(refine.refine)
command(epilog=match.EXAMPLES)(match.match)
command(epilog=arena.EXAMPLES)(arena.arena)
command(epilog=search_command.EXAMPLES)(search_command.search)
command(epilog=suite.EXAMPLES)(suite.suite)
command(epilog=rollout.EXAMPLES)(rollout.rollout)
command(epilog=analyse.EXAMPLES)(analyse.analyse)
command(epilog=play.EXAMPLES)(play.play)
command(epilog=brain.EXAMPLES)(brain.brain)
# A negative depth looks like an option; let through, it gets the message that it deserves.
command(epilog=perft.EXAMPLES, context_settings={"ignore_unknown_options": True})(perft.perft)
command(epilog=values.EXAMPLES)(values.values)
command(epilog=show.EXAMPLES)(show.show)
command(epilog=spikes.EXAMPLES)(spikes.spikes)
command(epilog=report.EXAMPLES)(report.report)
command(epilog=compare.EXAMPLES)(compare.compare)
command(epilog=why.EXAMPLES)(why.why)
command(epilog=serve.EXAMPLES)(serve.serve)
command(epilog=watch.EXAMPLES)(watch.watch)
command(epilog=reproduce.EXAMPLES)(reproduce.reproduce)
command(epilog=bench.EXAMPLES)(bench.bench)
command(epilog=rate.EXAMPLES)(rate.rate)
command(epilog=engine.EXAMPLES)(engine.engine)
command(epilog=online.EXAMPLES)(online.online)
command(epilog=games.EXAMPLES)(games.games)
command(epilog=check.EXAMPLES)(check.check)
command(epilog=doctor.EXAMPLES)(doctor.doctor)
