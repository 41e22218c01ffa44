"""Weight sets on the disk, with a checksum, and what else a path can mean: a run directory.

It stands apart from `weights` since an engine that plays a built-in set starts without it.
"""

from __future__ import annotations

import errno
import json
import warnings
from array import array
from base64 import b64decode, b64encode
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from hashlib import sha256
from pathlib import Path
from typing import Any

from plywise.errors import BadInput, BadSetting, DamagedFile
from plywise.evaluation.features import FeatureSet
from plywise.evaluation.shape import LINEAR
from plywise.evaluation.weights import Weights, built_in, over, published_set, weight_sets
from plywise.games.loading import reading
from plywise.hooks import hook
from plywise.naming import listed, refuse_unknown, unknown
from plywise.regular import WEIGHTS, read_regular

FORMAT = "plywise-weights-1"
NARROW = "float32"
"""What stands before the numbers of a large network: four bytes each, in base 64."""


def write(weights: Weights, path: str | Path) -> Path:
    """Write a set, whole or not at all; where it is then."""
    from plywise.files import as_path, write_atomically

    path = as_path(path)
    body = {"format": FORMAT, **asdict(weights), "names": list(weights.names)}
    if stages := weights.feature_set.stages:
        body["stages"] = list(stages)
    if weights.evaluation == LINEAR:
        del body["evaluation"]  # files of linear sets are as they were before there were others
    if weights.shape.is_narrow:
        body |= {"values": {NARROW: _packed(weights.values)}, "names": []}
    text = json.dumps({"sha256": checksum(body), **body}, indent=1)
    write_atomically(path, text.encode())
    return path


class EditedFile(UserWarning):
    """A weights file was changed since plywise wrote it; it is taken as it is."""


def read(
    path: str | Path, *, trust: bool = False, game: str = "chess", features: str | None = None
) -> Weights:
    """The set in a file; code that it names is refused unless you `trust` it.

    It is one that `write` wrote, perhaps changed by hand since, or a JSON mapping or a CSV of names
    and numbers; the latter belong to `features` of `game`, or to the first set that has them.
    """
    from plywise.files import as_path

    path = as_path(path)
    data = read_regular(path, at_most=WEIGHTS)
    with reading(path, trust=trust):
        return _parsed(data, path) if _is_ours(data) else _foreign(data, path, game, features)


def weights_at(
    what: str | Path, *, last: bool, game: str = "chess", features: str | None = None
) -> Weights:
    """The set of a built-in name, a file, a run directory, or of weights that are written out.

    UnknownName where there is none.
    """
    if published_set(str(what)):
        return built_in(str(what))
    path = Path(what)
    if _exists(path) and path.is_dir():
        found: Weights = hook("run")(path).as_weights(last=last)
        return found
    if _exists(path):
        return read(path, game=game, features=features)
    from plywise.evaluation.written_weights import inline

    if isinstance(what, str) and (written := inline(what, game, features)) is not None:
        return written
    known = weight_sets()
    is_set = any(str(what).partition("/")[0] == name.partition("/")[0] for name in known)
    kind = "weight set" if is_set else "weights file, run directory or weight set"
    raise unknown(kind, str(what), known)


def checksum(body: Mapping[str, Any]) -> str:
    """The checksum of a file's body.

    >>> checksum({"game": "chess"})[:8]
    '66a33229'
    """
    return sha256(json.dumps(body, sort_keys=True).encode()).hexdigest()


def _is_ours(data: bytes) -> bool:
    """Whether a file is meant to be one that `write` wrote, whatever became of it."""
    return b'"sha256"' in data[:4096] or b'"format"' in data[:4096]


def _foreign(data: bytes, path: Path, game: str, features: str | None) -> Weights:
    """The weights of a file that somebody else wrote."""
    from plywise.evaluation.written_weights import of_text

    try:
        found = of_text(data.decode(), path, game, features)
    except (ValueError, RecursionError) as error:
        if isinstance(error, BadInput):
            raise type(error)(f"{path}: {error}") from None
        raise DamagedFile(f"{path} is not a weights file, or is damaged: {error}") from error
    if found is None:
        raise DamagedFile(
            f"{path} is not a weights file, or is damaged: neither plywise wrote it, nor is it a "
            "JSON mapping or a .csv of names and numbers"
        )
    return found


def _parsed(data: bytes, path: str | Path) -> Weights:
    try:
        body = json.loads(data)
        told = body.pop("sha256", None)
        edited = told != checksum(body)
        # Packed numbers are changed by no hand.
        if body["format"] != FORMAT or (edited and isinstance(body["values"], dict)):
            raise ValueError("the checksum or the format does not match")
        names = tuple(body.pop("names"))
        del body["format"]
        _refuse_other_stages(body, body.pop("stages", []))
        weights = Weights(**{**body, "values": _unpacked(body["values"])})
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        if isinstance(error, BadInput):
            raise type(error)(f"{path}: {error}") from None
        raise DamagedFile(f"{path} is not a weights file, or is damaged: {error}") from error
    if names != weights.names and not weights.shape.is_narrow:
        raise DamagedFile(
            f"{path} names the features {listed(list(map(str, names)))}, but "
            f"{over(weights.evaluation)}{weights.features!r} has {listed(weights.names)}"
        )
    if edited:
        warnings.warn(
            f"{path} was changed since plywise wrote it; it is taken as it is, and `plywise show "
            "FILE --save FILE` seals it anew",
            EditedFile,
            stacklevel=2,
        )
    return weights


def _packed(values: Sequence[float]) -> str:
    """The values as 32-bit numbers: those of a network are no others.

    >>> _unpacked({NARROW: _packed([0.5, -2.0])})
    (0.5, -2.0)
    """
    return b64encode(array("f", values).tobytes()).decode()


def _unpacked(told: Any) -> tuple[float, ...]:
    if not isinstance(told, dict):
        return tuple(told)
    numbers = array("f")
    numbers.frombytes(b64decode(told[NARROW], validate=True))
    return tuple(numbers)


def _refuse_other_stages(body: Mapping[str, Any], stages: Sequence[str]) -> None:
    """A BadInput if a file is of other stages than the feature set that it names."""
    features = FeatureSet.named(body["game"], body["features"])
    if tuple(stages) == features.stages:
        return
    refuse_unknown(f"stage of {features.name!r} of {features.game}", stages, features.stages)
    raise BadSetting(
        f"weights for the stages {', '.join(stages) or 'of no set'}, but {features.name!r} of "
        f"{features.game} has {', '.join(features.stages)}: give weights for all of them"
    )


def _exists(path: Path) -> bool:
    try:
        return path.exists()
    except OSError as error:
        if error.errno == errno.ENAMETOOLONG:
            return False
        raise
