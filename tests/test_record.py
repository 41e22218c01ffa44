"""The record of a game, and the sequence that a rule makes of it."""

import json

import numpy as np
import pytest

from plywise import _kernel
from plywise.errors import BadInput
from plywise.learning.sequence import Sequence
from plywise.play.record import GameRecord, PredictionKind


def record(**changes) -> GameRecord:
    """Four plies after one opening ply; the third search finds a mate."""
    settings = {
        "number": 7,
        "start": "start",
        "moves": ("e2e4", "e7e5", "d1h5", "b8c6", "h5f7"),
        "opening_plies": 1,
        "outcome": 1.0,
        "reason": "checkmate",
        "nodes": 1234,
        "values": [0.1, -0.3, 1 / 3, np.inf],
        "kinds": [
            PredictionKind.LEAF,
            PredictionKind.FORCED,
            PredictionKind.LEAF,
            PredictionKind.RESULT,
        ],
        "results": [np.nan, np.nan, np.nan, 1.0],
        "movers": [1, 0, 1, 0],
        "ply_numbers": [1, 2, 3, 4],
        "indptr": [0, 1, 1, 3, 3],
        "indices": [0, 1, 2],
        "data": [1.0, -2.0, 0.5],
        "predicted_replies": ("d1h5", "g8f6", "h5f7", None),
    }
    return GameRecord(**(settings | changes))


def test_sparse_gradients_become_rows():
    assert record().dense_gradients(3).tolist() == [
        [1.0, 0.0, 0.0],
        [0.0, 0.0, 0.0],
        [0.0, -2.0, 0.5],
        [0.0, 0.0, 0.0],
    ]


def test_the_reply_played_is_the_next_move_of_the_game():
    assert record().played_replies == ("d1h5", "b8c6", "h5f7", None)


def test_a_record_goes_through_json_to_the_bit():
    whole = record(ratings=(1650.0, None), players=("plywise", "somebody"), weights_version=6)
    again = GameRecord.from_dict(json.loads(json.dumps(whole.as_dict(), allow_nan=False)))
    assert again == whole
    assert again.values.tobytes() == whole.values.tobytes()
    assert again.kinds.dtype == np.uint8
    assert hash(again) == hash(whole)


def test_records_differ_when_one_number_differs():
    assert record() != record(nodes=1235)
    assert record() != record(data=[1.0, -2.0, 0.25])
    assert record() != "a record"


def test_a_record_takes_what_the_kernel_gives():
    class FromKernel:
        pass

    given = FromKernel()
    for name, item in record().as_dict().items():
        setattr(given, name, item)
    given.values = record().values
    given.results = record().results
    given.outcomes = list(record().outcomes)
    given.outputs, given.targets, given.predictions = [], [], np.zeros(0)
    given.quiet = np.zeros(0)
    taken = GameRecord.from_kernel(given, weights_version=3)
    assert taken == record(weights_version=3)
    assert taken.plies == 5


@pytest.mark.parametrize("learn_at", ["leaf", "position", "none"])
def test_a_game_of_the_kernels_becomes_a_record_whose_values_are_weights_times_gradients(learn_at):
    weights = [0.6, 1.6, 1.9, 2.8, 6.6]
    player = _kernel.Evaluation("chess", "material", weights)
    search = _kernel.Settings(depth=1)
    job = _kernel.GameJob(
        game="chess", first=player, second=player, first_search=search, second_search=search,
        seed=5, number=3, opening=["e2e4", "e7e5"], learn_at=learn_at,
    )  # fmt: skip
    whole = GameRecord.from_kernel(_kernel.play_game(job), players=("a", "b"), weights_version=2)
    assert whole.opening_plies == 2
    assert len(whole.values) == (0 if learn_at == "none" else whole.plies - 2)
    assert whole.ply_numbers.tolist() == [2 + t for t in range(len(whole.values))]
    assert whole.movers.tolist() == [t % 2 for t in range(len(whole.values))]
    searched = whole.kinds != PredictionKind.RESULT
    values = (whole.dense_gradients(5) * weights).sum(axis=1)
    assert whole.values[searched] == pytest.approx(values[searched], abs=1e-12)
    assert np.isnan(whole.results[searched]).all()
    assert np.isin(whole.results[~searched], [0.0, 0.5, 1.0]).all()
    assert GameRecord.from_dict(json.loads(json.dumps(whole.as_dict()))) == whole


def test_the_arrays_of_a_record_cannot_be_written():
    with pytest.raises(ValueError, match="read-only"):
        record().values[0] = 1.0


def test_wrong_lengths_are_refused_with_their_numbers():
    with pytest.raises(BadInput, match=r"game 7: 4 values, but lengths \{'kinds': 3\}"):
        record(kinds=[0, 0, 0])


@pytest.mark.parametrize(
    "changes",
    [
        {"outcome": 2.0},
        {"outcome": float("nan")},
        {"ply_numbers": [1, 2, 3, 5]},
        {"ply_numbers": [-1, 2, 3, 4]},
        {"movers": [1, 0, 2, 0]},
        {"indptr": [0, 2, 1, 3, 3]},
        {"indptr": [0, 1, 1, 3, 4]},
        {"indices": [0, -1, 2]},
        {"data": [1.0, -2.0]},
    ],
)
def test_numbers_that_no_game_has_are_refused(changes):
    with pytest.raises(BadInput, match=r"game 7: .* that cannot be"):
        record(**changes)


def test_a_gradient_of_a_weight_too_many_is_refused():
    with pytest.raises(BadInput, match="a gradient of weight 2, but there are 2"):
        record().dense_gradients(2)


def test_a_dictionary_that_is_no_record_is_refused():
    damaged = record().as_dict()
    del damaged["outcome"]
    with pytest.raises(BadInput, match="missing or unknown outcome"):
        GameRecord.from_dict(damaged)


def test_differences_run_from_each_prediction_to_the_next_and_to_the_outcome():
    sequence = Sequence(predictions=[0.5, 0.25, 1.0], gradients=[[1.0], [2.0]])
    assert sequence.differences.tolist() == [-0.25, 0.75]
    assert len(sequence) == 2


def test_probabilities_are_on_one_scale():
    sequence = Sequence(predictions=[-1.0, 0.0, 1.0], gradients=[[1.0], [2.0]], bounds=(-1.0, 1.0))
    assert sequence.probabilities.tolist() == [0.0, 0.5, 1.0]


def test_a_sequence_without_its_outcome_is_refused():
    with pytest.raises(BadInput, match="outcome as one prediction more"):
        Sequence(predictions=[0.5, 0.5], gradients=[[1.0], [1.0]])
