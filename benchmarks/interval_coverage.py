"""How often intervals of a match's score hold the truth, and how wide they are: no speed.

python benchmarks/interval_coverage.py

Matches of n pairs of games are drawn from laws of pairs, that is, probabilities of 0, ½, 1, 1½ and
2 points: some by name, and 168 as games make them (a strength, a share of draws, how much openings
favour their first player and how much one of the two understands them better). Up to 20 pairs all
matches are counted with their probabilities; of more, as many as `--matches` are drawn by a seed.

What was found, per cent held and mean width, and of the 168 the least, the mean and the share below
93 % (4,000 matches of a law have a standard error of .35):

    pairs         even         drawish      93 %         98.5 %       odd          least  mean <93 %
    2 normal      92.0 0.702   99.5 0.716   98.8 0.726   99.8 0.804   99.9 0.817   75.7  97.5   9.5
    2 Student    100.0 0.847  100.0 0.825   99.7 0.777   99.8 0.820   99.9 0.831   94.9  99.7   0.0
    2 Wilson      92.0 0.563   99.5 0.640   95.0 0.700   90.2 0.799   99.9 0.781   75.6  94.0  32.7
    2 profile    100.0 0.908  100.0 0.896  100.0 0.908   99.8 0.905  100.0 0.901   99.2 100.0   0.0
    2 plywise    100.0 0.792  100.0 0.802   98.2 0.804   97.8 0.830   99.9 0.831   93.3  99.6   0.0
    5 normal      87.5 0.458   97.4 0.323   99.4 0.337   99.9 0.446   98.0 0.483   82.5  93.6  44.6
    5 Student     96.3 0.627   99.8 0.409  100.0 0.380  100.0 0.457   99.9 0.552   91.2  98.0   3.0
    5 Wilson      87.7 0.374   97.4 0.295   93.4 0.356   93.7 0.458   99.7 0.446   84.1  92.1  54.8
    5 profile    100.0 0.630  100.0 0.562   99.5 0.592   99.1 0.572  100.0 0.587   98.7  99.8   0.0
    5 plywise     99.6 0.547  100.0 0.459   98.5 0.462   97.7 0.494  100.0 0.520   90.6  99.0   0.6
    20 normal     93.6 0.238   93.8 0.121   87.5 0.124  100.0 0.098   80.4 0.156   86.2  93.6  32.7
    20 Student    94.8 0.254   95.6 0.129   87.7 0.130  100.0 0.100   80.6 0.166   86.3  95.0   9.5
    20 Wilson     93.6 0.225   93.8 0.117   91.8 0.132   95.5 0.114   80.3 0.151   89.9  94.0  15.5
    20 profile    96.1 0.251   99.3 0.157   97.1 0.177   95.5 0.142   98.6 0.186   94.3  97.2   0.0
    20 plywise    95.9 0.247   97.4 0.143   97.4 0.146   95.5 0.122   80.3 0.171   93.8  96.4   0.0
    50 normal     94.9 0.151   94.4 0.077   91.5 0.083   83.7 0.037   91.4 0.097   84.5  93.8  14.3
    50 Student    95.3 0.155   95.0 0.079   91.7 0.085   99.9 0.038   91.6 0.100   84.5  94.4  10.1
    50 Wilson     94.9 0.148   93.9 0.076   93.6 0.085   96.3 0.045   91.0 0.096   92.3  94.5   2.4
    50 profile    95.7 0.154   96.1 0.085   96.8 0.095   96.3 0.063   94.3 0.107   94.5  96.1   0.0
    50 plywise    95.5 0.153   96.0 0.083   94.1 0.088   96.3 0.047   92.8 0.101   93.6  95.5   0.0
    200 normal    94.8 0.076   95.2 0.039   94.0 0.042   92.4 0.019   94.1 0.050   89.4  94.4   5.4
    200 Student   94.9 0.076   95.3 0.039   94.1 0.043   92.5 0.019   94.1 0.050   89.4  94.6   4.8
    200 Wilson    94.9 0.075   95.2 0.039   94.7 0.042   94.2 0.020   94.1 0.050   92.7  94.7   0.6
    200 profile   95.1 0.076   95.5 0.040   95.3 0.043   96.8 0.022   94.8 0.051   94.2  95.3   0.0
    200 plywise   95.0 0.076   95.5 0.040   95.0 0.043   94.2 0.020   94.5 0.050   92.7  95.0   0.6
    1000 normal   95.7 0.034   95.0 0.018   93.8 0.019   94.5 0.009   94.3 0.022   93.6  95.0   0.0
    1000 Student  95.8 0.034   95.0 0.018   93.9 0.019   94.5 0.009   94.3 0.023   93.6  95.0   0.0
    1000 Wilson   95.7 0.034   95.0 0.018   94.0 0.019   94.7 0.009   94.3 0.022   93.9  95.0   0.0
    1000 profile  95.8 0.034   95.0 0.018   94.2 0.019   95.1 0.009   94.3 0.023   94.0  95.1   0.0
    1000 plywise  95.8 0.034   95.0 0.018   94.1 0.019   94.7 0.009   94.3 0.023   94.0  95.1   0.0

"Normal" is 1.96 standard errors (and Clopper and Pearson's bound where all pairs are alike, as in
all but the profile's), "Student" takes t for 1.96, "Wilson" takes the error at the supposed mean,
and "profile" is the ratio of likelihoods with half a pair spread over the scores, with t² for χ².
plywise's is the narrowest of the two that hold 93 % of lopsided matches from 20 pairs on, has a
formula, and is even in Elo; the profile's holds odd laws as well, and is up to a third wider.
"""

import argparse
import math
from collections.abc import Callable, Sequence
from typing import TypeAlias

import numpy as np
import tables
from numpy.typing import NDArray

from plywise.play.interval import CONFIDENCE, NORMAL_95, Trials, student_95
from plywise.play.statistics import PAIR_SCORES

Array: TypeAlias = NDArray[np.float64]
Ends: TypeAlias = tuple[Array, Array]
Interval: TypeAlias = Callable[[Array], Ends]
"""Both ends of the interval for each row of five counts; all rows have the same sum."""

SCORES = np.array(PAIR_SCORES)
NUMBERS = (2, 5, 20, 50, 200, 1000)
COUNTED = 20
"""Up to so many pairs, every match that can happen is counted."""
NAMED = {
    "even": (0.1, 0.2, 0.4, 0.2, 0.1),
    "drawish": (0.01, 0.12, 0.74, 0.12, 0.01),
    "93 %": (0, 0.02, 0.03, 0.15, 0.8),
    "98.5 %": (0, 0, 0.01, 0.04, 0.95),
    "odd": (0.05, 0.01, 0, 0.89, 0.05),  # hardly ever anything but 1½
}


# Intervals


def ours(counts: Array) -> Ends:
    """The one that plywise uses."""
    rows = [Trials(scores=PAIR_SCORES, counts=row).interval for row in counts.astype(int).tolist()]
    low, high = np.array(rows).T
    return low, high


def normal(counts: Array) -> Ends:
    """So many standard errors."""
    return _usual(counts, NORMAL_95)


def student(counts: Array) -> Ends:
    """The same with Student's t."""
    return _usual(counts, student_95(_number(counts) - 1))


def wilson(counts: Array) -> Ends:
    """Ours without the half trial and without Student."""
    n, mean, variance = _moments(counts)
    with np.errstate(invalid="ignore", divide="ignore"):
        a = NORMAL_95**2 * variance / (mean * (1 - mean)) / n
        middle = (mean + a / 2) / (1 + a)
        half = np.sqrt(a * mean * (1 - mean) + a * a / 4) / (1 + a)
    return _unless_alike(counts, (middle - half, middle + half))


def profile(counts: Array) -> Ends:
    """All means whose likeliest law is not too much less likely than the likeliest of all."""
    limit = student_95(_number(counts) - 1) ** 2
    counts = counts + 0.1
    mean = counts @ SCORES / counts.sum(axis=1)

    def end(far: Array) -> Array:
        near = mean
        for _ in range(30):
            middle = (near + far) / 2
            inside = _ratio(counts, middle) <= limit
            near, far = np.where(inside, middle, near), np.where(inside, far, middle)
        return near

    return end(np.full(len(counts), 1e-9)), end(np.full(len(counts), 1 - 1e-9))


def _ratio(counts: Array, mean: Array) -> Array:
    """Twice the log of the likelihood's loss, if the mean is that (see `Sprt.llr`)."""
    apart = SCORES - mean[:, None]
    low, high = -1 / apart.max(axis=1), -1 / apart.min(axis=1)
    for _ in range(40):
        x = (low + high) / 2
        rises = (counts * apart / (1 + x[:, None] * apart)).sum(axis=1) > 0
        low, high = np.where(rises, x, low), np.where(rises, high, x)
    logs = np.log1p(np.maximum(x[:, None] * apart, 1e-15 - 1))
    return np.asarray(2 * (counts * logs).sum(axis=1))


def _number(counts: Array) -> int:
    return round(float(counts[0].sum()))


def _moments(counts: Array) -> tuple[int, Array, Array]:
    n = _number(counts)
    mean = counts @ SCORES / n
    return n, mean, np.maximum(counts @ SCORES**2 / n - mean**2, 0.0)


def _usual(counts: Array, t: float) -> Ends:
    n, mean, variance = _moments(counts)
    half = t * np.sqrt(variance / max(1, n - 1))
    return _unless_alike(counts, (np.maximum(0, mean - half), np.minimum(1, mean + half)))


def _unless_alike(counts: Array, ends: Ends) -> Ends:
    """Clopper and Pearson where all pairs are alike."""
    n, mean, _ = _moments(counts)
    alike = counts.max(axis=1) == n
    q = 1 - ((1 - CONFIDENCE) / 2) ** (1 / n)
    low, high = ends
    return np.where(alike, mean - q * mean, low), np.where(alike, mean + q * (1 - mean), high)


INTERVALS: dict[str, Interval] = {
    "normal": normal, "Student": student, "Wilson": wilson, "profile": profile, "plywise": ours,
}  # fmt: skip


# Laws


def played(strength: float, drawn: float, opening: float, liking: float) -> Array:
    """The law of pairs whose openings favour either colour and either player by chance."""
    law = np.zeros(5)
    for to_first in (-opening, opening):
        for to_a in (-liking, liking):
            games = []
            for ahead in (strength + to_a + to_first, strength + to_a - to_first):
                won, lost = (1 / (1 + math.exp(drawn - x)) for x in (ahead, -ahead))
                games.append([lost, 1 - won - lost, won])
            law += np.convolve(*games) / 4
    return law


def laws() -> list[Array]:
    """From even to 99 %, from decisive to drawish, from dull openings to those that decide."""
    return [
        played(strength, drawn, opening, liking)
        for strength in (0, 0.5, 1, 2, 3, 4, 5)
        for drawn in (0.05, 0.5, 1.5, 3)
        for opening in (0, 1, 3)
        for liking in (0, 1.5)
    ]


# Measuring


def all_counts(number: int, scores: int = 5) -> Array:
    """Every way in which so many pairs can come out."""
    if scores == 1:
        return np.array([[float(number)]])
    parts = []
    for first in range(number + 1):
        rest = all_counts(number - first, scores - 1)
        parts.append(np.column_stack([np.full(len(rest), float(first)), rest]))
    return np.vstack(parts)


def probabilities(counts: Array, law: Sequence[float] | Array) -> Array:
    """Of each row of counts, under the law."""
    factorials = np.array([math.lgamma(n + 1) for n in range(_number(counts) + 1)])
    ways = factorials[-1] - factorials[counts.astype(int)].sum(axis=1)
    logs = np.log(np.maximum(law, 1e-300))
    return np.exp(ways + counts @ logs)


Measured: TypeAlias = dict[str, tuple[float, float]]
"""For each interval: how often it holds the true score, and its mean width."""


def measure(number: int, several: Sequence[Array], matches: int, seed: int) -> list[Measured]:
    """Every interval in matches of each law."""
    if number <= COUNTED:
        counts = all_counts(number)
        ends = {name: interval(counts) for name, interval in INTERVALS.items()}
        return [_held(law, ends, probabilities(counts, law)) for law in several]
    found = []
    for law in several:
        drawn = np.random.default_rng(seed).multinomial(number, law / law.sum(), size=matches)
        rows, times = np.unique(drawn, axis=0, return_counts=True)
        counts = rows.astype(np.float64)
        ends = {name: interval(counts) for name, interval in INTERVALS.items()}
        found.append(_held(law, ends, times / matches))
    return found


def _held(law: Array, ends: dict[str, Ends], weights: Array) -> Measured:
    truth, close = float(law @ SCORES), 1e-9
    return {
        name: (
            float(weights @ ((low - close <= truth) & (truth <= high + close))),
            float(weights @ (high - low)),
        )
        for name, (low, high) in ends.items()
    }


def summary(found: Sequence[Measured], name: str) -> dict[str, float]:
    """One interval over many laws."""
    held = np.array([one[name][0] for one in found])
    width = np.array([one[name][1] for one in found])
    return {
        "least": float(held.min()),
        "mean": float(held.mean()),
        "below_93": float((held < 0.93).mean()),
        "width": float(width.mean()),
    }


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--json", action="store_true", help="one JSON object instead of a table")
    parser.add_argument("--matches", type=int, default=4_000, help="of each law (%(default)s)")
    parser.add_argument("--pairs", type=int, nargs="*", default=NUMBERS, help="of a match")
    parser.add_argument("--seed", type=int, default=1, help="(%(default)s)")
    given = parser.parse_args()
    named = [np.array(law, dtype=np.float64) for law in NAMED.values()]
    rows, fields = [], []
    for number in given.pairs:
        apart = measure(number, named, given.matches, given.seed)
        grid = measure(number, laws(), given.matches, given.seed)
        for name in INTERVALS:
            whole = summary(grid, name)
            held = {law: one[name] for law, one in zip(NAMED, apart, strict=True)}
            fields.append({"pairs": number, "interval": name, **whole, "named": held})
            rows.append([
                f"{number} {name}",
                *(f"{100 * share:.1f} {width:.3f}" for share, width in held.values()),
                *(f"{100 * whole[key]:.1f}" for key in ("least", "mean", "below_93")),
                f"{whole['width']:.4f}",
            ])  # fmt: skip
    head = ["pairs", *NAMED, "least", "mean", "< 93 %", "width"]
    title = "How often the 95 % interval holds the true score, per cent, and its mean width"
    tables.show(title, tables.table(head, rows), {"rows": fields}, as_json=given.json)


if __name__ == "__main__":
    main()
