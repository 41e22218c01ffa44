"""Records of games in files: PGN for every game, KIF and CSA for shogi, by the file's suffix."""

import re
from collections.abc import Callable, Iterable
from pathlib import Path
from types import TracebackType
from typing import Protocol, Self, TypeAlias

from plywise.errors import BadInput, BadSetting
from plywise.files import as_path, write_atomically
from plywise.games.declared import facts_of
from plywise.play.csa import csa_game, read_csa
from plywise.play.kif import kif_game
from plywise.play.kif_reading import read_kif
from plywise.play.openings import RECORDS
from plywise.play.pgn import AppendedFile, PgnFile, pgn_game
from plywise.play.recorded import Recorded
from plywise.regular import GAMES, read_regular

KIF_ENCODINGS = {".kif": "cp932", ".kifu": "utf-8"}
"""What Japanese programs expect behind these suffixes."""
SUFFIXES = (".pgn", *RECORDS)


class RecordFile(Protocol):
    """A file, or several, that whole games are added to."""

    def add(self, games: Iterable[str]) -> None:
        """Add the games, all of them or none."""

    def __enter__(self) -> Self: ...

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None: ...


Writer: TypeAlias = tuple[RecordFile, Callable[..., str]]
"""Where games go, and what makes the text of one: `pgn_game` or its like."""


def writer(path: str | Path, game: str) -> Writer:
    """Where the games of a match go, and what makes the text of one; by the suffix of the path.

    >>> writer("games.kif", "chess")
    Traceback (most recent call last):
    ...
    plywise.BadSetting: 'games.kif': KIF and CSA are for shogi; games of chess go to a .pgn
    """
    suffix = as_path(path).suffix.lower()
    if suffix not in SUFFIXES:
        raise BadSetting(f"{str(path)!r}: a record ends in {', '.join(SUFFIXES)}, not {suffix!r}")
    if suffix == ".pgn":
        return PgnFile(path), pgn_game
    if suffix not in facts_of(game).records:
        raise BadSetting(f"{str(path)!r}: KIF and CSA are for shogi; games of {game} go to a .pgn")
    if suffix == ".csa":
        return CsaFile(path), csa_game
    return KifFiles(path), kif_game


class CsaFile(AppendedFile):
    """A CSA file: its games are parted by lines with a slash."""

    def add(self, games: Iterable[str]) -> None:
        """Append the games, all of them or none."""
        gap = "" if self.is_empty else "/\n" if self.ends_with(b"\n") else "\n/\n"
        self.append((gap + "/\n".join(games)).encode())


class KifFiles:
    """KIF files, one a game (`games-1.kif`, `games-2.kif`, …), as other programs want them.

    What stands there already is kept, and the numbers go on from it.
    """

    def __init__(self, path: str | Path) -> None:
        self.path = as_path(path)
        self._encoding = KIF_ENCODINGS[self.path.suffix.lower()]
        name = re.compile(rf"{re.escape(self.path.stem)}-(\d+){re.escape(self.path.suffix)}")
        found = (name.fullmatch(other.name) for other in self.path.parent.iterdir())
        self._last = max((int(there[1]) for there in found if there), default=0)

    def add(self, games: Iterable[str]) -> None:
        """Write each game into a file of its own."""
        for text in games:
            self._last += 1
            path = self.path.with_stem(f"{self.path.stem}-{self._last}")
            write_atomically(path, text.encode(self._encoding, "replace"))

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        """Every file is whole already."""


def read_records(path: str | Path) -> list[Recorded]:
    """The games of shogi in a KIF or CSA file, each move checked.

    A bad line is refused with its number and what would be right.
    """
    path = Path(path)
    try:
        data = read_regular(path, at_most=GAMES)
    except OSError as error:
        raise BadInput(f"{str(path)!r} cannot be read: {error.strerror}") from None
    text = _decoded(data, str(path))
    if path.suffix.lower() == ".csa":
        return read_csa(text, str(path))
    return [read_kif(text, str(path))]


def _decoded(data: bytes, source: str) -> str:
    """The text; UTF-8 is tried first, since nothing else looks like it by chance."""
    for encoding in ("utf-8-sig", "cp932"):
        try:
            return data.decode(encoding)
        except UnicodeDecodeError:
            continue
    raise BadInput(f"{source}: neither UTF-8 nor Shift JIS, so no KIF or CSA")
