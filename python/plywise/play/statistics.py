"""How sure a match result is: score, Elo, likelihood of superiority, sequential test (SPRT).

Games are played in pairs, one opening with colours swapped. The two games of a pair share the
opening's luck, so the *pair* is the independent trial: its score is one of five, and counting those
five ("pentanomial") gives honest errors where counting wins, draws and losses ("trinomial") does
not. Everything here uses the pairs when they are known, and says nothing (`None`) where nothing can
be said. The interval is that of `plywise.play.interval`, which holds in lopsided matches too.

Sources: Elo by the usual logistic curve; the log-likelihood ratio as in Van den Bergh, "A practical
introduction to the GSPRT", and the test site of Stockfish.
"""

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

from plywise.errors import BadSetting
from plywise.play.interval import Trials, told

Pairs: TypeAlias = tuple[int, int, int, int, int]
"""How many pairs scored 0, ½, 1, 1½ and 2 points for A."""

Decision: TypeAlias = Literal["elo0", "elo1"]
"""Which of the two hypotheses of a sequential test was accepted."""

ELO_PER_LOG_ODDS = 400 / math.log(10)
PAIR_SCORES = (0.0, 0.25, 0.5, 0.75, 1.0)  # a pair's points, as a share of its two games
GAME_SCORES = (0.0, 0.5, 1.0)
BISECTIONS = 60
SMALL_COUNT = 1e-3
"""Stands for a count of zero in the likelihood ratio, so that no outcome is held impossible."""


def score_of(elo: float) -> float:
    """The score that a difference of `elo` promises.

    >>> round(score_of(0), 3), round(score_of(100), 3), round(score_of(-400), 3)
    (0.5, 0.64, 0.091)
    """
    return 0.5 * (1 + math.tanh(elo / ELO_PER_LOG_ODDS / 2))  # the logistic, without overflow


def elo_of(score: float) -> float | None:
    """The Elo difference of a `score`; None for 0 and 1, which no finite difference promises.

    >>> round(elo_of(0.64)), elo_of(1.0)
    (100, None)
    """
    if not 0.0 < score < 1.0:
        return None
    return ELO_PER_LOG_ODDS * math.log(score / (1.0 - score))


@dataclass(frozen=True, kw_only=True)
class Tally:
    """What a match came to, in A's view. With `pairs` known, all errors are those of pairs.

    >>> tally = Tally(wins=171, draws=102, losses=127)
    >>> print(tally)
    +171 =102 -127  Elo +38 ± 30  LOS 99 %
    >>> tally.score
    0.555
    >>> low, high = tally.score_interval
    >>> f"{low:.3f} to {high:.3f}"
    '0.513 to 0.597'
    """

    wins: int
    """Games won by A."""
    draws: int
    """Games drawn."""
    losses: int
    """Games lost by A."""
    pairs: Pairs | None = None
    """Pairs that scored 0, ½, 1, 1½, 2 points for A; None when games were not paired."""

    def __post_init__(self) -> None:
        counts = (self.wins, self.draws, self.losses, *(self.pairs or ()))
        if min(counts) < 0:
            raise BadSetting(f"counts of games cannot be negative: {self!r}")
        if self.pairs is not None:
            _check_pairs(self.wins, self.draws, self.losses, self.pairs)

    @staticmethod
    def of_pairs(results: Iterable[tuple[float, float]]) -> "Tally":
        """The tally of pairs of games, each game given by A's score 1, ½ or 0.

        >>> Tally.of_pairs([(1, 0.5), (0.5, 0.5), (1, 0)])
        Tally(wins=2, draws=3, losses=1, pairs=(0, 0, 2, 1, 0))
        """
        tally = Tally(wins=0, draws=0, losses=0, pairs=(0, 0, 0, 0, 0))
        for one, two in results:
            tally = tally.with_pair(one, two)
        return tally

    def with_pair(self, one: float, two: float) -> "Tally":
        """The tally after one pair of games more.

        >>> Tally.of_pairs([(1, 0.5)]).with_pair(1, 1)
        Tally(wins=3, draws=1, losses=0, pairs=(0, 0, 0, 1, 1))
        """
        if self.pairs is None:
            raise BadSetting("cannot add a pair to games that were not paired")
        pairs = list(self.pairs)
        pairs[round(2 * (one + two))] += 1
        wins, draws, losses = ((one, two).count(score) for score in (1, 0.5, 0))
        return Tally(
            wins=self.wins + wins,
            draws=self.draws + draws,
            losses=self.losses + losses,
            pairs=(pairs[0], pairs[1], pairs[2], pairs[3], pairs[4]),
        )

    @property
    def games(self) -> int:
        """All games."""
        return self.wins + self.draws + self.losses

    @property
    def score(self) -> float | None:
        """A's share of the points; None without games."""
        if not self.games:
            return None
        return (self.wins + self.draws / 2) / self.games

    @property
    def score_interval(self) -> tuple[float, float] | None:
        """The 95 % interval of the score, within [0, 1]; None without games."""
        return self.trials().interval if self.games else None

    @property
    def elo(self) -> float | None:
        """The Elo difference of the score; None without games or when one side won them all."""
        return None if self.score is None else elo_of(self.score)

    @property
    def elo_error(self) -> float | None:
        """Half the 95 % interval of the Elo; None like `elo`."""
        low, high = self.elo_interval or (None, None)
        return None if low is None or high is None else (high - low) / 2

    @property
    def elo_interval(self) -> tuple[float | None, float | None] | None:
        """The score's interval in Elo; an end that is None is without bound."""
        interval = self.score_interval
        return None if interval is None else (elo_of(interval[0]), elo_of(interval[1]))

    @property
    def los(self) -> float | None:
        """Likelihood of superiority: how probable it is that A is better; None without games.

        It is above 97.5 % where the whole interval of the score is above ½, and only there.
        """
        return self.trials().likelihood_above_half if self.games else None

    def trials(self) -> Trials:
        """The trials: pairs if they are known, else games."""
        if self.pairs is not None:
            return Trials(scores=PAIR_SCORES, counts=self.pairs)
        return Trials(scores=GAME_SCORES, counts=(self.losses, self.draws, self.wins))

    def __str__(self) -> str:
        counts = f"+{self.wins} ={self.draws} -{self.losses}"
        if self.los is None:
            return counts
        elo = told(self.elo, self.elo_interval or (None, None), "+.0f")
        return f"{counts}  Elo {elo}  LOS {_percent(self.los)}"


def _check_pairs(wins: int, draws: int, losses: int, pairs: Pairs) -> None:
    """Refuse pairs that cannot be made of those games."""
    games, points = 2 * sum(pairs), sum(n * k for k, n in enumerate(pairs))
    if games != wins + draws + losses or points != 2 * wins + draws:
        raise BadSetting(
            f"pairs {pairs} hold {games} games and {points / 2:g} points, "
            f"but +{wins} ={draws} -{losses} is {wins + draws + losses} games and "
            f"{wins + draws / 2:g} points; pairs are counted for 0, ½, 1, 1½, 2"
        )


def _percent(probability: float) -> str:
    """A whole percentage that never rounds to certainty.

    >>> _percent(0.9949), _percent(0.9999), _percent(0.0001), _percent(0.5)
    ('99 %', '> 99 %', '< 1 %', '50 %')
    """
    if probability > 0.995:
        return "> 99 %"
    return "< 1 %" if probability < 0.005 else f"{100 * probability:.0f} %"


@dataclass(frozen=True, kw_only=True)
class Sprt:
    """A sequential probability ratio test: play until one of two Elo differences is accepted.

    >>> test = Sprt(elo0=0, elo1=10)
    >>> [round(bound, 2) for bound in test.bounds]
    [-2.94, 2.94]
    >>> ratio = test.llr(Tally(wins=500, draws=200, losses=300))
    >>> round(ratio, 2), test.decision(ratio)
    (6.68, 'elo1')
    """

    elo0: float
    """The difference to be believed unless the games speak against it."""
    elo1: float
    """The larger difference that is tested for."""
    false_positive: float = 0.05
    """How often elo1 may be accepted when elo0 is true."""
    false_negative: float = 0.05
    """How often elo0 may be accepted when elo1 is true."""

    def __post_init__(self) -> None:
        if not -1000 <= self.elo0 < self.elo1 <= 1000:
            given = f"{self.elo0:g} and {self.elo1:g}"
            raise BadSetting(f"SPRT needs -1000 <= elo0 < elo1 <= 1000, not {given}")
        for name in ("false_positive", "false_negative"):
            if not 0 < (rate := getattr(self, name)) < 0.5:
                raise BadSetting(f"{name} must lie between 0 and 0.5, not {rate!r}")

    @property
    def bounds(self) -> tuple[float, float]:
        """The log-likelihood ratios at which elo0 and elo1 are accepted (Wald)."""
        lower = math.log(self.false_negative / (1 - self.false_positive))
        upper = math.log((1 - self.false_negative) / self.false_positive)
        return lower, upper

    def llr(self, tally: Tally) -> float:
        """The generalised log-likelihood ratio of elo1 against elo0; 0 without games.

        Σ nᵢ log(p¹ᵢ / p⁰ᵢ), where p⁰ and p¹ are the likeliest distributions of the trials' scores
        whose means are the scores that elo0 and elo1 promise.
        """
        trials = tally.trials()
        if not any(trials.counts):
            return 0.0
        weights = [float(n) or SMALL_COUNT for n in trials.counts]
        likely0 = _likeliest(trials.scores, weights, score_of(self.elo0))
        likely1 = _likeliest(trials.scores, weights, score_of(self.elo1))
        ratios = zip(weights, likely0, likely1, strict=True)
        return sum(n * math.log(p1 / p0) for n, p0, p1 in ratios)

    def decision(self, llr: float) -> Decision | None:
        """Which hypothesis is accepted at that ratio; None: play on."""
        lower, upper = self.bounds
        if llr >= upper:
            return "elo1"
        return "elo0" if llr <= lower else None


def _likeliest(scores: Sequence[float], weights: Sequence[float], mean: float) -> list[float]:
    """The distribution over `scores` with that `mean` under which counts `weights` are likeliest.

    It is p̂ᵢ / (1 + x aᵢ) with aᵢ = sᵢ - mean, p̂ the observed shares and x the root of
    Σ p̂ᵢ aᵢ / (1 + x aᵢ): a sum that falls from +∞ to -∞ between its two innermost poles.

    >>> [round(p, 3) for p in _likeliest((0, 0.5, 1), (30, 20, 50), 0.5)]
    [0.4, 0.2, 0.4]
    """
    total = sum(weights)
    shares = [n / total for n in weights]
    apart = [s - mean for s in scores]

    def excess(x: float) -> float:
        return sum(p * a / (1 + x * a) for p, a in zip(shares, apart, strict=True))

    x = _falling_root(excess, -1 / max(apart), -1 / min(apart))
    return [p / (1 + x * a) for p, a in zip(shares, apart, strict=True)]


def _falling_root(function: Callable[[float], float], low: float, high: float) -> float:
    """The root of a falling function strictly between two poles, by bisection."""
    middle = (low + high) / 2
    for _ in range(BISECTIONS):
        if function(middle) > 0:
            low = middle
        else:
            high = middle
        middle = (low + high) / 2
    return middle
