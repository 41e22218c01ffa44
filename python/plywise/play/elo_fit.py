"""The Elo rating of one player by maximum likelihood, against opponents whose ratings are known.

Elo's own definition is a curve for the *expected score*, the logistic one, where a draw is half a
point. So the likelihood that is maximised counts a draw as half a win and half a loss,

    log L = Σ over games  s log p + (1 - s) log(1 - p),   p = 1 / (1 + 10^(-(R - R')/400)),

and its root is where points scored equal points expected. (Models with a probability of their own
for draws, as Davidson's, stretch the scale by an amount that depends on how many there are: their
ratings are not those in which ladders and published lists are written.)

What that likelihood would say about the *error* is too much, since games with draws vary less, and
may be too little, since the two games of a pair share their opening. So the errors come from how
far the pairs really are from what was expected of them (the "sandwich" H⁻¹ J H⁻¹, with J from the
pairs' residuals), with Student's t where there are few.
"""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from plywise.play.statistics import CONFIDENCE, ELO_PER_LOG_ODDS, NORMAL_95, Tally, score_of

LEAST_SPREAD = 0.5
"""Errors are never below this share of those of games without draws: few pairs may be alike."""
STEPS = 100
FAR = 10_000.0
"""No rating is farther than this from those that it is measured by."""


@dataclass(frozen=True, kw_only=True)
class Fit:
    """A rating and how sure it is, given the ratings of the opponents.

    >>> print(fit_one([(1500.0, Tally.of_pairs([(1, 0.5), (0, 0.5), (1, 0), (0.5, 1)]))]))
    1544 ± 267
    """

    elo: float | None
    """None when every game was won, or every one lost: then only one end is known."""
    interval: tuple[float | None, float | None]
    """The 95 % interval; an end that is None is without bound."""
    games: int

    @property
    def error(self) -> float | None:
        """Half the interval; None without one."""
        low, high = self.interval
        return None if low is None or high is None else (high - low) / 2

    def __str__(self) -> str:
        if self.elo is not None and self.error is not None:
            return f"{self.elo:.0f} ± {self.error:.0f}"
        low, high = self.interval
        if low is not None:
            return f"above {low:.0f}"
        return f"below {high:.0f}" if high is not None else "unknown"


Results: TypeAlias = Sequence[tuple[float, Tally]]
"""What was played against each opponent: its rating, and the games in our view."""


def fit_one(results: Results) -> Fit:
    """The likeliest rating of one player, given those of its opponents, with its 95 % interval."""
    results = [(elo, tally) for elo, tally in results if tally.games]
    games = sum(tally.games for _, tally in results)
    points = sum(tally.wins + tally.draws / 2 for _, tally in results)
    if not games:
        return Fit(elo=None, interval=(None, None), games=0)
    if points in (0, games):
        return _one_sided(results, games, is_perfect=points == games)
    elo = rising_root(lambda at: expected(at, results) - points, results)
    half = half_interval(elo, results)
    return Fit(elo=elo, interval=(elo - half, elo + half), games=games)


def expected(elo: float, results: Results) -> float:
    """The points that a rating promises in those games."""
    return sum(tally.games * score_of(elo - other) for other, tally in results)


def information(elo: float, results: Results) -> float:
    """How sharply games without draws would tell the rating, in units of 1 / Elo²."""
    chances = ((tally.games, score_of(elo - other)) for other, tally in results)
    return sum(n * p * (1 - p) for n, p in chances) / ELO_PER_LOG_ODDS**2


def half_interval(elo: float, results: Results) -> float:
    """Half the 95 % interval around a fitted rating, from the spread of the pairs."""
    told = information(elo, results)
    squares, pairs = 0.0, 0
    for other, tally in results:
        scores, counts = tally.trials()
        size = tally.games / sum(counts)  # games in a trial
        apart = [size * (score - score_of(elo - other)) for score in scores]
        squares += sum(n * x * x for n, x in zip(counts, apart, strict=True))
        pairs += sum(counts)
    least = LEAST_SPREAD / math.sqrt(told)
    if pairs < 2:
        return student_95(1) / math.sqrt(told)
    spread = math.sqrt(squares * pairs / (pairs - 1)) / ELO_PER_LOG_ODDS / told
    return student_95(pairs - 1) * max(spread, least)


def student_95(freedom: int) -> float:
    """Student's t for a two-sided 95 %, by Fisher and Cornish's expansion.

    >>> round(student_95(10), 2), round(student_95(100), 2)
    (2.23, 1.98)
    """
    z, v = NORMAL_95, max(freedom, 3)
    one = (z**3 + z) / (4 * v)
    two = (5 * z**5 + 16 * z**3 + 3 * z) / (96 * v**2)
    three = (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / (384 * v**3)
    return z + one + two + three


def _one_sided(results: Results, games: int, *, is_perfect: bool) -> Fit:
    """Every game was won, or lost: the rating at which that would have happened 1 time in 40."""
    rare = math.log((1 - CONFIDENCE) / 2)

    def excess(elo: float) -> float:
        sign = 1 if is_perfect else -1
        logs = (
            t.games * math.log(max(score_of(sign * (elo - other)), 1e-300)) for other, t in results
        )
        return sign * (sum(logs) - rare)

    end = rising_root(excess, results)
    interval = (end, None) if is_perfect else (None, end)
    return Fit(elo=None, interval=interval, games=games)


def rising_root(function: Callable[[float], float], results: Results) -> float:
    """Where a rising function of the rating crosses zero, by bisection."""
    low = min(elo for elo, _ in results) - FAR
    high = max(elo for elo, _ in results) + FAR
    for _ in range(STEPS):
        middle = (low + high) / 2
        low, high = (middle, high) if function(middle) < 0 else (low, middle)
    return (low + high) / 2


def posterior(results: Results, *, centre: float, width: float) -> float:
    """The likeliest rating if ratings are normal around `centre` beforehand; always finite."""
    points = sum(tally.wins + tally.draws / 2 for _, tally in results)
    known = [*results, (centre, Tally(wins=0, draws=0, losses=0))]

    def slope(at: float) -> float:
        return (expected(at, known) - points) / ELO_PER_LOG_ODDS + (at - centre) / width**2

    return rising_root(slope, known)
