"""The hidden units of a board network on a terminal: what each likes, as boards."""

from typing import TYPE_CHECKING, Any

from plywise.cli.boards import drawn

if TYPE_CHECKING:
    from plywise.evaluation.board_units import Unit
    from plywise.evaluation.weights import Weights

SHOWN = 3
"""Units whose boards are drawn; the others are told in a line."""


def as_json(weights: "Weights") -> list[dict[str, Any]]:
    """All units, those that say most first."""
    from plywise.evaluation.board_units import units

    return [
        {
            "unit": unit.name,
            "share": unit.share,
            "middle": unit.worths[0],
            "end": unit.worths[1],
            "to_move": unit.to_move,
        }
        for unit in units(weights)
    ]


def lines(weights: "Weights", *, numbers: bool) -> list[str]:
    """The units that say most with their boards, and what share the others have."""
    from plywise.evaluation.board_units import units

    found = units(weights)
    told: list[str] = []
    for unit in found[:SHOWN]:
        told += ["", _heading(unit), *drawn(unit.boards, weights.game, numbers=numbers)]
    others = ", ".join(f"{unit.name} {100 * unit.share:.0f} %" for unit in found[SHOWN:])
    return [*told, *(["", f"other units: {others}"] if others else [])]


def _heading(unit: "Unit") -> str:
    middle, end = unit.worths
    return (
        f"unit {unit.name}: {100 * unit.share:.0f} % of what units say; worth {middle:+.2f} in the "
        f"middle game, {end:+.2f} in the end; having the move {unit.to_move:+.2f}. "
        "Orange is good for the side that looks:"
    )
