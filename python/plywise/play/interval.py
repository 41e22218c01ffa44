"""The 95 % interval of a mean score: one rule for matches, gates, values, tables and ratings.

A trial (a pair of games, or a single one) scores between 0 and 1, so its variance is a share r of
the most that its mean μ allows, μ (1 - μ). The interval is Wilson's with that share left in: all μ
that lie no farther from the observed mean x of n trials than t standard errors *at μ*,

    (x - μ)² ≤ t² r μ (1 - μ) / n.

For r = 1 it is Wilson's interval of a proportion; in the middle and for many trials it is the usual
x ± 1.96 standard errors. Near 0 and 1 the usual one is too short on the side of ½: there the
observed variance is small just when the observed mean is far off, and only the variance at the true
mean would be honest. In Elo, log μ / (1 - μ), this interval reaches equally far to both sides.

Two things guard against few trials. r is that of the trials with `PRIOR` of a trial more that went
all one way, and t is Student's. If all trials are alike, nothing is known of r; then the interval
is the widest that Clopper and Pearson leave.

How often it holds the truth (benchmarks/interval_coverage.py, beside other intervals): of 168 laws
of pairs as games make them, from even ones to 99 % and from decisive to drawish, 99, 96, 96, 95 and
95 % on average with 5, 20, 50, 200 and 1,000 pairs, and the worst law 91, 94, 94, 93 and 94 %. It
is too wide with fewer than ten pairs. Laws that hardly any game makes may be held less: of 20
pairs, where nine in ten score 1½ and the others 0 or 2, 80 %, like 1.96 standard errors.

Source: E. B. Wilson, "Probable inference, the law of succession, and statistical inference", 1927,
for the interval; the share r is the dispersion of quasi-likelihood (Wedderburn 1974).
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import NormalDist

CONFIDENCE = 0.95
NORMAL_95 = NormalDist().inv_cdf((1 + CONFIDENCE) / 2)  # 1.96 standard errors
PRIOR = 0.5
"""Trials that are thought to have gone all one way, so that no few trials look too much alike."""
ALIKE = 1.1
"""Sides of an interval that differ by no more than this factor are told as one, after ±."""


@dataclass(frozen=True, kw_only=True)
class Trials:
    """Independent trials with scores between 0 and 1: what they say about their mean.

    >>> won = Trials(scores=(0, 0.25, 0.5, 0.75, 1), counts=(0, 0, 1, 3, 16))
    >>> low, high = won.interval
    >>> f"{won.mean:.4f}: {low:.3f} to {high:.3f}"
    '0.9375: 0.840 to 0.977'
    """

    scores: Sequence[float]
    """What a trial can score."""
    counts: Sequence[int]
    """How many did; not all of them 0."""

    @property
    def number(self) -> int:
        """All trials."""
        return sum(self.counts)

    @property
    def mean(self) -> float:
        """The mean score."""
        return sum(n * s for s, n in zip(self.scores, self.counts, strict=True)) / self.number

    @property
    def are_alike(self) -> bool:
        """Whether all had the same score."""
        return max(self.counts) == self.number

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % interval of the mean; it lies within [0, 1] and always has a width."""
        mean = self.mean
        if self.are_alike:
            # Other scores then have a probability q of at most 1 - 0.025^(1/n) (Clopper and
            # Pearson), and at worst they are all 0, or all 1.
            q = 1 - ((1 - CONFIDENCE) / 2) ** (1 / self.number)
            return mean - q * mean, mean + q * (1 - mean)
        a = student_95(self.number - 1) ** 2 * self._share() / self.number
        middle = (mean + a / 2) / (1 + a)
        half = math.sqrt(a * mean * (1 - mean) + a * a / 4) / (1 + a)
        return middle - half, middle + half

    @property
    def likelihood_above_half(self) -> float:
        """How probable it is that the true mean is above ½: 97.5 % where the interval ends there.

        >>> Trials(scores=(0, 0.5, 1), counts=(3, 4, 3)).likelihood_above_half
        0.5
        """
        mean, number = self.mean, self.number
        if self.are_alike:
            # The odds are the ratio of likelihoods: at a mean of ½, n trials of a score x > ½ have
            # a probability of (½ / x)ⁿ at most.
            odds = (2 * max(mean, 1 - mean)) ** -number
            return odds / (1 + odds) if mean < 0.5 else 1 / (1 + odds)
        error = math.sqrt(self._share() / 4 / number)
        return NormalDist().cdf((mean - 0.5) / error * NORMAL_95 / student_95(number - 1))

    def _share(self) -> float:
        mean = self.mean
        squares = sum(n * (s - mean) ** 2 for s, n in zip(self.scores, self.counts, strict=True))
        return variance_share(squares, self.number * mean * (1 - mean), self.number)


def variance_share(squares: float, most: float, number: int) -> float:
    """The share of the `most` that the sum of `squares` of so many trials could be, with the prior.

    >>> round(variance_share(1.5, 4.5, 7), 3), variance_share(0.0, 4.5, 2)
    (0.378, 0.2)
    """
    return (number * squares / most + PRIOR) / (number + PRIOR)


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


def told(middle: float | None, ends: tuple[float | None, float | None], form: str = ".0f") -> str:
    """An estimate with its interval in words: ± where the two sides are about alike.

    >>> told(38.2, (9.0, 68.1), "+.0f"), told(97.8, (95.8, 98.8), ".1f")
    ('+38 ± 30', '97.8 (95.8 to 98.8)')
    >>> told(None, (277.0, None)), told(None, (None, None))
    ('above 277', 'unknown')
    """
    low, high = ends
    if middle is not None and low is not None and high is not None:
        shorter, longer = sorted((middle - low, high - middle))
        if longer > ALIKE * shorter:
            return f"{middle:{form}} ({low:{form}} to {high:{form}})"
        return f"{middle:{form}} ± {(high - low) / 2:{form.lstrip('+')}}"
    if low is not None:
        return f"above {low:{form}}"
    return "unknown" if high is None else f"below {high:{form}}"
