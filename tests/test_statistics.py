"""The figures of a match: against scipy, by simulation, and where there is little to go by."""

import math
from itertools import pairwise, product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import optimize, stats

from deeper import deeper
from plywise.errors import BadSetting
from plywise.play.statistics import Sprt, Tally, elo_of, score_of

TABLES = deeper(300, 20_000)
MATCHES = deeper(2_000, 100_000)
PAIR_POINTS = np.array([0, 0.25, 0.5, 0.75, 1])
GAME_POINTS = np.array([0, 0.5, 1])


def random_tables(seed, size):
    """Counts of trials, small matches and large ones, even and one-sided."""
    chance = np.random.default_rng(seed)
    for _ in range(TABLES):
        trials = int(chance.integers(2, 3000))
        yield chance.multinomial(trials, chance.dirichlet(np.full(size, chance.uniform(0.3, 5))))


def tally_of_pairs(counts):
    """A tally with these pairs; a pair of one point is taken for two draws."""
    zero, half, one, more, two = (int(n) for n in counts)
    return Tally(
        wins=2 * two + more,
        draws=half + 2 * one + more,
        losses=2 * zero + half,
        pairs=(zero, half, one, more, two),
    )


def tally_of_games(counts):
    losses, draws, wins = (int(n) for n in counts)
    return Tally(wins=wins, draws=draws, losses=losses)


def both_kinds(seed):
    for counts in random_tables(seed, 5):
        yield tally_of_pairs(counts), PAIR_POINTS, counts
    for counts in random_tables(seed + 1, 3):
        yield tally_of_games(counts), GAME_POINTS, counts


def scipy_interval(points, counts):
    """Where the distance is t standard errors of the mean's own, by a general root finder."""
    sample = np.repeat(points, counts)
    n, mean = len(sample), sample.mean()
    share = (n * sample.var() / (mean * (1 - mean)) + 0.5) / (n + 0.5)
    far = stats.t.ppf(0.975, max(n - 1, 3)) * math.sqrt(share / n)

    def excess(at):
        return abs(mean - at) - far * math.sqrt(at * (1 - at))

    return optimize.brentq(excess, 0, mean), optimize.brentq(excess, mean, 1)


def test_the_score_interval_agrees_with_scipy_on_600_tables():
    for tally, points, counts in both_kinds(seed=1):
        assert tally.score == pytest.approx(np.repeat(points, counts).mean())
        if counts.max() == counts.sum():
            continue  # no spread: other tests
        low, high = scipy_interval(points, counts)
        # Our Student's t is a series.
        assert tally.score_interval == pytest.approx((low, high), abs=0.01 * (high - low))


def test_even_matches_of_many_games_have_the_usual_interval_and_los():
    compared = 0
    for tally, points, counts in both_kinds(seed=1):
        sample = np.repeat(points, counts)
        if len(sample) < 300 or not 0.35 < sample.mean() < 0.65 or sample.var() < 0.02:
            continue
        error = stats.sem(sample)
        low, high = stats.norm.interval(0.95, loc=sample.mean(), scale=error)
        ours = tally.score_interval
        assert ours[1] - ours[0] == pytest.approx(high - low, rel=0.01)
        assert ours == pytest.approx((low, high), abs=0.02 * (high - low))
        los = stats.norm.sf(0.5, loc=sample.mean(), scale=error)
        assert tally.los == pytest.approx(los, abs=0.005)
        compared += 1
    assert compared > 150


def test_los_is_above_975_in_1000_where_the_interval_is_above_a_half_and_only_there():
    few = (np.array(counts) for counts in product(range(9), range(4), range(3), range(4), range(9)))
    tables = [(tally_of_pairs(c), None, c) for c in few if c.sum()]
    for tally, _, _ in [*both_kinds(seed=2), *tables]:
        low, high = tally.score_interval
        assert (tally.los > 0.975) == (low > 0.5)
        assert (tally.los < 0.025) == (high < 0.5)
        assert (tally.los > 0.5) == (tally.score > 0.5)


def test_elo_and_its_interval_are_those_of_the_score_on_the_logistic_curve():
    for tally, points, counts in both_kinds(seed=2):
        sample = np.repeat(points, counts)
        if not 0 < sample.mean() < 1 or sample.std() < 1e-12:
            continue
        assert tally.elo == pytest.approx(400 / math.log(10) * stats.logistic.ppf(sample.mean()))
        low, high = 400 / math.log(10) * stats.logistic.ppf(tally.score_interval)
        assert tally.elo_interval == pytest.approx((low, high))
        assert tally.elo_error == pytest.approx((high - low) / 2)
        # Wilson's interval is even in log odds, so that ± tells both ends.
        assert (low + high) / 2 == pytest.approx(tally.elo, abs=1e-6)
        slope = 1e6 * (elo_of(tally.score + 5e-7) - elo_of(tally.score - 5e-7))
        if len(sample) > 500 and 0.2 < sample.mean() < 0.8 and sample.var() > 0.02:
            assert tally.elo_error == pytest.approx(1.959964 * stats.sem(sample) * slope, rel=0.01)


def scipy_llr(points, counts, elo0, elo1):
    """The ratio of two maximised likelihoods, by a general optimiser instead of our formula."""
    counts = np.where(counts == 0, 1e-3, counts)

    def log_likelihood(mean):
        shares = counts / counts.sum()
        apart = points - mean
        margin = 1e-13
        root = optimize.brentq(
            lambda x: np.sum(shares * apart / (1 + x * apart)),
            -1 / apart.max() * (1 - margin),
            -1 / apart.min() * (1 - margin),
            xtol=1e-15,
        )
        likely = shares / (1 + root * apart)
        assert likely.sum() == pytest.approx(1, abs=1e-6)
        assert likely @ points == pytest.approx(mean, abs=1e-6)
        return np.sum(counts * np.log(likely))

    return log_likelihood(score_of(elo1)) - log_likelihood(score_of(elo0))


def test_llr_agrees_with_scipy_on_600_tables():
    bounds = np.random.default_rng(3)
    for tally, points, counts in both_kinds(seed=3):
        elo0 = float(bounds.uniform(-50, 20))
        elo1 = elo0 + float(bounds.uniform(1, 40))
        expected = scipy_llr(points, counts, elo0, elo1)
        assert Sprt(elo0=elo0, elo1=elo1).llr(tally) == pytest.approx(expected, rel=1e-6, abs=1e-6)


def test_the_constrained_distribution_is_the_likeliest_one():
    # A general constrained optimiser that knows nothing of the formula must not find a better one.
    counts, mean = np.array([12.0, 30, 55, 41, 9]), 0.52
    found = optimize.minimize(
        lambda p: -np.sum(counts * np.log(p)),
        np.full(5, 0.2),
        bounds=[(1e-9, 1)] * 5,
        constraints=[
            {"type": "eq", "fun": lambda p: p.sum() - 1},
            {"type": "eq", "fun": lambda p: p @ PAIR_POINTS - mean},
        ],
        options={"ftol": 1e-12, "maxiter": 1000},
    )
    from plywise.play.statistics import _likeliest

    ours = _likeliest(PAIR_POINTS.tolist(), counts.tolist(), mean)
    assert ours == pytest.approx(found.x, abs=1e-4)


def test_llr_of_even_tables_is_near_the_textbook_approximation():
    tally = tally_of_pairs([100, 200, 400, 210, 105])
    sample = np.repeat(PAIR_POINTS, tally.pairs)
    s0, s1 = score_of(0), score_of(5)
    plain = len(sample) * (s1 - s0) * (2 * sample.mean() - s0 - s1) / (2 * sample.var())
    assert Sprt(elo0=0, elo1=5).llr(tally) == pytest.approx(plain, rel=0.02)


# Golden: the line that the API page promises for these counts.
def test_the_text_is_the_one_that_is_promised():
    assert str(Tally(wins=171, draws=102, losses=127)) == "+171 =102 -127  Elo +38 ± 30  LOS 99 %"


def test_the_interval_holds_the_true_score_in_95_of_100_matches():
    chance = np.random.default_rng(4)
    truth = np.array([0.05, 0.2, 0.4, 0.25, 0.1])
    mean, hits = float(truth @ PAIR_POINTS), 0
    for counts in chance.multinomial(100, truth, size=MATCHES):
        low, high = tally_of_pairs(counts).score_interval
        hits += low <= mean <= high
    assert 0.935 < hits / MATCHES < 0.965  # three standard errors of 2,000


@pytest.mark.parametrize(
    ("pairs", "law"),
    [
        (20, (0, 0.02, 0.03, 0.15, 0.8)),  # 88 % by 1.96 standard errors
        (50, (0, 0, 0.01, 0.04, 0.95)),  # 82 %
        (50, (0, 0, 0.004, 0.054, 0.942)),
        (200, (0, 0, 0.008, 0.014, 0.978)),
        (1000, (0, 0, 0.002, 0.004, 0.994)),
    ],
)
@pytest.mark.parametrize("side", [1, -1])
def test_the_interval_holds_the_true_score_of_lopsided_matches(pairs, law, side):
    drawn = np.random.default_rng(4).multinomial(pairs, law[::side], size=10 * MATCHES)
    mean, hits = float(np.dot(law[::side], PAIR_POINTS)), 0
    for counts, times in zip(*np.unique(drawn, axis=0, return_counts=True), strict=True):
        low, high = tally_of_pairs(counts).score_interval
        hits += times * (low <= mean <= high)
    assert 0.93 <= hits / drawn.shape[0] <= 0.985


def test_pairs_that_cancel_out_make_the_result_surer_than_single_games():
    # Every opening is won by White: the games vary wildly, the pairs not at all.
    cancelled = Tally(wins=100, draws=0, losses=100, pairs=(0, 1, 98, 1, 0))
    unpaired = Tally(wins=100, draws=0, losses=100)
    assert cancelled.elo_error < unpaired.elo_error / 5


@pytest.mark.parametrize("true_elo", [0, 20])
def test_sprt_errs_as_seldom_as_it_promises(true_elo):
    # Looked at after every eight pairs: often enough that the ratio hardly overshoots its bounds.
    test = Sprt(elo0=0, elo1=20)
    chance = np.random.default_rng(5)
    mean = score_of(true_elo)
    truth = np.array([0.1, 0.15, 0.5, 0.15, 0.1]) + (mean - 0.5) * np.array(
        [-0.8, -0.4, 0, 0.4, 0.8]
    )
    assert truth @ PAIR_POINTS == pytest.approx(mean)
    wrong, tests = 0, deeper(250, 5_000)
    for _ in range(tests):
        counts = np.zeros(5, dtype=int)
        decision = None
        while decision is None:
            counts += chance.multinomial(8, truth)
            decision = test.decision(test.llr(tally_of_pairs(counts)))
        wrong += decision != ("elo1" if true_elo else "elo0")
    assert wrong / tests < 0.05 + 3 * math.sqrt(0.05 * 0.95 / tests)


def test_no_games_say_nothing():
    empty = Tally.of_pairs([])
    assert (empty.games, empty.score, empty.score_interval) == (0, None, None)
    assert (empty.elo, empty.elo_error, empty.elo_interval, empty.los) == (None, None, None, None)
    assert Sprt(elo0=0, elo1=10).llr(empty) == 0
    assert str(empty) == "+0 =0 -0"


def test_all_wins_give_a_lower_bound_instead_of_infinity():
    tally = Tally.of_pairs([(1, 1)] * 20)
    assert tally.elo is None
    assert tally.elo_error is None
    # Clopper and Pearson: 20 of 20.
    expected = stats.binomtest(20, 20).proportion_ci(0.95, "exact").low
    assert tally.score_interval == pytest.approx((expected, 1))
    assert 0.99 < tally.los < 1
    assert str(tally) == "+40 =0 -0  Elo above +277  LOS > 99 %"
    assert str(Tally.of_pairs([(0, 0)] * 20)) == "+0 =0 -40  Elo below -277  LOS < 1 %"


def test_all_draws_are_even_and_the_interval_shrinks_with_their_number():
    few, many = Tally.of_pairs([(0.5, 0.5)] * 2), Tally.of_pairs([(0.5, 0.5)] * 200)
    assert (few.elo, few.los) == (0, 0.5)
    assert few.elo_error > 100 > 20 > many.elo_error > 0


@given(st.lists(st.sampled_from([(x, y) for x in (0, 0.5, 1) for y in (0, 0.5, 1)]), max_size=12))
def test_every_figure_of_any_small_match_is_finite_or_none(results):
    tally = Tally.of_pairs(results)
    figures = [tally.score, tally.elo, tally.elo_error, tally.los]
    for pair in (tally.score_interval, tally.elo_interval):
        figures += pair or ()
    figures.append(Sprt(elo0=-5, elo1=5).llr(tally))
    assert all(figure is None or math.isfinite(figure) for figure in figures)
    if results:
        low, high = tally.score_interval
        assert 0 <= low <= tally.score <= high <= 1
        assert low < high
        assert 0 <= tally.los <= 1
    mirrored = Tally.of_pairs([(1 - x, 1 - y) for x, y in results])
    assert mirrored.wins == tally.losses
    assert mirrored.los == (None if tally.los is None else pytest.approx(1 - tally.los))


def test_one_pair_is_hardly_any_evidence():
    low, high = Tally.of_pairs([(1, 0.5)]).score_interval
    assert low < 0.05
    assert high > 0.95


def test_more_wins_never_lower_the_ratio():
    test = Sprt(elo0=0, elo1=10)
    ratios = [test.llr(Tally(wins=100 + n, draws=50, losses=100)) for n in range(0, 100, 5)]
    assert all(earlier < later for earlier, later in pairwise(ratios))


def test_bounds_follow_wald():
    test = Sprt(elo0=0, elo1=5, false_positive=0.01, false_negative=0.1)
    assert test.bounds == pytest.approx((math.log(0.1 / 0.99), math.log(0.9 / 0.01)))
    assert test.decision(test.bounds[1]) == "elo1"
    assert test.decision(test.bounds[0]) == "elo0"
    assert test.decision(0.0) is None


def test_elo_and_score_are_inverse():
    for elo in np.linspace(-1200, 1200, 200):
        assert elo_of(score_of(elo)) == pytest.approx(elo)
    assert elo_of(0) is None
    assert elo_of(1) is None


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"elo0": 5, "elo1": 5}, "elo0 < elo1"),
        ({"elo0": 5, "elo1": 0}, "not 5 and 0"),
        ({"elo0": float("nan"), "elo1": 0}, "nan"),
        ({"elo0": 0, "elo1": 5, "false_positive": 0}, "false_positive .* not 0"),
        ({"elo0": 0, "elo1": 5, "false_negative": 0.7}, "false_negative .* not 0.7"),
    ],
)
def test_impossible_tests_are_refused(settings, message):
    with pytest.raises(BadSetting, match=message):
        Sprt(**settings)


def test_counts_that_cannot_be_are_refused():
    with pytest.raises(BadSetting, match="negative"):
        Tally(wins=-1, draws=0, losses=0)
    with pytest.raises(BadSetting, match="hold 2 games and 2 points, but"):
        Tally(wins=1, draws=1, losses=0, pairs=(0, 0, 0, 0, 1))
