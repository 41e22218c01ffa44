"""Prediction decay: the corrected quality function, the sums by distance, the fit."""

import json
import math

import numpy as np
import pytest
from scipy.integrate import quad

from plywise.errors import BadInput
from plywise.learning.prediction_decay import (
    BORDER,
    PredictionDecay,
    quality,
    sums_by_distance,
    zero_crossing,
)

GRID = np.linspace(0.0, 1.0, 41)


def random_game(seed: int, plies: int) -> np.ndarray:
    draw = np.random.default_rng(seed)
    value = np.cumsum(draw.normal(0, 0.3, plies))
    return np.append(1 / (1 + np.exp(-value)), float(value[-1] > 0))


def fitted_to(qualities: np.ndarray, pairs: np.ndarray) -> PredictionDecay:
    decay = PredictionDecay()
    decay.restore(
        {"trace_decay": 1.0, "sums": (qualities * pairs).tolist(), "pairs": pairs.tolist()}
    )
    return decay


def test_the_zero_crossing_at_a_half_is_a_sixth():
    assert zero_crossing(0.5) == pytest.approx(1 / 6, abs=1e-15)


def test_the_two_equations_of_the_zero_crossing_agree_at_the_border():
    assert pytest.approx((math.sqrt(17) - 1) / 4) == BORDER
    below, above = zero_crossing([BORDER, np.nextafter(BORDER, 1.0)])
    assert below == pytest.approx(1 - BORDER, abs=1e-12)
    assert above == pytest.approx(1 - BORDER, abs=1e-12)


@pytest.mark.parametrize("p", [*GRID, BORDER, 0.501, 0.78, 0.79])
def test_random_guessing_has_quality_zero_whatever_the_later_prediction(p):
    z = float(zero_crossing(p))
    corners = sorted(x for x in (p - z, p, p + z) if 0.0 < x < 1.0)
    mean, _ = quad(lambda earlier: float(quality(p, earlier)), 0.0, 1.0, points=corners)
    assert mean == pytest.approx(0.0, abs=1e-12)


def test_quality_is_one_for_equal_and_minus_one_for_opposite_predictions():
    assert quality(GRID, GRID).tolist() == [1.0] * len(GRID)
    assert quality(1.0, 0.0) == -1.0
    assert quality(0.0, 1.0) == -1.0


def test_quality_never_leaves_its_range_and_falls_with_the_distance():
    table = quality(GRID[:, None], GRID[None, :])
    assert table.min() >= -1.0
    assert table.max() <= 1.0
    for row, p in zip(table, GRID, strict=True):
        order = np.argsort(np.abs(GRID - p), kind="stable")
        assert np.all(np.diff(row[order]) <= 1e-12)


def test_quality_is_the_piecewise_formula_of_the_thesis():
    for p in np.linspace(0.5, 1.0, 26):
        z = float(zero_crossing(p))
        for earlier in GRID:
            r = abs(p - earlier)
            expected = 1 - r / z if r <= z else -p * (r - z) / (p - z)
            assert quality(p, earlier) == pytest.approx(expected, abs=1e-12)
            assert quality(1 - p, 1 - earlier) == pytest.approx(expected, abs=1e-12)


@pytest.mark.parametrize("plies", [1, 2, 3, 63, 64, 65, 130, 401])
def test_sums_by_distance_hold_every_pair_once(plies):
    p = random_game(plies, plies)
    table = quality(p[:, None], p[None, :])  # row later, column earlier
    expected = [np.trace(table, -d) for d in range(1, len(p))]
    assert sums_by_distance(p) == pytest.approx(expected, abs=1e-10)


def test_games_of_different_length_add_up():
    decay, games = PredictionDecay(), [random_game(n, n) for n in (20, 50, 5, 33)]
    for game in games:
        decay.observe(game)
    distances, means, pairs = decay.qualities()
    assert distances.tolist() == list(range(1, 51))
    assert pairs.tolist() == [sum(max(len(g) - d, 0) for g in games) for d in range(1, 51)]
    totals = [sum(sums_by_distance(g)[d - 1] for g in games if len(g) > d) for d in range(1, 51)]
    assert means * pairs == pytest.approx(totals, abs=1e-10)


def test_lambda_is_one_before_the_first_fit():
    decay = PredictionDecay()
    assert decay.trace_decay == 1.0
    assert decay.fit() == 1.0
    decay.observe(random_game(1, 40))
    assert decay.trace_decay == 1.0
    assert decay.fit() == decay.trace_decay < 1.0


@pytest.mark.parametrize("psi", [0.05, 0.3, 0.5, 0.9, 0.95, 0.99, 0.9931, 0.999, 0.99995])
def test_an_exact_exponential_is_found_again(psi):
    qualities, pairs = psi ** np.arange(1.0, 301.0), np.arange(300.0, 0.0, -1.0)
    assert fitted_to(qualities, pairs).fit() == pytest.approx(psi, abs=1e-9)


def test_a_perfect_predictor_has_decay_one():
    decay = PredictionDecay()
    decay.observe([1.0] * 30)
    assert decay.fit() == 1.0


def test_a_hopeless_predictor_has_a_decay_above_zero():
    decay = PredictionDecay()
    decay.observe([0.0, 1.0, 0.0])
    assert 0.0 < decay.fit() < 1e-5


@pytest.mark.parametrize("seed", range(60))
def test_the_fit_is_the_global_minimum(seed):
    """Wild qualities, many of them with two valleys."""
    draw = np.random.default_rng(seed)
    length = int(draw.integers(1, 300))
    qualities = draw.uniform(-1, 1) + draw.uniform(-1, 1) * draw.uniform(0.3, 1) ** np.arange(
        length
    )
    qualities = np.clip(qualities + draw.normal(0, 0.2, length), -1, 1)
    decay = fitted_to(qualities, draw.integers(1, 1000, length).astype(float))
    lowest = min(decay.error(psi) for psi in np.linspace(0.0005, 1.0, 2000))
    assert decay.error(decay.fit()) <= lowest + 1e-9 * max(1.0, lowest)
    assert 0.0 < decay.trace_decay <= 1.0


def test_of_two_valleys_the_deeper_one_is_taken():
    # Near pairs ask for a small ψ, far ones for one near 1; their numbers decide.
    near, far = np.zeros(400), np.zeros(400)
    near[:3], far[200:] = 1000.0, 1.0
    qualities = np.where(np.arange(400) < 3, 0.0, 0.9)
    assert fitted_to(qualities, near + far + 1e-9).fit() < 0.1
    assert fitted_to(qualities, near * 1e-3 + far * 10 + 1e-9).fit() > 0.99


def test_a_restored_decay_goes_on_to_the_bit():
    whole, first, second = PredictionDecay(), PredictionDecay(), PredictionDecay()
    games = [random_game(seed, 20 + 3 * seed) for seed in range(12)]

    def learn(decay, some):
        psis = []
        for game in some:
            decay.observe(game)
            psis.append(decay.fit())
        return psis

    expected = learn(whole, games)
    got = learn(first, games[:5])
    second.restore(json.loads(json.dumps(first.state())))
    assert second.trace_decay == first.trace_decay
    assert got + learn(second, games[5:]) == expected
    assert second.state() == whole.state()


def test_predictions_outside_their_range_are_refused():
    for bad in ([0.5, 1.2], [-0.1, 1.0], [np.nan, 1.0]):
        with pytest.raises(BadInput, match=r"not all in \[0, 1\]"):
            PredictionDecay().observe(bad)


def test_an_outcome_alone_makes_no_pair():
    decay = PredictionDecay()
    decay.observe([1.0])
    assert decay.fit() == 1.0
