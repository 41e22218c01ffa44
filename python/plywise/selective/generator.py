"""Spike generators as files: made here, read by the kernel too.

A generator gives for the features of a position, and for its value by an evaluation, the spikes
that a selective search works with. What stands here is the plain reading of such a file, which the
kernel's must equal.

Counts are those of the feature set `features`, in the first player's view; values and locations are
real numbers, seen by the side to move, in the units of the evaluation.
"""

from __future__ import annotations

import json
from hashlib import sha256
from pathlib import Path
from typing import Annotated, Any

from pydantic import Field, TypeAdapter, ValidationError

from plywise.checks import kind
from plywise.errors import BadInput, DamagedFile, UntrustedCode
from plywise.games.loading import reading
from plywise.regular import WEIGHTS, read_regular
from plywise.selective.generator_kinds import Constant, HandMade, NetworkSpikes, Tree, mistakes

Generator = HandMade | Constant | Tree | NetworkSpikes
_ANY: TypeAdapter[Generator] = TypeAdapter(Annotated[Generator, Field(discriminator="kind")])


def save(generator: Generator, path: str | Path) -> Path:
    """Writes a generator to a file, whole or not at all.

    >>> from tempfile import TemporaryDirectory
    >>> doubt = Constant(game="chess", features="material", relative=True,
    ...                  spread=((1.0, 0.25), (-0.5, 0.75)), spikes=2)
    >>> with TemporaryDirectory() as folder:
    ...     again = load(save(doubt, Path(folder) / "doubt.json"))
    >>> str(again.distribution([], 3.0))
    '4 (25 %), 2.5 (75 %)'
    """
    from plywise.files import as_path, write_atomically

    path = as_path(path)
    kinds = (HandMade, Constant, Tree, NetworkSpikes)
    kind("generator", generator, kinds, "give one that plywise.learning.spike_training made")
    body = generator.model_dump(mode="json", by_alias=True, exclude_none=True)
    text = json.dumps({**body, "sha256": digest(body)}, indent=1)
    write_atomically(path, text.encode())
    return path


def load(path: str | Path) -> Generator:
    """Reads a generator from its file; one that is damaged, or something else, is refused.

    A file written by hand may leave out the checksum.
    """
    from plywise.files import as_path

    path = as_path(path)
    data = read_regular(path, at_most=WEIGHTS)
    try:
        with reading(path):
            return _parsed(data)
    except ValidationError as error:
        raise DamagedFile(f"{path} is no spike generator: {mistakes(error)}") from None
    except UntrustedCode:
        raise
    except BadInput as error:
        raise type(error)(f"{path}: {error}") from None
    except (ValueError, TypeError, AttributeError, RecursionError) as error:
        raise DamagedFile(f"{path} is not a spike generator, or is damaged: {error}") from None


def _parsed(data: bytes) -> Generator:
    body = json.loads(data)
    given = body.pop("sha256", None)
    if given is not None and given != digest(body):
        raise ValueError("the checksum does not match")
    return _ANY.validate_python(body)


def resolve(what: str | Path | Generator, *, game: str | None = None) -> Generator:
    """The generator that a user means: one at hand, or a file; of that game, if one is named."""
    if isinstance(what, str | Path):
        if not _is_file(Path(what)):
            raise BadInput(f"there is no spike generator {str(what)!r}; plywise spikes makes one")
        what = load(what)
    if game is not None and what.game != game:
        raise BadInput(f"the spike generator is for {what.game}, not for {game}")
    return what


def _is_file(path: Path) -> bool:
    try:
        return path.is_file()
    except (OSError, ValueError):  # a name that no disk would take
        return False


def digest(body: dict[str, Any]) -> str:
    """The checksum of a file's fields."""
    return sha256(json.dumps(body, sort_keys=True).encode()).hexdigest()
