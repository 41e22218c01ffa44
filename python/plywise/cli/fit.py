"""`plywise fit`: weights that fit labelled positions and other people's games."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, cast

import typer

from plywise.cli import complete, options, output, run_options
from plywise.cli.crew import crew
from plywise.cli.from_settings import USUAL, described, filled
from plywise.cli.match import lines as match_lines
from plywise.cli.standing import standing
from plywise.textual import aligned, number

if TYPE_CHECKING:
    from plywise.tuning.fit import Fitted
    from plywise.tuning.path import Tried
    from plywise.tuning.settings import Target

EXAMPLES = options.examples(
    "plywise fit chess positions.epd --features half-board --out mine.json",
    "plywise fit chess games.pgn runs/first --target search --blend .5",
    "plywise fit shogi games.csa --gate-games 0",
    "plywise fit chess positions.txt --evaluation network:8 --epochs 20",
)
SETTINGS = "plywise.tuning.settings:FitSettings"
GATE = 200
"""Games of the match at the end."""


def fit(
    game: options.Game,
    files: Annotated[
        list[Path],
        typer.Argument(
            metavar="FILE…",
            parser=options.path,
            help="Labelled positions, a line each (an EPD with c9, FEN;[0.5], FEN | score | "
            "result, FEN 1-0), games (.pgn; shogi: .kif, .csa; backgammon: .mat) or runs.",
        ),
    ],
    features: run_options.Features = None,
    evaluation: run_options.Evaluation = None,
    start: Annotated[
        str | None,
        typer.Option(
            "--start",
            metavar="WEIGHTS",
            help="Weights that the fitted ones are pulled back to, by which quiescence and our "
            "own searches judge, and whom the match at the end is played against.",
            autocompletion=complete.weights,
            show_default="0; the game's standard set judges and is played against",
        ),
    ] = None,
    target: Annotated[
        str, filled(f"{SETTINGS}.target", "--target", metavar="result|score|search")
    ] = USUAL,
    blend: Annotated[
        float, filled(f"{SETTINGS}.blend", "--blend", metavar="X", parser=options.real(0))
    ] = USUAL,
    score_scale: Annotated[
        float | None,
        described(
            f"{SETTINGS}.score_scale",
            "--score-scale",
            metavar="CP",
            parser=options.real(0),
            shown="as the results say",
        ),
    ] = None,
    depth: Annotated[
        int, filled(f"{SETTINGS}.depth", "--depth", metavar="PLIES", parser=options.whole(0))
    ] = USUAL,
    strength: Annotated[
        float | None,
        described(
            f"{SETTINGS}.strength",
            "--strength",
            metavar="X",
            parser=options.real(0),
            shown="found by the unseen games",
        ),
    ] = None,
    validation: Annotated[
        float,
        filled(f"{SETTINGS}.validation", "--validation", metavar="X", parser=options.real(0)),
    ] = USUAL,
    no_quiescence: Annotated[
        bool,
        typer.Option(
            "--no-quiescence", help="Count positions as they are, not where quiescence ends."
        ),
    ] = False,
    step_size: Annotated[
        str, filled(f"{SETTINGS}.step_size", "--step-size", metavar="SPEC")
    ] = USUAL,
    epochs: Annotated[
        int, filled(f"{SETTINGS}.epochs", "--epochs", metavar="N", parser=options.whole(1))
    ] = USUAL,
    batch: Annotated[
        int, filled(f"{SETTINGS}.batch", "--batch", metavar="N", parser=options.whole(1))
    ] = USUAL,
    gate_games: Annotated[
        int,
        typer.Option(
            "--gate-games",
            metavar="N",
            parser=run_options.pairs,
            help="Games of a match at the end that says whether they play better; 0 for none.",
        ),
    ] = GATE,
    gate_depth: Annotated[
        int | None,
        typer.Option(
            "--gate-depth",
            metavar="PLIES",
            parser=options.whole(1),
            help="Plies of the searches of that match.",
            show_default="2; 1 where there are dice",
        ),
    ] = None,
    out: Annotated[
        Path | None,
        options.file(
            "--out", "Where the weights go.", show_default="fits/GAME-FEATURES.json, or -2, -3, …"
        ),
    ] = None,
    seed: Annotated[int, options.seed(f"{SETTINGS}.seed")] = USUAL,
    workers: options.Workers = None,
    trust: options.Trust = False,
    as_json: options.Json = False,
) -> None:
    """Fit weights to positions whose results, or scores, are known.

    The positions go through quiescence, and the weights are those that predict best what became of
    them: logistic regression. Some games, never single positions, are left out to judge by: they
    say how strongly to pull the weights back, and networks when to stop. Ctrl-C keeps what is
    fitted so far and ends with 130.
    """
    from dataclasses import replace

    from plywise.tuning.fit import fit_files, with_gate
    from plywise.tuning.settings import FitSettings

    settings = FitSettings(
        target=cast("Target", target), blend=blend, score_scale=score_scale, depth=depth,
        strength=strength, validation=validation, quiet=not no_quiescence, step_size=step_size,
        epochs=epochs, batch=batch, seed=seed,
    )  # fmt: skip
    found = fit_files(
        game, [options.existing(file, "file") for file in files], features=features, start=start,
        evaluation=evaluation or "linear", settings=settings, on_part=reading, on_tried=trying,
    )  # fmt: skip
    for line in found.account.told():
        output.talk(line)
    where = out or fresh_file(found)
    found = replace(found, weights=replace(found.weights, label=where.stem))
    where.parent.mkdir(parents=True, exist_ok=True)
    found.weights.save(where)
    output.talk(f"weights: {where}")
    try:
        if not found.is_whole:
            raise KeyboardInterrupt
        if gate_games:
            hands = crew(game, workers, found.weights.feature_set)
            with standing("match", gate_games) as on_pair:
                found = with_gate(
                    found, gate_games, start=start, depth=gate_depth, seed=seed, workers=hands,
                    on_pair=on_pair,
                )  # fmt: skip
    finally:  # Ctrl-C too: what was fitted is known
        fields = found.as_dict() | {"out": where}
        output.result(fields, told(found), as_json=as_json)


def reading(positions: int) -> None:
    """Say now and then how far it is."""
    if positions % (1 << 17) < (1 << 13):
        output.talk(f"{positions:,} positions read")


def trying(tried: "Tried") -> None:
    """Say what came of a strength or an epoch."""
    output.talk(
        f"{tried.at:g}: loss {tried.loss:.6f}, of games to judge by {tried.judged_loss:.6f}"
    )


def fresh_file(found: "Fitted") -> Path:
    """A file in fits/ that is not there yet, named after the weights."""
    from plywise.games.python_games import title

    name = f"{title(found.weights.game)}-{found.weights.feature_set.title}"
    path, tries = Path("fits") / f"{name}.json", 1
    while path.exists():
        tries += 1
        path = Path("fits") / f"{name}-{tries}.json"
    return path


def told(found: "Fitted") -> list[str]:
    """What was found, for people."""
    from plywise.valuing.worth import worth

    read = worth(found.weights.as_linear())
    values = read.values or {}
    rows: list[list[Any]] = [
        [name, number(read.weights[name], 3), *([number(values[name])] if values else [])]
        for name in read.features.rows
    ]
    unit = [f"{read.features.unit} = 1"] if values else []
    lines = [
        *aligned(["", "log-odds", *unit], rows),
        *([read.how] if read.how else []),
        f"loss {found.loss:.5f} fitted, {found.judged_loss:.5f} of unseen games; one half always "
        "is 0.69315",
    ]
    if found.gate is None:
        return lines
    verdict = {True: "plays better", False: "plays worse", None: "cannot be told apart"}
    better = verdict[found.plays_better]
    return [*lines, *match_lines(found.gate), f"against {found.gate.b}: {better}"]
