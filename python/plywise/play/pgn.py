"""Games as PGN, the text that chess programs exchange; made on demand from a record's moves.

Variants of chess say their name in a Variant tag, as Lichess and python-chess do. Games that PGN
does not know are written in the same form, with their own words: a Game tag, the players as the
game calls them, the moves in the game's notation.
"""

import fcntl
import os
import re
import warnings
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import Self

from plywise._kernel import Position, facts
from plywise.errors import BadSetting
from plywise.files import as_path, naming, open_for_writing, write_pieces
from plywise.games.declared import facts_of
from plywise.games.points import WIN_DRAW_LOSS, result_of
from plywise.play.opponents import failure as failures
from plywise.regular import GAMES, read_regular

ROSTER = {
    "Event": "?",
    "Site": "?",
    "Date": "????.??.??",  # no clock is read: the same match gives the same file
    "Round": "?",
}
"""The tags that every PGN game begins with, in their order; the players and Result follow."""
LINE_WIDTH = 79
NUMBER = re.compile(r"\d+\.+")
UNBROKEN = "\ue000"
"""Stands for a space at which no line ends: few readers look for the rest of a command there."""
RESULTS = {1.0: "1-0", 0.5: "1/2-1/2", 0.0: "0-1", None: "*"}


def pgn_game(
    moves: Sequence[str],
    *,
    outcome: float | None = None,
    reason: str | None = None,
    start: str | None = None,
    players: tuple[str, str] | None = None,
    headers: Mapping[str, object] | None = None,
    game: str = "chess",
    times: Sequence[tuple[float, float] | None] = (),
) -> str:
    """One game as PGN: `moves` as in UCI from `start` (None: the game's own).

    `players` are the names of the first and the second. `outcome` is the first player's score, None
    for a game that goes on; `reason` ("checkmate", "adjudicated win", …) becomes the Termination
    tag and the last comment. `times` has for each move the seconds that it took and what its
    player's clock showed then, which become comments (`[%emt …]`, `[%clk …]`).

    >>> print(pgn_game(["f2f3", "e7e5", "g2g4", "d8h4"], outcome=0.0, reason="checkmate",
    ...                players=("Fool", "?"), headers={"Seed": 7}), end="")
    [Event "?"]
    [Site "?"]
    [Date "????.??.??"]
    [Round "?"]
    [White "Fool"]
    [Black "?"]
    [Result "0-1"]
    [Termination "normal"]
    [PlyCount "4"]
    [Seed "7"]
    <BLANKLINE>
    1. f3 e5 2. g4 Qh4# {checkmate} 0-1
    """
    first = Position.start(game) if start is None else Position.parse(game, start)
    sides = dict(zip(facts(game).players, players or ("?", "?"), strict=True))
    declared = facts(game).outcomes
    result = RESULTS[None if outcome is None else result_of(outcome, declared)]
    tags: dict[str, object] = {**ROSTER, **sides, "Result": result}
    if outcome is not None and tuple(declared) != WIN_DRAW_LOSS:
        tags["Points"] = f"{outcome:+g}"  # the first player's
    if not is_pgn(game):
        tags["Game"] = game
    elif variant := facts_of(game).pgn:
        tags["Variant"] = variant
    if first != Position.start(game):
        tags |= {"SetUp": "1", "FEN": str(first)} if is_pgn(game) else {"Start": str(first)}
    if reason is not None:
        tags["Termination"] = _termination(outcome, reason)
    tags["PlyCount"] = len(moves)
    lines = [
        f'[{name} "{tag_text(value)}"]' for name, value in (tags | dict(headers or {})).items()
    ]
    comment = f"{{{' '.join(reason.split())}}}" if reason else ""
    played = first.movetext(moves, move_number(first))
    parts = (timed_text(played, times), comment, result)
    wrapped = _wrapped(" ".join(filter(None, parts)))
    return "\n".join([*lines, "", *(line.replace(UNBROKEN, " ") for line in wrapped), ""])


def timed_text(movetext: str, times: Sequence[tuple[float, float] | None]) -> str:
    """Moves with their times as comments; what is one word for the lines is parted afterwards.

    >>> timed_text("1. e4 e5 2. d4", [None, (0.25, 9.75), None]).replace(UNBROKEN, " ")
    '1. e4 e5 {[%emt 0:00:00.250] [%clk 0:00:09.750]} 2. d4'
    >>> timed_text("1. e4 e5", [(61, 3600), None]).replace(UNBROKEN, " ")
    '1. e4 {[%emt 0:01:01.000] [%clk 1:00:00.000]} 1... e5'
    """
    if not any(times):
        return movetext
    words: list[str] = []
    number = ""
    left = iter(times)
    for word in movetext.split():
        if NUMBER.fullmatch(word):
            number = word.rstrip(".")
            words.append(word)
            continue
        if words and words[-1].endswith("}"):  # a comment parts a move from its number
            words.append(f"{number}...")
        words.append(word)
        if (time := next(left, None)) is not None:
            words.append(f"{{{_time('emt', time[0])} {_time('clk', time[1])}}}")
    return " ".join(words)


def _time(word: str, seconds: float) -> str:
    """A time of a comment, in hours, minutes and seconds."""
    minutes, rest = divmod(round(1000 * seconds), 60_000)
    hours, minutes = divmod(minutes, 60)
    return f"[%{word}{UNBROKEN}{hours}:{minutes:02}:{rest / 1000:06.3f}]"


def is_pgn(game: str) -> bool:
    """Whether other programs read the game's records as PGN.

    >>> is_pgn("chess"), is_pgn("atomic"), is_pgn("shogi")
    (True, True, False)
    """
    return facts_of(game).pgn is not None


def _termination(outcome: float | None, reason: str) -> str:
    if outcome is None:
        return "unterminated"
    if failure := failures.termination(reason):
        return failure
    return "adjudication" if reason.startswith("adjudicated") else "normal"


def move_number(position: Position) -> int:
    """The number of the next move, the last field of a FEN; other texts begin with 1.

    >>> move_number(Position.parse("chess", "4k3/8/8/8/8/8/8/4K2R w K - 0 30"))
    30
    """
    last = str(position).split()[-1]
    return int(last) if is_pgn(position.game) and last.isdecimal() else 1


def _wrapped(text: str) -> list[str]:
    """Lines of at most the width that PGN asks for; a word is never broken.

    >>> _wrapped("1. e4 e5"), [len(line) for line in _wrapped(" ".join(["Nf3"] * 30))]
    (['1. e4 e5'], [79, 39])
    >>> [len(line) for line in _wrapped("long" * 30 + " word")]
    [120, 4]
    """
    lines: list[str] = []
    begin = 0
    while len(text) - begin > LINE_WIDTH:
        end = text.rfind(" ", begin, begin + LINE_WIDTH + 1)
        if end < 0:
            end = text.find(" ", begin + LINE_WIDTH)
        if end < 0:
            break
        lines.append(text[begin:end])
        begin = end + 1
    return [*lines, text[begin:]]


def tag_text(value: object) -> str:
    r"""A tag's value on one line, its quotes as apostrophes: few readers know PGN's escapes.

    Whoever looks for a name in a file must look for this text.

    >>> tag_text('say "hi"'), tag_text("C:\\runs\none")
    ("say 'hi'", 'C:/runs one')
    """
    printable = "".join(c if c.isprintable() else " " for c in str(value))
    return printable.replace("\\", "/").replace('"', "'")


class AppendedFile:
    """A file that texts are added to; what stands there already is kept.

    A write that fails (disk full) is taken back, so that no half game stays behind.
    """

    def __init__(self, path: str | Path) -> None:
        self.path = as_path(path)
        self._file = os.fdopen(open_for_writing(self.path, os.O_WRONLY | os.O_APPEND), "ab", 0)

    @property
    def is_empty(self) -> bool:
        """Whether nothing stands there yet."""
        return self.path.stat().st_size == 0

    def ends_with(self, end: bytes) -> bool:
        """Whether the file is empty or ends so; not so when a program was cut off while writing."""
        if self.is_empty:
            return True
        with self.path.open("rb") as file:
            file.seek(max(0, self.path.stat().st_size - len(end)))
            return file.read() == end

    def lock(self) -> None:
        """Keep others from adding to it; BadSetting where somebody does."""
        try:
            fcntl.flock(self._file.fileno(), fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise BadSetting(
                f"somebody else is writing to {self.path}; wait, or choose another folder"
            ) from None

    def whole_lines(self) -> list[bytes]:
        """The lines that stand there; a last one that was cut off is taken away, and told."""
        data = read_regular(self.path, at_most=GAMES)
        length = data.rfind(b"\n") + 1
        if length < len(data):
            last = data.count(b"\n") + 1
            with naming(self.path):
                self._file.truncate(length)
            warnings.warn(f"{self.path}: left out, as cut off: line {last}", stacklevel=3)
        return data[:length].splitlines()

    def rewrite(self, data: bytes) -> None:
        """Put this in place of all that stands there."""
        if read_regular(self.path, at_most=GAMES) != data:
            with naming(self.path):
                self._file.truncate(0)
            self.append(data)

    def append(self, data: bytes) -> None:
        """Add all of the data or nothing."""
        length = self._file.seek(0, os.SEEK_END)
        try:
            self._write(data)
        except BaseException:
            with suppress(OSError):
                self._file.truncate(length)
            raise

    def _write(self, data: bytes) -> None:
        with naming(self.path):
            while data:  # an unbuffered write may take a part only
                data = data[self._file.write(data) or 0 :]

    def close(self) -> None:
        """Put everything on the disk."""
        if not self._file.closed:
            with naming(self.path), self._file:
                os.fsync(self._file.fileno())

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()


class PgnFile(AppendedFile):
    """A PGN file that whole games are added to.

    >>> import tempfile, pathlib
    >>> path = pathlib.Path(tempfile.mkdtemp()) / "games.pgn"
    >>> with PgnFile(path) as file:
    ...     file.add([pgn_game(["e2e4"]), pgn_game(["d2d4"])])
    >>> path.read_text().count("[Event")
    2
    """

    def __init__(self, path: str | Path) -> None:
        super().__init__(path)
        self._gap = b"" if self.ends_with(b"\n\n") else b"\n\n"

    def add(self, games: Iterable[str]) -> None:
        """Append the games, all of them or none."""
        self.append(self._gap + b"".join(game.encode() + b"\n" for game in games))
        self._gap = b""


def write_pgn(path: str | Path, games: Iterable[str]) -> Path:
    """Put these games at `path`, all at once: a reader sees the old file or the new one, whole."""
    where = as_path(path)
    write_pieces(where, (f"{game}\n".encode() for game in games))
    return where
