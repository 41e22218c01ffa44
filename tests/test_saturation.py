"""The guard that stops a run which ran away."""

import json

import numpy as np
import pytest

from plywise.errors import WeightsDiverged
from plywise.learning.saturation import SaturationGuard
from plywise.learning.sequence import Sequence
from plywise.learning.step_size import Fixed, TemporalCoherence

SATURATED = [0.999, 0.001, 0.5]
SOUND = [0.6, 0.999, 0.5]


def test_twenty_games_without_a_useful_prediction_stop_the_run_and_name_c():
    guard = SaturationGuard(step_size=TemporalCoherence(c=2.0))
    for _ in range(19):
        guard.check(SATURATED, [1.0])
    with pytest.raises(WeightsDiverged, match=r"for 20 games.*c = 2 is too large: try c = 0.5"):
        guard.check(SATURATED, [1.0])


def test_one_useful_prediction_starts_the_count_again():
    guard = SaturationGuard()
    for _ in range(19):
        guard.check(SATURATED, [1.0])
    guard.check(SOUND, [1.0])
    assert guard.saturated_games == 0


def test_the_drawn_outcome_is_no_prediction():
    guard = SaturationGuard(patience=1)
    with pytest.raises(WeightsDiverged):
        guard.check([0.999, 0.5], [1.0])


def test_equal_material_predicts_a_half_and_excuses_nothing():
    wild = Sequence(predictions=[0.5, 1.0, 1.0], gradients=[[0.0, 0.0], [0.0, 0.0]])
    with pytest.raises(WeightsDiverged):
        SaturationGuard(patience=1).check(wild, [10.0, 10.0])
    uneven = Sequence(predictions=[0.5, 0.6, 1.0], gradients=[[0.0, 0.0], [0.2, 0.0]])
    SaturationGuard(patience=1).check(uneven, [10.0, 10.0])


def test_games_in_which_nothing_was_taken_are_no_sign_of_wild_weights():
    guard = SaturationGuard(patience=2)
    guard.check(SATURATED, [1.0])
    for predictions in ([0.5, 0.5, 1.0], [1.0]):
        quiet = Sequence(predictions=predictions, gradients=np.zeros((len(predictions) - 1, 2)))
        for _ in range(30):
            guard.check(quiet, [1.0, 1.0])
    assert guard.saturated_games == 1


def test_ends_that_the_search_saw_are_no_sign_of_wild_weights():
    seen = {"gradients": np.zeros((2, 2)), "by_rules": np.array([False, True])}
    SaturationGuard(patience=1).check(Sequence(predictions=[0.5, 1.0, 1.0], **seen), [0.1, 0.1])
    with pytest.raises(WeightsDiverged):
        SaturationGuard(patience=1).check(Sequence(predictions=[1.0, 1.0, 1.0], **seen), [9.0, 9.0])


def test_predictions_of_tanh_are_measured_on_the_same_scale():
    lost = Sequence(predictions=[-0.5, -1.0], gradients=[[0.1]], bounds=(-1.0, 1.0))
    SaturationGuard(patience=1).check(lost, [1.0])


@pytest.mark.parametrize("weight", [20.5, -21.0, np.inf, np.nan])
def test_a_weight_past_the_limit_stops_at_once_by_name(weight):
    guard = SaturationGuard(names=("pawn", "queen"), step_size=Fixed(5.0))
    with pytest.raises(WeightsDiverged, match=r"queen has become .*than Fixed\(step=5.0\)"):
        guard.check(SOUND, [1.0, weight])


def test_without_names_the_message_counts():
    with pytest.raises(WeightsDiverged, match="weight 1 has become 30"):
        SaturationGuard().check(SOUND, [1.0, 30.0])


def test_a_weight_that_began_large_may_stay_so() -> None:
    guard = SaturationGuard(names=("pawn", "king"), start=[1.0, 80.0])
    guard.check(SOUND, [1.0, 80.0])
    guard.check(SOUND, [20.0, -160.0])
    with pytest.raises(WeightsDiverged, match=r"king has become 161, past the limit of ±160"):
        guard.check(SOUND, [1.0, 161.0])
    with pytest.raises(WeightsDiverged, match=r"pawn has become 21, past the limit of ±20"):
        guard.check(SOUND, [21.0, 80.0])
    with pytest.raises(WeightsDiverged, match="king has become nan"):
        guard.check(SOUND, [1.0, float("nan")])


def test_the_count_survives_a_restart():
    guard, again = SaturationGuard(), SaturationGuard()
    for _ in range(7):
        guard.check(SATURATED, [1.0])
    again.restore(json.loads(json.dumps(guard.state())))
    assert again.saturated_games == 7
