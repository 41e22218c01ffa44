"""`plywise refine`: weights that say at once what their searches say."""

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from plywise.cli import complete, options, output, run_options
from plywise.cli.crew import crew
from plywise.cli.fit import told as fitted_lines
from plywise.cli.from_settings import USUAL, filled
from plywise.cli.standing import standing

if TYPE_CHECKING:
    from plywise.tuning.fit import Fitted
    from plywise.tuning.refine import Refined

EXAMPLES = options.examples(
    "plywise refine chess/plywise --out better.json",
    "plywise refine runs/rich --rounds 3 --games 10000 --out better.json",
    "plywise refine chess/standard --using alpha-beta:depth=2 --games 500 --rounds 1",
)
WHERE = "plywise.tuning.refine:refine"
GATE = 200
"""Games of the match at the end."""


def refine(
    weights: Annotated[
        str,
        typer.Argument(
            metavar="WEIGHTS",
            help="Where the first round begins: a set by its name, a file or a run.",
            autocompletion=complete.weights,
        ),
    ],
    evaluation: Annotated[
        str | None,
        typer.Option(
            "--evaluation",
            metavar="KIND",
            help="`board:N` sets a network of N units beside weights that have none.",
            show_default="that of the weights",
        ),
    ] = None,
    rounds: Annotated[
        int,
        filled(
            f"{WHERE}.rounds",
            "--rounds",
            metavar="N",
            parser=options.whole(1),
            help="How often games are played and weights fitted to them.",
        ),
    ] = USUAL,
    games: Annotated[
        int,
        filled(
            f"{WHERE}.games",
            "--games",
            metavar="N",
            parser=options.whole(1),
            help="Games of each round.",
        ),
    ] = USUAL,
    using: Annotated[
        str,
        typer.Option(
            "--using",
            metavar="SEARCH",
            help="The search of the games, alpha-beta or a profile of it; the match at the end has "
            "five times the nodes, or a ply more.",
        ),
    ] = "playing:nodes=1000",
    blend: Annotated[
        float,
        filled(
            f"{WHERE}.blend",
            "--blend",
            metavar="X",
            parser=options.real(0),
            help="The share of the game's result in what weights are fitted to.",
        ),
    ] = USUAL,
    ballot: Annotated[
        int,
        filled(
            f"{WHERE}.ballot",
            "--ballot",
            metavar="PLIES",
            parser=options.whole(0),
            help="Random plies that open the games.",
        ),
    ] = USUAL,
    gate_games: Annotated[
        int,
        typer.Option(
            "--gate-games",
            metavar="N",
            parser=run_options.pairs,
            help="Games of a match at the end against the start; 0 for none.",
        ),
    ] = GATE,
    out: Annotated[
        Path | None,
        options.file(
            "--out",
            "Where the weights go, after every round.",
            show_default="fits/GAME-FEATURES.json, or -2, -3, …",
        ),
    ] = None,
    seed: Annotated[int, options.seed(f"{WHERE}.seed")] = USUAL,
    workers: options.Workers = None,
    on: options.On = None,
    trust: options.Trust = False,
    as_json: options.Json = False,
) -> None:
    """Fit weights to what their own searches say, round after round.

    Each round plays games of the weights with themselves and fits weights that give every position
    at once the chance that its search gave it. Ctrl-C keeps the last whole round and ends with 130.
    """
    from dataclasses import replace

    from plywise.cli.fit import fresh_file
    from plywise.cli.searches import search_named
    from plywise.evaluation.weights import resolve
    from plywise.tuning import refine as refining

    start = resolve(weights)
    where = out

    def on_round(fitted: "Fitted") -> None:
        nonlocal where
        where = where or fresh_file(fitted)
        where.parent.mkdir(parents=True, exist_ok=True)
        replace(fitted.weights, label=where.stem).save(where)
        output.talk(
            f"loss {fitted.loss:.5f} of {fitted.account.fitted:,} positions, "
            f"{fitted.judged_loss:.5f} of unseen games: {where}"
        )

    hands = crew(start.game, workers, start.feature_set, on=on)
    found = refining.refine(
        start, evaluation=evaluation, rounds=rounds, games=games, search=search_named(using),
        blend=blend, ballot=ballot, seed=seed, workers=hands, on_game=_playing(games),
        on_round=on_round,
    )  # fmt: skip
    try:
        if gate_games:
            with standing("match", gate_games) as on_pair:
                found = refining.with_gate(
                    found, gate_games, seed=seed, workers=hands, on_pair=on_pair
                )
    finally:  # Ctrl-C too: what was refined is known
        output.result(found.as_dict() | {"out": where}, told(found), as_json=as_json)


def _playing(games: int) -> Callable[[int, int], None]:
    """Say after every tenth of the games how far a round is."""
    step = max(1, games // 10)

    def tell(number: int, game: int) -> None:
        if game % step == 0:
            output.talk(f"round {number}: {game:,} of {games:,} games")

    return tell


def told(found: "Refined") -> list[str]:
    """What was found, for people."""
    from dataclasses import replace

    return fitted_lines(replace(found.rounds[-1], gate=found.gate))
