"""`handed.jsonl`: every game that was handed to a run, a line each, on the disk before learning.

The line is all that can be learnt from, and it is never cut off again but for a last one that a
kill left half written. So the weights of such a run are a function of its settings and this file,
and a checkpoint saves nothing but time.
"""

import json
import os
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Self

from plywise.errors import BadInput
from plywise.files import Log, Mark, kept_notes
from plywise.learning.lines import json_object, whole_lines
from plywise.play.record import GameRecord
from plywise.regular import open_regular

NAME = "handed.jsonl"


@dataclass(frozen=True, kw_only=True)
class HandedGame:
    """One game as it was handed over."""

    identity: str
    """What tells it from every other game, as "lichess:abcdefgh"."""
    record: GameRecord
    """What can be learnt from it; its number is given when it is learnt."""
    seconds: float = 0.0
    """How long it took."""

    def line(self) -> str:
        """The line, without its end."""
        told = {
            "identity": self.identity,
            "seconds": round(self.seconds, 3),
            "record": self.record.as_dict(),
        }
        return json.dumps(told, separators=(",", ":"), allow_nan=False)

    @classmethod
    def parse(cls, entry: dict[str, Any]) -> Self:
        """The game that `line` wrote."""
        return cls(
            identity=entry["identity"],
            record=GameRecord.from_dict(entry["record"]),
            seconds=entry["seconds"],
        )


class HandedGames:
    """The file, open for more games."""

    def __init__(self, folder: Path) -> None:
        self.path = folder / NAME
        self._identities = {game.identity: None for game in read_handed(folder)}
        # Of bytes that are not read again no checksum is needed.
        self._log = Log(self.path, Mark(length=_whole_length(self.path)))

    def __len__(self) -> int:
        return len(self._identities)

    def __contains__(self, identity: str) -> bool:
        return identity in self._identities

    def add(self, game: HandedGame) -> None:
        """Put a game on the disk; when this comes back, it cannot be lost any more."""
        if game.identity in self:
            raise BadInput(f"game {game.identity!r} was handed to the run before")
        self._log.append(game.line())
        self._log.sync()
        self._identities[game.identity] = None

    def close(self) -> None:
        """Let go of the file."""
        self._log.close()


def read_handed(folder: Path, *, skip: int = 0) -> Iterator[HandedGame]:
    """The games of a folder after the first `skip` of them, in their order."""
    path = folder / NAME
    for number, line in enumerate(whole_lines(path), start=1):
        if number > skip:
            with kept_notes(f"{path}, line {number}"):
                yield HandedGame.parse(json_object(line))


def _whole_length(path: Path) -> int:
    """How many bytes of a file are whole lines."""
    if not path.exists():
        return 0
    length = path.stat().st_size
    with open_regular(path) as file:
        while length:
            begin = max(0, length - (1 << 16))
            file.seek(begin, os.SEEK_SET)
            at = file.read(length - begin).rfind(b"\n")
            if at >= 0:
                return begin + at + 1
            length = begin
    return 0
