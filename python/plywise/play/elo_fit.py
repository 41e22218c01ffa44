"""The Elo rating of one player by maximum likelihood, against opponents whose ratings are known.

Elo's own definition is a curve for the *expected score*, the logistic one, where a draw is half a
point. So the likelihood that is maximised counts a draw as half a win and half a loss,

    log L = Σ over games  s log p + (1 - s) log(1 - p),   p = 1 / (1 + 10^(-(R - R')/400)),

and its root is where points scored equal points expected. (Models with a probability of their own
for draws, as Davidson's, stretch the scale by an amount that depends on how many there are: their
ratings are not those in which ladders and published lists are written.)

What that likelihood would say about the *error* is too much, since games with draws vary less, and
may be too little, since the two games of a pair share their opening. So the errors come from how
far the pairs really are from what was expected of them. The interval is that of a match's score
(`plywise.play.interval`), with several opponents: all ratings R whose expected points lie no
farther from those scored than t standard errors *at R*. Against one opponent it is the match's.
"""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from plywise.play.interval import CONFIDENCE, student_95, told, variance_share
from plywise.play.statistics import ELO_PER_LOG_ODDS, Tally, elo_of, score_of

STEPS = 100
FAR = 10_000.0
"""No rating is farther than this from those that it is measured by."""
LONGEST_STEP = 200.0
"""Of Newton's method, which far from the peak would leap over it."""


@dataclass(frozen=True, kw_only=True)
class Fit:
    """A rating and how sure it is, given the ratings of the opponents.

    >>> print(fit_one([(1500.0, Tally.of_pairs([(1, 0.5), (0, 0.5), (1, 0), (0.5, 1)]))]))
    1544 ± 260
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
        return told(self.elo, self.interval)


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
    return Fit(elo=elo, interval=_interval(elo, points, results), games=games)


def expected(elo: float, results: Results) -> float:
    """The points that a rating promises in those games."""
    return sum(tally.games * score_of(elo - other) for other, tally in results)


def information(elo: float, results: Results) -> float:
    """How sharply games without draws would tell the rating, in units of 1 / Elo²."""
    chances = ((tally.games, score_of(elo - other)) for other, tally in results)
    return sum(n * p * (1 - p) for n, p in chances) / ELO_PER_LOG_ODDS**2


def _interval(elo: float, points: float, results: Results) -> tuple[float, float]:
    """The 95 % interval around a fitted rating, from the spread of the pairs."""
    if len(results) == 1:
        [(other, tally)] = results
        # Some points were scored, and some not: then both ends are finite.
        low, high = (other + (elo_of(end) or 0.0) for end in tally.trials().interval)
        return low, high
    number = sum(tally.trials().number for _, tally in results)
    share = variance_share(_squares(elo, results), _most(elo, results), number)
    far = student_95(number - 1) * math.sqrt(share)

    def end(sign: int) -> float:
        return rising_root(
            lambda at: (
                (expected(at, results) - points) - sign * far * math.sqrt(_most(at, results))
            ),
            results,
        )

    return end(-1), end(1)


def _squares(elo: float, results: Results) -> float:
    """How far the trials' points were from those that the rating promises, squared and summed."""
    squares = 0.0
    for other, tally in results:
        trials = tally.trials()
        size = tally.games / trials.number  # games in a trial
        apart = [size * (score - score_of(elo - other)) for score in trials.scores]
        squares += sum(n * x * x for n, x in zip(trials.counts, apart, strict=True))
    return squares


def _most(elo: float, results: Results) -> float:
    """What that would be on average if every trial went all one way."""
    chances = ((t.games, t.trials().number, score_of(elo - other)) for other, t in results)
    return sum(games**2 / number * p * (1 - p) for games, number, p in chances)


def _one_sided(results: Results, games: int, *, is_perfect: bool) -> Fit:
    """Every trial was won, or lost: the rating at which that would have happened 1 time in 40."""
    rare = math.log((1 - CONFIDENCE) / 2)

    def excess(elo: float) -> float:
        sign = 1 if is_perfect else -1
        logs = (
            t.trials().number * math.log(max(score_of(sign * (elo - other)), 1e-300))
            for other, t in results
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
        if middle in (low, high):
            break  # no number lies between them: more steps would change nothing
        low, high = (middle, high) if function(middle) < 0 else (low, middle)
    return (low + high) / 2


def posterior(results: Results, *, centre: float, width: float) -> float:
    """The likeliest rating if ratings are normal around `centre` beforehand; always finite.

    By Newton's method, since runs ask for it after every game: the likelihood has one peak.

    >>> won = Tally(wins=4, draws=0, losses=0)
    >>> round(posterior([(1500.0, won)], centre=1500.0, width=400.0))
    1877
    """
    points = sum(tally.wins + tally.draws / 2 for _, tally in results)
    met = [(tally.games, elo) for elo, tally in results if tally.games]
    at = centre
    for _ in range(STEPS):
        slope, curve = (at - centre) / width**2 - points / ELO_PER_LOG_ODDS, 1 / width**2
        for games, elo in met:
            p = score_of(at - elo)
            slope += games * p / ELO_PER_LOG_ODDS
            curve += games * p * (1 - p) / ELO_PER_LOG_ODDS**2
        step = max(-LONGEST_STEP, min(LONGEST_STEP, slope / curve))
        at -= step
        if abs(step) < 1e-9:
            break
    return at
