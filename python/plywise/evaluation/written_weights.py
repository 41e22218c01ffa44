"""Weights as people write them: `1:3:3:5:9`, `pawn=1,knight=3.2,…`, a JSON mapping, a CSV."""

from __future__ import annotations

import csv
import io
import json
import re
import warnings
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from plywise import _kernel
from plywise.checks import shown
from plywise.errors import BadInput, BadSetting
from plywise.evaluation.features import FeatureSet
from plywise.evaluation.weights import Weights, usual
from plywise.naming import MOST_LISTED, listed, unknown

NUMBER: Final = r"[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?"
NUMBERS: Final = re.compile(rf"{NUMBER}(?:\s*:\s*{NUMBER})+")
KEYS: Final = ("game", "features", "weights", "label", "unit", "made_by", "scale")
"""What an object may say besides, where its weights stand under `weights`."""
HEADINGS: Final = ("feature", "name", "weight", "value")
HINT: Final = "write 1:3:3:5:9, or pawn=1,knight=3.2,… with a name for each"


def inline(text: str, game: str, features: str | None = None) -> Weights | None:
    """Weights that are written out, perhaps with their game: `shogi/pawn=1,lance=3,…`.

    None for a text that is none.

    >>> inline("1:3:3:5:9", "chess").as_dict()["queen"]
    9.0
    >>> inline("pawn=1,knight=3.2,bishop=3.3,rook=5,queen=9.5", "chess").values
    (1.0, 3.2, 3.3, 5.0, 9.5)
    >>> inline("chess/standart", "chess") is None
    True
    """
    head, slash, rest = text.partition("/")
    if slash and head in _kernel.games():
        return inline(rest, head, features)
    text = text.strip()
    if NUMBERS.fullmatch(text):
        return of_numbers([float(part) for part in text.split(":")], game, features, text)
    if "=" not in text or "/" in text:
        return None
    pairs = [part.partition("=") for part in text.split(",") if part.strip()]
    if not all(equals and re.fullmatch(r"[\w. -]+", name) for name, equals, _ in pairs):
        return None
    named = _named(((name.strip(), value.strip()) for name, _, value in pairs), text)
    return of_mapping(named, game, features, text)


def of_text(text: str, path: Path, game: str, features: str | None) -> Weights | None:
    """The weights in a file that plywise did not write: JSON or CSV; None if it is neither."""
    begin = text.lstrip("\ufeff \t\r\n")[:1]
    if begin in ("{", "["):
        return _of_json(json.loads(text.removeprefix("\ufeff")), path, game, features)
    if path.suffix.lower() != ".csv":
        return inline(text, game, features) if text.strip() and "\n" not in text.strip() else None
    rows = [row for row in csv.reader(io.StringIO(text.removeprefix("\ufeff"))) if any(row)]
    rows = [row for row in rows if not row[0].lstrip().startswith("#")]
    if rows and rows[0][0].strip().lower() in HEADINGS:
        rows = rows[1:]
    if not rows:
        return None
    for number, row in enumerate(rows, start=1):
        if len(row) < 2:
            raise BadInput(f"{path}, row {number}: {shown(row)} is no name and a number")
    named = _named(((row[0].strip(), row[1].strip()) for row in rows), str(path))
    return of_mapping(named, game, features, path.stem)


def _of_json(body: Any, path: Path, game: str, features: str | None) -> Weights | None:
    if isinstance(body, dict) and isinstance(body.get("weights"), dict | list):
        if strange := sorted(set(body) - set(KEYS)):
            raise unknown("entry of a weights file", strange[0], KEYS)
        game, features = str(body.get("game", game)), body.get("features", features)
        body = body["weights"]
    if not body or not isinstance(body, dict | list):
        return None
    if isinstance(body, list):
        return of_numbers(body, game, features, path.stem)
    return of_mapping(_named(body.items(), str(path)), game, features, path.stem)


def of_numbers(numbers: Sequence[Any], game: str, features: str | None, label: str) -> Weights:
    """Numbers in the order of the features: of the set that is named, or of the first that fits."""
    values = list(_named(((str(n), v) for n, v in enumerate(numbers)), label).values())
    sets = _tried(game, features)
    for name in sets:
        if len(FeatureSet.named(game, name)) == len(values):
            return Weights(game=game, features=name, values=tuple(values), label=label)
    names = FeatureSet.named(game, sets[0]).names
    raise BadSetting(
        f"{len(values)} numbers, but {sets[0]!r} of {game} has {len(names)} features: "
        f"{listed(names)}"
    )


def of_mapping(named: Mapping[str, float], game: str, features: str | None, label: str) -> Weights:
    """Weights by the names of features; what is no piece and not named has 0.

    The set is the one that is named, or the first with all these features, of the game or of any.
    Pieces that are not named have their usual values, in the unit that is given: it is said.

    >>> of_mapping({"pawn": 2, "knight": 6, "bishop": 6, "rook": 10, "queen": 18, "centre": 1},
    ...            "chess", None, "mine").features
    'centre'
    """
    if not named:
        raise BadSetting(f"no weights in {label!r}; {HINT}")
    counted = _set_with(named, game, features)
    values = dict.fromkeys(counted.names, 0.0) | dict(named)
    missing = [name for name in counted.pieces if name not in named]
    if missing:
        values |= _usual_pieces(missing, named, counted)
    return Weights(
        game=counted.game,
        features=counted.name,
        values=tuple(values[name] for name in counted.names),
        label=label,
    )


def _set_with(named: Mapping[str, float], game: str, features: str | None) -> FeatureSet:
    sets = [FeatureSet.named(game, name) for name in _tried(game, features)]
    others = () if features else (name for name in _kernel.games() if name != game)
    more = (FeatureSet.named(other, name) for other in others
            for name in _kernel.facts(other).feature_sets)  # fmt: skip
    for each in (*sets, *more):
        if named.keys() <= set(each.names):
            return each
    nearest = max(sets, key=lambda each: len(named.keys() & set(each.names)))
    strange = next(name for name in named if name not in nearest.names)
    raise unknown(f"feature of {nearest.name!r} of {game}", strange, nearest.names)


def _tried(game: str, features: str | None) -> list[str]:
    """The sets that weights may be of: the one that is named first, since theirs may be smaller."""
    return [*([features] if features else []), *_kernel.facts(game).feature_sets]


def _usual_pieces(
    missing: Sequence[str], named: Mapping[str, float], counted: FeatureSet
) -> dict[str, float]:
    """What pieces that nobody named are worth: as usual, in the unit that was given."""
    published = usual(counted.game)
    known = published.as_dict() if "source" in published.made_by else {}
    if not set(missing) <= known.keys() or known.get(counted.unit, 0.0) <= 0.0:
        raise BadSetting(f"no weight for {listed(missing)}; {HINT}")
    size = named.get(counted.unit, known[counted.unit]) / known[counted.unit]
    found = {name: known[name] * size for name in missing}
    said = ", ".join(f"{name}={value:g}" for name, value in list(found.items())[:MOST_LISTED])
    warnings.warn(f"not named, so taken as usual in {counted.game}: {said}", stacklevel=2)
    return found


def _named(pairs: Iterable[tuple[str, Any]], source: str) -> dict[str, float]:
    """Names with their numbers, none of them twice."""
    found: dict[str, float] = {}
    for name, value in pairs:
        if name in found:
            raise BadSetting(f"{source}: {name} is given twice")
        is_text = isinstance(value, str) and re.fullmatch(NUMBER, value)
        if not is_text and (isinstance(value, bool) or not isinstance(value, int | float)):
            raise BadSetting(f"{source}: {name} is {shown(value)}, which is no number; {HINT}")
        try:
            found[name] = float(value)
        except OverflowError:
            raise BadSetting(f"{source}: {name} is {shown(value)}, beyond every weight") from None
    return found
