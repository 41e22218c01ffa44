"""`plywise play`: a game against plywise in the terminal."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from plywise.cli import complete, gammon_options, options
from plywise.cli.from_settings import described

if TYPE_CHECKING:
    from plywise.play.sitting.chess_clock import ChessClock

EXAMPLES = options.examples(
    "plywise play chess",
    "plywise play chess --level 1500 --side black --clock 5+3 --record game.pgn",
    "plywise play shogi --side gote --nodes 5000 --record game.kif",
    "plywise play mygame.py:Nim",
    "plywise play backgammon --dice-by-hand --plies 1 --record game.mat",
)


def _limit(name: str, metavar: str, least: int, hint: str) -> Any:
    """The option of a limit of the search, which takes the place of a level."""
    where = f"{options.ALPHA_BETA}.{name}"
    reader = options.whole(least, hint)
    return described(where, f"--{name}", metavar=metavar, parser=reader, shown="as the level says")


def _clock(text: str) -> "ChessClock":
    from plywise.errors import BadInput
    from plywise.play.sitting.chess_clock import ChessClock

    try:
        return ChessClock.read(text)
    except BadInput as error:
        raise typer.BadParameter(str(error)) from None


def play(
    game: options.Game,
    weights: Annotated[
        str | None,
        typer.Argument(
            metavar="WEIGHTS",
            help="Who plays against you: a weights file, a run directory or a built-in set.",
            autocompletion=complete.weights,
            show_default="what comes with the game, or where learning starts",
        ),
    ] = None,
    side: Annotated[
        str | None,
        typer.Option(
            "--side",
            metavar="SIDE",
            help="Whom you play: `first`, `second`, `both`, `random`, or as the game calls them "
            "(`white`, `gote`, `x`).",
            show_default="first",
        ),
    ] = None,
    level: Annotated[
        str | None,
        typer.Option(
            "--level",
            metavar="LEVEL",
            help="How strong it plays: an Elo where ratings were measured (chess, by "
            "`chess/plywise`), `nodes:1000`, `depth:2`, or `weakest`, `usual`, `strongest`.",
            show_default="Elo 1300 where it was measured, else 1000 nodes, or 1 ply with dice",
        ),
    ] = None,
    depth: Annotated[int | None, _limit("depth", "PLIES", 0, options.DEPTH_HINT)] = None,
    nodes: Annotated[int | None, _limit("nodes", "N", 1, "a search needs a node")] = None,
    movetime: Annotated[int | None, _limit("movetime", "MS", 1, "milliseconds")] = None,
    using: Annotated[
        str | None,
        typer.Option(
            "--using",
            metavar="SEARCH",
            help="How it searches, as for `plywise search`: any search, selective ones too.",
            show_default="as the level says",
        ),
    ] = None,
    clock: Annotated[
        Any,
        typer.Option(
            "--clock",
            metavar="MINUTES+SECONDS",
            parser=_clock,
            help="Time for each side, and what a move gives: `5+3`; whose time is up has lost.",
            show_default="no clock",
        ),
    ] = None,
    position: Annotated[
        str | None,
        typer.Option(
            "--position",
            metavar="POSITION",
            help="Where the game begins (a FEN for chess).",
            show_default="the game's start; of random trees one of the seed",
        ),
    ] = None,
    moves: Annotated[
        str | None,
        typer.Option("--moves", metavar="MOVES", help="What was played before: `e4 e5 Nf3`."),
    ] = None,
    max_plies: Annotated[
        int | None,
        typer.Option(
            "--max-plies",
            metavar="N",
            parser=options.whole(1, "plies of a game"),
            help="A game that is longer is a draw.",
            show_default="no limit",
        ),
    ] = None,
    brain: Annotated[
        Path | None,
        options.file("--brain", "What it knows of lost games (see `plywise brain`), or its run."),
    ] = None,
    record: Annotated[
        Path | None,
        options.file(
            "--record",
            "Keep the game there, move by move, in the form that the suffix says: .pgn; .kif, "
            ".kifu, .csa for shogi; .mat for backgammon; any other is a plain text.",
        ),
    ] = None,
    seed: Annotated[
        int | None,
        options.own_seed(
            "Where dice and choices come from: the same moves get the same answers.",
            "another one each time, which is told",
        ),
    ] = None,
    ascii_alone: Annotated[
        bool, typer.Option("--ascii", help="Draw boards in plain letters.")
    ] = False,
    plies: gammon_options.Plies = None,
    dice_by_hand: Annotated[
        bool, typer.Option("--dice-by-hand", help="In backgammon, ask for every roll.")
    ] = False,
    last: options.Last = False,
    trust: options.Trust = False,
    as_json: options.Json = False,
) -> None:
    """Play any game against plywise.

    Moves are written as people write them (`Nf3`, `exd5`, `8/5 6/5`) or as engines do (`g1f3`,
    `7g7f`, `P*5e`). `help` lists the words that are understood beside them: `moves`, `hint`,
    `eval`, `undo`, `swap`, `level`, `save`, `resign`, `quit` and others; Tab completes. End of
    input and Ctrl-C leave the game. With `--json` all talk goes to stderr.
    """
    from plywise.games.declared import facts_of
    from plywise.games.python_games import game_name

    limits = {"--depth": depth, "--nodes": nodes, "--movetime": movetime, "--using": using}
    seeded = _some_seed() if seed is None else seed
    if facts_of(game_name(game)).has_hints:
        from plywise.cli import play_backgammon

        others = {"--position": position, "--moves": moves, "--max-plies": max_plies}
        _refuse(game, {**limits, **others, "--brain": brain, "--side": side})
        play_backgammon.play(
            game, weights, plies=plies, level=level, seed=None if dice_by_hand else seeded,
            clock=clock, record=record, last=last, as_json=as_json,
        )  # fmt: skip
        return
    _refuse(game, {"--plies": plies, "--dice-by-hand": dice_by_hand or None})
    from plywise.cli import play_any

    asked = play_any.Asked(
        game=game, weights=weights, side=side or "first", level=level, using=using,
        limits={"depth": depth, "nodes": nodes, "movetime": movetime}, clock=clock,
        position=position, moves=moves, max_plies=max_plies, brain=brain, record=record,
        seed=seeded, ascii_alone=ascii_alone, last=last, as_json=as_json,
    )  # fmt: skip
    play_any.play(asked)


def _refuse(game: str, given: dict[str, object]) -> None:
    """BadSetting for options that are another game's."""
    from plywise.errors import BadSetting

    if wrong := [option for option, value in given.items() if value is not None]:
        raise BadSetting(f"{wrong[0]} is not for {game}; see `plywise play --help`")


def _some_seed() -> int:
    import secrets

    return secrets.randbelow(1_000_000)
