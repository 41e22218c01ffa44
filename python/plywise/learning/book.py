"""Openings of a run: its games begin from the positions of a file, drawn by the seed.

The settings name the file and its digest. A run that goes on finds it there, or is told where it
lies now; a file with other positions is refused, since other games would be learnt from.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any

from plywise import _kernel
from plywise.errors import BadSetting
from plywise.files import as_path
from plywise.games.ballot import Opening
from plywise.naming import refuse_unknown
from plywise.play.openings import read_openings
from plywise.regular import GAMES, read_regular

BOOK_SEED = 0x6C65_6172_6E62_6F6F  # "learnboo": its chance is apart from the games'


@dataclass(frozen=True, kw_only=True)
class Book:
    """A file of openings."""

    file: str
    """Where it lies."""
    sha256: str
    """What tells its contents."""

    def as_dict(self) -> dict[str, Any]:
        """As settings have it."""
        return {"file": self.file, "sha256": self.sha256}

    def opening(self, number: int, *, seed: int, game: str) -> Opening:
        """The opening of game `number`: drawn, so that no game has to know those before it."""
        openings = _read(self.file, self.sha256, game)
        drawn = _kernel.random_u64(seed ^ BOOK_SEED, number, 1)[0]
        return openings[(drawn * len(openings)) >> 64]


def book(given: Any, *, game: str) -> Book | None:
    """The book that settings mean: a path, whose file is read now, or what `as_dict` gave.

    >>> book(None, game="chess") is None
    True
    """
    if given is None or isinstance(given, Book):
        return given
    if isinstance(given, Mapping):
        refuse_unknown("setting of openings", list(given), ("file", "sha256"))
        file, digest = given.get("file"), given.get("sha256")
        if not isinstance(file, str) or not isinstance(digest, str):
            raise BadSetting("openings need a file and its sha256, as a run records them")
        return Book(file=file, sha256=digest)
    path = as_path(given)
    found = Book(file=str(path.absolute()), sha256=_digest(path))
    _read(found.file, found.sha256, game)  # a bad line should not wait for its game
    return found


def _digest(path: Path) -> str:
    try:
        return sha256(read_regular(path, at_most=GAMES)).hexdigest()
    except OSError as error:
        raise BadSetting(
            f"no openings at {str(path)!r} ({error.strerror}); name their file with --openings"
        ) from None


@cache
def _read(file: str, digest: str, game: str) -> tuple[Opening, ...]:
    path = Path(file)
    if _digest(path) != digest:
        raise BadSetting(
            f"{file} has changed since the run began from its openings; give the old file with "
            "--openings, or begin another run"
        )
    return tuple(read_openings(path, game=game))
