"""`plywise spikes`: a spike generator for selective searches, from plywise's own searches."""

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, cast

import typer

from plywise.cli import options, output
from plywise.cli.from_settings import USUAL, filled

if TYPE_CHECKING:
    from plywise.learning.spike_examples import Play
    from plywise.learning.spike_training import GeneratorKind, Trained, Training

EXAMPLES = options.examples(
    "plywise spikes chess --depth 2 --positions 200 --kind tree --out chess-spikes.json",
    "plywise spikes othello --kind constant --depth 3 --positions 400 --out othello-spikes.json",
)


def spikes(
    game: options.Game,
    out: Annotated[
        Path,
        options.file("--out", "Where to write the generator."),
    ],
    weights: options.Weights = None,
    features: Annotated[
        str | None,
        typer.Option(
            "--features",
            metavar="SET",
            help="What the generator sees: a feature set of the game.",
            callback=options.named_features,
            show_default="that of the weights",
        ),
    ] = None,
    kind: Annotated[
        str,
        filled(
            "plywise.learning.spike_training:Training.kind",
            "--kind",
            metavar="KIND",
        ),
    ] = USUAL,
    depth: Annotated[
        int,
        filled(
            "plywise.learning.spike_training:Training.depth",
            "--depth",
            metavar="PLIES",
            parser=options.whole(0, options.DEPTH_HINT),
        ),
    ] = USUAL,
    positions: Annotated[
        int,
        filled(
            "plywise.learning.spike_training:Training.positions",
            "--positions",
            metavar="N",
            parser=options.whole(20, "a quarter of them is kept to test with"),
        ),
    ] = USUAL,
    count: Annotated[
        int,
        filled(
            "plywise.learning.spike_training:Training.spikes",
            "--spikes",
            metavar="K",
            parser=options.whole(1, "a distribution has at least one spike"),
        ),
    ] = USUAL,
    steepness: Annotated[
        float,
        filled(
            "plywise.learning.spike_training:Training.steepness",
            "--steepness",
            metavar="X",
            parser=options.real(1e-6, "a value v is a chance of 1/(1 + e^(−X·v))"),
        ),
    ] = USUAL,
    win: Annotated[
        float | None,
        typer.Option(
            "--win",
            metavar="X",
            parser=options.real(1e-6, "what winning is worth, in the unit of the values"),
            help="Take values as they are, winning being worth X, instead of as chances.",
            show_default="chances by the steepness",
        ),
    ] = None,
    play: Annotated[
        str,
        filled(
            "plywise.learning.spike_training:Training.play",
            "--play",
            metavar="HOW",
        ),
    ] = USUAL,
    start: Annotated[
        str | None,
        typer.Option(
            "--start",
            metavar="POSITION",
            help="Where games begin.",
            show_default="the usual start",
        ),
    ] = None,
    seed: Annotated[int, options.seed("plywise.learning.spike_training:Training.seed")] = USUAL,
    last: options.Last = False,
    trust: options.Trust = False,
    as_json: options.Json = False,
) -> None:
    """Make a spike generator: how far the value of a position may change once it is looked into.

    Plays games, searches some of their positions, and learns how the chance of winning changed by
    that. A quarter of the positions is kept to test with.
    """
    from plywise.evaluation.weights import resolve
    from plywise.files import regular
    from plywise.learning.spike_training import Training, train
    from plywise.selective.generator import save

    regular(out)  # told before the work, not after it
    # A mistyped kind or play is answered by the settings themselves.
    how = Training(
        kind=cast("GeneratorKind", kind), play=cast("Play", play), depth=depth, positions=positions,
        seed=seed, spikes=count, steepness=steepness, win=win,
    )  # fmt: skip
    chosen = None if weights is None else resolve(weights, game=game, last=last)
    output.talk(f"{game}: {positions:,} positions, each searched to depth {depth}")
    made = train(game, chosen, how, features=features, start=start, on_position=_talk(positions))
    fields = {
        "out": out,
        "kind": kind,
        "game": made.generator.game,
        "features": made.generator.features,
        "tested": made.examples,
        "distance": made.errors.distance,
        "height": made.errors.height,
        "score": made.errors.score,
        "constant_score": made.constant.score,
    }
    try:
        save(made.generator, out)
    finally:  # a full disk too: what was found is known
        output.result(fields, _lines(made, how, out), as_json=as_json)


def _talk(positions: int) -> Callable[[int], None]:
    """Talks after every tenth part of the positions."""
    step = max(1, positions // 10)

    def show(done: int) -> None:
        if done % step == 0 and done < positions:
            output.talk(f"{done:,} of {positions:,} positions")

    return show


def _lines(made: "Trained", how: "Training", out: Path) -> list[str]:
    """What was made, for people."""
    found, least = made.errors, made.constant
    return [
        f"{how.kind} of {how.spikes} spikes for {made.generator.game}, from features "
        f"{made.generator.features!r}, in {out}",
        f"on {made.examples} other positions: score {found.score:.5f}, distance error "
        f"{found.distance:.5f}, height error {found.height:.3f}",
        f"the same spikes for all positions: {least.score:.5f}, {least.distance:.5f}, "
        f"{least.height:.3f} (less is better)",
    ]
