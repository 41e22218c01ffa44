"""Games read from PGN: their moves by our own rules, and how they ended.

Comments, variations and annotations are passed over. A game that cannot be used does not spoil the
others: it is counted, and named with the reason.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from plywise._kernel import Position
from plywise.errors import BadInput
from plywise.files import as_path
from plywise.games.declared import facts_of
from plywise.play.endings import SCORES, End, end_of
from plywise.play.pgn_pairs import decoded
from plywise.regular import GAMES, read_regular

TAG: Final = re.compile(r'\s*\[(\w+)\s+"((?:[^"\\]|\\.)*)"\s*\]')
TOKEN: Final = re.compile(
    r"(?P<comment>\{[^}]*\}|;[^\n]*)|(?P<open>\()|(?P<close>\))|(?P<result>1-0|0-1|1/2-1/2|\*)"
    r"|(?P<number>\d+\.+|\d+(?=\s|$))|(?P<note>\$\d+|[!?]+)|(?P<word>[^\s(){};]+)"
)
STANDARD: Final = ("standard", "normal", "from position", "")
"""What a Variant tag may say of ordinary chess."""
OTHER_ENDS: Final = (
    "time", "infraction", "abandon", "disconnect", "forfeit", "emergency", "death", "adjudicat",
)  # fmt: skip
"""Words of a Termination tag that say that neither mate nor a resignation ended a game."""
NO_GAME: Final = "there is no game in it; is it a PGN file?"
MOST_NAMED: Final = 5
"""So many of the games that could not be used are named."""


@dataclass(frozen=True, kw_only=True)
class PgnGame:
    """One game of a file."""

    number: int
    """Its place in the file, from 1."""
    tags: dict[str, str] = field(repr=False)
    start: str
    """Text of the first position."""
    moves: tuple[str, ...]
    """As the kernel writes them."""
    end: End

    @property
    def names(self) -> tuple[str, str]:
        """Of the first and the second player."""
        return self.tags.get("White", "?"), self.tags.get("Black", "?")

    @property
    def ratings(self) -> tuple[float | None, float | None]:
        """Their ratings, where the tags tell."""
        return rating(self.tags.get("WhiteElo", "")), rating(self.tags.get("BlackElo", ""))


@dataclass(kw_only=True)
class PgnGames:
    """The games of a file that can be used, and why the others cannot."""

    path: Path
    games: list[PgnGame] = field(default_factory=list)
    troubles: list[str] = field(default_factory=list)
    """A line a game that is left out."""

    def told(self) -> list[str]:
        """What to say of those that are left out."""
        if not self.games and not self.troubles:
            return [f"{self.path}: {NO_GAME}"]
        if not self.troubles:
            return []
        more = len(self.troubles) - MOST_NAMED
        rest = [f"and {more} more"] if more > 0 else []
        return [
            f"{self.path}: {len(self.troubles)} of {len(self.games) + len(self.troubles)} games "
            "left out",
            *(f"  {trouble}" for trouble in self.troubles[:MOST_NAMED] + rest),
        ]

    def why_none(self, game: str) -> str:
        """What to say where none can be used."""
        why = self.troubles[0] if self.troubles else NO_GAME
        others = f", and {len(self.troubles) - 1} others" if len(self.troubles) > 1 else ""
        return f"{self.path}: no game of {game} that can be used: {why}{others}"


def read_games(path: str | Path, *, game: str = "chess") -> PgnGames:
    """The games of a PGN file; BadInput if there is none that can be used."""
    return read_files([path], game=game)[0]


def read_files(paths: Sequence[str | Path], *, game: str = "chess") -> list[PgnGames]:
    """The games of each file; BadInput if none of all can be used, or a file cannot be read."""
    found = [_read_file(path, game) for path in paths]
    if not any(each.games for each in found):
        raise BadInput("; ".join(each.why_none(game) for each in found[:MOST_NAMED]))
    return found


def _read_file(path: str | Path, game: str) -> PgnGames:
    where = as_path(path)
    if facts_of(game).pgn is None:
        raise BadInput(f"{where}: PGN is for chess and its variants, not for {game}")
    try:
        text = decoded(read_regular(where, at_most=GAMES))
    except OSError as error:
        raise BadInput(f"{str(where)!r} cannot be read: {error.strerror}") from None
    found = PgnGames(path=where)
    for number, (tags, moves) in enumerate(split(text), start=1):
        try:
            found.games.append(read_game(tags, moves, game=game, number=number))
        except BadInput as error:
            found.troubles.append(f"game {number} ({_players(tags)}): {error}")
    return found


def split(text: str) -> Iterator[tuple[dict[str, str], str]]:
    r"""Tags and moves of each game.

    >>> list(split('[White "a"]\n\n1. e4 {so [it] is} *\n\n[White "b"]\n\n1. d4 *\n'))
    [({'White': 'a'}, '1. e4 {so [it] is} *\n'), ({'White': 'b'}, '1. d4 *\n')]
    """
    tags: dict[str, str] = {}
    moves: list[str] = []
    in_comment = False
    for line in text.split("\n"):
        tag = None if in_comment or line.startswith("%") else TAG.match(line)
        if tag and moves:
            yield tags, "\n".join(moves) + "\n"
            tags, moves = {}, []
        if tag:
            tags[tag[1]] = tag[2].replace('\\"', '"').replace("\\\\", "\\")
        elif line.strip() and not line.startswith("%"):
            moves.append(line)
            in_comment = _ends_in_comment(line, in_comment)
            if not in_comment and line.split()[-1] in (*SCORES, "*"):  # the next may have no tags
                yield tags, "\n".join(moves) + "\n"
                tags, moves = {}, []
    if tags or moves:
        yield tags, "\n".join(moves) + "\n"


def _ends_in_comment(line: str, began_in_one: bool) -> bool:
    """Whether a comment in braces is open at the end of a line."""
    if not began_in_one:
        line = line.partition(";")[0] if "{" not in line.partition(";")[0] else line
    last_open, last_close = line.rfind("{"), line.rfind("}")
    return last_open > last_close or (began_in_one and last_close < 0)


def read_game(tags: dict[str, str], text: str, *, game: str, number: int = 1) -> PgnGame:
    """One game, each move checked by the rules.

    >>> read_game({}, "1. e4 (1. d4 d5) e5 {so} 2. Qh5 Ke7 3. Qxe5# 1-0", game="chess").end.reason
    'checkmate'
    >>> read_game({}, "1. e4 e4 1-0", game="chess")
    Traceback (most recent call last):
    ...
    plywise.BadInput: move 2, 'e4', is not legal in rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBN...
    """
    refuse_other_variant(tags, game)
    start = tags.get("FEN")
    first = Position.start(game) if start is None else Position.parse(game, start)
    words, result = tokens(text)
    moves, position = played(first, words)
    said = tags.get("Result", result)
    if result != "*" and said not in ("*", result):
        raise BadInput(f"its Result tag says {said!r}, and its moves end with {result!r}")
    said = result if said not in SCORES else said
    end = end_of(position, said, how_ended(tags))
    if end is None:
        raise BadInput(f"its result is unknown ({said!r})")
    return PgnGame(number=number, tags=tags, start=str(first), moves=tuple(moves), end=end)


def how_ended(tags: dict[str, str]) -> str:
    """How the tags say that a game ended; who says nothing means the moves or a resignation.

    >>> how_ended({"Termination": "Time forfeit"}), how_ended({"Termination": "normal"})
    ('Time forfeit', 'resigned')
    """
    told = tags.get("Termination", "")
    return told if any(word in told.lower() for word in OTHER_ENDS) else "resigned"


def refuse_other_variant(tags: dict[str, str], game: str) -> None:
    """BadInput for a game of another variant than ours."""
    said = tags.get("Variant", "")
    ours = facts_of(game).pgn
    wanted = (ours.lower(), game) if ours else (*STANDARD, game)
    if said.lower() not in wanted:
        raise BadInput(f"it is a game of {said or 'chess'}, not of {game}")
    if "Game" in tags and tags["Game"] != game:
        raise BadInput(f"it is a game of {tags['Game']}, not of {game}")


def tokens(text: str) -> tuple[list[str], str]:
    """The words of the main line, and the result at its end ("*" if there is none)."""
    words: list[str] = []
    depth = 0
    for found in TOKEN.finditer(text):
        kind = found.lastgroup
        if kind == "open":
            depth += 1
        elif kind == "close":
            depth = max(0, depth - 1)
        elif depth == 0 and kind == "result":
            return words, found[0]
        elif depth == 0 and kind == "word":
            words.append(found[0])
    return words, "*"


def played(first: Position, words: Sequence[str]) -> tuple[list[str], Position]:
    """The moves that the words mean, and where they lead."""
    moves: list[str] = []
    position = first
    for number, word in enumerate(words, start=1):
        move = move_meant(position, word)
        if move is None:
            raise BadInput(
                f"move {number}, {word[:20]!r}, is not legal in {position} "
                f"({len(position.moves)} legal moves)"
            )
        moves.append(move)
        position = position.after(move)
    return moves, position


def move_meant(position: Position, word: str) -> str | None:
    """The legal move that a word means: as people write it, or as in UCI.

    >>> start = Position.start("chess")
    >>> move_meant(start, "Nf3!?"), move_meant(start, "e2e4"), move_meant(start, "Ng1-f3")
    ('g1f3', 'e2e4', 'g1f3')
    """
    plain = _plain(word)
    legal = position.moves
    if plain.lower() in legal:
        return plain.lower()
    # Of thirty moves one or two go to a square that the word names: the others are rarely asked.
    near = [move for move in legal if move[2:4] in plain]
    for moves in (near, legal):
        by_notation = {_plain(position.notation(move)): move for move in moves}
        if plain in by_notation:
            return by_notation[plain]
    by_castling = {position.castling960(move): move for move in legal}
    return by_castling.get(plain) or _overspecified(position, plain)


def _overspecified(position: Position, plain: str) -> str | None:
    """A move with more of its own square than it needs, as Ngf3 or Ng1f3."""
    found = re.fullmatch(r"([KQRBN]?)([a-h]?[1-8]?)([a-h][1-8])([QRBNqrbn]?)", plain)
    if found is None:
        return None
    piece, origin, target, promotion = found.groups()
    fits = [
        move
        for move in position.moves
        if move[2:4] == target
        and move[4:] == promotion.lower()
        and all(letter in move[:2] for letter in origin)
        and position.notation(move).startswith(piece or tuple("abcdefgh"))
    ]
    return fits[0] if len(fits) == 1 else None


def _plain(word: str) -> str:
    """A move without its decoration: check, capture, promotion sign, praise."""
    bare = word.rstrip("+#!?").removesuffix("e.p.").replace("0", "O")
    return re.sub(r"[x=\-:()/]", "", bare) if not bare.startswith("O") else bare


def rating(text: str) -> float | None:
    """A rating of a tag.

    >>> rating("1650"), rating("?"), rating("0")
    (1650.0, None, None)
    """
    digits = text.strip().rstrip("?PE")
    return float(digits) if digits.isdecimal() and int(digits) > 0 else None


def _players(tags: dict[str, str]) -> str:
    return f"{tags.get('White', '?')} – {tags.get('Black', '?')}"
