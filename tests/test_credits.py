"""Credits and their sums: the kernel's are those of the readable form, to the bit."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from deeper import deeper
from plywise import _kernel
from plywise.errors import BadInput, BadSetting
from plywise.learning.credits import Credits, Sums, recommended_changes, total_change
from plywise.learning.gradients import Gradients
from plywise.learning.prediction_decay import (
    PredictionDecay,
    lowest,
    sums_by_distance,
)
from plywise.learning.rules import TDLeaf
from plywise.learning.sequence import Sequence
from plywise.play.record import GameRecord, PredictionKind

DECAYS = st.sampled_from([0.0, 0.3, 0.7, 0.95, 0.9999, 1.0])
MANY = deeper(200, 5000)


def game(seed: int, length: int, weights: int, filled: float, finished: bool = True) -> GameRecord:
    """A random game: sparse rows, results without gradient, book moves, some values far out."""
    draw = np.random.default_rng(seed)
    counts = draw.binomial(weights, filled, length)
    places = [np.sort(draw.choice(weights, n, replace=False)) for n in counts]
    kinds = draw.choice([0, 1, 2, 3], length, p=[0.7, 0.1, 0.1, 0.1]).astype(np.uint8)
    return GameRecord(
        number=1,
        start="",
        moves=("e2e4",) * (length + 1),
        opening_plies=0,
        outcome=float(draw.choice([0.0, 0.5, 1.0])),
        reason="checkmate" if finished else "unfinished",
        nodes=1,
        players=("self", "self"),
        ratings=(None, None),
        weights_version=0,
        values=draw.normal(0.0, 10.0 ** draw.integers(-3, 3), length),
        kinds=kinds,
        results=np.where(kinds == PredictionKind.RESULT, draw.choice([0.0, 0.5, 1.0], length), 0.5),
        movers=(np.arange(length) % 2).astype(np.uint8),
        ply_numbers=np.arange(length),
        indptr=np.concatenate([[0], np.cumsum(counts)]),
        indices=np.concatenate([*places, np.zeros(0, np.int64)]),
        data=draw.choice([-2.0, -1.0, 1.0, 0.1, 1e-3, 0.0], int(counts.sum())),
        predicted_replies=("e7e5",) * length,
    )


def bits(array: np.ndarray) -> list[int]:
    return array.view(np.uint64).tolist()


@settings(max_examples=MANY, deadline=None)
@given(
    seed=st.integers(0, 2**32),
    length=st.sampled_from([0, 1, 2, 3, 10, 60, 130]),
    weights=st.sampled_from([1, 2, 3, 7, 40, 500]),
    filled=st.sampled_from([0.0, 0.05, 0.5, 1.0]),
    trace_decay=DECAYS,
    frozen=st.booleans(),
    learn_steepness=st.booleans(),
    results=st.sampled_from(["keep", "drop"]),
    finished=st.booleans(),
)
def test_the_sums_of_a_game_are_those_of_its_rows_to_the_bit(
    seed, length, weights, filled, trace_decay, frozen, learn_steepness, results, finished
):
    record = game(seed, length, weights, filled, finished)
    rule = TDLeaf(
        learn_steepness=learn_steepness, results=results, frozen=(weights // 2,) if frozen else ()
    )
    sequence = rule.sequence(record, rule.learnable(np.ones(weights)))
    rows = rule.recommended(sequence, trace_decay)
    sums = rule.sums(sequence, trace_decay)
    assert rows.shape == (len(sequence), weights + learn_steepness)
    assert bits(sums.net) == bits(np.add.reduce(rows, axis=0))
    assert bits(sums.absolute) == bits(np.add.reduce(np.abs(rows), axis=0))


@settings(max_examples=MANY, deadline=None)
@given(
    seed=st.integers(0, 2**32),
    length=st.sampled_from([0, 1, 2, 20]),
    weights=st.sampled_from([1, 2, 5, 60]),
    outputs=st.sampled_from([1, 2, 5, 9]),
    trace_decay=DECAYS,
)
def test_the_sums_of_several_predictions_a_timestep_are_those_of_their_rows(
    seed, length, weights, outputs, trace_decay
):
    draw = np.random.default_rng(seed)
    gradients = draw.normal(0.0, 1.0, (length, outputs, weights))
    gradients[draw.random(gradients.shape) < 0.6] = 0.0
    sequence = Sequence(predictions=draw.random((length + 1, outputs)), gradients=gradients)
    credits = Credits(differences=sequence.differences, trace_decay=trace_decay)
    rows = credits.changes(gradients)
    sums = credits.sums(sequence.sparse)
    assert rows.shape == (length, weights)
    assert bits(sums.net) == bits(np.add.reduce(rows, axis=0))
    assert bits(sums.absolute) == bits(np.add.reduce(np.abs(rows), axis=0))
    total = total_change(credits.differences, gradients, trace_decay)
    assert sums.net == pytest.approx(total, abs=1e-9)


def test_several_predictions_are_written_out():
    """Two timesteps of two predictions, three weights, λ = ½, by hand."""
    d = np.array([[1.0, -2.0], [3.0, 4.0]])
    g = np.array([[[1.0, 0.0, 0.0], [0.0, 1.0, 0.0]], [[0.0, 0.0, 1.0], [2.0, 0.0, 0.0]]])
    first = 1.0 * g[0, 0] - 2.0 * g[0, 1]
    second = 3.0 * (g[1, 0] + 0.5 * g[0, 0]) + 4.0 * (g[1, 1] + 0.5 * g[0, 1])
    assert recommended_changes(d, g, 0.5).tolist() == [first.tolist(), second.tolist()]
    assert Credits(differences=d, trace_decay=0.5).discounted.tolist() == [[2.5, 0.0], [3.0, 4.0]]


def test_a_single_prediction_a_timestep_may_be_written_either_way():
    d, g = np.array([0.5, -0.25]), np.array([[1.0, 2.0], [3.0, 4.0]])
    rows = recommended_changes(d, g, 0.5)
    assert recommended_changes(d[:, None], g[:, None], 0.5).tolist() == rows.tolist()


def test_without_trace_decay_the_credits_are_the_differences():
    assert Credits(differences=np.array([0.5, -0.25])).discounted.tolist() == [0.5, -0.25]


def test_infinite_differences_reach_every_weight_as_in_the_rows():
    g = np.array([[1.0, 0.0, 0.0], [0.0, 1.0, 0.0]])
    credits = Credits(differences=np.array([np.inf, 1.0]), trace_decay=0.5)
    with np.errstate(invalid="ignore"):
        sums = credits.sums(Gradients.of_array(g))
        rows = credits.changes(g)
    assert np.array_equal(sums.net, rows.sum(axis=0), equal_nan=True)


def test_credits_that_do_not_fit_the_game_are_refused():
    gradients = Gradients.of_array(np.ones((2, 3)))
    with pytest.raises(BadSetting, match=r"\(3,\) differences for \(2,\) predictions"):
        Credits(differences=np.ones(3)).sums(gradients)
    with pytest.raises(BadSetting, match=r"\(2, 2\) differences for \(2, 1\) predictions"):
        Credits(differences=np.ones((2, 2))).sums(gradients)
    with pytest.raises(BadSetting, match="differences="):
        Credits(differences=np.ones((1, 1, 1)))
    with pytest.raises(BadSetting, match=r"trace_decay 1\.5"):
        Credits(differences=np.ones(2), trace_decay=1.5)
    with pytest.raises(BadSetting, match="1 predictions a timestep with 2 rows"):
        _kernel.credit_sums(
            np.ones(3), gradients.starts, gradients.ends, gradients.indices, gradients.data,
            gradients.slopes, columns=3, trace_decay=0.5,
        )  # fmt: skip


def test_a_gradient_of_a_weight_that_there_is_not_is_refused():
    record = game(1, 10, 40, 0.5)
    sequence = TDLeaf().sequence(record, np.ones(5))
    with pytest.raises(BadInput, match="but there are 5; they count from 0"):
        TDLeaf().sums(sequence, 0.5)
    with pytest.raises(BadInput, match="but there are 5; they count from 0"):
        TDLeaf().recommended(sequence, 0.5)


def test_sums_without_rows_stand_for_one_row():
    assert Sums(np.array([1.0, -2.0])).absolute.tolist() == [1.0, 2.0]


@pytest.mark.parametrize("outputs", [1, 3])
def test_what_is_felt_is_what_has_a_gradient(outputs):
    draw = np.random.default_rng(1)
    gradients = draw.normal(size=(30, outputs, 4)) * (draw.random((30, outputs, 4)) < 0.1)
    given = gradients[:, 0] if outputs == 1 else gradients
    felt = Gradients.of_array(given).is_felt
    assert felt.tolist() == np.any(gradients != 0.0, axis=(1, 2)).tolist()


def test_results_and_flat_places_are_not_felt():
    record = game(3, 60, 20, 0.5)
    sequence = TDLeaf(learn_steepness=True).sequence(record, np.ones(21))
    assert 0 < sequence.sparse.is_felt.sum() < len(sequence)
    assert sequence.sparse.is_felt.tolist() == np.any(sequence.gradients != 0.0, axis=1).tolist()


@settings(max_examples=MANY, deadline=None)
@given(st.lists(st.floats(0.0, 1.0), min_size=2, max_size=200), st.integers(1, 4))
def test_the_qualities_and_their_fit_are_those_of_the_readable_form_to_the_bit(chances, games):
    decay, sums, pairs = PredictionDecay(), np.zeros(len(chances) - 1), np.zeros(len(chances) - 1)
    for shift in range(games):
        p = np.roll(np.array(chances), shift)
        expected = sums_by_distance(p)
        assert bits(_kernel.quality_sums(p)) == bits(expected)
        sums, pairs = sums + expected, pairs + np.arange(len(sums), 0.0, -1.0)
        decay.observe(p)
        assert decay.fit() == lowest(sums, pairs)


def test_a_precision_that_halving_cannot_reach_is_refused():
    with pytest.raises(BadInput, match="precision 0"):
        _kernel.fitted_decay(np.ones(2), np.ones(2), np.ones(2), 0.0)
