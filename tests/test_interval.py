"""The 95 % interval of a score holds the truth as often as it says, in lopsided matches too."""

import math

import numpy as np
import pytest

from deeper import deeper
from plywise.play.interval import Trials, student_95, told
from plywise.play.statistics import GAME_SCORES, PAIR_SCORES, Tally
from plywise.valuing.result import half_width

MATCHES = deeper(20_000, 200_000)
NOISE = 3 * math.sqrt(0.05 * 0.95 / MATCHES)
"""Three standard errors of a coverage that is measured over so many matches."""


def measured(law, number, scores=PAIR_SCORES, seed=11):
    """How often the interval holds the true mean, and its mean width, in matches of that law."""
    truth = float(np.dot(law, scores))
    drawn = np.random.default_rng(seed).multinomial(number, law, size=MATCHES)
    held = width = 0.0
    for counts, times in zip(*np.unique(drawn, axis=0, return_counts=True), strict=True):
        low, high = Trials(scores=scores, counts=counts.tolist()).interval
        assert 0 <= low < high <= 1
        held += times * (low - 1e-9 <= truth <= high + 1e-9)
        width += times * (high - low)
    return held / MATCHES, width / MATCHES


def usual_width(law, number):
    """Twice 1.96 standard errors, if the law were known."""
    variance = np.dot(law, np.square(PAIR_SCORES)) - np.dot(law, PAIR_SCORES) ** 2
    return 2 * 1.96 * math.sqrt(variance / number)


@pytest.mark.parametrize(
    ("pairs", "law"), [(20, (0, 0.02, 0.03, 0.15, 0.8)), (50, (0, 0, 0.01, 0.04, 0.95))]
)
def test_a_lopsided_match_is_held_by_an_interval_that_is_no_wider_than_it_need_be(pairs, law):
    held, width = measured(law, pairs)
    assert held >= 0.93
    assert width < 1.3 * usual_width(law, pairs)


@pytest.mark.parametrize("pairs", [20, 50, 200, 1000])
@pytest.mark.parametrize(
    "law",
    [
        (0.05, 0.2, 0.4, 0.25, 0.1),  # even
        (0.25, 0, 0.5, 0, 0.25),  # no draws
        (0.45, 0.05, 0, 0.05, 0.45),  # openings decide
        (0.01, 0.12, 0.74, 0.12, 0.01),  # drawish
        (0.07, 0.15, 0.33, 0.28, 0.17),
        (0.01, 0.03, 0.11, 0.25, 0.6),
    ],
)
def test_an_ordinary_match_is_held_in_93_to_98_of_100(pairs, law):
    held, width = measured(law, pairs)
    assert 0.93 - NOISE <= held <= 0.98 + NOISE
    assert width < (1.3 if pairs == 20 else 1.1) * usual_width(law, pairs)


@pytest.mark.parametrize("pairs", [1, 2, 5])
@pytest.mark.parametrize(
    "law",
    [(0.05, 0.2, 0.4, 0.25, 0.1), (0.3, 0, 0.4, 0, 0.3), (0.01, 0.03, 0.11, 0.25, 0.6),
     (0, 0.05, 0.9, 0.05, 0), (0, 0.02, 0.03, 0.15, 0.8)],
)  # fmt: skip
def test_few_pairs_are_held_too(pairs, law):
    assert measured(law, pairs)[0] >= 0.93


@pytest.mark.parametrize("games", [20, 100, 1000])
@pytest.mark.parametrize("law", [(0.3, 0.3, 0.4), (0.02, 0.08, 0.9), (0.05, 0.9, 0.05)])
def test_games_that_are_not_paired_are_held_by_the_same_rule(games, law):
    assert measured(law, games, GAME_SCORES)[0] >= 0.93


@pytest.mark.parametrize("number", [1, 2, 5, 20, 1000])
@pytest.mark.parametrize("score", range(5))
def test_pairs_that_are_all_alike_have_an_interval_with_a_width(number, score):
    counts = [0] * 5
    counts[score] = number
    low, high = Trials(scores=PAIR_SCORES, counts=counts).interval
    assert low <= PAIR_SCORES[score] <= high
    assert 0.003 < high - low < 1


def test_the_interval_of_a_lopsided_match_is_longer_on_the_side_of_a_half():
    tally = Tally.of_pairs([(1, 1)] * 16 + [(1, 0.5)] * 3 + [(1, 0)])
    low, high = tally.score_interval
    assert tally.score - low > 2 * (high - tally.score)
    assert high < 1
    assert half_width(tally) == pytest.approx((high - low) / 2)


def test_a_pair_more_that_is_won_never_lowers_an_end():
    for zero, one, two in np.ndindex(5, 6, 7):
        fewer = Trials(scores=PAIR_SCORES, counts=(zero, 1, one + 1, 1, two)).interval
        more = Trials(scores=PAIR_SCORES, counts=(zero, 1, one + 1, 1, two + 1)).interval
        assert more[0] >= fewer[0]
        assert more[1] >= fewer[1]


def test_students_t_is_that_of_scipy_and_the_normal_one_at_last():
    from scipy import stats

    for freedom in (3, 4, 10, 100):
        assert student_95(freedom) == pytest.approx(stats.t.ppf(0.975, freedom), rel=0.01)
    assert student_95(10**9) == pytest.approx(1.959964)


def test_an_interval_whose_sides_differ_is_told_by_its_ends():
    assert str(Tally.of_pairs([(1, 0.5)] * 20)) == "+20 =20 -0  Elo +191 (+88 to +232)  LOS > 99 %"
    assert told(90.0, (80.0, 94.0)) == "90 (80 to 94)"
    assert told(None, (None, -277.0), "+.0f") == "below -277"
