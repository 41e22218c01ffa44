"""Networks of spikes: the rule of the winner by hand, fixed locations, and what they learn."""

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from plywise.errors import BadInput, BadSetting
from plywise.selective import errors, fixed_locations, winner_take_all
from plywise.selective.fixed_locations import FixedSettings, targets
from plywise.selective.generator_kinds import NetworkSpikes
from plywise.selective.network import Layer, Network, preset, scaling
from plywise.selective.plain_network import Body
from plywise.selective.winner_take_all import FreeSettings, Lesson

EXAMPLES = 2000


def risky(seed, size=EXAMPLES):
    """±2 where the features are high on average, ±1 elsewhere."""
    draw = np.random.default_rng(seed)
    x = draw.random((size, 4))
    return x, np.where(x.mean(axis=1) > 0.5, 2.0, 1.0) * draw.choice([-1.0, 1.0], size)


def step_by_hand(x, y, hidden, outer, rate):
    """One example of the winner's rule, number by number."""
    units = [1 / (1 + math.exp(-sum(w * v for w, v in zip(row, [*x, 1.0], strict=True))))
             for row in hidden]  # fmt: skip
    seen = [*units, 1.0]
    said = [sum(w * v for w, v in zip(row, seen, strict=True)) for row in outer]
    spikes = range(len(said) // 2)
    winner = min(spikes, key=lambda n: abs(said[2 * n + 1] - y))
    error = [0.0] * len(said)
    for n in spikes:
        error[2 * n] = (1.0 if n == winner else 0.0) - said[2 * n]
    error[2 * winner + 1] = y - said[2 * winner + 1]
    felt = [sum(e * row[u] for e, row in zip(error, outer, strict=True)) * units[u] * (1 - units[u])
            for u in range(len(units))]  # fmt: skip
    outer = [[w + rate * e * v for w, v in zip(row, seen, strict=True)]
             for row, e in zip(outer, error, strict=True)]  # fmt: skip
    hidden = [[w + rate * f * v for w, v in zip(row, [*x, 1.0], strict=True)]
              for row, f in zip(hidden, felt, strict=True)]  # fmt: skip
    return hidden, outer


def test_a_pass_is_the_papers_rule_example_by_example():
    draw = np.random.default_rng(3)
    x, y = draw.random((2, 6, 3)), draw.normal(size=(2, 6))
    hidden, outer = draw.normal(size=(2, 4, 4)), draw.normal(size=(2, 6, 5))
    wanted = []
    for net in range(2):
        one, two = hidden[net].tolist(), outer[net].tolist()
        for inputs, outcome in zip(x[net].tolist(), y[net].tolist(), strict=True):
            one, two = step_by_hand(inputs, outcome, one, two, 0.1)
        wanted.append((one, two))
    with_bias = np.concatenate([x, np.ones((2, 6, 1))], axis=2)
    winner_take_all._pass(with_bias, y, hidden, outer, 0.1)
    for net, (one, two) in enumerate(wanted):
        np.testing.assert_allclose(hidden[net], one, atol=1e-12)
        np.testing.assert_allclose(outer[net], two, atol=1e-12)


def test_networks_side_by_side_learn_what_each_would_alone():
    short = FreeSettings(passes=2)
    lessons = [Lesson(*risky(1), seed=5), Lesson(*risky(2), seed=6)]
    lessons[1] = Lesson(lessons[1].inputs[:, :3], lessons[1].outcomes, seed=6)
    together = winner_take_all.taught(lessons, short)
    for net, lesson in zip(together, lessons, strict=True):
        [alone] = winner_take_all.taught([lesson], short)
        np.testing.assert_allclose(
            net.predicted(lesson.inputs).locations,
            alone.predicted(lesson.inputs).locations,
            atol=1e-9,
        )
        assert net.network.layers[0].weights.shape == (5, lesson.inputs.shape[1])


def test_the_same_seed_teaches_the_same_network_to_the_bit():
    lesson, short = Lesson(*risky(1), seed=5), FreeSettings(passes=2)
    one, two = (winner_take_all.taught([lesson], short)[0].network for _ in range(2))
    for a, b in zip(one.layers, two.layers, strict=True):
        assert np.array_equal(a.weights, b.weights)
    other = winner_take_all.taught([Lesson(lesson.inputs, lesson.outcomes, seed=6)], short)[0]
    assert not np.array_equal(one.layers[0].weights, other.network.layers[0].weights)


def test_without_features_heights_become_the_chances():
    """The paper: the rule converges when all positions have the same distribution."""
    draw = np.random.default_rng(4)
    y = draw.choice([3.0, 0.0, -1.0], 4000, p=[0.2, 0.3, 0.5])
    lesson = Lesson(np.zeros((4000, 1)), y, seed=1)
    [net] = winner_take_all.taught([lesson], FreeSettings(passes=20))
    found = net.predicted(np.zeros((1, 1)))[0]
    assert found.locations == pytest.approx((3.0, 0.0, -1.0), abs=0.05)
    assert found.heights == pytest.approx((0.2, 0.3, 0.5), abs=0.05)


def test_a_network_sees_risk_that_depends_on_all_features():
    x, y = risky(7, size=6000)
    [net] = winner_take_all.taught([Lesson(x, y, seed=2)], FreeSettings(passes=30))
    test_x, test_y = risky(8)
    assert errors(net.predicted(test_x), test_y).distance < 0.05  # one set of spikes for all: > .1


@settings(deadline=None)
@given(st.lists(st.floats(-3, 3), min_size=1, max_size=20))
def test_shared_outcomes_keep_their_mean_and_are_heights(outcomes):
    locations = np.array([2.5, 1.0, 0.5, -2.0])
    wanted = targets(locations, np.array(outcomes), "proportional")
    assert (wanted >= 0.0).all()
    np.testing.assert_allclose(wanted.sum(axis=1), 1.0)
    np.testing.assert_allclose(wanted @ locations, np.clip(outcomes, -2.0, 2.5), atol=1e-12)
    assert ((wanted > 1e-12).sum(axis=1) <= 2).all()


@settings(deadline=None)
@given(st.lists(st.floats(-3, 3), min_size=1, max_size=20))
def test_the_nearest_location_wins(outcomes):
    locations = np.array([2.5, 1.0, 0.5, -2.0])
    wanted = targets(locations, np.array(outcomes))
    for row, outcome in zip(wanted, outcomes, strict=True):
        assert row.sum() == 1.0
        assert abs(outcome - locations[row.argmax()]) == min(abs(outcome - locations))


def test_shared_outcomes_have_no_bias_where_a_single_winner_has():
    pytest.importorskip("sklearn")
    x, y = np.random.default_rng(1).random((500, 1)), np.full(500, 14.0)
    places = np.array([20.0, 10.0])
    means = {
        sharing: fixed_locations.taught(x, y, places, FixedSettings(sharing=sharing, passes=50))
        .predicted(x)
        .means.mean()
        for sharing in ("winner", "proportional")
    }
    assert means["winner"] == pytest.approx(10.0, abs=0.1)
    assert means["proportional"] == pytest.approx(14.0, abs=0.1)


def test_fixed_locations_learn_heights_by_features_and_a_seed_repeats_them():
    pytest.importorskip("sklearn")
    x, y = risky(1)
    places, how = np.array([2.0, 1.0, -1.0, -2.0]), FixedSettings(spikes=2, passes=60)
    one, two = (fixed_locations.taught(x, y, places, how, seed=3) for _ in range(2))
    found = one.predicted(np.array([[0.9] * 4, [0.1] * 4]))
    assert found.locations == pytest.approx(np.array([[2.0, -2.0], [1.0, -1.0]]), abs=0.3)
    assert np.array_equal(one.predicted(x).locations, two.predicted(x).locations)


def test_a_network_in_a_file_says_what_it_said():
    pytest.importorskip("sklearn")
    x, y = risky(1, size=300)
    net = fixed_locations.taught(x, y, preset(y, 7), FixedSettings(passes=20))
    file = NetworkSpikes(
        game="chess", features="material", outputs="heights", spikes=3,
        locations=net.locations.tolist(), **Body.fields(net.network),
    )  # fmt: skip
    many = net.predicted(x[:50])
    for row in range(50):
        found = file.distribution(x[row].tolist(), 0.0)
        assert found.locations == pytest.approx(many[row].locations, abs=1e-9)
        assert found.heights == pytest.approx(many[row].heights, abs=1e-9)


def test_features_that_never_change_do_no_harm():
    offset, scale = scaling(np.array([[5.0], [5.0]]))
    assert (offset[0], scale[0]) == (5.0, 0.0)


@pytest.mark.parametrize(
    "wrong", [{"spikes": 0}, {"passes": 0}, {"rate": 0.0}, {"falling": "fast"}]
)
def test_impossible_settings_are_refused(wrong):
    with pytest.raises(BadSetting, match=next(iter(wrong))):
        FreeSettings(**wrong)
    if "rate" not in wrong and "falling" not in wrong:
        with pytest.raises(BadSetting, match=next(iter(wrong))):
            FixedSettings(**wrong)
    with pytest.raises(BadSetting, match="sharing"):
        FixedSettings(sharing="all")  # type: ignore[arg-type]


def test_data_that_do_not_fit_are_refused():
    with pytest.raises(BadInput, match="outcomes"):
        Lesson(np.zeros((3, 2)), np.zeros(2), seed=1)
    with pytest.raises(BadInput, match="finite"):
        Lesson(np.zeros((1, 2)), np.array([np.inf]), seed=1)
    with pytest.raises(BadInput, match="different lengths"):
        winner_take_all.taught([Lesson(np.zeros((n, 1)), np.zeros(n), seed=1) for n in (2, 3)])
    with pytest.raises(BadInput, match="high to low"):
        targets(np.array([1.0, 2.0]), np.zeros(1))
    with pytest.raises(BadInput, match="units"):
        Network((Layer(np.zeros((2, 1)), np.zeros(2)), Layer(np.zeros((1, 3)), np.zeros(1))))
