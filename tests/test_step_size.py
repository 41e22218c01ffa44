"""Step sizes: each rule against the same sums written out by hand, and their memory."""

import json

import numpy as np
import pytest

from plywise.errors import BadSetting, UnknownName
from plywise.learning.step_size import (
    Decay,
    DeltaBarDelta,
    Fixed,
    StepSize,
    TemporalCoherence,
    step_size,
)

KINDS = [
    Fixed(0.1),
    Decay(games=3),
    TemporalCoherence(c=0.5),
    TemporalCoherence(c=0.5, cap=0.01, prior=0.5),
    DeltaBarDelta(),
]


def sequences(seed: int, count: int, weights: int = 5) -> list[np.ndarray]:
    draw = np.random.default_rng(seed)
    return [draw.normal(0, 0.1, (int(draw.integers(0, 30)), weights)) for _ in range(count)]


def fresh(kind: StepSize) -> StepSize:
    return step_size(kind.settings())


def test_a_fixed_step_follows_the_sum():
    rows = sequences(1, 1)[0]
    assert Fixed(0.05).change(rows) == pytest.approx(0.05 * rows.sum(axis=0), abs=1e-15)


def test_decay_falls_evenly_and_then_stays():
    decay = Decay(start=0.05, end=0.002, games=4)
    steps = [float(decay.change(np.ones((1, 1)))[0]) for _ in range(7)]
    assert steps == pytest.approx([0.05, 0.038, 0.026, 0.014, 0.002, 0.002, 0.002])


def test_a_batch_counts_as_its_games_for_decay():
    decay = Decay(start=0.05, end=0.002, games=4)
    decay.change(np.ones((3, 1)), games=4)
    assert decay.rates().tolist() == pytest.approx([0.002])


def test_temporal_coherence_equals_its_equations_written_out():
    c, step = 0.3, TemporalCoherence(c=0.3)
    net, absolute, alpha = [0.0] * 5, [0.0] * 5, [1.0] * 5
    for rows in sequences(2, 50):
        change = step.change(rows)
        for i in range(5):
            recommended = [float(r) for r in rows[:, i]]
            assert change[i] == pytest.approx(
                c * alpha[i] * sum(recommended), abs=1e-12
            )  # (8.2), old α
            net[i] += sum(recommended)  # (8.4)
            absolute[i] += sum(abs(r) for r in recommended)  # (8.5)
            alpha[i] = abs(net[i]) / absolute[i] if absolute[i] else 1.0  # (8.3)
        assert step.coherence() == pytest.approx(alpha, abs=1e-12)
        assert step.rates() == pytest.approx([c * a for a in alpha], abs=1e-12)


def test_the_rate_is_one_while_a_weight_has_seen_no_change():
    step = TemporalCoherence(c=1.0)
    step.change(np.array([[0.5, 0.0], [-0.5, 0.0]]))
    assert step.coherence().tolist() == [0.0, 1.0]
    assert step.change(np.array([[1.0, 1.0]])).tolist() == [0.0, 1.0]


def test_agreeing_changes_keep_the_rate_and_cancelling_ones_lower_it():
    step = TemporalCoherence()
    for _ in range(20):
        step.change(np.array([[0.1, 0.1], [0.1, -0.1]]))
    assert step.coherence().tolist() == [1.0, 0.0]


def test_a_cap_shrinks_the_whole_change_and_keeps_its_direction():
    rows = np.array([[3.0, -1.0, 0.5]])
    free, capped = TemporalCoherence(c=1.0), TemporalCoherence(c=1.0, cap=0.6)
    change = capped.change(rows)
    assert np.abs(change).max() == pytest.approx(0.6)
    assert change / 0.6 == pytest.approx(free.change(rows) / 3.0)
    assert capped.coherence().tolist() == free.coherence().tolist()


def test_a_prior_holds_the_weights_until_changes_agree():
    step = TemporalCoherence(c=1.0, prior=1.0)
    assert step.change(np.array([[1.0]])).tolist() == [0.0]
    assert step.change(np.array([[1.0]])).tolist() == [0.5]
    assert step.coherence().tolist() == [pytest.approx(2 / 3)]


def test_delta_bar_delta_equals_its_rule_written_out():
    kappa, phi, theta, start = 0.01, 0.333, 0.7, 0.03
    step = DeltaBarDelta(kappa=kappa, phi=phi, theta=theta, start=start)
    epsilon, average = [start] * 5, [0.0] * 5
    for rows in sequences(3, 50):
        change = step.change(rows)
        for i in range(5):
            assert change[i] == pytest.approx(epsilon[i] * float(rows[:, i].sum()), abs=1e-12)
            for delta in rows[:, i].tolist():
                if delta * average[i] > 0:
                    epsilon[i] += kappa
                elif delta * average[i] < 0:
                    epsilon[i] = max(0.0, epsilon[i] - phi * epsilon[i])
                average[i] = (1 - theta) * delta + theta * average[i]
        assert step.rates() == pytest.approx(epsilon, abs=1e-12)


@pytest.mark.parametrize("kind", KINDS, ids=repr)
def test_a_restored_step_size_goes_on_to_the_bit(kind: StepSize):
    whole, first, second = fresh(kind), fresh(kind), fresh(kind)
    games = sequences(4, 40)
    expected = [whole.change(rows).tolist() for rows in games]
    got = [first.change(rows).tolist() for rows in games[:17]]
    second.restore(json.loads(json.dumps(first.state())))
    assert got + [second.change(rows).tolist() for rows in games[17:]] == expected
    assert second.state() == whole.state()
    assert second.rates().tolist() == whole.rates().tolist()


@pytest.mark.parametrize("kind", KINDS, ids=repr)
def test_a_step_size_that_saw_nothing_can_be_saved(kind: StepSize):
    again = fresh(kind)
    again.restore(json.loads(json.dumps(fresh(kind).state())))
    assert again.change(np.ones((1, 3))).tolist() == fresh(kind).change(np.ones((1, 3))).tolist()


@pytest.mark.parametrize("kind", KINDS, ids=repr)
def test_a_step_size_goes_through_its_settings_and_its_repr(kind: StepSize):
    names = {type(k).__name__: type(k) for k in KINDS}
    assert step_size(json.loads(json.dumps(kind.settings()))) == kind
    assert eval(repr(kind), names) == kind


@pytest.mark.parametrize("kind", KINDS, ids=repr)
def test_a_game_without_predictions_changes_nothing(kind: StepSize):
    step = fresh(kind)
    step.prepare(3)
    before = step.rates().tolist()
    assert step.change(np.zeros((0, 3))).tolist() == [0.0, 0.0, 0.0]
    if not isinstance(kind, Decay):
        assert step.rates().tolist() == before


def test_a_batch_is_its_games_one_under_the_other():
    batch, games = TemporalCoherence(), sequences(5, 4)
    change = batch.change(np.concatenate(games), games=4)
    assert change == pytest.approx(0.2 * sum(g.sum(axis=0) for g in games))
    assert batch.seen == 4


def test_step_sizes_are_made_from_text():
    assert step_size("coherence") == TemporalCoherence()
    assert step_size("coherence:.5,cap=none") == TemporalCoherence(c=0.5)
    assert step_size("coherence:c=.5,cap=1") == TemporalCoherence(c=0.5, cap=1)
    assert step_size("fixed:.1") == Fixed(0.1)
    assert step_size("decay:start=.1,end=.01,games=20") == Decay(start=0.1, end=0.01, games=20)
    assert step_size("delta-bar-delta:kappa=.01") == DeltaBarDelta(kappa=0.01)


@pytest.mark.parametrize(
    ("text", "hint"),
    [
        ("coherrence", "did you mean 'coherence'"),
        ("coherence:k=1", "unknown setting of coherence 'k'"),
        ("fixed:fast", "'fast' in step size 'fixed:fast' is no number"),
        ("coherence:c=1,2", "write it as"),
        ("fixed:-1", "step=-1.0 of step size 'fixed'"),
        ("coherence:c=0", "above 0"),
        ("delta-bar-delta:theta=1.5", "between 0 and 1"),
        ("decay:games=0", "above 0"),
    ],
)
def test_bad_step_sizes_are_refused_with_the_value(text: str, hint: str):
    with pytest.raises((BadSetting, UnknownName), match=hint):
        step_size(text)


def test_a_step_size_serves_one_evaluation():
    step = TemporalCoherence()
    step.change(np.ones((1, 5)))
    with pytest.raises(BadSetting, match="for 6 weights"):
        step.change(np.ones((1, 6)))
