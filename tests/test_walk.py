"""The bounded random walk: its walks, its true values, and what every step size makes of it."""

import numpy as np
import pytest

from plywise.learning.step_size import DeltaBarDelta, Fixed, StepSize, TemporalCoherence
from plywise.learning.td import total_change
from plywise.learning.walk import (
    STATES,
    TRUE_VALUES,
    Walk,
    learn_walk,
    start_weights,
    true_value_measure,
    walk_sequence,
    walk_sequences,
)

SEEDS = range(10)
MANY_SEEDS = range(100)
"""Enough that the mean does not hang on which they are: at 250 walks ten seeds leave ± .004."""


@pytest.fixture(scope="module")
def walks() -> dict[int, list[Walk]]:
    return {seed: walk_sequences(seed, 1000) for seed in SEEDS}


def mean_measure(walks, make, trace_decay=0.3) -> np.ndarray:
    traces = [learn_walk(make(), trace_decay=trace_decay, walks=some) for some in walks.values()]
    return np.mean([trace.measure for trace in traces], axis=0)


def test_a_walk_goes_one_step_at_a_time_from_d_to_an_end(walks):
    for walk in walks[1]:
        assert STATES[walk.states[0]] == "D"
        assert all(abs(a - b) == 1 for a, b in zip(walk.states, walk.states[1:], strict=False))
        assert STATES[walk.states[-1]] == ("F" if walk.outcome else "B")


def test_walks_are_fair_and_as_long_as_they_should_be(walks):
    outcomes = [walk.outcome for some in walks.values() for walk in some]
    lengths = [len(walk.states) for some in walks.values() for walk in some]
    assert np.mean(outcomes) == pytest.approx(0.5, abs=0.02)
    assert np.mean(lengths) == pytest.approx(9.0, abs=0.3)  # k (n − k) with k = 3, n = 6


def test_the_same_seed_walks_the_same_way_and_another_does_not():
    assert walk_sequences(3, 50) == walk_sequences(3, 100)[:50]
    assert walk_sequences(3, 50) != walk_sequences(4, 50)


def test_the_true_values_are_those_of_sutton():
    assert TRUE_VALUES.tolist() == pytest.approx([1 / 6, 2 / 6, 3 / 6, 4 / 6, 5 / 6])
    # Each inner value is the mean of its neighbours.
    padded = [0.0, *TRUE_VALUES, 1.0]
    assert [(padded[i - 1] + padded[i + 1]) / 2 for i in range(1, 6)] == pytest.approx(TRUE_VALUES)


def test_the_measure_runs_from_zero_at_the_start_to_one_at_the_truth():
    assert true_value_measure(start_weights()) == 0.0
    assert true_value_measure(TRUE_VALUES) == 1.0
    assert true_value_measure([start_weights(), TRUE_VALUES]).tolist() == [0.0, 1.0]


def test_a_walk_is_text_and_a_sequence():
    walk = Walk(states=(2, 1, 2, 3, 4), outcome=1.0)
    sequence = walk_sequence(walk, [0.1, 0.2, 0.3, 0.4, 0.5])
    assert str(walk) == "D C D E F G"
    assert sequence.predictions.tolist() == [0.3, 0.2, 0.3, 0.4, 0.5, 1.0]
    assert sequence.gradients.tolist() == np.eye(5)[[2, 1, 2, 3, 4]].tolist()


def test_learning_is_the_update_formula_after_every_walk():
    trace = learn_walk(Fixed(0.1), trace_decay=0.3, seed=5, sequences=20)
    weights = start_weights()
    for number, walk in enumerate(walk_sequences(5, 20)):
        sequence = walk_sequence(walk, weights)
        weights = weights + 0.1 * total_change(sequence.differences, sequence.gradients, 0.3)
        assert trace.weights[number + 1] == pytest.approx(weights, abs=1e-12)


@pytest.fixture(scope="module")
def many_walks() -> dict[int, list[Walk]]:
    return {seed: walk_sequences(seed, 1000) for seed in MANY_SEEDS}


@pytest.mark.parametrize("c", [0.1, 0.15])
def test_temporal_coherence_is_quick_and_settles(many_walks, c):
    measure = mean_measure(many_walks, lambda: TemporalCoherence(c=c))
    assert measure[250] >= 0.985
    assert measure[-200:].mean() >= 0.995


def test_temporal_coherence_is_best_over_the_whole_run(walks):
    others: list[StepSize] = [
        Fixed(0.1),
        Fixed(0.01),
        DeltaBarDelta(kappa=0.01, phi=0.333, theta=0.7, start=0.03),
    ]
    coherence = mean_measure(walks, lambda: TemporalCoherence(c=0.15))
    for other in others:
        kind, settings = type(other), {k: v for k, v in other.settings().items() if k != "name"}
        measure = mean_measure(walks, lambda kind=kind, settings=settings: kind(**settings))
        assert coherence.mean() > measure.mean(), other
        assert coherence[-200:].mean() > measure[-200:].mean(), other


def test_fixed_steps_behave_as_in_figures_8_3_and_8_4(walks):
    fast, slow = (mean_measure(walks, lambda step=step: Fixed(step)) for step in (0.1, 0.01))
    assert fast[50] > 0.85 > slow[50]  # quick, and slow
    assert fast[-200:].mean() < 0.96 < slow[-200:].mean()  # never settles, and does


def test_prediction_decay_gives_the_walk_a_lambda_near_a_half():
    trace = learn_walk(TemporalCoherence(c=0.15), trace_decay="auto", seed=1)
    assert trace.trace_decay[0] == 1.0
    assert 0.4 < trace.trace_decay[-1] < 0.6
    assert trace.measure[-1] > 0.98


def test_a_trace_has_a_row_before_and_after_every_walk():
    trace = learn_walk("coherence", seed=1, sequences=7)
    assert trace.weights.shape == trace.rates.shape == (8, 5)
    assert trace.weights[0].tolist() == start_weights().tolist()
    assert trace.trace_decay.tolist() == [0.3] * 8


@pytest.mark.parametrize(
    ("trace_decay", "bits"),
    [
        (0.3, "0x1.8c204f8167235p-3 0x1.6efa6500db9cap-2 0x1.0e4e76d3c96f8p-1 "
              "0x1.5fecc75ce43f4p-1 0x1.b64df7d41b61ep-1"),
        ("auto", "0x1.9432b8b4c0469p-3 0x1.66f4be05efd31p-2 0x1.0da75a9f8c258p-1 "
                 "0x1.5dad0c56dda27p-1 0x1.ae47f1d8e3e74p-1"),
    ],
)  # fmt: skip
def test_the_weights_are_the_same_to_the_bit_on_every_machine(trace_decay, bits):
    """Golden of our own, x86-64: no BLAS, no pow, no SIMD-width in any sum."""
    trace = learn_walk("coherence:c=.15", trace_decay=trace_decay, seed=1, sequences=200)
    assert [float(weight).hex() for weight in trace.weights[-1]] == bits.split()
