"""Values for other programs: JSON, Fairy-Stockfish's variant file, constants in three languages."""

import json
import re
from collections.abc import Callable, Iterable
from typing import Final

from plywise import _kernel
from plywise.evaluation.features import Table
from plywise.games.python_games import title
from plywise.naming import unknown
from plywise.textual import plain
from plywise.valuing.fairy import variants_ini
from plywise.valuing.result import Values


def export(found: Values, form: str) -> str:
    """The values as a text in one of the `FORMS`.

    >>> found = Values(game="chess", features="material", depth=2, seeds=(1,), games=(500,),
    ...                runs=((0.5, 1.5, 1.5, 2.5, 4.5),))
    >>> print(export(found, "python"), end="")
    # What pieces are worth in chess: material, pawn = 1.
    # 1 seed of 500 games at depth 2; made by plywise ...
    PAWN = 1.0
    KNIGHT = 3.0
    BISHOP = 3.0
    ROOK = 5.0
    QUEEN = 9.0
    >>> export(found, "pascal")
    Traceback (most recent call last):
    ...
    plywise.UnknownName: unknown form of export 'pascal' (known: c, json, python, rust, ...)
    """
    return writer(form)(found)


def writer(form: str) -> Callable[[Values], str]:
    """What writes that form."""
    if form not in FORMS:
        raise unknown("form of export", form, FORMS)
    return FORMS[form]


def _json(found: Values) -> str:
    return json.dumps(plain(found.as_dict()), indent=1, ensure_ascii=False) + "\n"


def _rust(found: Values) -> str:
    """A module with a constant for each value; boards are arrays of rows, the far side first."""
    lines = [f"//! {line}" for line in _heading(found)]
    lines += [
        f"pub const {name}: f64 = {value!r};{_comment(' // ', error)}"
        for name, value, error in _singles(found)
    ]
    for name, rows in _boards(found):
        kind = f"[[f64; {len(rows[0])}]; {len(rows)}]"
        lines += [
            f"pub const {name}: {kind} = [",
            *(f"    {row}," for row in map(_listed, rows)),
            "];",
        ]
    return "\n".join(lines) + "\n"


def _c(found: Values) -> str:
    """A header; its names begin with the game's, since C has one room for all."""
    prefix = constant(title(found.game))
    guard = f"{prefix}_VALUES_H"
    lines = [*(f"/* {line} */" for line in _heading(found)), f"#ifndef {guard}", f"#define {guard}"]
    lines += [
        f"static const double {prefix}_{name} = {value!r};{_comment(' /* ', error, ' */')}"
        for name, value, error in _singles(found)
    ]
    for name, rows in _boards(found):
        lines += [
            f"static const double {prefix}_{name}[{len(rows)}][{len(rows[0])}] = {{",
            *(f"    {{{_listed(row)[1:-1]}}}," for row in rows),
            "};",
        ]
    return "\n".join([*lines, "#endif"]) + "\n"


def _python(found: Values) -> str:
    """A module with a constant for each value; boards are tuples of rows, the far side first."""
    lines = [f"# {line}" for line in _heading(found)]
    lines += [
        f"{name} = {value!r}{_comment('  # ', error)}" for name, value, error in _singles(found)
    ]
    for name, rows in _boards(found):
        lines += [f"{name} = (", *(f"    ({_listed(row)[1:-1]})," for row in rows), ")"]
    return "\n".join(lines) + "\n"


FORMS: Final[dict[str, Callable[[Values], str]]] = {
    "json": _json,
    "variants-ini": variants_ini,
    "rust": _rust,
    "c": _c,
    "python": _python,
}


def constant(text: str) -> str:
    """A name that every language takes for a constant.

    >>> constant("three-check"), constant("promoted pawn"), constant("3check")
    ('THREE_CHECK', 'PROMOTED_PAWN', '_3CHECK')
    """
    plain_name = re.sub(r"[^0-9A-Z]+", "_", text.upper()).strip("_")
    return f"_{plain_name}" if plain_name[:1].isdigit() else plain_name


def _heading(found: Values) -> list[str]:
    unit = f"{found.unit} = 1" if found.is_normalised else "as learnt"
    seeds = f"{len(found.seeds)} seed{'s' if len(found.seeds) > 1 else ''}"
    depth = "" if found.depth is None else f" at depth {found.depth}"
    return [
        f"What pieces are worth in {title(found.game)}: {found.features}, {unit}.",
        f"{seeds} of {max(found.games)} games{depth}; made by plywise {_kernel.version}",
    ]


def _singles(found: Values) -> Iterable[tuple[str, float, float | None]]:
    """Name, value and error of what is not on a board."""
    errors = found.errors or {}
    for name in found.rows:
        yield constant(name), _rounded(found.values[name]), errors.get(name)


def _boards(found: Values) -> Iterable[tuple[str, list[list[float]]]]:
    """Name and rows of each board; a place without a weight has 0."""
    names, values = found.feature_set.names, found.values

    def rows(table: Table) -> list[list[float]]:
        return [
            [0.0 if cell is None else _rounded(values[names[cell]]) for cell in row]
            for row in table.rows
        ]

    for table in found.feature_set.tables:
        yield f"{constant(table.name)}_PLACES", rows(table)


def _rounded(value: float) -> float:
    """To thousandths: what follows is far below any error."""
    return round(value, 3) + 0.0  # no −0.0


def _comment(begin: str, error: float | None, end: str = "") -> str:
    return "" if error is None else f"{begin}± {error:.3f}{end}"


def _listed(row: list[float]) -> str:
    return f"[{', '.join(map(repr, row))}]"
