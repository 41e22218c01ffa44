"""What a GUI's lines mean, word by word; which words there are, the dialect says."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from plywise.errors import BadInput
from plywise.games.dialect import UCI, Dialect, Limit

LARGEST: Final = 2**53
"""What is above this is meant as "no limit"; no clock and no node count gets there."""
LONGEST_VALUE: Final = 4096
"""Letters in a name or value of an option: no path is longer."""
_FLAGS: Final = ("infinite", "ponder")


@dataclass(frozen=True, kw_only=True)
class Go:
    """The limits of one search, as the GUI gave them."""

    depth: int | None = None
    """Plies."""
    nodes: int | None = None
    """Nodes."""
    mate: int | None = None
    """Stop at a mate in so many moves."""
    perft: int | None = None
    """Not a search at all: count the move sequences of that length."""
    movetime: int | None = None
    """Milliseconds for this move."""
    first_time: int | None = None
    """The first player's clock in milliseconds."""
    second_time: int | None = None
    """The second player's."""
    first_increment: int | None = None
    """What the first player's clock gains with every move."""
    second_increment: int | None = None
    """What the second player's gains."""
    moves_to_go: int | None = None
    """Moves until the clocks are set up again."""
    byoyomi: int | None = None
    """Milliseconds for every move once the clock has run down."""
    mating_time: int | None = None
    """Not a search for a move but for a forced mate, in so many milliseconds."""
    infinite: bool = False
    """Until `stop`, whatever is found."""
    ponder: bool = False
    """On the opponent's time: the clocks count from `ponderhit` on."""
    searchmoves: tuple[str, ...] = ()
    """The root moves to look at; all of them if none is named."""

    @property
    def is_limited(self) -> bool:
        """Whether the search ends by itself."""
        clocks = (self.first_time, self.second_time, self.byoyomi)
        ends = (self.depth, self.nodes, self.mate, self.movetime, self.mating_time, *clocks)
        return any(limit is not None for limit in ends)

    @property
    def is_endless(self) -> bool:
        """Whether it is not said when to end, or said that it never should."""
        return not self.is_limited or self.infinite or self.mating_time == LARGEST

    def clock(self, turn: str) -> tuple[int, int] | None:
        """Clock and increment of the side to move; None when it does not play on a clock.

        A clock given for the other side alone counts for both, and who has byoyomi alone plays
        with a clock that has run down.

        >>> Go(first_time=1000, second_time=2000, second_increment=10).clock("second")
        (2000, 10)
        """
        times = (self.first_time, self.second_time)
        gains = (self.first_increment, self.second_increment)
        if turn != "first":
            times, gains = times[::-1], gains[::-1]
        given = [time for time in (*times, 0 if self.byoyomi else None) if time is not None]
        return (given[0], max(0, gains[0] or 0)) if given else None


def read_go(words: Sequence[str], dialect: Dialect = UCI) -> tuple[Go, list[str]]:
    """The limits after `go`, and what was wrong with them.

    What cannot be understood is left out, as the protocol asks. Where a limit was meant and none
    is left, the search is one ply deep: a GUI that waits for a move gets one.

    >>> read_go("wtime 60000 btime 59000 winc 500".split())[0].clock("first")
    (60000, 500)
    >>> read_go(["depth", "ten"])
    (Go(depth=1, ...), ["depth 'ten' is not a whole number; 'go depth 8' would be right"])
    """
    given: dict[str, Any] = {}
    troubles: list[str] = []
    unknown: list[str] = []
    moves: list[str] = []
    keywords = {*dialect.limits, *_FLAGS, "searchmoves"}
    rest = list(reversed(words))
    while rest:
        word = rest.pop()
        if word in dialect.limits:
            try:
                given |= _limit(word, dialect.limits, _text_after(word, rest, keywords, dialect))
            except BadInput as error:
                troubles.append(str(error))
        elif word == "searchmoves":
            while rest and rest[-1] not in keywords:
                moves.append(rest.pop())
        elif word in _FLAGS:
            given[word] = True
        else:
            unknown.append(word)
    limits = {name: limit for name, limit in given.items() if (name, limit) != ("moves_to_go", 0)}
    go = Go(**limits, searchmoves=tuple(moves))
    if troubles and not (go.is_limited or go.infinite or go.ponder or go.perft is not None):
        go = replace(go, depth=1)
    ignored = [f"{' '.join(unknown)!r} ignored: no limit of a search"] if unknown else []
    return go, troubles + ignored


def _text_after(word: str, rest: list[str], keywords: set[str], dialect: Dialect) -> str:
    """What stands after a limit, taken off the rest; nothing if the next limit follows at once."""
    if not rest:
        return ""
    is_endless = rest[-1] == dialect.limits[word].endless
    return rest.pop() if is_endless or rest[-1] not in keywords else ""


def _limit(word: str, limits: Mapping[str, Limit], text: str) -> dict[str, int]:
    """The field of `Go` that a limit sets, and its value."""
    limit = limits[word]
    if text and text == limit.endless:
        return {limit.field: LARGEST}
    number = whole(text)
    if number is None:
        raise BadInput(f"{word} {text!r} is not a whole number; 'go {word} 8' would be right")
    if limit.least is not None and number < limit.least:
        raise BadInput(f"{word} {number} is below {limit.least}; leave it out for no limit")
    return {limit.field: min(number, LARGEST)}


def whole(text: str) -> int | None:
    """The whole number that a text is, written with plain digits.

    >>> whole("-12"), whole("1e3"), whole("1_000"), whole("")
    (-12, None, None, None)
    """
    digits = text.removeprefix("-")
    if not (digits.isascii() and digits.isdigit()):
        return None
    # More digits than any limit has; Python itself refuses to read thousands of them.
    return int(text) if len(text) < 30 else (-LARGEST if text[0] == "-" else LARGEST)


def read_position(words: Sequence[str], dialect: Dialect = UCI) -> tuple[str | None, list[str]]:
    """The text after `position` (None for the start) and the moves played from there.

    >>> read_position("startpos moves e2e4 e7e5".split())
    (None, ['e2e4', 'e7e5'])
    >>> read_position(["fen"])
    Traceback (most recent call last):
    ...
    plywise.BadInput: position needs 'startpos' or 'fen' and a FEN, then perhaps 'moves' and moves
    """
    at = list(words).index("moves") if "moves" in words else len(words)
    setup, moves = list(words[:at]), list(words[at + 1 :])
    if setup == ["startpos"]:
        return None, moves
    word, text = dialect.setup, dialect.position_name
    if setup[:1] == [word] and len(setup) > 1:
        return " ".join(setup[1:]), moves
    hint = f"position needs 'startpos' or {word!r} and a {text}, then perhaps 'moves' and moves"
    raise BadInput(hint if len(setup) < 2 else f"{hint}; got {' '.join(setup)!r}")


def read_setoption(words: Sequence[str]) -> tuple[str, str | None]:
    """Name and value after `setoption`; both may have spaces in them.

    >>> read_setoption("name Move Overhead value 50".split())
    ('Move Overhead', '50')
    >>> read_setoption("name Clear Hash".split())
    ('Clear Hash', None)
    """
    at = list(words).index("value") if "value" in words else len(words)
    name = " ".join(words[1:at])
    if words[:1] != ["name"] or not name:
        raise BadInput("setoption needs a name: 'setoption name Hash value 64'")
    if max(len(name), len(" ".join(words[at:]))) > LONGEST_VALUE:
        raise BadInput(f"setoption name {name[:40]} ignored: more than {LONGEST_VALUE} letters")
    return name, " ".join(words[at + 1 :]) if at < len(words) else None
