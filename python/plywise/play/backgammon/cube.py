"""When to double, and when to take: Rick Janowski's formulas for play for money.

R. Janowski, "Take-Points in Money Games" (1993). A cube that can never be used again is dead; one
that is always used at the very best moment is live; real cubes are in between, and `efficiency` x
says where: value = (1 − x) dead + x live. What games are worth when they are won and lost, W and L,
are taken to stay as they are while the chance to win goes up and down.

With the cube at 1, a live cube is worth, by the chance to win, what lies on straight lines between
these points:

    in the middle        (0, −L)  (TP, −1)  (CP, +1)  (1, W)
    one's own            (0, −L)            (CP, +1)  (1, W)
    the other player's   (0, −L)  (TP, −1)            (1, W)
    TP = (L − ½) / (W + L + ½)    CP = (L + 1) / (W + L + ½)
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Literal, get_args

from plywise.checks import is_real, kind, shown
from plywise.errors import BadSetting
from plywise.play.backgammon.board import Board
from plywise.play.backgammon.chances import Chances

Owner = Literal["centred", "own", "other"]
OWNERS: tuple[Owner, ...] = get_args(Owner)
CONTACT = 0.68
"""The efficiency of cubes while checkers can be hit."""
RACE_BASE, RACE_SLOPE, RACE_LEAST, RACE_MOST = 0.55, 0.00125, 0.6, 0.7
"""That of races: a base and so much a pip, within bounds."""


@dataclass(frozen=True, kw_only=True)
class CubeDecision:
    """What the player on roll should do with the cube, and what the other should answer.

    Values are the player's on roll: points, in units of the cube as it stands, or in a match the
    chance to win it.
    """

    no_double: float
    """The value if he only rolls."""
    double_take: float
    double_pass: float
    should_double: bool
    should_take: bool
    """Whether the other player should take, were he doubled."""
    too_good: bool
    """Whether playing on for a gammon is worth more than what a pass would give."""
    is_redouble: bool = False
    is_available: bool = True
    """Whether he may double at all; otherwise the values are what a double would be worth."""

    @property
    def words(self) -> str:
        """The decision as players say it.

        >>> money_decision(Chances(win=0.74), efficiency=0.7).words
        'Double, take'
        """
        if not self.is_available:
            return "No cube"
        word = "redouble" if self.is_redouble else "double"
        if self.should_double:
            first = word.capitalize()
        else:
            first = "Too good" if self.too_good else f"No {word}"
        return f"{first}, {'take' if self.should_take else 'pass'}"

    def __str__(self) -> str:
        return self.words


def decided(
    no_double: float,
    double_take: float,
    double_pass: float,
    *,
    owner: Owner,
    is_available: bool = True,
) -> CubeDecision:
    """The decision that follows from the three values: each side chooses what is best for it."""
    should_double = is_available and min(double_take, double_pass) > no_double
    return CubeDecision(
        no_double=no_double,
        double_take=double_take,
        double_pass=double_pass,
        should_double=should_double,
        should_take=double_take < double_pass,
        too_good=is_available and not should_double and no_double > double_pass,
        is_redouble=owner == "own",
        is_available=is_available,
    )


def money_decision(
    chances: Chances,
    *,
    efficiency: float = CONTACT,
    owner: Owner = "centred",
    jacoby: bool = False,
) -> CubeDecision:
    """What to do with the cube in a game for money.

    >>> decision = money_decision(Chances(win=0.6, win_gammon=0.15, lose_gammon=0.1))
    >>> decision.words, round(decision.no_double, 3), round(decision.double_take, 3)
    ('No double, take', 0.352, 0.228)
    >>> money_decision(Chances(win=0.8, win_gammon=0.55)).words
    'Too good, pass'
    """
    return decided(
        money_equity(chances, owner, efficiency=efficiency, jacoby=jacoby),
        2 * money_equity(chances, "other", efficiency=efficiency),
        1.0,
        owner=owner,
        is_available=owner != "other",
    )


def money_equity(
    chances: Chances, owner: Owner, *, efficiency: float = CONTACT, jacoby: bool = False
) -> float:
    """Points a game with a cube at 1 that is in the middle, one's own or the other player's.

    By Jacoby's rule gammons count once the cube is turned, so with the cube in the middle a game
    is worth 1 at most.

    >>> money_equity(Chances(win=0.5), "own", efficiency=1.0)
    0.25
    """
    check_cube_question(chances, owner, efficiency)
    kind("jacoby", jacoby, bool, "give True or False")
    won, lost = chances.win_size, chances.loss_size
    low, high = take_point(chances, efficiency=1.0), cash_point(chances, efficiency=1.0)
    is_single = jacoby and owner == "centred"
    dead = 2 * chances.win - 1 if is_single else chances.equity
    corners = [
        (0.0, -1.0 if is_single else -lost),
        *([] if owner == "own" else [(low, -1.0)]),
        *([] if owner == "other" else [(high, 1.0)]),
        (1.0, 1.0 if is_single else won),
    ]
    return (1 - efficiency) * dead + efficiency * between(corners, chances.win)


def take_point(chances: Chances, *, efficiency: float = CONTACT) -> float:
    """The chance to win above which the player should take a double: (L − ½) / (W + L + x/2).

    >>> even = Chances(win=0.5)
    >>> take_point(even, efficiency=0.0), take_point(even, efficiency=1.0)
    (0.25, 0.2)
    """
    check_cube_question(chances, "centred", efficiency)
    won, lost = chances.win_size, chances.loss_size
    return (lost - 0.5) / (won + lost + efficiency / 2)


def cash_point(chances: Chances, *, efficiency: float = CONTACT) -> float:
    """The chance to win above which the other player should pass: 1 − his take point.

    >>> round(cash_point(Chances(win=0.5), efficiency=1.0), 12)
    0.8
    """
    return 1 - take_point(chances.inverted(), efficiency=efficiency)


def usual_efficiency(board: Board) -> float:
    """How live cubes usually are in a position: 0.68, in a race 0.6 to 0.7 by the mean pips.

    >>> usual_efficiency(Board.start())
    0.68
    """
    kind("board", board, Board, "give a Board")
    if not board.is_race:
        return CONTACT
    mean = (board.pips + board.other_pips) / 2
    return min(RACE_MOST, max(RACE_LEAST, RACE_BASE + RACE_SLOPE * mean))


def between(corners: Sequence[tuple[float, float]], at: float) -> float:
    """The value at a place on straight lines through corners, which go from left to right.

    >>> between([(0.0, 1.0), (0.5, 2.0), (1.0, 4.0)], 0.75)
    3.0
    """
    for (left, low), (right, high) in pairwise(corners):
        if at <= right:
            return high if right <= left else low + (high - low) * (at - left) / (right - left)
    return corners[-1][1]


def check_cube_question(chances: Chances, owner: Owner, efficiency: float) -> None:
    """BadSetting for what is no question about a cube."""
    kind("chances", chances, Chances, "give Chances")
    if owner not in OWNERS:
        raise BadSetting(f"owner={shown(owner)}; give one of {', '.join(OWNERS)}")
    if not is_real(efficiency) or not 0 <= efficiency <= 1:
        raise BadSetting(f"efficiency={shown(efficiency)}; give a number from 0 to 1")
