"""A chess clock: so many minutes for each side, and some seconds for every move."""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from math import ceil

from plywise.errors import BadSetting

TEXT = re.compile(r"(\d{1,4}(?:\.\d{1,4})?)(?:\+(\d{1,4}(?:\.\d{1,4})?))?")
SIDES = ("first", "second")


class TimeUp(Exception):
    """Whose turn it is has no time left; raised by who waits for an answer."""


@dataclass(kw_only=True)
class ChessClock:
    """What is left of both sides' time; it runs for one of them, or for nobody.

    >>> ticks = iter([0.0, 10.0, 10.0])
    >>> clock = ChessClock(minutes=5, increment=3, now=lambda: next(ticks))
    >>> clock.run("first"); clock.press()
    >>> clock.left("first"), clock.told()
    (293.0, '4:53 – 5:00')
    """

    minutes: float
    """For all moves of a side."""
    increment: float = 0.0
    """Seconds that a move gives."""
    now: Callable[[], float] = time.monotonic
    """Where the time comes from."""
    _kept: dict[str, float] = field(init=False)
    _running: str = field(init=False, default="")
    _since: float = field(init=False, default=0.0)

    def __post_init__(self) -> None:
        if not 0 < self.minutes <= 10_000 or not 0 <= self.increment <= 10_000:
            raise BadSetting(
                f"a clock of {self.minutes:g} minutes and {self.increment:g} seconds a move; write "
                "5+3 for five minutes and three seconds"
            )
        self._kept = dict.fromkeys(SIDES, 60.0 * self.minutes)

    @staticmethod
    def read(text: str) -> ChessClock:
        """The clock that a text means: `5+3`, or `5` without seconds a move.

        >>> ChessClock.read("0.5+2").left("first")
        30.0
        >>> ChessClock.read("five")
        Traceback (most recent call last):
        ...
        plywise.BadSetting: 'five' is no clock; write 5+3 for five minutes and three seconds a move
        """
        found = TEXT.fullmatch(text.strip())
        if found is None:
            raise BadSetting(
                f"{text[:40]!r} is no clock; write 5+3 for five minutes and three seconds a move"
            )
        return ChessClock(minutes=float(found[1]), increment=float(found[2] or 0))

    def run(self, side: str) -> None:
        """Let a side's time run, if it does not already."""
        if self._running != side:
            self.halt()
            self._running, self._since = side, self.now()

    def press(self) -> None:
        """The side whose time runs has moved."""
        side = self._running
        self.halt()
        if side and self._kept[side] > 0:
            self._kept[side] += self.increment

    def halt(self) -> None:
        """Nobody's time runs any more."""
        if self._running:
            self._kept[self._running] = self.left(self._running)
            self._running = ""

    def left(self, side: str) -> float:
        """Seconds that a side has left; 0 if its flag has fallen."""
        spent = self.now() - self._since if side == self._running else 0.0
        return max(0.0, self._kept[side] - spent)

    @property
    def running(self) -> float | None:
        """Seconds that are left of the time that runs; None where none does."""
        return self.left(self._running) if self._running else None

    def told(self) -> str:
        """Both times, the first player's first."""
        return " – ".join(_shown(self.left(side)) for side in SIDES)

    def __str__(self) -> str:
        """As PGN's tag TimeControl has it.

        >>> str(ChessClock.read("5+3")), str(ChessClock.read("1"))
        ('300+3', '60')
        """
        more = f"+{self.increment:g}" if self.increment else ""
        return f"{60 * self.minutes:g}{more}"


def _shown(seconds: float) -> str:
    """A time for people; tenths where there is little left.

    >>> [_shown(seconds) for seconds in (3723.0, 61.0, 9.84)]
    ['1:02:03', '1:01', '0:09.8']
    """
    if seconds < 10:
        return f"0:0{int(seconds * 10) / 10:.1f}"
    minutes, rest = divmod(ceil(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"
