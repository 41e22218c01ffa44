"""What lies below the folders that are served, by names that lead nowhere else.

A name is the path below its folder with `~` for `/`. Only folders that are found there by walking
down, without following links, have a name; so no name leads out.
"""

import os
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import quote

from plywise.errors import BadInput

DEEPEST = 6
"""Folders within folders that are looked into."""
MOST = 4096
"""Folders that are listed at most."""
FRESH = 2.0
"""Seconds for which a walk holds."""
KINDS = {
    "run": "config.toml",
    "match": "match.json",
    "rate": "rate.json",
    "experiment": "result.json",
}
"""Kinds of folders, and the file that tells each."""
LISTS = {"run": "runs", "match": "matches", "rate": "rates", "experiment": "experiments"}
"""How addresses begin."""


class Missing(BadInput):
    """There is no such thing here, or no more."""


@dataclass(frozen=True)
class Place:
    """A folder that can be shown."""

    kind: str
    """One of KINDS."""
    name: str
    """As addresses have it, before quoting."""
    path: Path
    """Where it lies."""

    @property
    def title(self) -> str:
        """The name as people read it."""
        return read_name(self.name)

    @property
    def url(self) -> str:
        """Its page."""
        return f"/{LISTS[self.kind]}/{quote(self.name, safe='~=')}"


class Places:
    """The folders below those that are served."""

    def __init__(self, folders: tuple[Path, ...]) -> None:
        self.folders = folders
        self._found: dict[tuple[str, str], Place] = {}
        self._at = float("-inf")

    def all(self, kind: str | None = None) -> list[Place]:
        """What is there now, by name."""
        if time.monotonic() - self._at > FRESH:
            self._found, self._at = self._walked(), time.monotonic()
        return [place for place in self._found.values() if kind in (None, place.kind)]

    def at(self, kind: str, name: str) -> Place:
        """The place of that name; Missing if there is none."""
        self.all()
        place = self._found.get((kind, name))
        if place is None or not place.path.is_dir():
            self._at = float("-inf")
            self.all()
            place = self._found.get((kind, name))
        if place is None:
            raise Missing(f"no {kind} {read_name(name)!r} here; it may have been moved or deleted")
        return place

    def _walked(self) -> dict[tuple[str, str], Place]:
        found: dict[tuple[str, str], Place] = {}
        for prefix, folder in zip(self._prefixes(), self.folders, strict=True):
            for path, kinds in walk(folder):
                parts = path.relative_to(folder).parts
                name = written_name((*prefix, *parts) or (folder.resolve().name,))
                for kind in kinds:
                    found.setdefault((kind, name), Place(kind, name, path))
                if len(found) >= MOST:
                    return found
        return found

    def _prefixes(self) -> list[tuple[str, ...]]:
        """What names begin with: nothing for one folder, and else the folder's own, told apart."""
        if len(self.folders) == 1:
            return [()]
        names: list[str] = []
        for folder in self.folders:
            own, number = folder.resolve().name, 1
            while (name := own if number == 1 else f"{own}-{number}") in names:
                number += 1
            names.append(name)
        return [(name,) for name in names]


def walk(folder: Path, depth: int = 0) -> Iterator[tuple[Path, list[str]]]:
    """The folders that can be shown, and as what; links are not followed."""
    try:
        with os.scandir(folder) as entries:
            inside = sorted(entries, key=lambda entry: entry.name)
    except OSError:  # gone, or not ours to read
        return
    files = {entry.name for entry in inside if entry.is_file(follow_symlinks=False)}
    kinds = [kind for kind, name in KINDS.items() if name in files]
    if kinds:
        yield folder, kinds
    if depth >= DEEPEST or "run" in kinds:
        return
    for entry in inside:
        is_open = _is_text(entry.name) and not entry.name.startswith(".")
        if is_open and entry.is_dir(follow_symlinks=False):
            yield from walk(folder / entry.name, depth + 1)


def _is_text(name: str) -> bool:
    """Whether a name can stand in an address: some disks have bytes that are no text."""
    try:
        name.encode()
    except UnicodeEncodeError:
        return False
    return True


def written_name(parts: tuple[str, ...]) -> str:
    """The name of a path.

    >>> written_name(("first", "seed~1"))
    'first~seed=7E1'
    """
    return "~".join(part.replace("=", "=3D").replace("~", "=7E") for part in parts)


def read_name(name: str) -> str:
    """The path that a name stands for, for people.

    >>> read_name("first~seed=7E1")
    'first/seed~1'
    """
    return name.replace("~", "/").replace("=7E", "~").replace("=3D", "=")
