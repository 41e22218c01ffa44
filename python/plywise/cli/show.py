"""`plywise show`: what a set of weights says, and the games of a run."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from plywise.cli import complete, options, output
from plywise.textual import aligned, number

if TYPE_CHECKING:
    from plywise.evaluation.weights import Weights

EXAMPLES = options.examples(
    "plywise show chess/thesis",
    "plywise show runs/first --save my-weights.json",
    "plywise show runs/first --pgn games.pgn",
)


def show(
    weights: Annotated[
        str,
        typer.Argument(
            metavar="WEIGHTS",
            help="A weights file, a run directory or a built-in set.",
            autocompletion=complete.weights,
        ),
    ],
    last: options.Last = False,
    save: Annotated[
        Path | None,
        typer.Option("--save", metavar="FILE", help="Also write them as a weights file."),
    ] = None,
    pgn: Annotated[
        Path | None,
        typer.Option("--pgn", metavar="FILE", help="Also write all games of a run as PGN."),
    ] = None,
    as_json: options.Json = False,
) -> None:
    """Show weights as they are and normalised to a pawn of 1.

    A run shows the mean of the last half of its games; `--last` takes those after its last game.
    """
    from plywise.evaluation.weights import resolve

    chosen = resolve(weights, last=last)
    fields: dict[str, Any] = {
        "game": chosen.game,
        "features": chosen.features,
        "label": chosen.label,
        "weights": chosen.as_dict(),
        "normalised": normalised(chosen),
        "made_by": chosen.made_by,
    }
    if save is not None:
        chosen.save(save)
        output.talk(f"weights written to {save}")
    if pgn is not None:
        fields["pgn"] = write_pgn(weights, pgn)
    output.result(fields, lines(chosen), as_json=as_json)


def lines(chosen: "Weights") -> list[str]:
    """The weights as a table."""
    unit, values = chosen.names[0], normalised(chosen)
    rows = [
        [name, number(value, 3), number((values or {}).get(name))]
        for name, value in chosen.as_dict().items()
    ]
    told = [
        f"{chosen.label}: {chosen.game}, {chosen.features}",
        *aligned(["", "weight", f"{unit} = 1"], rows),
    ]
    return told if values else [*told, f"the {unit} is not above 0: it cannot be the unit"]


def normalised(chosen: "Weights") -> dict[str, float] | None:
    """The weights over that of the unit; None where the unit is not above 0 and means nothing."""
    return chosen.normalised() if chosen.values[0] > 0 else None


def write_pgn(run: str, path: Path) -> Path:
    """All games of a run in a PGN file."""
    import plywise as pw
    from plywise.errors import BadInput

    if not Path(run).is_dir():
        raise BadInput(f"only a run directory has games to write, and {run!r} is none")
    written = pw.load(run).pgn(path)
    output.talk(f"games written to {written}")
    return written
