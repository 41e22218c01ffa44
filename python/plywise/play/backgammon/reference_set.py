"""Positions whose chances are known by rollout: how far networks that learn are off.

`reference_set.csv` says in its head what it holds; `benchmarks/backgammon_reference.py` makes it.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from math import fsum

from plywise import _kernel
from plywise.evaluation.gammon import Outlook

FILE = "reference_set.csv"
COLUMNS = "position,win,gammon,backgammon,lose_gammon,lose_backgammon,error"
DIGITS = 5
"""After the point; standard errors begin at the second or third."""


@dataclass(frozen=True, kw_only=True)
class KnownPosition:
    """A line of the file."""

    position: str
    """gnubg's ID, before the roll."""
    outlook: Outlook
    """The chances of the player about to roll; luck was taken from them, so that they may lie a
    little outside of 0 to 1."""
    error: float
    """The standard error of their equity."""

    def line(self) -> str:
        """The line, without its end.

        >>> KnownPosition.parse("4HPwATDgc/ABMA,0.52,0.15,0.01,0.13,0.01,0.009").line()
        '4HPwATDgc/ABMA,0.52000,0.15000,0.01000,0.13000,0.01000,0.00900'
        """
        numbers = (round(number, DIGITS) + 0.0 for number in (*self.outlook, self.error))  # no −0
        return ",".join([self.position, *(f"{number:.{DIGITS}f}" for number in numbers)])

    @classmethod
    def parse(cls, line: str) -> KnownPosition:
        """What `line` wrote."""
        position, *numbers = line.split(",")
        *chances, error = map(float, numbers)
        return cls(position=position, outlook=Outlook(*chances), error=error)


@cache
def reference_set() -> tuple[KnownPosition, ...]:
    """All positions of the file.

    >>> len(reference_set())
    400
    """
    told = [line for line in text().splitlines() if not line.startswith("#")]
    return tuple(map(KnownPosition.parse, told[1:]))


def text() -> str:
    """The file as it is shipped."""
    return files("plywise.play.backgammon").joinpath(FILE).read_text(encoding="ascii")


def equity_error(networks: _kernel.GammonNetworks) -> float:
    """Points by which the networks are off on these positions: the mean of |said − rolled out|.

    They are asked for the position as it stands, without a look at what may be rolled.

    >>> import plywise as pw
    >>> drawn = pw.Gammon(pw.game("backgammon").features("raw"), hidden=16, seed=1)
    >>> equity_error(drawn.networks) > 0.4
    True
    """
    known = reference_set()
    return fsum(
        abs(_said(networks, one.position).equity - one.outlook.equity) for one in known
    ) / len(known)


def _said(networks: _kernel.GammonNetworks, position: str) -> Outlook:
    return Outlook(*networks.chances(position, 0, 1, 0.0))
