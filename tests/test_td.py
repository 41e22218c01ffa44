"""The learning rules: both forms of the update, finite differences, and every option."""

import numpy as np
import pytest

from deeper import deeper
from plywise.errors import BadInput, BadSetting, UnknownName, WeightsDiverged
from plywise.evaluation.squash import Identity, Logistic, Tanh
from plywise.learning.blunders import BLUNDER_FILTERS
from plywise.learning.prediction_decay import PredictionDecay
from plywise.learning.rules import learning_rule
from plywise.learning.sequence import Sequence
from plywise.learning.step_size import Fixed, TemporalCoherence
from plywise.learning.td import TDDirected, TDLeaf, recommended_changes, total_change
from plywise.play.record import GameRecord, PredictionKind

RULES = [TDDirected(), TDLeaf()]


def linear_record(features: np.ndarray, weights: np.ndarray, **changes) -> GameRecord:
    """A game whose values are features · weights."""
    n = len(features)
    rows = [np.flatnonzero(row) for row in features]
    settings = {
        "number": 0,
        "start": "start",
        "moves": tuple(f"m{ply}" for ply in range(n)),
        "opening_plies": 0,
        "outcome": 1.0,
        "reason": "checkmate",
        "values": (features * weights).sum(axis=1),
        "kinds": np.full(n, PredictionKind.LEAF),
        "results": np.full(n, np.nan),
        "movers": np.arange(n) % 2,
        "ply_numbers": np.arange(n),
        "indptr": np.cumsum([0, *map(len, rows)]),
        "indices": np.concatenate([*rows, np.zeros(0, int)]),
        "data": features[features != 0],
        "predicted_replies": (None,) * n,
    }
    return GameRecord(**(settings | changes))


def random_features(draw: np.random.Generator) -> np.ndarray:
    shape = int(draw.integers(1, 60)), int(draw.integers(1, 8))
    return draw.integers(-2, 3, shape).astype(float)


def test_forward_and_backward_form_agree_on_300_random_cases():
    draw = np.random.default_rng(1)
    for case in range(deeper(300, 10_000)):
        steps, weights = int(draw.integers(0, 200)), int(draw.integers(1, 12))
        differences = draw.normal(0, 0.2, steps)
        gradients = draw.normal(0, 1, (steps, weights))
        trace_decay = (0.0, 1.0, float(draw.uniform()))[case % 3]
        forward = recommended_changes(differences, gradients, trace_decay).sum(axis=0)
        backward = total_change(differences, gradients, trace_decay)
        assert np.abs(forward - backward).max() <= 1e-9


def test_recommended_changes_are_equation_8_1_written_out():
    draw = np.random.default_rng(2)
    differences, gradients, trace_decay = draw.normal(size=20), draw.normal(size=(20, 3)), 0.8
    got = recommended_changes(differences, gradients, trace_decay)
    for t in range(20):
        for i in range(3):
            trace = sum(trace_decay ** (t - k) * gradients[k, i] for k in range(t + 1))
            assert got[t, i] == pytest.approx(differences[t] * trace, abs=1e-12)


def test_with_trace_decay_one_every_prediction_moves_towards_the_outcome():
    """Baxter et al. 2000, eq. 5."""
    draw = np.random.default_rng(3)
    predictions, gradients = draw.uniform(size=31), draw.normal(size=(30, 4))
    total = total_change(np.diff(predictions), gradients, 1.0)
    assert total == pytest.approx(
        ((predictions[-1] - predictions[:-1])[:, None] * gradients).sum(axis=0)
    )


def test_with_trace_decay_zero_every_prediction_moves_towards_the_next():
    """Baxter et al. 2000, eq. 4."""
    draw = np.random.default_rng(4)
    predictions, gradients = draw.uniform(size=31), draw.normal(size=(30, 4))
    total = total_change(np.diff(predictions), gradients, 0.0)
    assert total == pytest.approx((np.diff(predictions)[:, None] * gradients).sum(axis=0))


@pytest.mark.parametrize(
    "squash", [Logistic(), Logistic(steepness=0.4), Tanh(), Identity()], ids=repr
)
def test_gradients_of_predictions_equal_finite_differences_on_200_cases(squash):
    draw, step = np.random.default_rng(5), 1e-6
    rule = TDLeaf(squash=squash)
    for _ in range(deeper(200, 10_000)):
        features = random_features(draw)
        weights = draw.normal(0, 1, features.shape[1])
        sequence = rule.sequence(linear_record(features, weights), weights)
        for i in range(len(weights)):
            nudge = step * (np.arange(len(weights)) == i)
            up = rule.sequence(linear_record(features, weights + nudge), weights).predictions
            down = rule.sequence(linear_record(features, weights - nudge), weights).predictions
            rise = (up - down)[:-1] / (2 * step)
            assert sequence.gradients[:, i] == pytest.approx(rise, abs=1e-7)


@pytest.mark.parametrize("squash", [Logistic(), Tanh()], ids=repr)
def test_the_gradient_of_a_learnt_steepness_equals_finite_differences(squash):
    draw, step = np.random.default_rng(6), 1e-6
    rule = TDLeaf(squash=squash, learn_steepness=True)
    for _ in range(deeper(200, 10_000)):
        features = random_features(draw)
        weights = rule.learnable(draw.normal(0, 1, features.shape[1]))
        weights[-1] = draw.uniform(0.2, 2.0)
        record = linear_record(features, rule.evaluated(weights))
        nudge = step * (np.arange(len(weights)) == len(weights) - 1)
        sequence = rule.sequence(record, weights)
        up = rule.sequence(record, weights + nudge).predictions
        down = rule.sequence(record, weights - nudge).predictions
        assert sequence.gradients.shape == (len(features), len(weights))
        assert sequence.gradients[:, -1] == pytest.approx((up - down)[:-1] / (2 * step), abs=1e-7)


def test_predictions_are_the_squashed_values_and_then_the_outcome():
    record = linear_record(np.array([[1.0], [-1.0]]), np.array([1.0]), outcome=0.5)
    sequence = TDLeaf().sequence(record, [1.0])
    assert sequence.predictions == pytest.approx([0.7310585786, 0.2689414214, 0.5])
    assert TDLeaf(squash=Tanh()).sequence(record, [1.0]).predictions[-1] == 0.0


def with_mate() -> GameRecord:
    features = np.array([[1.0], [0.0], [2.0]])
    return linear_record(
        features,
        np.array([1.0]),
        values=[1.0, np.inf, 2.0],
        kinds=[PredictionKind.LEAF, PredictionKind.RESULT, PredictionKind.FORCED],
        results=[np.nan, 1.0, np.nan],
    )


def test_a_mate_that_the_search_found_is_certain_and_has_no_gradient():
    sequence = TDLeaf().sequence(with_mate(), [1.0])
    assert sequence.predictions[1] == 1.0
    assert sequence.gradients[1].tolist() == [0.0]
    assert np.all(np.isfinite(sequence.gradients))
    steep = TDLeaf(learn_steepness=True).sequence(with_mate(), [1.0, 1.0])
    assert steep.gradients[1].tolist() == [0.0, 0.0]


def test_dropped_results_close_the_sequence_up():
    kept = TDLeaf().sequence(with_mate(), [1.0])
    dropped = TDLeaf(results="drop").sequence(with_mate(), [1.0])
    assert dropped.predictions.tolist() == kept.predictions[[0, 2, 3]].tolist()
    assert dropped.gradients.tolist() == kept.gradients[[0, 2]].tolist()


def test_book_moves_predict_nothing():
    record = linear_record(
        np.ones((3, 1)),
        np.array([1.0]),
        kinds=[PredictionKind.BOOK, PredictionKind.LEAF, PredictionKind.LEAF],
    )
    assert len(TDLeaf().sequence(record, [1.0])) == 2


@pytest.mark.parametrize(("learner", "mover"), [("first", 0), ("second", 1)])
def test_against_an_opponent_only_the_learners_searches_count(learner, mover):
    record = linear_record(np.arange(1.0, 6.0)[:, None], np.array([0.1]))
    both = TDLeaf().sequence(record, [0.1])
    own = TDLeaf(learner=learner).sequence(record, [0.1])
    assert own.predictions.tolist() == [*both.predictions[:-1][mover::2], 1.0]
    assert own.movers.tolist() == [mover] * len(own)


def test_a_game_in_which_nothing_was_predicted_changes_nothing():
    record = linear_record(np.zeros((0, 3)), np.zeros(3))
    sequence = TDLeaf().sequence(record, np.zeros(3))
    assert TDLeaf().recommended(sequence, 0.5).shape == (0, 3)
    assert TDLeaf().total(sequence, 0.5).tolist() == [0.0, 0.0, 0.0]


def test_a_game_without_an_outcome_learns_from_its_predictions_alone():
    features, weights = np.array([[1.0], [2.0], [3.0]]), np.array([0.5])
    whole = linear_record(features, weights, outcome=0.5)
    cut = linear_record(features, weights, outcome=0.5, reason="unfinished")
    known, open_end = (TDLeaf().sequence(record, weights) for record in (whole, cut))
    assert open_end.predictions.tolist() == known.predictions[:-1].tolist()
    assert open_end.gradients.tolist() == known.gradients[:-1].tolist()
    assert len(open_end.movers) == len(open_end.played_replies) == len(open_end) == 2
    nothing = linear_record(np.zeros((0, 1)), weights, reason="unfinished")
    assert len(TDLeaf().sequence(nothing, weights)) == 0


def test_both_sides_of_the_board_learn_the_same():
    """Mirroring a game (values, outcome) mirrors the predictions and leaves the change as it is."""
    draw = np.random.default_rng(7)
    features, weights = draw.integers(-2, 3, (40, 5)).astype(float), draw.normal(size=5)
    for rule in (TDLeaf(), TDLeaf(squash=Tanh())):
        white = rule.total(
            rule.sequence(linear_record(features, weights, outcome=1.0), weights), 0.9
        )
        black = rule.total(
            rule.sequence(linear_record(-features, weights, outcome=0.0), weights), 0.9
        )
        assert white == pytest.approx(black, abs=1e-12)


def test_the_blunder_filter_works_on_the_learners_replies():
    # The learner is second: it moves at plies 1 and 3, the replies are m2 and then none.
    record = linear_record(
        np.array([[0.0], [-1.0], [0.0], [-3.0], [0.0]]),
        np.array([1.0]),
        outcome=0.0,
        predicted_replies=(None, "other", None, "m4", None),
        ratings=(1500.0, 1650.0),
    )
    plain = TDLeaf(learner="second")
    unfiltered = plain.differences(plain.sequence(record, [1.0]))
    assert np.all(unfiltered < 0)  # gains of the second player
    for form in BLUNDER_FILTERS:
        rule = TDLeaf(learner="second", blunders=form)
        sequence = rule.sequence(record, [1.0])
        assert rule.differences(sequence).tolist() == [0.0, unfiltered[1]]
        assert rule.recommended(sequence, 0.5)[0].tolist() == [0.0]


def test_the_blunder_filter_needs_a_learner_and_replies():
    with pytest.raises(BadSetting, match="say who learns"):
        TDLeaf(blunders="both")
    bare = Sequence(predictions=[0.5, 1.0], gradients=[[1.0]])
    with pytest.raises(BadSetting, match="needs the predicted and the played reply"):
        TDLeaf(blunders="both", learner="first").recommended(bare, 0.5)


def test_frozen_weights_never_change_and_the_others_learn_as_before():
    features = np.random.default_rng(8).integers(-2, 3, (30, 3)).astype(float)
    weights = np.array([1.0, 3.0, 9.0])
    record = linear_record(features, weights)
    free, frozen = TDLeaf(), TDLeaf(frozen=("pawn", 2)).resolved(["pawn", "knight", "queen"])
    change = free.recommended(free.sequence(record, weights), 0.9)
    held = frozen.recommended(frozen.sequence(record, weights), 0.9)
    assert held[:, [0, 2]].tolist() == np.zeros((30, 2)).tolist()
    assert held[:, 1].tolist() == change[:, 1].tolist()
    assert frozen.total(frozen.sequence(record, weights), 0.9)[0] == 0.0


def test_the_steepness_is_a_weight_with_a_name():
    rule = TDLeaf(learn_steepness=True, frozen=("steepness",), squash=Logistic(steepness=0.5))
    assert rule.learnable([1.0, 3.0]).tolist() == [1.0, 3.0, 0.5]
    assert rule.learnable_names(["pawn", "knight"]) == ["pawn", "knight", "steepness"]
    assert rule.resolved(["pawn", "knight"]).frozen == (2,)
    assert rule.evaluated(np.array([1.0, 3.0, 0.5])).tolist() == [1.0, 3.0]


def test_a_steepness_learnt_below_zero_stops_the_run():
    record = linear_record(np.ones((1, 1)), np.ones(1))
    with pytest.raises(WeightsDiverged, match=r"steepness became -0\.1"):
        TDLeaf(learn_steepness=True).sequence(record, [1.0, -0.1])


def test_frozen_names_must_be_resolved_and_known():
    bare = Sequence(predictions=[0.5, 1.0], gradients=[[1.0]])
    with pytest.raises(BadSetting, match=r"call rule\.resolved"):
        TDLeaf(frozen=("pawn",)).recommended(bare, 0.5)
    with pytest.raises(UnknownName, match="did you mean 'pawn'"):
        TDLeaf(frozen=("pawns",)).resolved(["pawn", "knight"])
    with pytest.raises(BadSetting, match="frozen weight 2 of 2"):
        TDLeaf(frozen=(2,)).resolved(["pawn", "knight"])


def test_one_frozen_weight_and_a_squash_may_be_given_by_name():
    rule = TDLeaf(frozen="pawn", squash="tanh")
    assert rule == TDLeaf(frozen=("pawn",), squash=Tanh())


def test_update_is_the_formula_on_plain_arrays():
    draw = np.random.default_rng(9)
    weights, predictions = draw.normal(size=4), draw.uniform(size=25)
    gradients = draw.normal(size=(25, 4))
    new = TDLeaf(trace_decay=0.7).update(weights, predictions, gradients, 0.0, step_size=Fixed(0.1))
    expected = 0.1 * total_change(np.diff([*predictions, 0.0]), gradients, 0.7)
    assert new == pytest.approx(weights + expected, abs=1e-12)


@pytest.mark.parametrize(
    ("rule", "weights", "predictions", "gradients", "outcome", "hint"),
    [
        (TDLeaf(squash=Tanh()), [1.0], [0.5], [[1.0]], -1, "outcome -1; .* from 0 to 1"),
        (TDLeaf(), [1.0], [0.5], [[1.0]], float("nan"), "outcome nan"),
        (TDLeaf(), [1.0], [-0.5], [[1.0]], 1, "not all between 0 and 1"),
        (TDLeaf(squash=Tanh()), [1.0], [-1.5], [[1.0]], 1, "not all between -1 and 1"),
        (TDLeaf(), [1.0], [float("nan")], [[1.0]], 1, "not all between"),
        (TDLeaf(), [1.0], [0.5], [[1.0, 2.0]], 1, "gradients for 2 weights"),
        (TDLeaf(), [1.0], [0.5], [[float("inf")]], 1, "infinite"),
        (TDLeaf(), [1.0], [0.5, 0.6], [[1.0]], 1, "one row of gradients for each prediction"),
    ],
)
def test_update_refuses_data_that_cannot_be(rule, weights, predictions, gradients, outcome, hint):
    with pytest.raises(BadInput, match=hint):
        rule.update(weights, predictions, gradients, outcome, step_size=0.1)


def test_a_table_may_predict_a_little_past_the_outcomes():
    rule = TDDirected(squash=Identity(), trace_decay=0.0)
    assert rule.update([1.1], [1.1], [[1.0]], 1.0, step_size=0.5) == pytest.approx([1.05])


def test_update_of_a_game_without_predictions_changes_nothing():
    assert TDLeaf().update([1.0, 2.0], [], np.zeros((0, 2)), 1.0, step_size=0.1).tolist() == [1, 2]


def test_update_keeps_the_step_sizes_memory():
    step, weights = TemporalCoherence(), np.zeros(2)
    for _ in range(3):
        weights = TDLeaf().update(
            weights, [0.5, 0.4], [[0.1, 0.0], [0.0, 0.1]], 1.0, step_size=step
        )
    assert step.seen == 3
    assert step.coherence() == pytest.approx(
        [47 / 67, 1.0]
    )  # −.01 + .057 a game, all of it against .067


def test_update_with_a_prediction_decay_learns_lambda_too():
    decay, rule = PredictionDecay(), TDLeaf(trace_decay="auto")
    data = [0.5, 0.6, 0.4], np.eye(3), 1.0
    first = rule.update(np.zeros(3), *data, step_size=0.1, trace_decay=decay)
    assert (
        first.tolist()
        == TDLeaf().update(np.zeros(3), *data, step_size=0.1, trace_decay=1.0).tolist()
    )
    assert decay.trace_decay < 1.0
    with pytest.raises(BadSetting, match="PredictionDecay"):
        rule.update(np.zeros(3), *data, step_size=0.1)


def test_tdleaf_looks_at_leaves_and_td_directed_at_positions():
    assert [rule.needs for rule in RULES] == ["position", "leaf"]


@pytest.mark.parametrize(
    "rule",
    [
        *RULES,
        TDLeaf(trace_decay="auto", squash=Tanh(), results="drop", frozen=("pawn", 1)),
        TDDirected(trace_decay=0, learner="second", blunders="gains", learn_steepness=True),
    ],
    ids=repr,
)
def test_a_rule_goes_through_its_dictionary_and_its_repr(rule):
    names = {kind.__name__: kind for kind in (TDDirected, TDLeaf, Tanh, Logistic)}
    assert learning_rule(rule.as_dict()) == rule
    assert eval(repr(rule), names) == rule


@pytest.mark.parametrize(
    ("settings", "hint"),
    [
        ({"trace_decay": 1.5}, "trace_decay 1.5; it must be between 0 and 1"),
        ({"trace_decay": "automatic"}, "'automatic'"),
        ({"results": "kep"}, "did you mean 'keep'"),
        ({"learner": "white"}, "unknown learner 'white'"),
        ({"blunders": "gain", "learner": "first"}, "did you mean 'gains'"),
        ({"tracedecay": 0.5}, "did you mean 'trace_decay'"),
        ({"name": "tdleave"}, "did you mean 'tdleaf'"),
        ({"squash": "tan"}, "did you mean 'tanh'"),
        ({"squash": 3}, "3 is no squashing function"),
        ({"frozen": [0.5]}, "give names or indices"),
        ({"learn_steepness": "yes"}, "neither true nor false"),
    ],
)
def test_bad_settings_are_refused_with_the_value(settings, hint):
    with pytest.raises((BadSetting, UnknownName), match=hint):
        learning_rule(settings)
