"""Clocks of games: how much time players have, what is left of it, and whose flag has fallen."""

import re
from dataclasses import dataclass
from typing import Final, TypeAlias, TypeVar

from plywise.checks import shown
from plywise.errors import BadSetting

SECONDS: Final = r"\d{1,6}(?:\.\d{1,3})?"
WRITTEN: Final = re.compile(
    rf"(?:(?P<moves>\d{{1,4}})/)?(?:(?:(?P<hours>\d{{1,3}}):)?(?P<minutes>\d{{1,4}}):)?"
    rf"(?P<seconds>{SECONDS})(?:\+(?P<increment>{SECONDS}))?",
    re.ASCII,
)
HINT: Final = (
    "write [MOVES/]TIME[+INCREMENT] in seconds, as '10+0.1' or '40/60+0.6', or the time as "
    "minutes:seconds, as '1:30+1'"
)


Wanted = TypeVar("Wanted")


class OutOfTime(Exception):
    """The clock of the player whose turn it is has run out."""


@dataclass(frozen=True, kw_only=True)
class TimeControl:
    """The time of one player; milliseconds.

    >>> time_control("40/1:30+0.5")
    TimeControl(time=90000, increment=500, moves=40)
    >>> str(time_control("40/1:30+0.5")), str(time_control("10"))
    ('40/90+0.5', '10')
    """

    time: int
    """For the game, or for so many `moves`."""
    increment: int = 0
    """What every move adds."""
    moves: int | None = None
    """After so many moves of its own the player gets `time` again; None for the whole game."""

    def __str__(self) -> str:
        """As PGN writes it, in seconds."""
        moves = "" if self.moves is None else f"{self.moves}/"
        gain = f"+{_seconds(self.increment)}" if self.increment else ""
        return f"{moves}{_seconds(self.time)}{gain}"


def time_control(what: object) -> TimeControl:
    """The time that a text means; BadSetting for what is none.

    >>> time_control("10+0.1")
    TimeControl(time=10000, increment=100, moves=None)
    >>> time_control("soon")
    Traceback (most recent call last):
    ...
    plywise.BadSetting: 'soon' is no time control; write [MOVES/]TIME[+INCREMENT] in seconds, as ...
    """
    if isinstance(what, TimeControl):
        return what
    found = WRITTEN.fullmatch(what.strip()) if isinstance(what, str) else None
    if found is None:
        raise BadSetting(f"{shown(what)} is no time control; {HINT}")
    minutes = 60 * int(found["hours"] or 0) + int(found["minutes"] or 0)
    time = 60_000 * minutes + _milliseconds(found["seconds"])
    moves = None if found["moves"] is None else int(found["moves"])
    if time == 0 or moves == 0:
        raise BadSetting(f"{shown(what)} leaves no time to move; {HINT}")
    return TimeControl(time=time, increment=_milliseconds(found["increment"] or "0"), moves=moves)


def _milliseconds(seconds: str) -> int:
    return round(1000 * float(seconds))


def _seconds(milliseconds: int) -> str:
    return f"{milliseconds / 1000:.3f}".rstrip("0").rstrip(".")


@dataclass(frozen=True, kw_only=True)
class Clocks:
    """The clocks of both players of a game, or of a match; None for a player without one."""

    first: TimeControl | None = None
    second: TimeControl | None = None
    margin: int = 0
    """Milliseconds by which a clock may be overrun."""

    def __bool__(self) -> bool:
        """Whether anybody has a clock."""
        return self.first is not None or self.second is not None

    def workers(self, wanted: Wanted | None) -> Wanted | int | None:
        """Who plays: one game at a time on a clock, unless somebody says otherwise.

        Games at once would take each other's time.
        """
        return 1 if wanted is None and self else wanted

    @property
    def times(self) -> tuple[int | None, int | None]:
        """What both have to begin with, in milliseconds."""
        first, second = (None if one is None else one.time for one in (self.first, self.second))
        return first, second

    @property
    def swapped(self) -> "Clocks":
        """The same with colours swapped."""
        return Clocks(first=self.second, second=self.first, margin=self.margin)

    def as_dict(self) -> dict[str, object]:
        """The same as JSON knows it; nothing without clocks."""
        if not self:
            return {}
        each = [None if one is None else str(one) for one in (self.first, self.second)]
        return {"tc": each, "margin": self.margin}


NO_CLOCKS: Final = Clocks()
Told: TypeAlias = tuple[float, float] | None
"""Seconds that a move took, and what its player's clock showed then; None without a clock."""


@dataclass(frozen=True, kw_only=True)
class Turn:
    """The clocks as the player sees them whose turn it is; milliseconds."""

    own: int
    other: int
    increment: int
    other_increment: int
    moves_to_go: int | None
    """Moves until its clock is set up again."""
    is_first: bool
    """Whether it is the first player."""
    margin: int

    @property
    def seconds(self) -> float:
        """Until its flag falls."""
        return (self.own + self.margin) / 1000

    @property
    def times(self) -> tuple[int, int]:
        """The first player's clock and the second's."""
        return (self.own, self.other) if self.is_first else (self.other, self.own)

    @property
    def increments(self) -> tuple[int, int]:
        """The first player's and the second's."""
        both = (self.increment, self.other_increment)
        return both if self.is_first else both[::-1]


class GameClock:
    """The clocks of one game as it is played. Opening moves take no time, and are not counted.

    >>> clock = GameClock(Clocks(first=time_control("2/10+1"), second=time_control("5")))
    >>> clock.press(0, 4.0)
    >>> clock.turn(0).own, clock.turn(0).moves_to_go, clock.turn(1).times
    (7000, 1, (7000, 5000))
    >>> clock.press(1, 6.0)
    Traceback (most recent call last):
    ...
    plywise.play.time_control.OutOfTime
    """

    def __init__(self, clocks: Clocks) -> None:
        self._controls = (clocks.first, clocks.second)
        self._margin = clocks.margin
        self._left = [0.0 if one is None else float(one.time) for one in self._controls]
        self._played = [0, 0]
        self.told: list[Told] = []
        """What each move took, in their order."""

    def turn(self, mover: int) -> Turn | None:
        """What the player sees; None where it has no clock."""
        own, other = self._controls[mover], self._controls[1 - mover]
        if own is None:
            return None
        # A player without a clock is shown with ours: protocols have no word for none.
        theirs = self._left[mover] if other is None else self._left[1 - mover]
        played = self._played[mover]
        return Turn(
            own=int(self._left[mover]), other=int(theirs), increment=own.increment,
            other_increment=0 if other is None else other.increment,
            moves_to_go=None if own.moves is None else own.moves - played % own.moves,
            is_first=mover == 0, margin=self._margin,
        )  # fmt: skip

    def press(self, mover: int, seconds: float) -> None:
        """Take the time of a move from its player's clock; OutOfTime if there was less."""
        control = self._controls[mover]
        if control is None:
            self.told.append(None)
            return
        left = self._left[mover] - 1000 * seconds
        if left < -self._margin:
            raise OutOfTime
        self._played[mover] += 1
        is_due = control.moves is not None and self._played[mover] % control.moves == 0
        more = control.increment + (control.time if is_due else 0)
        self._left[mover] = max(0.0, left) + more
        self.told.append((round(seconds, 3), round(self._left[mover] / 1000, 3)))

    def skip(self) -> None:
        """A move that nobody thought about."""
        self.told.append(None)
