"""`plywise why`: what each move of a game did to the weights."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from plywise.cli import options, output
from plywise.errors import BadSetting

if TYPE_CHECKING:
    from plywise.runs.why import Moved, Why

EXAMPLES = options.examples(
    "plywise why runs/first 12",
    "plywise why runs/first 12 --weight queen",
    "plywise why runs/first --weight queen",
)
COLUMNS = 4
"""So many weights stand beside each other at most."""


def why(
    run: Annotated[
        Path, typer.Argument(metavar="RUN", parser=options.path, help="A run directory.")
    ],
    game: Annotated[
        int | None,
        typer.Argument(
            metavar="GAME",
            parser=options.whole(1, "games count from 1"),
            help="The number of a game; without one, --weight lists those that moved it most.",
        ),
    ] = None,
    weight: Annotated[
        list[str] | None,
        typer.Option(
            "--weight",
            metavar="NAME",
            help="What is to be told; repeatable.",
            show_default=f"the {COLUMNS} that moved most",
        ),
    ] = None,
    trust: options.Trust = False,
    as_json: options.Json = False,
) -> None:
    """Tell why weights moved: what each move of a game did to them.

    The game is played again from its own seed and weights. For each of its searches there are the
    prediction, the difference to the next one, and its part in the change of each weight. The parts
    add up to the change.
    """
    from plywise.runs.run import load
    from plywise.runs.why import moved_most, why

    options.existing(run, "run")
    of = load(run, trust=trust)
    if game is None:
        if not weight or len(weight) > 1:
            raise BadSetting("name a game, as in 'plywise why RUN 12', or one --weight")
        found = moved_most(of, weight[0])
        told = {"weight": weight[0], "games": [vars(one) for one in found]}
        output.result(told, most_lines(weight[0], found), as_json=as_json)
        return
    reasons = why(of, game)
    chosen = weight or reasons.most(COLUMNS)
    fields: dict[str, Any] = reasons.as_dict(weight)
    output.result({"run": str(run), **fields}, why_lines(reasons, chosen), as_json=as_json)


def most_lines(weight: str, found: "list[Moved]") -> list[str]:
    """The games that moved a weight most, for people."""
    lines = [f"{'game':>12}  {weight}"]
    for one in found:
        first = one.game - one.games + 1
        games = str(one.game) if one.games == 1 else f"{first}-{one.game}"
        lines.append(f"{games:>12}  {one.change:+.6f}")
    return lines


def why_lines(found: "Why", weights: list[str]) -> list[str]:
    """A game move by move, for people: a column for each of the weights."""
    first, second = found.players
    lines = [
        f"game {found.game}: {first} v {second}, {found.outcome:g} for the first ({found.reason}); "
        f"played with the weights after game {found.version}, λ {found.trace_decay:.3f}",
    ]
    if not weights:
        return [*lines, "no weight moved"]
    if found.waits:
        lines.append("the change waits until its batch is full")
    widths = [max(11, len(name)) for name in weights]
    head = "  ".join(f"{name:>{width}}" for name, width in zip(weights, widths, strict=True))
    lines += ["", f"{'move':<12}  prediction  difference  {head}"]
    places = [found.place(name) for name in weights]

    def row(label: str, prediction: str, difference: str, numbers: Any) -> str:
        told = "  ".join(
            f"{numbers[place]:>+{width}.6f}" for place, width in zip(places, widths, strict=True)
        )
        return f"{label:<12}  {prediction:>10}  {difference:>10}  {told}".rstrip()

    for move in found.moves:
        dots = "." if move.mover == 0 else "..."
        label = f"{move.ply // 2 + 1}{dots}{move.notation}"
        shown = (_number(move.prediction, ".4f"), _number(move.difference, "+.4f"))
        lines.append(row(label, *shown, move.shares))
    if any(found.earlier[place] for place in places):
        lines.append(row("earlier games", "", "", found.earlier))
    return [*lines, row("change", "", "", found.change)]


def _number(value: float | list[float], form: str) -> str:
    """One number, or several after each other."""
    values = value if isinstance(value, list) else [value]
    return " ".join(format(one, form) for one in values)
