"""What a score is worth: how many matches each player wins from it, by the Kazaross-XG2 table.

Neil Kazaross's table of 2011, as GNU Backgammon ships it; its notice is in `kazaross_xg2.csv`.
"""

from functools import cache
from importlib.resources import files

from plywise.checks import whole
from plywise.errors import BadSetting

LONGEST = 25
"""Points that a player may need."""
FILE = "kazaross_xg2.csv"


def match_equity(own: int, other: int, *, post_crawford: bool = False) -> float:
    """The chance to win the match for a player who needs `own` points, the other `other` points.

    Where one of them needs a single point, the game without a cube (Crawford's) comes next, unless
    it is over: then `post_crawford` is to be said. Who needs no points any more has won.

    >>> match_equity(3, 5), match_equity(2, 1), match_equity(2, 1, post_crawford=True)
    (0.64795, 0.32264, 0.48803)
    >>> match_equity(0, 4), match_equity(4, -2)
    (1.0, 0.0)
    >>> match_equity(26, 3)
    Traceback (most recent call last):
    ...
    plywise.BadSetting: own=26; the table knows players who need up to 25 points
    """
    for name, away in (("own", own), ("other", other)):
        if whole(name, away, least=-(10**6)) > LONGEST:
            raise BadSetting(
                f"{name}={away}; the table knows players who need up to {LONGEST} points"
            )
    if own <= 0 or other <= 0:
        return _won(own, other)
    before, after = _table()
    if post_crawford and other == 1:
        return after[own - 1]
    return 1 - after[other - 1] if post_crawford and own == 1 else before[own - 1][other - 1]


def _won(own: int, other: int) -> float:
    if own <= 0 and other <= 0:
        raise BadSetting(f"own={own}, other={other}; both have won, and only one can")
    return 1.0 if own <= 0 else 0.0


@cache
def _table() -> tuple[tuple[tuple[float, ...], ...], tuple[float, ...]]:
    """The rows by the points that a player needs, and the row after Crawford's game."""
    text = files("plywise.play.backgammon").joinpath(FILE).read_text(encoding="ascii")
    rows = [
        tuple(float(number) for number in line.split(","))
        for line in text.splitlines()
        if not line.startswith("#")
    ]
    return tuple(rows[:LONGEST]), rows[LONGEST]
