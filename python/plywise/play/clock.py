"""Time for a move: how much of a clock one search may use. Pure functions of milliseconds."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

MOVES_AHEAD: Final = 40
"""How many moves the clock must still last where the GUI does not say. Games last longer, but an
increment, and what is saved at easy moves, comes on top."""
INCREMENT_USED: Final = 0.8
"""The share of an increment that is spent with the move it comes for; the rest fills the clock."""
START_BEFORE: Final = 0.5
"""A new iteration takes about as long as all before it, so none begins after this share."""
LONGEST: Final = 4.0
"""How many times its share of the clock a move may take when an iteration does not end. It does
not multiply the increment, which comes but once."""
RESERVED_MOVES: Final = 15
"""For so many moves the overhead is held back, against a machine that stalls now and then."""
LONG_GAME: Final = 150
"""For so many moves the clock must last where every move costs more than it gains."""
BYOYOMI_RESERVED: Final = 0.1
"""The share of a byoyomi that is held back, if nothing below asks for more: the first move that is
too late loses the game."""
STALL: Final = 200
"""Milliseconds. So long a busy machine may keep us from our turn now and then."""
STALL_RESERVED: Final = 0.3
"""The share of a short byoyomi that is held back against a stall at most."""
CAUTION: Final = 3
"""So many times the lateness of late is held back of a byoyomi."""
WHOLE_SHARE: Final = 2.0
"""Iterations may begin in the first half of a move's share of the clock; a tree grows all of it."""
GROWTH: Final = 7 / 8
"""So much of its time a tree grows. The rest is for its last step, which looks at all of it: that
of Bayesian search took an eighth, in a tree of four million positions."""
MOST_RESERVED: Final = 0.9
"""The share of a low clock that the reserve may be at most."""


@dataclass(frozen=True, slots=True)
class Allowance:
    """Milliseconds for a move: `soft` ends it between two iterations, `hard` at any moment."""

    soft: int
    hard: int

    def left(self, spent: float, factor: float = 1.0) -> tuple[int, int]:
        """Both limits from now on, after so many milliseconds; the factor is that of `Pace`.

        >>> Allowance(100, 400).left(50, 1.3), Allowance(100, 400).left(500)
        ((80, 350), (1, 1))
        """
        soft = min(self.soft * factor, self.hard) - spent
        return max(1, int(soft)), max(1, int(self.hard - spent))

    def left_to_grow(self, spent: float, factor: float = 1.0) -> int:
        """The same for a search without iterations, which knows but one end.

        >>> Allowance(100, 400).left_to_grow(50)
        125
        """
        share = min(WHOLE_SHARE * factor * self.soft, self.hard)
        return max(1, int(GROWTH * share - spent))


AT_ONCE: Final = Allowance(1, 5)
"""For a move without an alternative."""


def for_move(movetime: int, overhead: int) -> Allowance:
    """A fixed time for a move, less what is lost on the way to the GUI: a fifth of it at most.

    >>> for_move(1000, 20), for_move(50, 20)
    (Allowance(soft=980, hard=980), Allowance(soft=40, hard=40))
    """
    time = max(1, movetime - min(overhead, movetime // 5))
    return Allowance(time, time)


def for_clock(
    clock: int,
    increment: int = 0,
    moves_to_go: int | None = None,
    *,
    overhead: int,
    lateness: float = 0.0,
) -> Allowance:
    """The share of a clock for one move.

    The clock above a reserve is divided by the moves to come, and most of the increment is added.
    The hard limit is some times the share, and never so much that the flag could fall. What moves
    have cost beyond their time lately is paid from the increment, and what that does not cover is
    held back for a long game.

    >>> for_clock(60_000, overhead=20)
    Allowance(soft=746, hard=5970)
    >>> for_clock(60_000, moves_to_go=1, overhead=20)
    Allowance(soft=29980, hard=59960)
    >>> for_clock(0, increment=100, overhead=20)
    Allowance(soft=1, hard=1)
    """
    moves = min(moves_to_go or MOVES_AHEAD, MOVES_AHEAD)
    uncovered = max(0.0, lateness - increment) * (moves_to_go or LONG_GAME)
    wanted = overhead * (1 + min(moves, RESERVED_MOVES - 1)) + uncovered
    # Where every move costs more than it gains, all of a low clock is held back: on a busy machine
    # a search of a millisecond ends before others get their turn, one of five waits for theirs.
    reserve = max(2 * overhead, min(wanted, clock if uncovered else MOST_RESERVED * clock))
    share = max(0.0, clock - reserve) / moves
    # Where the reserve is not full, the increment fills it first: more of it, the less there is.
    is_full = min(1.0, max(0, clock) / max(1, wanted))
    gained = INCREMENT_USED * max(0.0, increment - lateness) * is_full**2
    most = max(0, clock - 2 * overhead)
    soft = START_BEFORE * min(share + gained, most)
    hard = min(LONGEST * share + gained, most if moves == 1 else (most + share) / 2)
    return Allowance(soft=max(1, int(soft)), hard=max(1, int(soft), int(hard)))


def for_byoyomi(
    clock: int, byoyomi: int, *, overhead: int, lateness: float = 0.0
) -> tuple[Allowance, bool]:
    """The time for a move where the clock gives so much for every move once it has run down.

    What a move leaves of its byoyomi is lost, so all of it is used, and a clock that is worth no
    more than one byoyomi goes with it. Before that a move may also take its share of the clock.
    The flag says whether easy moves should take less: only what saves the clock is saved.

    >>> for_byoyomi(0, 1000, overhead=30)
    (Allowance(soft=800, hard=800), False)
    >>> for_byoyomi(600_000, 10_000, overhead=30)
    (Allowance(soft=12000, hard=69000), True)
    """
    wanted = max(
        2 * overhead + CAUTION * lateness,
        BYOYOMI_RESERVED * byoyomi,
        min(STALL, STALL_RESERVED * byoyomi),
    )
    reserve = min(wanted, byoyomi / 2)
    own, clock = byoyomi - reserve, max(0, clock)
    if clock <= byoyomi:
        time = max(1, int(clock + own))
        return Allowance(time, time), False
    share = clock / MOVES_AHEAD
    soft = START_BEFORE * (share + own)
    hard = min(LONGEST * share, clock / 2) + own
    return Allowance(soft=max(1, int(soft)), hard=max(1, int(hard))), True


class Lateness:
    """How much more than its time a move costs, on the average of the last ones, in milliseconds.

    A busy machine or a slow line takes from the clock what no search has used. It shows in the
    clock of the next move.

    >>> late = Lateness()
    >>> late.after_move(clock=1000, increment=10, used=50)
    >>> late.before_move(clock=952)  # 58 were taken
    >>> late.mean
    2.0
    """

    WEIGHT = 0.25
    """Of the latest move in the average."""
    MOST = 300
    """More than this is no lateness but another clock."""

    def __init__(self) -> None:
        self.mean = 0.0
        self._expected: int | None = None

    def after_move(self, clock: int, increment: int, used: int) -> None:
        """Remember what the clock should show when it is our turn again."""
        self._expected = clock + increment - used

    def before_move(self, clock: int) -> None:
        """See what it shows; a clock that was set up again says nothing."""
        if self._expected is not None and clock <= self._expected:
            self.observe(self._expected - clock)
        self._expected = None

    def observe(self, late: int) -> None:
        """Take one move's lateness into the mean."""
        self.mean += self.WEIGHT * (min(late, self.MOST) - self.mean)


class Pace:
    """How quick the soft limit should be: easy moves take less than their share, hard ones more.

    A move is easy when iteration after iteration prefers it, and hard when the preference changes
    or its value falls.

    >>> pace = Pace()
    >>> [round(pace.factor("e2e4", value), 2) for value in (20, 22, 25, 25, 25, 26)]
    [1.3, 1.15, 1.0, 0.85, 0.7, 0.55]
    >>> round(pace.factor("e2e4", -74), 2)  # a pawn less than an iteration ago
    1.1
    >>> round(pace.factor("d2d4", -74), 2)
    1.3
    """

    CHANGED = 1.3
    """For a move that has just become the best."""
    STEADIER = 0.15
    """So much less for every iteration that confirms it."""
    EASIEST = 0.55
    """No less than this."""
    ALARM = 100
    """A fall by so many hundredths of a pawn doubles the time; more is not needed."""

    def __init__(self) -> None:
        self._move = ""
        self._value: float | None = None
        self._confirmed = 0

    def factor(self, move: str, value: float) -> float:
        """The factor after one more iteration; `value` is in hundredths of a pawn."""
        self._confirmed = self._confirmed + 1 if move == self._move else 0
        fall = 0.0 if self._value is None else max(0.0, self._value - value)
        self._move, self._value = move, value
        steady = max(self.EASIEST, self.CHANGED - self.STEADIER * self._confirmed)
        return steady * (1.0 + min(fall, self.ALARM) / self.ALARM)
