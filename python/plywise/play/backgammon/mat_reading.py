"""Matches read from .mat, in the dialects of Jellyfish, gnubg, eXtreme Gammon and playing sites."""

import re
from pathlib import Path

from plywise.checks import callback, shown
from plywise.errors import BadInput
from plywise.files import as_path
from plywise.play.backgammon.mat import TAG, MatMatch
from plywise.play.backgammon.mat_game import Check, GameReading
from plywise.regular import GAMES, read_regular

LENGTH = re.compile(r"\s*([0-9]{1,5})[\s-]*point\s+match\b.*", re.IGNORECASE)
MONEY = re.compile(r"\s*(?:unlimited|money)\s+(?:match|session|game)\b.*", re.IGNORECASE)
GAME = re.compile(r"\s*Game\s+([0-9]{1,5})\s*[.:]?\s*", re.IGNORECASE)
COMMENT = re.compile(r"\s*[;#]\s*(.*?)\s*")
SET_POSITION = "Set Pos="
"""How eXtreme Gammon begins a game elsewhere."""
TAB = 16
"""Columns of a tab: two of them lead to the second player's column, one does not."""
LONGEST_LINE = 1000


def read_mat(text: str, source: str = "mat", *, check: Check | None = None) -> MatMatch:
    r"""The match in a text; `source` names it in errors. The last game may lack its result.

    What is no turn, dice that there are none of, and turns out of order are refused. Whether a
    play is legal is left to `check`: it is called at each game's start, and what it returns is
    called with each turn. It raises BadInput for what is wrong, or gives a turn to put there.

    >>> game = " 3 point match\n Game 1\n Ann : 0  Bob : 0\n 1) 31: 8/5 6/5   61: 13/7 8/7"
    >>> match = read_mat(game)
    >>> match.length, [turn.play for turn in match.games[0].turns]
    (3, ['8/5 6/5', '13/7 8/7'])
    >>> read_mat(game.replace("61", "71"))
    Traceback (most recent call last):
    ...
    plywise.BadInput: mat, line 4, game 1, move 1: there are no dice '71'; they show 1 to 6
    """
    callback("check", check)
    if not isinstance(text, str):
        raise BadInput(f"{shown(text)} is no match; give the text of a .mat file")
    return _Reader(source, check).match(text)


def read_mat_file(path: str | Path, *, check: Check | None = None) -> MatMatch:
    """The match in a file; what is not UTF-8 is read as Windows writes the West's letters."""
    data = read_regular(path := as_path(path), at_most=GAMES)
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError:
        text = data.decode("cp1252", errors="replace")
    return read_mat(text, str(path), check=check)


class _Reader:
    """Line by line: the headers, then games."""

    def __init__(self, source: str, check: Check | None) -> None:
        self._source, self._check = source, check
        self._line = 0
        self._length: int | None = None
        self._headers: list[tuple[str, str]] = []
        self._games: list[GameReading] = []
        self._game: GameReading | None = None
        """The one that is to blame for what is wrong."""

    def match(self, text: str) -> MatMatch:
        lines = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n").split("\n")
        try:
            for self._line, line in enumerate(lines, start=1):
                if line.strip():
                    self._hear(_plain(line))
            return self._done()
        except BadInput as error:
            raise type(error)(f"{self._place()}: {error}") from None

    def _place(self) -> str:
        place = [self._source, f"line {self._line}"]
        if self._game is not None:
            place.append(f"game {self._game.number}")
            place += [f"move {self._game.move}"] if self._game.move else []
        return ", ".join(place)

    def _hear(self, line: str) -> None:
        game = GAME.fullmatch(line)
        comment = COMMENT.fullmatch(line)
        if self._length is None:
            self._hear_header(line, comment)
        elif comment is not None:
            self._hear_comment(comment[1])
        elif self._game is not None and self._game.players is None:
            self._hear_players(self._game, line)
        elif game is not None:
            self._game = GameReading(int(game[1]), self._check)
            self._games.append(self._game)
        elif self._game is not None:
            self._game.hear(line)
        else:
            raise BadInput(f"{line.strip()!r} stands before the first game; 'Game 1' begins it")

    def _hear_players(self, game: GameReading, line: str) -> None:
        game.hear_players(line)
        if len(self._games) > 1:
            self._game = self._games[-2]
            self._game.end_before(game)
            self._game = game

    def _hear_header(self, line: str, comment: re.Match[str] | None) -> None:
        said = line.strip() if comment is None else comment[1]
        tag, length = TAG.fullmatch(said), LENGTH.fullmatch(line)
        if tag is not None:
            self._headers.append((tag["name"].strip(), tag["value"]))
        elif comment is not None:
            self._headers += [("", said)] if said else []
        elif length is not None:
            self._length = int(length[1])
        elif MONEY.fullmatch(line):
            self._length = 0

    def _hear_comment(self, said: str) -> None:
        if said.startswith(SET_POSITION):
            raise BadInput("a position was set up; only games from the start are read")

    def _done(self) -> MatMatch:
        if self._length is None:
            raise BadInput("no match in .mat form; a line as '7 point match' begins it")
        if not self._games:
            raise BadInput("the text ends before the first game; 'Game 1' begins it")
        games = []
        for game in self._games:
            self._game = game
            games.append(game.done())
        return MatMatch(length=self._length, games=tuple(games), headers=tuple(self._headers))


def _plain(line: str) -> str:
    """A line of printable characters: names come from anywhere."""
    if len(line) > LONGEST_LINE:
        raise BadInput(f"a line of {len(line):,} characters; more than {LONGEST_LINE} are no turns")
    return "".join(sign if sign.isprintable() else " " for sign in line.expandtabs(TAB))
