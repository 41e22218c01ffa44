"""Squashing functions: their published points, their slopes against finite differences."""

import math

import numpy as np
import pytest

from plywise.errors import BadSetting, UnknownName
from plywise.evaluation.squash import Identity, Logistic, Squash, Tanh, squash

ALL = [Logistic(), Logistic(steepness=0.5), Tanh(), Tanh(steepness=1.0), Identity()]


def test_the_logistic_gives_table_7_6_of_the_thesis():
    values = [0.60, 1.20, 1.66, 2.02, 2.75, 6.61]
    published = {
        0.5: [0.574, 0.646, 0.696, 0.733, 0.798, 0.965],
        1.0: [0.646, 0.769, 0.840, 0.883, 0.940, 0.999],
        2.0: [0.769, 0.917, 0.965, 0.983, 0.996, 1.000],
    }
    for steepness, predictions in published.items():
        assert Logistic(steepness=steepness).predict(values) == pytest.approx(predictions, abs=1e-3)


def test_one_pawn_ahead_is_a_quarter_for_knightcap():
    assert Tanh().predict(1.0) == pytest.approx(0.25, abs=1e-3)


def test_predictions_are_the_mathematical_functions():
    values = np.random.default_rng(1).normal(0, 5, 500)
    assert Logistic().predict(values) == pytest.approx(1 / (1 + np.exp(-values)), abs=1e-15)
    assert Tanh().predict(values) == pytest.approx(np.tanh(0.255 * values), abs=1e-15)


@pytest.mark.parametrize("function", ALL, ids=repr)
def test_slopes_equal_finite_differences(function: Squash):
    values, step = np.random.default_rng(2).normal(0, 3, 300), 1e-6
    rise = function.predict(values + step) - function.predict(values - step)
    assert function.slope(values) == pytest.approx(rise / (2 * step), abs=1e-8)


@pytest.mark.parametrize("function", ALL, ids=repr)
def test_steepness_slopes_equal_finite_differences(function: Squash):
    values, step = np.random.default_rng(3).normal(0, 3, 300), 1e-6
    steeper = function.with_steepness(function.steepness + step).predict(values)
    flatter = function.with_steepness(function.steepness - step).predict(values)
    assert function.steepness_slope(values) == pytest.approx(
        (steeper - flatter) / (2 * step), abs=1e-7
    )


@pytest.mark.parametrize("function", [Logistic(), Tanh()], ids=repr)
def test_huge_values_saturate_without_a_warning(function: Squash):
    low, high = function.predict([-1e9, 1e9])
    assert (low, high) == (function.low, function.high)
    assert function.slope([-1e9, 1e9]).tolist() == [0.0, 0.0]


@pytest.mark.parametrize("function", [Logistic(), Tanh()], ids=repr)
def test_the_two_sides_are_mirror_images(function: Squash):
    values = np.linspace(-8, 8, 101)
    mirrored = function.low + function.high - function.predict(-values)
    assert function.predict(values) == pytest.approx(mirrored, abs=1e-15)


def test_outcomes_are_on_the_scale_of_the_predictions():
    assert Tanh().of_outcome([1.0, 0.5, 0.0]).tolist() == [1.0, 0.0, -1.0]
    assert Logistic().of_outcome([1.0, 0.5, 0.0]).tolist() == [1.0, 0.5, 0.0]


@pytest.mark.parametrize("function", ALL, ids=repr)
def test_a_squash_goes_through_its_dictionary_and_its_repr(function: Squash):
    names = {"Logistic": Logistic, "Tanh": Tanh, "Identity": Identity}
    assert squash(function.as_dict()) == function
    assert eval(repr(function), names) == function


def test_a_scalar_stays_a_scalar():
    assert Logistic().predict(0.0).shape == ()


@pytest.mark.parametrize("steepness", [0.0, -1.0, math.nan, math.inf])
def test_a_steepness_must_be_above_zero(steepness: float):
    with pytest.raises(BadSetting, match="above 0"):
        Logistic(steepness=steepness)


def test_mistyped_names_get_a_hint():
    with pytest.raises(UnknownName, match="did you mean 'logistic'"):
        squash("logistik")
    with pytest.raises(UnknownName, match="setting of tanh 'steepnes'; did you mean 'steepness'"):
        squash({"name": "tanh", "steepnes": 1.0})
    with pytest.raises(BadSetting, match="'steep' of tanh is no number"):
        squash("tanh:steep")
    with pytest.raises(BadSetting, match="3 is no squashing function"):
        squash(3)
