"""`plywise show`: what a set of weights says, and the games of a run."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from plywise.cli import options, output
from plywise.textual import aligned, number

if TYPE_CHECKING:
    from plywise.evaluation.weights import Weights
    from plywise.valuing.worth import Worth

EXAMPLES = options.examples(
    "plywise show chess/thesis",
    "plywise show chess/thesis-half-board --numbers",
    "plywise show runs/first --save my-weights.json",
    "plywise show runs/first --pgn games.pgn",
)
BOARD = "board"
"""The kind of networks whose units are shown on boards."""


def show(
    weights: options.WeightsNamed,
    last: options.Last = False,
    numbers: Annotated[
        bool, typer.Option("--numbers", help="Write the values on the boards.")
    ] = False,
    save: Annotated[
        Path | None,
        options.file("--save", "Also write them as a weights file."),
    ] = None,
    pgn: Annotated[
        Path | None,
        options.file("--pgn", "Also write all games of a run as PGN, or a text like it."),
    ] = None,
    trust: options.Trust = False,
    as_json: options.Json = False,
) -> None:
    """Show weights as they are and in units, in chess a pawn of 1; tables of places as boards.

    A run shows the mean of the last half of its games; `--last` takes those after its last game.
    Where places have weights too, a piece is shown at its typical value: by how often the games of
    the run saw it on each place, or without a run as the mean over all places. Boards show what a
    piece is worth on each place: orange above the mean of the board, blue below it. Of a board
    network the units that say most are shown so too.
    """
    from plywise.evaluation.weights import resolve
    from plywise.runs.run import load
    from plywise.valuing.worth import worth

    chosen = resolve(weights, last=last)
    linear = chosen.as_linear()
    read = worth(linear, load(weights) if Path(weights).is_dir() else None)
    fields: dict[str, Any] = {
        "game": chosen.game,
        "features": chosen.features,
        "label": chosen.label,
        "weights": chosen.as_dict(),
        "normalised": read.values,
        "made_by": chosen.made_by,
    }
    if save is not None:
        chosen.save(save)
        output.talk(f"weights written to {save}")
    if pgn is not None:
        fields["pgn"] = write_pgn(weights, pgn)
    if read.how:
        fields["how"] = read.how
    if read.features.stages:
        fields["stages"] = list(read.features.stages)
    if chosen is not linear:
        fields |= {"evaluation": chosen.evaluation, "one_more": linear.as_dict()}
    if chosen.shape.kind == BOARD:
        from plywise.cli.units import as_json as units

        fields["units"] = units(chosen)
    output.result(fields, lines(read, chosen, numbers=numbers), as_json=as_json)


def lines(read: "Worth", chosen: "Weights", *, numbers: bool) -> list[str]:
    """The weights as a table, and their boards."""
    from plywise.cli.boards import drawn

    unit, raw = read.features.unit, chosen.as_linear().as_dict()
    # Where places have weights, a piece is worth more than its own: so also without a unit.
    values = read.values or (read.weights if read.how else {})
    rows = [
        [name, number(raw[name], 3), *([number(values[name])] if values else [])]
        for name in read.features.rows
    ]
    heading = f"{unit} = 1" if read.size else "value, raw"
    told = [
        f"{chosen.label}: {chosen.game}, {chosen.features}",
        *_told_of_shape(chosen),
        *([f"stages: {', '.join(read.features.stages)}"] if read.features.stages else []),
        *aligned(["", "weight", *([heading] if values else [])], rows),
        *([read.how] if read.how else []),
    ]
    if not read.size:
        told.append(f"the {unit} is not above 0: it cannot be the unit")
    if read.boards:
        told += ["", *drawn(read.boards, chosen.game, numbers=numbers)]
    if chosen.shape.kind == BOARD:
        from plywise.cli.units import lines as units

        told += units(chosen, numbers=numbers)
    return told


def _told_of_shape(chosen: "Weights") -> list[str]:
    if chosen.evaluation == "linear":
        return []
    if chosen.shape.kind == BOARD:
        return [
            f"a {chosen.evaluation} with {len(chosen.values)} weights: those of the features here, "
            "to which its units add"
        ]
    return [
        f"a {chosen.evaluation} with {len(chosen.values)} weights; what one more of each feature "
        "is worth where all else is even, in log-odds"
    ]


def write_pgn(run: str, path: Path) -> Path:
    """All games of a run in a PGN file."""
    import plywise as pw
    from plywise.errors import BadInput

    if not Path(run).is_dir():
        raise BadInput(f"only a run directory has games to write, and {run!r} is none")
    written = pw.load(run).pgn(path)
    output.talk(f"games written to {written}")
    return written
