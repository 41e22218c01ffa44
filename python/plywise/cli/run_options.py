"""The options of `plywise learn`. None means: as the run's or the usual settings have it."""

from pathlib import Path
from typing import Annotated, Any

import typer

from plywise.cli import complete, options


def _decay(text: str) -> "float | str":
    """A λ, or the word that has it found."""
    if text == "auto":
        return text
    try:
        return float(text)
    except ValueError:
        hint = "a number from 0 to 1, or 'auto' for prediction decay"
        raise typer.BadParameter(f"{text!r} is not a trace decay; give {hint}") from None


def pairs(text: str) -> int:
    """An even number of games."""
    games = options.whole(0, "so many games follow the learning, 0 for none")(text)
    if games % 2:
        raise typer.BadParameter(f"{games} is odd; games are played in pairs, colours swapped")
    return games


Features = Annotated[
    str | None,
    typer.Option(
        "--features",
        metavar="NAME",
        help="The feature set whose weights are learnt.",
        callback=options.named_features,
        autocompletion=complete.feature_sets,
        show_default="the game's first",
    ),
]
Depth = Annotated[
    int | None,
    typer.Option(
        "--depth",
        metavar="PLIES",
        parser=options.whole(0, options.DEPTH_HINT),
        help="Plies of full-width search before quiescence.",
        show_default="4",
    ),
]
Games = Annotated[
    int | None,
    typer.Option(
        "--games",
        metavar="N",
        parser=options.whole(1, "a run has at least one game"),
        help="Games to learn from.",
        show_default="1000",
    ),
]
Rule = Annotated[
    str | None,
    typer.Option(
        "--rule",
        metavar="NAME",
        help="`tdleaf` learns at principal leaves, `td-directed` at the game's positions.",
        show_default="tdleaf",
    ),
]
StepSize = Annotated[
    str | None,
    typer.Option(
        "--step-size",
        metavar="SPEC",
        help="`coherence`, `fixed`, `decay` or `delta-bar-delta`, with settings after a colon: "
        "`coherence:c=.5`, `fixed:.05`.",
        show_default="coherence, as suits the features",
    ),
]
TraceDecay = Annotated[
    Any,
    typer.Option(
        "--trace-decay",
        metavar="λ",
        parser=_decay,
        help="λ from 0 to 1, or `auto`: the prediction decay ψ, found from the data.",
        show_default="auto for pieces of chess; else 0.7",
    ),
]
Start = Annotated[
    str | None,
    typer.Option(
        "--start",
        metavar="WEIGHTS",
        help="Where the weights begin: a built-in set, a file or a run.",
        autocompletion=complete.weights,
        show_default="1 for a piece, 0 for all else",
    ),
]
Seed = Annotated[
    int | None,
    typer.Option(
        "--seed",
        metavar="N",
        parser=options.whole(0, options.SEED_HINT),
        help="Where all chance comes from: the same seed gives the same weights, to the bit.",
        show_default="1",
    ),
]
Lag = Annotated[
    int | None,
    typer.Option(
        "--lag",
        metavar="N",
        parser=options.whole(1, "1 learns strictly one game after the other"),
        help="Game n is played with the weights after game n − N.",
        show_default="4",
    ),
]
Batch = Annotated[
    int | None,
    typer.Option(
        "--batch",
        metavar="N",
        parser=options.whole(1, "the weights move once in so many games"),
        help="Move the weights once in N games.",
        show_default="1",
    ),
]
Rules = Annotated[
    str | None,
    typer.Option(
        "--rules",
        metavar="NAME",
        help="`fide`, or `thesis`: no fifty-move rule, searches blind to repetition.",
        show_default="fide",
    ),
]
Adjudicate = Annotated[
    str | None,
    typer.Option(
        "--adjudicate",
        metavar="HOW",
        help="At the ply limit: `agree` gives the win to the side ahead, `draw` a draw, and `none` "
        "teaches no outcome.",
        show_default="the game's own, mostly agree",
    ),
]
Ballot = Annotated[
    int | None,
    typer.Option(
        "--ballot",
        metavar="PLIES",
        parser=options.whole(0, "so many random moves open each game"),
        help="Random moves that open each game, so that games differ.",
        show_default="0; 4 where the features judge more than pieces",
    ),
]
MaxPlies = Annotated[
    int | None,
    typer.Option(
        "--max-plies",
        metavar="N",
        parser=options.whole(1, "a game has at least one ply"),
        help="The ply limit of a game.",
        show_default="the game's own, in chess 400",
    ),
]
GateEvery = Annotated[
    int | None,
    typer.Option(
        "--gate-every",
        metavar="N",
        parser=options.whole(0, "0 for no gate matches"),
        help="Play a short match against the start after every N games; 0 for none.",
        show_default="100",
    ),
]
Minutes = Annotated[
    float | None,
    typer.Option(
        "--minutes",
        metavar="M",
        parser=options.real(0, "minutes that learning may take"),
        help="Stop learning after M minutes, in order, with fewer games.",
        show_default="no limit",
    ),
]
Opponents = Annotated[
    list[str] | None,
    typer.Option(
        "--opponents",
        metavar="PLAYER",
        help="Whom to play, by turns first and second: weights, a run, or an engine "
        "(`stockfish:elo=1400,nodes=1000`); a rating may follow (`chess/standard@1500`). May be "
        "given several times.",
        autocompletion=complete.weights,
        show_default="self",
    ),
]
Near = Annotated[
    bool,
    typer.Option("--near", help="Of the opponents, take one near the run's own rating."),
]
Config = Annotated[
    Path | None,
    typer.Option(
        "--config",
        metavar="FILE",
        parser=options.path,
        help="Take all settings from a run's config.toml; other options change them.",
    ),
]
Out = Annotated[
    Path | None,
    typer.Option(
        "--out",
        metavar="DIR",
        parser=options.path,
        help="The run directory.",
        show_default="a new one in runs/",
    ),
]
Resume = Annotated[
    bool, typer.Option("--resume", help="Go on with the run in --out by its own settings.")
]
Verify = Annotated[
    int,
    typer.Option(
        "--verify",
        metavar="GAMES",
        parser=pairs,
        help="Then play so many games against the game's standard values, or against the start.",
    ),
]
Report = Annotated[
    bool, typer.Option("--report", help="Then write the HTML report with its pictures.")
]
