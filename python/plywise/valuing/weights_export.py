"""Any weights for other programs: as constants and tables of a language, as data, as UCI options.

The numbers are those of the same evaluation written so that a piece has its mean value and places
what they add: the value of a position is, for each piece, its constant and what its table has at
its place, White's minus Black's, Black's places seen from Black's side.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from plywise import _kernel
from plywise.errors import BadInput, BadSetting
from plywise.evaluation.shape import LINEAR
from plywise.evaluation.weights import Weights
from plywise.games.python_games import title
from plywise.naming import unknown
from plywise.valuing.export import constant
from plywise.valuing.worth import Worth, worth

CENTIPAWNS: Final = 100


@dataclass(frozen=True, kw_only=True)
class Sheet:
    """What is written, whatever the form."""

    weights: Weights
    read: Worth
    centipawns: bool = False
    """Whether numbers are whole hundredths of the unit."""
    a1_first: bool = False
    """Whether tables begin with the first player's own side, and not with the far one."""

    @property
    def unit(self) -> str:
        """The feature that is worth 1, or 100."""
        return self.read.features.unit

    @property
    def values(self) -> dict[str, float]:
        """Every weight in the unit; as it is where there is none."""
        size = (self.read.size or 1.0) / (CENTIPAWNS if self.centipawns else 1)
        scaled = {name: value / size for name, value in self.read.weights.items()}
        if not self.centipawns:
            return {name: value + 0.0 for name, value in scaled.items()}  # no −0.0
        return {name: float(round(value)) + 0.0 for name, value in scaled.items()}

    def heading(self) -> list[str]:
        """What a reader of the file has to know."""
        features = self.read.features
        many = f"hundredths of a {self.unit}" if self.centipawns else f"{self.unit} = 1"
        size = self.read.size
        unit = (
            many
            if size is not None
            else (
                f"RAW WEIGHTS: the {self.unit} is worth {self.read.weights[self.unit]:.4g}, "
                "which is no unit"
            )
        )
        side = "first player's own side" if self.a1_first else "far side"
        rows = f"rows of tables from the {side}, as the first player sees the board"
        where = f"; {rows}" if features.tables else ""
        told = [f"{self.weights.label}: {title(features.game)}, {features.name}; {unit}{where}."]
        if self.read.how:
            told.append(f"Pieces have their mean values, tables what places add ({self.read.how}).")
        if features.stages:
            told.append(f"Stages, fixed at the root of a search: {', '.join(features.stages)}.")
        if features.phases:
            told.append("Phases, blended in every position: " + ", ".join(features.phases) + ".")
        return [*told, f"Made by plywise {_kernel.version}."]

    @cached_property
    def in_tables(self) -> set[str]:
        """The features that tables have."""
        names = self.read.features.names
        return {names[cell] for table in self.read.features.tables for cell in table.features}

    def singles(self) -> Iterator[tuple[str, str]]:
        """Name and number of what is in no table."""
        for name, value in self.values.items():
            if name not in self.in_tables:
                yield constant(name), self.number(value)

    def tables(self) -> Iterator[tuple[str, list[list[str]]]]:
        """Name and rows of each table; a place without a weight has 0."""
        names, values = self.read.features.names, self.values
        for table in self.read.features.tables:
            rows = [
                [self.number(0.0 if cell is None else values[names[cell]]) for cell in row]
                for row in table.rows
            ]
            yield f"{constant(table.name)}_PLACES", rows[::-1] if self.a1_first else rows

    def number(self, value: float) -> str:
        """As every language reads it."""
        return str(int(value)) if self.centipawns else repr(value)


def sheet(
    weights: Weights, read: Worth | None = None, *, centipawns: bool = False, a1_first: bool = False
) -> Sheet:
    """The weights ready to be written; BadInput for what is no sum of terms, or has no unit.

    >>> from plywise.evaluation.weights import resolve
    >>> sheet(resolve([-1, 3, 3, 5, 9]), centipawns=True)
    Traceback (most recent call last):
    ...
    plywise.BadSetting: the pawn is worth -1, so nothing can be measured in hundredths of it; ...
    """
    if weights.evaluation != LINEAR:
        raise BadInput(
            f"{weights.label} is a {weights.evaluation}, whose value is no sum of terms: no table "
            "can say it"
        )
    found = worth(weights) if read is None else read
    if centipawns and found.size is None:
        unit = found.features.unit
        raise BadSetting(
            f"the {unit} is worth {found.weights[unit]:.4g}, so nothing can be measured in "
            "hundredths of it; leave --centipawns out to get the raw weights"
        )
    return Sheet(weights=weights, read=found, centipawns=centipawns, a1_first=a1_first)


def export(what: Sheet, form: str) -> str:
    """The sheet in one of the `FORMS`.

    >>> from plywise.evaluation.weights import resolve
    >>> print(export(sheet(resolve("chess/standard"), centipawns=True), "c"), end="")
    /* chess/standard: chess, material; hundredths of a pawn. */
    /* Made by plywise ... */
    #ifndef CHESS_WEIGHTS_H
    #define CHESS_WEIGHTS_H
    static const int CHESS_PAWN = 100;
    static const int CHESS_KNIGHT = 300;
    static const int CHESS_BISHOP = 300;
    static const int CHESS_ROOK = 500;
    static const int CHESS_QUEEN = 900;
    #endif
    """
    return writer(form)(what)


def writer(form: str) -> Callable[[Sheet], str]:
    """What writes that form."""
    if form not in FORMS:
        raise unknown("form of export", form, FORMS)
    return FORMS[form]


def _c(what: Sheet) -> str:
    """A header; its names begin with the game's, since C has one room for all."""
    prefix = constant(title(what.read.features.game))
    kind = "int" if what.centipawns else "double"
    guard = f"{prefix}_WEIGHTS_H"
    lines = [*(f"/* {_quiet(line)} */" for line in what.heading())]
    lines += [f"#ifndef {guard}", f"#define {guard}"]
    lines += [f"static const {kind} {prefix}_{name} = {v};" for name, v in what.singles()]
    for name, rows in what.tables():
        head = f"static const {kind} {prefix}_{name}[{len(rows)}][{len(rows[0])}] = {{"
        lines += [head, *(f"    {{{', '.join(row)}}}," for row in rows), "};"]
    return "\n".join([*lines, "#endif"]) + "\n"


def _rust(what: Sheet) -> str:
    """A module."""
    kind = "i32" if what.centipawns else "f64"
    lines = [f"//! {line}" for line in what.heading()]
    lines += [f"pub const {name}: {kind} = {v};" for name, v in what.singles()]
    for name, rows in what.tables():
        head = f"pub const {name}: [[{kind}; {len(rows[0])}]; {len(rows)}] = ["
        lines += [head, *(f"    [{', '.join(row)}]," for row in rows), "];"]
    return "\n".join(lines) + "\n"


def _python(what: Sheet) -> str:
    """A module."""
    lines = [f"# {line}" for line in what.heading()]
    lines += [f"{name} = {v}" for name, v in what.singles()]
    for name, rows in what.tables():
        lines += [f"{name} = (", *(f"    ({', '.join(row)},)," for row in rows), ")"]
    return "\n".join(lines) + "\n"


def _json(what: Sheet) -> str:
    """An object that is taken back wherever weights are asked for."""
    values = {name: int(value) if what.centipawns else value for name, value in what.values.items()}
    body = {
        "game": what.weights.game, "features": what.weights.features,
        "unit": " ".join(what.heading()), "weights": values,
    }  # fmt: skip
    return json.dumps(body, indent=1, ensure_ascii=False) + "\n"


def _csv(what: Sheet) -> str:
    """A name and a number a row."""
    lines = [f"# {line}" for line in what.heading()]
    rows = [f"{name},{what.number(value)}" for name, value in what.values.items()]
    return "\n".join([*lines, "feature,weight", *rows]) + "\n"


def _uci(what: Sheet) -> str:
    """An option a weight, for engines that are tuned through them: whole numbers alone."""
    if not what.centipawns:
        what = sheet(what.weights, what.read, centipawns=True, a1_first=what.a1_first)
    return "".join(
        f"setoption name {name} value {what.number(value)}\n" for name, value in what.values.items()
    )


def _quiet(text: str) -> str:
    """A text that ends no comment of C."""
    return text.replace("*/", "* /")


FORMS: Final[dict[str, Callable[[Sheet], str]]] = {
    "c": _c,
    "rust": _rust,
    "python": _python,
    "json": _json,
    "csv": _csv,
    "uci": _uci,
}
