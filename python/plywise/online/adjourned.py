"""Games that a server may adjourn, on the disk: a server has no names for them, so we give them."""

from __future__ import annotations

import json
import secrets
from collections.abc import Iterator
from dataclasses import asdict, dataclass, field
from pathlib import Path

from plywise.files import write_atomically
from plywise.regular import WEIGHTS, read_regular

NAME = "adjourned.json"


@dataclass(kw_only=True)
class Sheet:
    """What is known of a game that is not over."""

    identity: str
    names: tuple[str, str]
    start: str = ""
    moves: list[str] = field(default_factory=list)
    ratings: tuple[float | None, float | None] = (None, None)


class Sheets:
    """The games that are not over, by their players; a server lets two have one at a time."""

    def __init__(self, folder: Path | None, host: str) -> None:
        self._path = None if folder is None else folder / NAME
        self._host = host
        self._sheets: dict[str, Sheet] = {}
        if self._path is not None and self._path.exists():
            self._read(self._path)

    def _read(self, path: Path) -> None:
        try:
            for entry in json.loads(read_regular(path, at_most=WEIGHTS)):
                names, ratings = entry.pop("names"), entry.pop("ratings")
                sheet = Sheet(names=tuple(names), ratings=tuple(ratings), **entry)
                self._sheets[self._key(sheet.names)] = sheet
        except (ValueError, KeyError, TypeError, AttributeError):
            self._sheets = {}  # written whole, so somebody else's: games are taken up by `moves`

    def __iter__(self) -> Iterator[Sheet]:
        return iter(list(self._sheets.values()))  # a copy: it changes in loops

    def of(self, names: tuple[str, str]) -> Sheet | None:
        """The game of two players, if there is one."""
        return self._sheets.get(self._key(names))

    def begin(self, names: tuple[str, str], ratings: tuple[float | None, float | None]) -> Sheet:
        """A new game of two players, with a name of its own."""
        identity = f"ics:{self._host}:{names[0]}-{names[1]}:{secrets.token_hex(6)}"
        sheet = Sheet(identity=identity, names=names, ratings=ratings)
        self._sheets[self._key(names)] = sheet
        self.write()
        return sheet

    def end(self, names: tuple[str, str]) -> None:
        """A game is over."""
        if self._sheets.pop(self._key(names), None) is not None:
            self.write()

    def write(self) -> None:
        """Put all on the disk."""
        if self._path is not None:
            told = [asdict(sheet) for sheet in self._sheets.values()]
            write_atomically(self._path, json.dumps(told).encode())

    @staticmethod
    def _key(names: tuple[str, str]) -> str:
        return " ".join(name.lower() for name in names)
