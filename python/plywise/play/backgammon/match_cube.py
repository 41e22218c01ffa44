"""When to double, and when to take, in a match: Janowski's idea with chances to win the match.

A cube that is dead gives, for each way in which the game may end, what the match equity table says
of the score then. A live one lies on straight lines, as for money (`plywise.play.backgammon.cube`):

- at no chance to win the game, the mean of the table over the ways to lose, and at certain victory
  that over the ways to win;
- at the chance at which the other player may just as well take as pass, the score after a pass.

That chance follows from the other player's curve with the cube at twice its value, and so on until
the cube is dead: when whoever owns it wins the match with what it shows. Cubeful is
(1 − x) dead + x live.

Where a player has nothing to lose any more (whoever loses the cube loses the match), he turns the
cube as soon as he owns it: the dead value of a double that he takes is that of the cube turned
again, or of the pass that follows. Nobody doubles in Crawford's game.

But for that, values are those of GNU Backgammon at 0-ply, and share its weakness: a player whose
gammons a double would spoil is taken to double nevertheless when the other may as well pass.
"""

from dataclasses import dataclass

from plywise.checks import kind
from plywise.errors import BadSetting
from plywise.play.backgammon.chances import SLACK, Chances
from plywise.play.backgammon.cube import (
    CONTACT,
    CubeDecision,
    Owner,
    between,
    check_cube_question,
    decided,
)
from plywise.play.backgammon.equity_table import LONGEST, match_equity
from plywise.play.backgammon.numbers import check_cube, check_pair

BISECTIONS = 60
"""As many as a float can tell apart."""


@dataclass(frozen=True, kw_only=True)
class Score:
    """How a match stands for the player on roll."""

    away: tuple[int, int]
    """Points that he needs, and that the other needs."""
    crawford: bool = False
    """Whether this is the game without a cube."""

    def __post_init__(self) -> None:
        check_pair("away", self.away, least=1, most=LONGEST)
        kind("crawford", self.crawford, bool, "give True or False")
        if self.crawford and 1 not in self.away:
            raise BadSetting(
                f"crawford=True at {self.away[0]}-away {self.away[1]}-away; Crawford's game is one "
                "in which a player needs a single point"
            )

    def after(self, points: int) -> float:
        """The chance to win the match when `points` are won, or lost where they are negative.

        >>> Score(away=(2, 2)).after(-1), Score(away=(2, 1)).after(1), Score(away=(3, 4)).after(6)
        (0.32264, 0.5, 1.0)
        """
        own, other = self.away
        return match_equity(
            own - max(points, 0), other - max(-points, 0), post_crawford=1 in self.away
        )

    def swapped(self) -> "Score":
        """The same score for the other player."""
        return Score(away=(self.away[1], self.away[0]), crawford=self.crawford)


def match_decision(
    chances: Chances,
    score: Score,
    *,
    cube: int = 1,
    owner: Owner = "centred",
    efficiency: float = CONTACT,
) -> CubeDecision:
    """What to do with the cube at a score; the values are chances to win the match.

    >>> even = Score(away=(2, 2))
    >>> match_decision(Chances(win=0.6), even).words, match_decision(Chances(win=0.7), even).words
    ('Double, take', 'Double, pass')
    >>> match_decision(Chances(win=0.7), Score(away=(1, 3), crawford=True)).words
    'No cube'
    """
    return decided(
        match_chance(chances, score, cube=cube, owner=owner, efficiency=efficiency),
        match_chance(chances, score, cube=2 * cube, owner="other", efficiency=efficiency),
        score.after(cube),
        owner=owner,
        is_available=owner != "other" and not score.crawford,
    )


def match_chance(
    chances: Chances,
    score: Score,
    *,
    cube: int = 1,
    owner: Owner = "centred",
    efficiency: float = CONTACT,
) -> float:
    """The chance to win the match with a cube that shows `cube` and belongs to `owner`.

    >>> match_chance(Chances(win=0.6), Score(away=(1, 1)))
    0.6
    """
    check_cube_question(chances, owner, efficiency)
    kind("score", score, Score, "give a Score")
    check_cube("cube", cube)
    return _Side.of(chances, score).cubeful(chances.win, cube, owner, efficiency)


def match_take_point(
    chances: Chances, score: Score, *, cube: int = 1, efficiency: float = CONTACT
) -> float:
    """The chance to win the game above which the player should take a double from `cube`.

    What he wins and loses when he does, gammons and all, is as in `chances`.

    >>> round(match_take_point(Chances(win=0.5), Score(away=(2, 2))), 5)
    0.32264
    """
    check_cube_question(chances, "centred", efficiency)
    kind("score", score, Score, "give a Score")
    check_cube("cube", cube)
    doubler = _Side.of(chances, score).opponent()
    passed = doubler.score.after(cube)
    low, high = 0.0, 1.0
    for _ in range(BISECTIONS):  # the more he wins, the less a take is worth to the doubler
        middle = (low + high) / 2
        if doubler.cubeful(1 - middle, 2 * cube, "other", efficiency) < passed:
            high = middle
        else:
            low = middle
    return high


def normalised(chance: float, score: Score, *, cube: int = 1) -> float:
    """A chance to win the match as points: 1 for what the cube shows won, −1 for that lost.

    >>> score = Score(away=(3, 5))
    >>> [normalised(score.after(points), score) for points in (1, -1)]
    [1.0, -1.0]
    """
    won, lost = score.after(cube), score.after(-cube)
    return (2 * chance - won - lost) / (won - lost)


@dataclass(frozen=True, kw_only=True)
class _Side:
    """What a player's chance to win the game is worth in the match."""

    score: Score
    wins: tuple[float, float, float]
    """The shares of plain games, gammons and backgammons among those that he wins."""
    losses: tuple[float, float, float]

    @classmethod
    def of(cls, chances: Chances, score: Score) -> "_Side":
        return cls(score=score, wins=_shares(chances), losses=_shares(chances.inverted()))

    def opponent(self) -> "_Side":
        return _Side(score=self.score.swapped(), wins=self.losses, losses=self.wins)

    def cubeful(self, win: float, cube: int, owner: Owner, efficiency: float) -> float:
        if self.score.crawford:
            return self._dead(win, cube)
        dead = self._dead(win, cube) if owner != "other" else self._dead_when_doubled(win, cube)
        return (1 - efficiency) * dead + efficiency * self._live(win, cube, owner)

    def _won(self, cube: int) -> float:
        return sum(share * self.score.after(size * cube) for size, share in _sized(self.wins))

    def _lost(self, cube: int) -> float:
        return sum(share * self.score.after(-size * cube) for size, share in _sized(self.losses))

    def _dead(self, win: float, cube: int) -> float:
        return win * self._won(cube) + (1 - win) * self._lost(cube)

    def _dead_when_doubled(self, win: float, cube: int) -> float:
        """With the cube in the hands of the other, who turns it if he has nothing to lose."""
        own, other = self.score.away
        if not own <= cube < other:
            return self._dead(win, cube)
        turned = max(self._dead(win, 2 * cube), self.score.after(-cube))
        return min(self._dead(win, cube), turned)

    def _live(self, win: float, cube: int, owner: Owner) -> float:
        """With a cube that is used at the very best moments."""
        corners = [(0.0, self._lost(cube)), (1.0, self._won(cube))]
        if owner != "other":
            corners[1:1] = self._cash_corner(cube)
        if owner != "own":
            corners[1:1] = [(1 - p, 1 - value) for p, value in self.opponent()._cash_corner(cube)]
        return between(corners, win)

    def _cash_corner(self, cube: int) -> list[tuple[float, float]]:
        """Where a double from `cube` wins what it shows; nowhere if that wins the match anyway."""
        if cube >= self.score.away[0]:
            return []
        return [(1 - self.opponent()._live_take_point(cube), self.score.after(cube))]

    def _live_take_point(self, cube: int) -> float:
        """Where a double from `cube` may as well be taken as passed, the cube being live."""
        doubled = 2 * cube
        corners = [
            (0.0, self._lost(doubled)),
            *self._cash_corner(doubled),
            (1.0, self._won(doubled)),
        ]
        return between([(value, p) for p, value in corners], self.score.after(-cube))


def _shares(chances: Chances) -> tuple[float, float, float]:
    if chances.win <= SLACK:
        return 1.0, 0.0, 0.0
    gammons, backgammons = chances.win_gammon / chances.win, chances.win_backgammon / chances.win
    return 1 - gammons, gammons - backgammons, backgammons


def _sized(shares: tuple[float, float, float]) -> enumerate[float]:
    return enumerate(shares, start=1)
