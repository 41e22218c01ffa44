"""`leaves/`: what the searches of games predicted that are still going on, a file a game.

An engine that is never told the result (UCI), a client that was killed in the middle of a game:
what they saw is joined with the result when that is known. A leaf is found by the moves that led to
it, and counts only if the weights were the run's own. A line without a leaf says that nothing is to
be learnt at its place: a brain played there, or knew where the line of the search ended.
"""

import json
import secrets
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from typing import Any

from plywise.errors import DamagedFile
from plywise.files import Log, Mark, kept_notes
from plywise.learning.judge import Leaf
from plywise.learning.lines import json_object, whole_lines

FOLDER = "leaves"
SUFFIX = ".jsonl"


def place_digest(game: str, start: str, moves: Sequence[str]) -> str:
    """What tells a place in a game: the start and the moves up to there.

    >>> place_digest("chess", "x", ["e2e4"]) == place_digest("chess", "x", ["d2d4"])
    False
    """
    text = "\n".join([game, start, " ".join(moves)])
    return sha256(text.encode()).hexdigest()[:32]


class LeafFile:
    """Where the leaves of one game go while it is played; made with the first of them."""

    def __init__(self, run: Path, name: str | None = None) -> None:
        self._folder = run / FOLDER
        self.path = self._folder / ((name or secrets.token_hex(8)) + SUFFIX)
        self._log: Log | None = None

    def add(self, place: str, leaf: Leaf) -> None:
        """Keep a leaf; it is with the system, not yet on the disk: what is lost is found again."""
        self._append({"place": place, **leaf.as_dict()})

    def pass_over(self, place: str) -> None:
        """Keep that nothing is learnt at a place."""
        self._append({"place": place})

    def _append(self, entry: dict[str, Any]) -> None:
        if self._log is None:
            self._folder.mkdir(parents=True, exist_ok=True)
            length = self.path.stat().st_size if self.path.exists() else 0
            self._log = Log(self.path, Mark(length=length))
            if length:
                self._log.append("")  # a last line that was cut off ends here
        self._log.append(json.dumps(entry, separators=(",", ":")))

    def close(self) -> None:
        """Let go of the file."""
        if self._log is not None:
            self._log.close()
            self._log = None

    def forget(self) -> None:
        """Take the file away: its game was handed to the run."""
        self.close()
        self.path.unlink(missing_ok=True)


@dataclass
class StoredLeaves:
    """All leaves that a run's folder keeps."""

    run: Path
    _by_place: dict[str, list[Leaf]] = field(default_factory=dict)
    _by_file: dict[Path, list[str]] = field(default_factory=dict)
    _passed_over: set[str] = field(default_factory=set)
    damaged: list[str] = field(default_factory=list)
    """Lines that could not be read: what they said is searched again."""

    def __post_init__(self) -> None:
        for path in sorted((self.run / FOLDER).glob(f"*{SUFFIX}")):
            for place, leaf in self._read(path):
                if leaf is None:
                    self._passed_over.add(place)
                else:
                    self._by_place.setdefault(place, []).append(leaf)
                self._by_file.setdefault(path, []).append(place)

    def _read(self, path: Path) -> Iterator[tuple[str, Leaf | None]]:
        for number, line in enumerate(whole_lines(path), start=1):
            if not line:
                continue
            try:
                with kept_notes(f"{path}, line {number}"):
                    entry = json_object(line)
                    place = str(entry.pop("place"))
                    leaf = Leaf.from_dict(entry) if entry else None
            except DamagedFile as error:
                self.damaged.append(str(error))
                continue
            yield place, leaf

    def __len__(self) -> int:
        return len(self._by_place)

    def at(self, place: str) -> list[Leaf]:
        """The leaves of a place; several where a game was played twice."""
        return self._by_place.get(place, [])

    def knows(self, place: str) -> bool:
        """Whether anything is kept of a place."""
        return place in self._by_place or place in self._passed_over

    def is_passed_over(self, place: str) -> bool:
        """Whether nothing is to be learnt at a place, by any game that was played there."""
        return place in self._passed_over

    def forget(self, places: Sequence[str]) -> None:
        """Take away the files of a game that was handed to the run, known by all its places.

        Other games have the first places too, so a file goes only if all of its places are here.
        """
        known = set(places)
        for path, own in list(self._by_file.items()):
            if known.issuperset(own):
                path.unlink(missing_ok=True)
                del self._by_file[path]


def safe_name(identity: str) -> str:
    """A file's name for the leaves of a game.

    >>> safe_name("lichess:abcd1234"), len(safe_name("../" * 100))
    ('lichess-abcd1234', 64)
    """
    plain = "".join(c if c.isalnum() and c.isascii() else "-" for c in identity)
    return plain if len(plain) <= 40 else sha256(identity.encode()).hexdigest()
