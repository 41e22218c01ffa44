"""`plywise show`: what a set of weights says, and the games of a run."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from plywise.cli import complete, options, output
from plywise.textual import aligned, number

if TYPE_CHECKING:
    from plywise.evaluation.weights import Weights
    from plywise.valuing.worth import Worth

EXAMPLES = options.examples(
    "plywise show chess/thesis",
    "plywise show chess/thesis-half-board --numbers",
    "plywise show runs/first --save my-weights.json",
    "plywise show runs/first --pgn games.pgn",
    "plywise show chess/plywise --position start",
    "plywise show chess/thesis-half-board --export c --centipawns --a1-first",
)
MOST_ROWS = 256
"""Weights of a set with stages that are listed one by one."""
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
    position: Annotated[
        str | None,
        typer.Option(
            "--position",
            metavar="POSITION",
            help="Explain this position (a FEN for chess), or `start`: what each term adds.",
        ),
    ] = None,
    export: Annotated[
        str | None,
        typer.Option(
            "--export",
            metavar="FORM",
            help="Print them for other programs instead, as `c`, `rust`, `python`, `json`, `csv` "
            "or `uci` (options of an engine).",
            autocompletion=complete.weight_exports,
        ),
    ] = None,
    centipawns: Annotated[
        bool,
        typer.Option(
            "--centipawns", help="With --export: whole hundredths of the unit, as engines count."
        ),
    ] = False,
    a1_first: Annotated[
        bool,
        typer.Option(
            "--a1-first", help="With --export: tables begin with the first player's own side."
        ),
    ] = False,
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
    from plywise.valuing.weights_export import export as exported
    from plywise.valuing.weights_export import sheet
    from plywise.valuing.worth import worth

    refuse_unknown_export(export, centipawns or a1_first)
    chosen = resolve(weights, last=last)
    linear = chosen.as_linear()
    read = worth(linear, load(weights) if Path(weights).is_dir() else None)
    if export is not None:
        what = sheet(chosen, read, centipawns=centipawns, a1_first=a1_first)
        text = exported(what, export)
        output.result({"form": export, "text": text}, text.splitlines(), as_json=as_json)
        return
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
    if position is not None:
        explain(chosen, position, as_json=as_json)
        return
    if chosen.shape.kind == BOARD:
        from plywise.cli.units import as_json as units

        fields["units"] = units(chosen)
    output.result(fields, lines(read, chosen, numbers=numbers), as_json=as_json)


def refuse_unknown_export(form: str | None, is_told_how: bool) -> None:
    """An error for a form that is none, and for saying how to write where nothing is written."""
    from plywise.errors import BadSetting
    from plywise.valuing.weights_export import writer

    if form is not None:
        writer(form)
    elif is_told_how:
        raise BadSetting("--centipawns and --a1-first say how --export writes; give it too")


def explain(chosen: "Weights", position: str, *, as_json: bool) -> None:
    """What each term adds to the value of a position, in the first player's view."""
    import plywise as pw
    from plywise.errors import BadInput
    from plywise.evaluation import account

    if chosen.evaluation != "linear":
        raise BadInput(
            f"{chosen.label} is a {chosen.evaluation}, whose value is no sum of terms; "
            "`eval` of the engine tells what it predicts"
        )
    rules = pw.game(chosen.game)
    place = rules.start() if position == "start" else rules.position(position)
    evaluation, root = chosen.kernel(), place.kernel
    stage = chosen.feature_set.stage(place)
    told = [f"{chosen.label}: {chosen.game}, {chosen.features}", str(place)]
    told += [f"stage: {stage}"] if stage else []
    value = evaluation.real_value(root)
    fields = {
        "game": chosen.game,
        "features": chosen.features,
        "label": chosen.label,
        "position": str(place),
        "stage": stage,
        "value": value,
        "terms": account.as_json(root, evaluation),
    }
    output.result(fields, [*told, *account.lines(root, evaluation)], as_json=as_json)


def lines(read: "Worth", chosen: "Weights", *, numbers: bool) -> list[str]:
    """The weights as a table, and their boards."""
    from plywise.cli.boards import drawn

    if read.features.stages and len(read.features) > MOST_ROWS:
        return _by_stages(read, chosen, numbers=numbers)
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


def _by_stages(read: "Worth", chosen: "Weights", *, numbers: bool) -> list[str]:
    """Thousands of weights: a column a stage, groups by their range, and boards side by side."""
    from plywise.cli.boards import drawn

    features, size = read.features, read.size or 1.0
    value = {name: weight / size for name, weight in read.weights.items()}
    blocks = features.blocks
    drawn_ones = {features.names[i] for table in features.tables for i in table.features}
    of_first = [name for name in features.names if name.startswith(f"{blocks[0]}.")]
    alone = [name.removeprefix(f"{blocks[0]}.") for name in of_first if name not in drawn_ones]
    rows = [[name, *(number(value[f"{b}.{name}"], 3) for b in blocks)] for name in alone]
    kinds = list(dict.fromkeys(table.kind for table in features.tables))
    of = {
        (t.kind, t.block): [value[features.names[i]] for i in t.features] for t in features.tables
    }
    ranges = [
        [
            f"{kind} ({len(of[kind, blocks[0]])})",
            *(f"{min(of[kind, b]):.2f} to {max(of[kind, b]):.2f}" for b in blocks),
        ]
        for kind in kinds
    ]
    order = {kind: place for place, kind in enumerate(kinds)}
    pairs = zip(features.tables, read.boards, strict=True)
    boards = [board for t, board in sorted(pairs, key=lambda p: order[p[0].kind]) if not t.is_row]
    unit = f"{features.unit} = 1" if read.size else "raw weights"
    return [
        f"{chosen.label}: {chosen.game}, {chosen.features}, {len(features)} weights, {unit}",
        *aligned(["", *blocks], rows),
        "",
        *aligned(["groups, least to most", *blocks], ranges),
        "",
        *drawn(boards, chosen.game, numbers=numbers),
    ]


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
