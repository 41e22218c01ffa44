"""Distributions, their reductions, their limits and their measures."""

import itertools
import math

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from plywise.errors import BadInput
from plywise.selective import Distribution, Many, errors
from plywise.selective.hand_made import hand_made
from plywise.selective.kmeans import clustered, reduced
from plywise.selective.limits import within
from plywise.selective.measures import scores
from plywise.selective.moments import matched

NUMBERS = st.floats(-100, 100).map(lambda x: round(x, 3))
POINTS = st.lists(NUMBERS, min_size=1, max_size=30)
WEIGHTED = st.lists(st.tuples(NUMBERS, st.floats(0.01, 10)), min_size=1, max_size=20)
FEW = st.integers(1, 5)


def moment(outlook, power, middle=0.0, unit=1.0):
    return math.fsum(h * ((x - middle) / unit) ** power for x, h in outlook.spikes)


@pytest.mark.parametrize(
    ("locations", "heights", "told"),
    [
        ((), (), "no spikes"),
        ((1.0,), (0.5, 0.5), "1 locations, but 2 heights"),
        ((math.nan,), (1.0,), "location 1 is nan"),
        ((2.0, -math.inf), (0.5, 0.5), "location 2 is -inf"),
        ((2.0, 1.0), (0.5, math.nan), "height 2 is nan"),
        ((2.0, 1.0), (1.5, -0.5), r"height 2 is -0\.5"),
        ((2.0, 1.0), (0.5, 0.4), r"sum to 0\.9"),
        ((1.0, 2.0), (0.5, 0.5), r"location 2\.0 stands after 1\.0"),
    ],
)
def test_what_is_no_distribution_is_refused_with_its_value(locations, heights, told):
    with pytest.raises(BadInput, match=told):
        Distribution(locations, heights)


def test_heights_may_miss_a_sum_of_one_by_rounding_alone():
    assert Distribution((1.0, 0.0), (0.5, 0.5 + 9e-10)).mean == 0.5
    with pytest.raises(BadInput, match="sum to"):
        Distribution((1.0, 0.0), (0.5, 0.5 + 2e-9))


def test_weights_of_nothing_make_no_distribution():
    with pytest.raises(BadInput, match="total height 0"):
        Distribution.of([(1.0, 0.0)])
    with pytest.raises(BadInput, match="total height inf"):
        Distribution.of([(1.0, 1e308), (2.0, 1e308)])


@settings(deadline=None)
@given(WEIGHTED)
def test_the_negation_has_the_negated_mean_and_undoes_itself(spikes):
    outlook = Distribution.of(spikes)
    assert (-outlook).mean == -outlook.mean
    assert (-outlook).__neg__() == outlook


def test_rows_that_are_no_distributions_are_refused_with_their_place():
    with pytest.raises(BadInput, match="row 1"):
        Many(np.zeros((2, 2)), np.array([[0.5, 0.5], [0.5, 0.6]]))
    with pytest.raises(BadInput, match="row 0"):
        Many(np.array([[math.nan]]), np.ones((1, 1)))


@settings(deadline=None)
@given(WEIGHTED, FEW)
def test_k_means_keeps_mean_and_order_and_has_at_most_k_spikes(spikes, k):
    x, w = np.array(spikes).T
    found = reduced(x, k, w)
    assert len(found) <= k
    assert found.mean == pytest.approx(float(w @ x / w.sum()), abs=1e-9)
    assert list(found.locations) == sorted(found.locations, reverse=True)


@settings(deadline=None)
@given(WEIGHTED, FEW)
def test_as_many_spikes_as_different_points_are_the_points_themselves(spikes, k):
    x, w = np.array(spikes).T
    assume(len(set(x)) <= k)
    for found in (reduced(x, k, w), matched(x, k, w)):
        share = {place: w[x == place].sum() / w.sum() for place in set(x)}
        assert found.locations == pytest.approx(sorted(share, reverse=True), abs=1e-9)
        assert found.heights == pytest.approx([share[p] for p in sorted(share, reverse=True)])


@settings(deadline=None)
@given(WEIGHTED, FEW)
def test_no_point_is_nearer_to_another_centre_of_k_means(spikes, k):
    """What makes it k-means: clusters of the nearest points, and centres that are their means."""
    x, w = np.array(spikes).T
    found = reduced(x, k, w)
    middles = [(a + b) / 2 for a, b in itertools.pairwise(found.locations)]
    edges = [math.inf, *middles, -math.inf]
    for centre, height, top, bottom in zip(
        found.locations, found.heights, edges, edges[1:], strict=False
    ):
        inside = (x < top + 1e-9) & (x > bottom - 1e-9)
        strictly = (x < top - 1e-9) & (x > bottom + 1e-9)
        assert w[strictly].sum() - 1e-9 <= height * w.sum() <= w[inside].sum() + 1e-9
        if (inside == strictly).all():
            assert centre == pytest.approx(float(w[inside] @ x[inside] / w[inside].sum()), abs=1e-6)


def test_k_means_starts_with_equal_shares_by_hand():
    # Shares of a third: {9, 8}, {2, 1}, {0, −9}; then 0 is nearer to 1.5 than to −4.5.
    found = reduced([0.0, 9.0, -9.0, 1.0, 8.0, 2.0], 3)
    assert found.locations == (8.5, 1.0, -9.0)
    assert found.heights == pytest.approx((1 / 3, 1 / 2, 1 / 6))


def test_a_point_heavier_than_a_share_leaves_no_cluster_empty():
    assert len(reduced([4.0, 3.0, 2.0, 1.0], 3, [100.0, 1.0, 1.0, 1.0])) == 3
    assert len(reduced([4.0, 3.0, 2.0, 1.0], 3, [1.0, 1.0, 1.0, 100.0])) == 3


@settings(deadline=None)
@given(st.lists(st.lists(st.floats(0.01, 1), min_size=6, max_size=6), min_size=1, max_size=5), FEW)
def test_many_rows_are_clustered_as_each_alone(rows, k):
    points = np.array([2.5, 1.0, 0.5, -0.5, -2.0, -4.0])
    many = clustered(points, np.array(rows), k)
    for row, weights in enumerate(rows):
        assert many[row] == reduced(points, k, weights)


@pytest.mark.parametrize("weights", [[1.0, -1.0], [0.0, 0.0], [math.nan, 1.0], [1.0]])
@pytest.mark.parametrize("reduction", [reduced, matched])
def test_points_without_proper_weights_are_refused(reduction, weights):
    with pytest.raises(BadInput):
        reduction([1.0, 2.0], 1, weights)
    with pytest.raises(BadInput, match="0 spikes"):
        reduction([1.0, 2.0], 0)
    with pytest.raises(BadInput):
        reduction([], 1)


@settings(deadline=None)
@given(POINTS, FEW)
def test_matched_spikes_have_the_points_own_moments(points, k):
    x = np.array(points)
    middle, unit = (x.max() + x.min()) / 2, max((x.max() - x.min()) / 2, 1e-3)
    found = matched(x, k)
    assert len(found) <= k
    for power in range(2 * k):
        wanted = float(np.mean(((x - middle) / unit) ** power))
        assert moment(found, power, middle, unit) == pytest.approx(wanted, abs=1e-9)


def test_the_next_moment_is_not_matched():
    """The paper claims one moment more: Gauss's rule is exact to degree 2k − 1 and no further."""
    x = np.array([0.0, 1.0, 2.0, 3.0, 4.0])
    found = matched(x, 2)
    assert moment(found, 3) == pytest.approx(float(np.mean(x**3)))
    assert moment(found, 4) != pytest.approx(float(np.mean(x**4)), rel=1e-3)


def test_two_matched_spikes_by_hand():
    # Mean 0, variance 2/3 and no skew: ±√(2/3), each a half.
    found = matched([-1.0, 0.0, 1.0], 2)
    assert found.locations == pytest.approx(((2 / 3) ** 0.5, -((2 / 3) ** 0.5)))
    assert found.heights == pytest.approx((0.5, 0.5))


def test_gauss_and_legendre_come_out_for_even_points():
    x, w = np.polynomial.legendre.leggauss(4)
    fine = (np.arange(200_000) + 0.5) / 100_000 - 1.0
    found = matched(fine, 4)
    assert found.locations == pytest.approx(x[::-1], abs=1e-8)
    assert found.heights == pytest.approx(w[::-1] / 2, abs=1e-8)


@settings(deadline=None)
@given(st.floats(0, 1), st.floats(0, 1))
def test_hand_made_spikes_have_the_chance_as_their_mean(chance, mass):
    found = hand_made(chance, mass)
    assert found.mean == pytest.approx(chance, abs=1e-12)
    assert found.locations[0] <= 1.0
    assert found.locations[-1] >= 0.0


@pytest.mark.parametrize(("chance", "mass"), [(-0.1, 0.5), (0.5, 1.1), (math.nan, 0.5)])
def test_hand_made_spikes_of_impossible_chances_are_refused(chance, mass):
    with pytest.raises(BadInput, match="not between 0 and 1"):
        hand_made(chance, mass)


@settings(deadline=None)
@given(st.lists(st.tuples(st.floats(-2, 3), st.floats(0.01, 1)), min_size=1, max_size=8))
def test_spikes_within_limits_keep_their_mean(spikes):
    outlook = Distribution.of(spikes)
    found = within(outlook)
    assert found.locations[0] <= 1.0
    assert found.locations[-1] >= 0.0
    if 0.0 < outlook.mean < 1.0:
        assert found.mean == pytest.approx(outlook.mean, abs=1e-9)


def test_spikes_that_lie_within_limits_stay_as_they_are():
    inside = Distribution((1.0, 0.3, 0.0), (0.2, 0.3, 0.5))
    assert within(inside) == inside


def test_a_mean_beyond_a_limit_leaves_a_little_doubt():
    assert within(Distribution.certain(1.01)) == Distribution((1.0, 0.95), (0.9, 0.1))
    low = within(Distribution.certain(-3.0))
    assert low.locations == pytest.approx((0.05, 0.0))
    assert low.heights == pytest.approx((0.1, 0.9))


def test_with_nothing_between_the_limits_the_heights_hold_the_mean():
    found = within(Distribution((1.5, -1.0), (0.5, 0.5)))
    assert found == Distribution((1.0, 0.0), (0.25, 0.75))
    with pytest.raises(BadInput, match="limits"):
        within(found, 1.0, 1.0)


def test_errors_by_hand():
    many = Many.of([Distribution((1.0, -1.0), (0.75, 0.25)), Distribution.certain(0.0)])
    found = errors(many, [0.5, 2.0])
    assert found.distance == pytest.approx((0.25 + 4.0) / 2)
    assert found.height == pytest.approx(-math.log(0.75) / 2)
    assert found.sum == found.distance + found.height


def test_the_least_height_bounds_a_surprise_and_no_height_is_no_spike():
    thin = Many.of([Distribution((1.0, 0.0), (1e-6, 1.0 - 1e-6))])
    assert errors(thin, [1.0]).height == pytest.approx(-math.log(1e-3))
    none = Many(np.array([[1.0, 0.0]]), np.array([[0.0, 1.0]]))
    assert (errors(none, [1.0]).distance, errors(none, [1.0]).height) == (1.0, 0.0)


@pytest.mark.parametrize("outcomes", [[], [1.0, 2.0], [math.nan]])
def test_outcomes_that_do_not_fit_are_refused(outcomes):
    with pytest.raises(BadInput, match="outcome"):
        errors(Many.of([Distribution.certain(0.0)]), outcomes)


@settings(deadline=None)
@given(WEIGHTED, WEIGHTED)
def test_no_distribution_has_a_better_score_than_the_true_one(truth, told):
    truth, told = Distribution.of(truth), Distribution.of(told)

    def expected(outlook):
        found = scores(Many.of([outlook] * len(truth)), np.array(truth.locations))
        return float(np.array(truth.heights) @ found)

    assert expected(truth) <= expected(told) + 1e-9


@settings(deadline=None)
@given(st.floats(0.05, 0.95), st.floats(0.05, 0.95))
def test_true_chances_have_the_least_height_error(truth, told):
    def height(h):
        many = Many.of([Distribution((1.0, 0.0), (h, 1.0 - h))] * 2)
        up, down = (errors(Many(many.locations[:1], many.heights[:1]), [x]).height for x in (1, 0))
        return truth * up + (1 - truth) * down

    assert height(truth) <= height(told) + 1e-12
