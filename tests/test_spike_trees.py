"""Decision trees of distributions, and the test that they split by."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from plywise.errors import BadInput, BadSetting
from plywise.selective.decision_tree import Split, TreeSettings, grow
from plywise.selective.kolmogorov import chance, distances

stats, special = (pytest.importorskip(f"scipy.{part}") for part in ("stats", "special"))
UNIT = (0.0, 1.0)


def split_data(seed, size=3000, features=3):
    """Feature 1 decides between ±1 and ±2; the others say nothing."""
    draw = np.random.default_rng(seed)
    x = draw.random((size, features))
    return x, np.where(x[:, 1] >= 0.5, 2.0, 1.0) * draw.choice([-1.0, 1.0], size)


@settings(deadline=None)
@given(
    st.lists(st.integers(0, 8), min_size=1, max_size=40),
    st.lists(st.integers(0, 8), min_size=1, max_size=40),
)
def test_the_distance_is_that_of_kolmogorov_and_smirnov(low, high):
    outcomes = np.array([*low, *high], dtype=float)
    is_high = np.arange(len(outcomes)) >= len(low)
    wanted = max(abs(np.mean(np.array(low) <= x) - np.mean(np.array(high) <= x)) for x in outcomes)
    size = np.sqrt(len(low) * len(high) / len(outcomes))
    assert distances(outcomes, is_high[:, None])[0] == pytest.approx(size * wanted, abs=1e-12)


def test_the_distance_is_scipys():
    draw = np.random.default_rng(1)
    low, high = draw.normal(size=300), draw.normal(loc=0.2, size=200)
    known = stats.ks_2samp(low, high, method="asymp")
    found = distances(np.append(low, high), np.arange(500)[:, None] >= 300)[0]
    assert found == pytest.approx(known.statistic * 120**0.5)


@settings(deadline=None)
@given(st.floats(0, 10))
def test_the_chance_is_kolmogorovs(distance):
    assert chance(distance) == pytest.approx(special.kolmogorov(distance), abs=1e-12)


def test_a_side_without_examples_is_no_split():
    assert distances(np.array([1.0, 2.0]), np.array([[True, False], [True, False]])).tolist() == [
        0.0,
        0.0,
    ]


def test_the_feature_that_matters_is_asked_first_and_the_leaves_know_the_outcomes():
    x, y = split_data(1)
    tree = grow(x, y, (UNIT,) * 3, TreeSettings(significance=1e-6))
    assert tree.nodes[0] == Split(feature=1, threshold=0.5, low=1, high=2)
    assert tree.distribution([0.1, 0.2, 0.9]).locations == (1.0, -1.0)
    assert tree.distribution([0.1, 0.5, 0.9]).locations == (2.0, -2.0)


def test_thresholds_halve_what_is_left_of_a_feature():
    draw = np.random.default_rng(2)
    x = draw.random((6000, 1))
    tree = grow(x, np.floor(8 * x[:, 0]), (UNIT,), TreeSettings(fewest=500))
    asked = sorted(node.threshold for node in tree.nodes if isinstance(node, Split))
    assert asked == [0.125, 0.25, 0.375, 0.5, 0.625, 0.75, 0.875]
    wide = grow(10 * x - 5, np.floor(8 * x[:, 0]), ((-5.0, 5.0),), TreeSettings(fewest=2500))
    assert [n.threshold for n in wide.nodes if isinstance(n, Split)] == [0.0, -2.5, 2.5]


def test_a_set_that_is_too_small_is_not_split_and_all_examples_are_in_leaves():
    x, y = split_data(3)
    tree = grow(x, y, (UNIT,) * 3, TreeSettings(significance=1.0))
    assert sum(leaf.examples for leaf in tree.leaves) == len(y)
    assert all(leaf.examples < 200 for leaf in tree.leaves)
    assert len(grow(x, y, (UNIT,) * 3, TreeSettings(fewest=3001)).nodes) == 1


def test_what_is_pure_chance_is_hardly_split():
    x, _ = split_data(4)
    y = np.random.default_rng(5).normal(size=len(x))
    assert len(grow(x, y, (UNIT,) * 3, TreeSettings(significance=0.001)).nodes) == 1


def test_leaves_are_reduced_as_asked():
    x, y = split_data(6)
    y += np.random.default_rng(7).normal(scale=0.3, size=len(y))
    by_moments = grow(x, y, (UNIT,) * 3, TreeSettings(fewest=3001, reduction="moments", spikes=4))
    spikes = by_moments.leaves[0].distribution.spikes
    for power in range(8):
        found = sum(height * place**power for place, height in spikes)
        assert found == pytest.approx(float(np.mean(y**power)), rel=1e-9, abs=1e-9)


def test_many_positions_are_told_as_each_alone():
    x, y = split_data(8, size=800)
    tree = grow(x, y, (UNIT,) * 3)
    many = tree.predicted(x[:20])
    assert [many[n] for n in range(20)] == [tree.distribution(row) for row in x[:20]]


def test_wrong_data_and_settings_are_refused():
    with pytest.raises(BadInput, match="bounds"):
        grow(np.zeros((3, 2)), np.zeros(3), (UNIT,))
    with pytest.raises(BadInput, match="outcomes"):
        grow(np.zeros((3, 1)), np.zeros(2), (UNIT,))
    with pytest.raises(BadInput, match="finite"):
        grow(np.zeros((3, 1)), np.array([0.0, np.nan, 1.0]), (UNIT,))
    with pytest.raises(BadSetting, match="k-means, moments"):
        TreeSettings(reduction="magic")  # type: ignore[arg-type]
    with pytest.raises(BadSetting, match="significance 0"):
        TreeSettings(significance=0.0)
