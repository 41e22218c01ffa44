"""What an internet chess server says: boards of style 12, challenges, results, lists of moves."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from plywise.errors import BadInput
from plywise.online.policy import Offer

PROMPT: Final = re.compile(r"^(?:\w+% |[\x07\r])+")
# What players say to each other stands in lines that begin with a name, an arrow or a backslash: so
# a word of the server's counts where it is the whole line, and nowhere else.
_PLAYERS: Final = r"(\S+) \(\s*(\S+?)\s*\)(?: \[\w+\])? (\S+) \(\s*(\S+?)\s*\) (rated|unrated)"
CREATING: Final = re.compile(rf"Creating: {_PLAYERS} (\S+) (\d+) (\d+)(?: \(adjourned\))?")
CHALLENGE: Final = re.compile(rf"Challenge: {_PLAYERS} (\S+) (\d+) (\d+)(.*)")
ENDED: Final = re.compile(r"\{Game (\d+) \((\S+) vs\. (\S+)\) ([^{}]*)\} (1-0|0-1|1/2-1/2|\*)")
ARRIVED: Final = re.compile(
    r"Notification: (\S+), who has an adjourned game with you, has arrived\.?"
)
REFUSED: Final = re.compile(r"(Illegal move)(?: \(\S+\))?\.?|It is(?:n't| not) your move\.?")
SESSION: Final = re.compile(r"Starting \S+ session as (\w+)")
LISTED: Final = re.compile(r"\s*\d+\.\s+(\S+)\s+\([\d:.]+\)(?:\s+(\S+)\s+\([\d:.]+\))?\s*$")
STORED: Final = re.compile(r"\s*\d+: [WB] (\w+)\s+[YN] \[")
LIST_END: Final = re.compile(r"\s+\{[^}]*\} (1-0|0-1|1/2-1/2|\*)\s*$")
HISTORY: Final = re.compile(r"\s*(\d+): ([-+=]) +\S+ +([WB]) +\S+ +(\w+) +\[[^]]*\] +\S+ +(\S+) ")
ENDS: Final = {
    "Res": "resigns",
    "Mat": "checkmated",
    "Fla": "forfeits on time",
    "Dis": "forfeits by disconnection",
    "Agr": "draw by mutual agreement",
}
"""Ends of games in a history, in words; others are draws by the rules or adjudications."""
VARIANTS: Final = ("lightning", "blitz", "standard", "bullet", "untimed")
"""Kinds of ordinary chess; others are variants."""
FIELDS: Final = 31


@dataclass(frozen=True, kw_only=True)
class Board:
    """One `<12>` line."""

    placement: str
    """As the first field of a FEN."""
    fen: str
    game: int
    names: tuple[str, str]
    relation: int
    """1: we are to move, −1: the opponent is; others are games that we watch."""
    clocks: tuple[int, int]
    """The first player's and the second's, in milliseconds."""
    minutes: int
    """On each clock at the beginning."""
    increment: int
    """In milliseconds."""
    last: str
    """The last move as in UCI; empty before the first."""
    plies: int
    """Moves made, by the number that the server counts."""

    @property
    def is_played(self) -> bool:
        """Whether we play in it."""
        return abs(self.relation) == 1


def read_board(line: str) -> Board:
    """The board of a `<12>` line; BadInput for one that is malformed.

    >>> board = read_board("<12> rnbqkbnr pppppppp -------- -------- ----P--- -------- PPPP-PPP "
    ...     "RNBQKBNR B 4 1 1 1 1 0 7 Newton Fritz -1 3 2 39 39 180 180 1 P/e2-e4 (0:00) e4 0")
    >>> board.last, board.relation, board.clocks, board.plies
    ('e2e4', -1, (180000, 180000), 1)
    >>> board.fen
    'rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1'
    """
    words = line.split()
    if len(words) < FIELDS or words[0] != "<12>":
        raise BadInput(f"a board of {len(words)} fields, not of {FIELDS}: {line[:60]!r}")
    try:
        return _board(words)
    except (ValueError, IndexError):
        raise BadInput(f"a malformed board: {line[:100]!r}") from None


def _board(words: list[str]) -> Board:
    ranks = words[1:9]
    if any(re.fullmatch(r"[-pnbrqkPNBRQK]{8}", rank) is None for rank in ranks):
        raise ValueError(ranks)
    placement = "/".join(re.sub("-+", lambda gap: str(len(gap[0])), rank) for rank in ranks)
    side = {"W": "w", "B": "b"}.get(words[9], "")
    if not side:
        raise ValueError(words[9])
    rights = "".join(r for r, has in zip("KQkq", words[11:15], strict=True) if int(has))
    number = int(words[26])
    fen = f"{placement} {side} {rights or '-'} - {int(words[15])} {number}"
    return Board(
        placement=placement,
        fen=fen,
        game=int(words[16]),
        names=(words[17], words[18]),
        relation=int(words[19]),
        clocks=(1000 * int(words[24]), 1000 * int(words[25])),
        minutes=int(words[20]),
        increment=1000 * int(words[21]),
        last=_verbose(words[27], is_first=side == "b"),
        plies=2 * (number - 1) + (side == "b"),
    )


def _verbose(text: str, *, is_first: bool) -> str:
    """A move as style 12 writes it: P/e2-e4, P/a7-a8=Q, o-o, none.

    >>> _verbose("P/a7-a8=Q", is_first=True), _verbose("o-o-o", is_first=False)
    ('a7a8q', 'e8c8')
    """
    if text == "none":
        return ""
    rank = "1" if is_first else "8"
    if text.lower() in ("o-o", "o-o-o"):
        return f"e{rank}{'g' if len(text) == 3 else 'c'}{rank}"
    found = re.fullmatch(r"[PNBRQK]/([a-h][1-8])-([a-h][1-8])(?:=([NBRQ]))?", text)
    if found is None:
        raise ValueError(text)
    return found[1] + found[2] + (found[3] or "").lower()


def spoken(move: str) -> str:
    """A move of ours as servers take it: what a pawn becomes stands after a sign.

    >>> spoken("e2e4"), spoken("a7a8q")
    ('e2e4', 'a7a8=q')
    """
    return f"{move[:4]}={move[4:]}" if len(move) > 4 else move


def rating(text: str) -> float | None:
    """A rating in brackets: guests have none.

    >>> rating("1650"), rating("1650E"), rating("++++")
    (1650.0, 1650.0, None)
    """
    digits = text.rstrip("EP")
    return float(digits) if digits.isdecimal() and int(digits) else None


@dataclass(frozen=True, kw_only=True)
class Created:
    """What a server says when a game begins."""

    names: tuple[str, str]
    ratings: tuple[float | None, float | None]
    rated: bool
    kind: str
    """In the server's words: blitz, or crazyhouse."""
    seconds: float
    increment: float

    def offer(self, own: str, game: str) -> Offer:
        """The game as if the opponent had offered it."""
        other = 1 if self.names[0].lower() == own.lower() else 0
        return Offer(
            opponent=self.names[other],
            variant=game if self.kind in VARIANTS else self.kind,
            rating=self.ratings[other],
            seconds=self.seconds,
            increment=self.increment,
            rated=self.rated,
        )


def created_game(line: str) -> Created | None:
    """The beginning of a game; None for other lines.

    >>> created_game("Creating: Fritz (2900) Newton (1600) rated crazyhouse 3 2").kind
    'crazyhouse'
    """
    found = CREATING.fullmatch(line)
    if found is None:
        return None
    return Created(
        names=(found[1], found[3]),
        ratings=(rating(found[2]), rating(found[4])),
        rated=found[5] == "rated",
        kind=found[6],
        seconds=60.0 * int(found[7]),
        increment=float(found[8]),
    )


@dataclass(frozen=True, kw_only=True)
class Ended:
    """What a server says when a game is over."""

    game: int
    names: tuple[str, str]
    how: str
    """In the server's words, with White and Black for the names: nobody's name is an end."""
    result: str


def ended_game(line: str) -> Ended | None:
    """The end of a game; None for other lines, what a player says in a chat among them.

    >>> ended_game("{Game 7 (Newton vs. Mateking) Mateking forfeits on time} 1-0").how
    'Black forfeits on time'
    >>> ended_game("Fritz(1500)(7): {Game 7 (Newton vs. Fritz) Newton resigns} 0-1") is None
    True
    """
    found = ENDED.fullmatch(line)
    if found is None:
        return None
    white, black = found[2], found[3]
    sides = {white.lower(): "White", black.lower(): "Black"}
    how = " ".join(sides.get(word.lower(), word) for word in found[4].split())
    return Ended(game=int(found[1]), names=(white, black), how=how, result=found[5])


def offer_of(line: str, own: str, game: str) -> Offer | None:
    """The offer of a challenge to us; None for other lines.

    >>> line = "Challenge: Fritz (1500) Newton (1600) rated blitz 3 2."
    >>> offer_of(line, "Newton", "chess").seconds
    180.0
    """
    found = CHALLENGE.fullmatch(line)
    if found is None or found[3].lower() != own.lower():
        return None
    more = found[9].removeprefix(" (adjourned)").strip(" .")  # "Loaded from wild/fr", say
    kind = found[6] if not more else f"{found[6]}, {more}"
    return Offer(
        opponent=found[1],
        variant=game if kind in VARIANTS else kind,
        rating=rating(found[2]),
        seconds=60.0 * int(found[7]),
        increment=float(found[8]),
        rated=found[5] == "rated",
    )


def listed_moves(line: str) -> list[str] | None:
    """The moves of a line of `moves`; None for other lines.

    >>> listed_moves("  1.  e4      (0:00)     e5      (0:01)")
    ['e4', 'e5']
    """
    found = LISTED.match(line)
    return None if found is None else [move for move in found.groups() if move and move != "..."]


@dataclass(frozen=True, kw_only=True)
class Past:
    """A line of `history`: a game that has ended."""

    number: int
    """By which its moves can be asked for."""
    opponent: str
    colour: str
    """Ours: W or B."""
    result: str
    how: str


def past_game(line: str) -> Past | None:
    """The game of a line of `history`; None for other lines.

    >>> past_game(" 5: + 1500 B 1480 Fritz         [ br  3   0] C20 Res Tue Nov 17, 10:00")
    Past(number=5, opponent='Fritz', colour='B', result='0-1', how='resigns')
    """
    found = HISTORY.match(line)
    if found is None:
        return None
    number, sign, colour, opponent, end = found.groups()
    result, how = "1/2-1/2", ENDS.get(end, "draw")
    if sign != "=":
        is_white_win = (sign == "+") == (colour == "W")
        result, how = "1-0" if is_white_win else "0-1", ENDS.get(end, f"ended by {end}")
    return Past(number=int(number), opponent=opponent, colour=colour, result=result, how=how)
