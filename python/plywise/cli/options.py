"""Options that several commands share, each declared once, and how their numbers are read."""

from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Any

import typer

from plywise.cli import complete
from plywise.cli.from_settings import described, filled

ALPHA_BETA = "plywise.searching.settings:AlphaBeta"


def whole(minimum: int, hint: str = "") -> Callable[[str], int]:
    """A reader of whole numbers from `minimum` up, whose error shows the value and the `hint`.

    >>> whole(0)("4")
    4
    """

    def read(text: str) -> int:
        try:
            number = int(text)
        except ValueError:
            raise typer.BadParameter(_not_a("whole number", text, hint)) from None
        if number < minimum:
            raise typer.BadParameter(_too_low(number, minimum, hint))
        return number

    return read


def path(text: str) -> Path:
    """A path; no text is none, though Python takes it for the folder that one is in.

    >>> path("runs/first")
    PosixPath('runs/first')
    """
    if not text:
        raise typer.BadParameter("'' names no file or folder; give a path, as 'runs/first'")
    return Path(text)


def real(minimum: float, hint: str = "") -> Callable[[str], float]:
    """A reader of finite numbers from `minimum` up.

    >>> real(0)("2.5")
    2.5
    """

    def read(text: str) -> float:
        try:
            number = float(text)
        except ValueError:
            raise typer.BadParameter(_not_a("number", text, hint)) from None
        if not number < float("inf"):
            raise typer.BadParameter(_not_a("finite number", text, hint))
        if number < minimum:
            raise typer.BadParameter(_too_low(number, minimum, hint))
        return number

    return read


def _not_a(kind: str, text: str, hint: str) -> str:
    return f"{text!r} is not a {kind}" + (f"; {hint}" if hint else "")


def _too_low(number: float, minimum: float, hint: str) -> str:
    return f"{number:g} is below {minimum:g}" + (f"; {hint}" if hint else "")


def named_game(game: str) -> str:
    """The game, whose code is loaded now: who names it in a command wants it to run."""
    if ":" in game or game.endswith(".py"):
        from plywise.games.python_games import game_name

        game_name(game)
    return game


def named_features(features: str | None) -> str | None:
    """The features, whose code is loaded now."""
    if features is not None and ":" in features:
        from plywise.evaluation.features import JOINT
        from plywise.evaluation.python_features import named_feature

        for part in features.split(JOINT):
            named_feature(part)
    return features


def _trust(ctx: typer.Context, wanted: bool) -> bool:
    if wanted:
        from plywise.games.loading import trusting

        ctx.with_resource(trusting())
    return wanted


DEPTH_HINT = "a depth counts plies (half-moves), and 0 is quiescence alone"
SEED_HINT = "a seed is any whole number from 0"

Game = Annotated[
    str,
    typer.Argument(
        metavar="GAME",
        help="A game by its name; `plywise games` lists them.",
        callback=named_game,
        autocompletion=complete.games,
    ),
]
WEIGHTS_HELP = (
    "A weights file (of plywise, a JSON mapping or a CSV), a run directory, a built-in set, or the "
    "numbers themselves: `1:3:3:5:9`, `pawn=1,knight=3.2,…`."
)
WeightsNamed = Annotated[
    str,
    typer.Argument(metavar="WEIGHTS", help=WEIGHTS_HELP, autocompletion=complete.weights),
]
Weights = Annotated[
    str | None,
    typer.Option(
        "--weights",
        metavar="WEIGHTS",
        help=WEIGHTS_HELP,
        autocompletion=complete.weights,
        show_default="the game's standard set, or where learning starts",
    ),
]
Depth = Annotated[
    int,
    filled(
        f"{ALPHA_BETA}.depth",
        "--depth",
        metavar="PLIES",
        parser=whole(0, DEPTH_HINT),
    ),
]
DepthWithin = Annotated[
    int | None,
    described(
        f"{ALPHA_BETA}.depth",
        "--depth",
        metavar="PLIES",
        parser=whole(0, DEPTH_HINT),
        shown="4, or what nodes and time allow",
    ),
]
Nodes = Annotated[
    int | None,
    described(
        f"{ALPHA_BETA}.nodes",
        "--nodes",
        metavar="N",
        parser=whole(1, "a search needs at least one node"),
        shown="no limit",
    ),
]
MoveTime = Annotated[
    int | None,
    described(
        f"{ALPHA_BETA}.movetime",
        "--movetime",
        metavar="MS",
        parser=whole(1, "milliseconds for a move"),
        shown="no limit",
    ),
]


def count(where: str, option: str, *, least: int = 1, hint: str, help: str) -> Any:
    """The option of a number whose default stands at a place (see `from_settings`)."""
    return filled(where, option, metavar="N", parser=whole(least, hint), help=help)


def seed(
    where: str, help: str = "Where all chance comes from: the same seed gives the same result."
) -> Any:
    """The option of a seed that stands at a place (see `from_settings`)."""
    return count(where, "--seed", least=0, hint=SEED_HINT, help=help)


def own_seed(help: str, shown: str) -> Any:
    """The option of a seed that is None unless it is given; `shown` says what is taken then."""
    return typer.Option(
        "--seed", metavar="N", parser=whole(0, SEED_HINT), help=help, show_default=shown
    )


def file(option: str, help: str, **more: Any) -> Any:
    """The option of a file that is read or written."""
    return typer.Option(option, metavar="FILE", parser=path, help=help, **more)


Workers = Annotated[
    int | None,
    typer.Option(
        "--workers",
        metavar="N",
        parser=whole(1, "one worker is the least"),
        help="Games played at once; changes the time, never the result.",
        show_default="all cores",
    ),
]
PairsOut = Annotated[
    Path | None,
    typer.Option(
        "--out",
        metavar="DIR",
        parser=path,
        help="Keep a line a pair and the games in a new folder, which `plywise serve` shows.",
    ),
]
On = Annotated[
    str | None,
    typer.Option(
        "--on",
        metavar="WHERE",
        help="Play on other machines: `ray` (the cluster this one belongs to), `ray://host:10001` "
        "or, for trials, `ray://local:2`; changes the time, never the result.",
        show_default="this machine",
    ),
]
Place = Annotated[
    str | None,
    typer.Option(
        "--on",
        metavar="WHERE",
        help="Ask the machines of a cluster instead: `ray`, `ray://host:10001`, `ray://local:2`.",
    ),
]
Brain = Annotated[
    Path | None,
    file("--brain", "What the first player knows of lost games (see `plywise brain`), or its run."),
]
Last = Annotated[
    bool,
    typer.Option(
        "--last",
        help="Of a run, take the weights after its last game, not the mean of its last half.",
    ),
]
Trust = Annotated[
    bool,
    typer.Option(
        "--trust",
        callback=_trust,
        is_eager=True,
        help="Run the Python files that weights and runs name, whoever wrote them.",
    ),
]
Json = Annotated[
    bool,
    typer.Option("--json", help="Print one JSON object as the last line of stdout."),
]


def examples(*lines: str) -> str:
    """An epilogue for a command's help; each line is a command that works as it stands."""
    return "Examples:\n\n" + "\n".join(f"- `{line}`" for line in lines)


def existing(path: Path, what: str) -> Path:
    """The `path`, if it is there.

    >>> existing(Path("/"), "folder")
    PosixPath('/')
    """
    if not path.exists():
        from plywise.errors import BadInput

        raise BadInput(f"no {what} at {str(path)!r}; paths are relative to {str(Path.cwd())!r}")
    return path
