"""The options of `plywise learn`. None means: as the run's or the usual settings have it."""

from pathlib import Path
from typing import Annotated, Any

import typer

from plywise.cli import complete, options
from plywise.cli.from_settings import described

LEARN = "plywise.learning.config:LearnConfig"


def _decay(text: str) -> "float | str":
    """A λ, or the word that has it found."""
    if text == "auto":
        return text
    try:
        return float(text)
    except ValueError:
        hint = "a number from 0 to 1, or 'auto' for prediction decay"
        raise typer.BadParameter(f"{text!r} is not a trace decay; give {hint}") from None


def _numbers_of_games(text: str) -> tuple[int, ...]:
    """Numbers of games, with commas between them."""
    number = options.whole(1, "numbers of games with commas between them: 3000,6000")
    return tuple(number(each) for each in text.split(","))


def pairs(text: str) -> int:
    """An even number of games."""
    games = options.whole(0, "so many games follow the learning, 0 for none")(text)
    if games % 2:
        raise typer.BadParameter(f"{games} is odd; games are played in pairs, colours swapped")
    return games


def named_rule(rule: str | None) -> str | None:
    """The rule as a run records it; the code of one's own is loaded now."""
    if rule is None or ":" not in rule:
        return rule
    from plywise.learning.own_code import recorded_name
    from plywise.learning.rules import RULES, rule_class

    if rule.partition(":")[0] in RULES:
        return rule  # one of plywise's own, with settings
    return recorded_name(rule_class(rule))


def named_step_size(spec: str | None) -> str | None:
    """The step size as a run records it; the code of one's own is loaded now."""
    if spec is None or ":" not in spec:
        return spec
    from plywise.learning.own_code import recorded_name
    from plywise.learning.step_size.named import reference_in, step_size_class

    reference = reference_in(spec)
    return recorded_name(step_size_class(reference)) + spec[len(reference) :] if reference else spec


Features = Annotated[
    str | None,
    described(
        f"{LEARN}.features",
        "--features",
        metavar="NAME",
        shown="the game's first",
        callback=options.named_features,
        autocompletion=complete.feature_sets,
    ),
]
Evaluation = Annotated[
    str | None,
    typer.Option(
        "--evaluation",
        metavar="KIND",
        help="What is made of the counts: `linear`, a weight for each, `network:N` with N hidden "
        "units, or `board:N`, N units that see a chessboard, beside the weights.",
        show_default="linear",
    ),
]
Depth = Annotated[
    int | None,
    described(
        f"{options.ALPHA_BETA}.depth",
        "--depth",
        metavar="PLIES",
        parser=options.whole(0, options.DEPTH_HINT),
    ),
]
Deepen = Annotated[
    Any,
    described(
        f"{LEARN}.deepen",
        "--deepen",
        metavar="GAMES,…",
        parser=_numbers_of_games,
        shown="never",
    ),
]
Using = Annotated[
    str | None,
    typer.Option(
        "--using",
        metavar="SEARCH",
        help="How both sides search, as in `plywise search`: `thesis:null_move=2`, "
        "`bayesian:nodes=500`, …",
        show_default="alpha-beta; against others playing:nodes=1000 or more; expectimax for dice "
        "or points",
    ),
]
Games = Annotated[
    int | None,
    described(
        f"{LEARN}.games",
        "--games",
        metavar="N",
        parser=options.whole(1, "a run has at least one game"),
    ),
]
Rule = Annotated[
    str | None,
    typer.Option(
        "--rule",
        metavar="NAME",
        callback=named_rule,
        help="`tdleaf` learns at principal leaves, `td-directed` at the game's positions; settings "
        "may follow: `tdleaf:squash=tanh,blunders=gains,learner=own,frozen=pawn`; `file.py:Class` "
        "is one of your own.",
        show_default="tdleaf",
    ),
]
StepSize = Annotated[
    str | None,
    typer.Option(
        "--step-size",
        metavar="SPEC",
        callback=named_step_size,
        help="`coherence`, `fixed`, `decay` or `delta-bar-delta`, with settings after a colon: "
        "`coherence:c=.5`, `fixed:.05`; `file.py:Class:setting=1` is one of your own.",
        show_default="coherence, as suits the features; against others see docs/against-others.md",
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
    described(
        f"{LEARN}.seed",
        "--seed",
        metavar="N",
        parser=options.whole(0, options.SEED_HINT),
    ),
]
Lag = Annotated[
    int | None,
    described(
        f"{LEARN}.lag",
        "--lag",
        metavar="N",
        parser=options.whole(1, "1 learns strictly one game after the other"),
    ),
]
Batch = Annotated[
    int | None,
    described(
        f"{LEARN}.batch",
        "--batch",
        metavar="N",
        parser=options.whole(1, "the weights move once in so many games"),
    ),
]
Rules = Annotated[
    str | None,
    described(
        f"{LEARN}.rules",
        "--rules",
        metavar="NAME",
    ),
]
Adjudicate = Annotated[
    str | None,
    described(
        f"{LEARN}.adjudication",
        "--adjudicate",
        metavar="HOW",
        shown="the game's own, mostly agree",
    ),
]
Ballot = Annotated[
    int | None,
    described(
        f"{LEARN}.ballot",
        "--ballot",
        metavar="PLIES",
        parser=options.whole(0, "so many random moves open each game"),
        shown="0; 4 where the features judge more than pieces, 6 against others",
    ),
]
Openings = Annotated[
    Path | None,
    options.file(
        "--openings",
        "Positions from which games begin, drawn by the seed, instead of a ballot: FENs, EPD, PGN "
        "or moves a line; shogi: SFENs, KIF or CSA.",
    ),
]
MaxPlies = Annotated[
    int | None,
    described(
        f"{LEARN}.max_plies",
        "--max-plies",
        metavar="N",
        parser=options.whole(1, "a game has at least one ply"),
        shown="the game's own, in chess 400",
    ),
]
GateEvery = Annotated[
    int | None,
    described(
        f"{LEARN}.gate_every",
        "--gate-every",
        metavar="N",
        parser=options.whole(0, "0 for no gate matches"),
    ),
]
GateDepth = Annotated[
    int | None,
    described(
        f"{LEARN}.gate_depth",
        "--gate-depth",
        metavar="PLIES",
        parser=options.whole(0, options.DEPTH_HINT),
        shown="half the run's own, 1 or 2; of shallow runs with phases a ply more than their own",
    ),
]
Minutes = Annotated[
    float | None,
    described(
        f"{LEARN}.minutes",
        "--minutes",
        metavar="M",
        parser=options.real(0, "minutes that learning may take"),
        shown="no limit",
    ),
]
Opponents = Annotated[
    list[str] | None,
    typer.Option(
        "--opponents",
        metavar="PLAYER",
        help="Whom to play, by turns first and second: weights, a run, or an engine "
        "(`stockfish:elo=1400,nodes=1000`); a rating may follow (`chess/standard@1500`). May be "
        "given several times. `pool`, `ladder` and `own` are whole pools, of which the run meets "
        "whoever is near to its rating: the rated engines that are installed without those held "
        "out, all of them, or players of plywise's own.",
        autocompletion=complete.weights,
        show_default="self",
    ),
]
Near = Annotated[
    bool,
    typer.Option("--near", help="Of the opponents, take one near the run's own rating."),
]
HoldOut = Annotated[
    list[str] | None,
    typer.Option(
        "--hold-out",
        metavar="ENGINE",
        help="Of a pool, do not meet this engine or rung: it can rate the run in the end. May be "
        "given several times.",
        show_default="of `pool`, stockfish",
    ),
]
BothTurns = Annotated[
    bool | None,
    typer.Option(
        "--both-turns/--own-turns",
        help="Search at the opponents' turns too, once they have moved: a game then teaches as "
        "many positions as one of self-play.",
        show_default="both for many weights of chess but `knightcap`, if no rule is given",
    ),
]
Brain = Annotated[
    Path | None,
    typer.Option(
        "--brain",
        metavar="FILE",
        parser=options.path,
        hidden=True,
        help="Refused, with the reason: runs that play their own games take no brain.",
    ),
]
From = Annotated[
    list[Path] | None,
    options.file(
        "--from",
        "Learn from the games of a PGN file instead of playing: each is searched again, but for "
        "searches that the run has kept (`plywise engine --learn`). May be given several times.",
    ),
]
Side = Annotated[
    str | None,
    typer.Option(
        "--side",
        metavar="WHO",
        help="With --from, whose searches are learnt from: `first`, `second`, the name of a "
        "player, `both` in one sequence, or `either`, both in sequences of their own.",
        show_default="both; either where the rule learns from one side",
    ),
]
Config = Annotated[
    Path | None,
    options.file(
        "--config", "Take all settings from a run's config.toml; other options change them."
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
Watch = Annotated[
    bool,
    typer.Option(
        "--watch", help="Show it meanwhile on a page on this machine, as `plywise watch` does."
    ),
]
