"""The blunder filter, both papers' forms."""

import numpy as np
import pytest

from plywise.errors import UnknownName
from plywise.learning.blunders import (
    BLUNDER_FILTERS,
    is_weaker,
    reply_was_predicted,
    without_blunders,
)

DIFFERENCES = np.array([0.3, -0.2, 0.1, -0.4, 0.6])
PREDICTED = np.array([False, False, True, True, False])


def filtered(form, **options):
    return without_blunders(DIFFERENCES, PREDICTED, form, **options).tolist()


def test_gains_after_an_unexpected_reply_are_no_merit_of_the_evaluation():
    assert filtered("gains") == [0.0, -0.2, 0.1, -0.4, 0.0]


def test_for_the_second_player_a_gain_is_a_fall():
    assert filtered("gains", learner="second") == [0.3, 0.0, 0.1, -0.4, 0.6]


def test_the_form_of_papers_001_drops_both_signs():
    expected = [0.0, 0.0, 0.1, -0.4, 0.0]
    assert filtered("both") == expected
    assert filtered("both", learner="second") == expected


@pytest.mark.parametrize("form", ["gains", "both"])
def test_with_regard_to_ratings_only_a_weaker_opponent_is_distrusted(form):
    by_rating = form + "-if-weaker"
    assert filtered(by_rating, opponent_is_weaker=True) == filtered(form)
    assert filtered(by_rating, opponent_is_weaker=False) == DIFFERENCES.tolist()


@pytest.mark.parametrize("form", BLUNDER_FILTERS)
def test_the_last_difference_is_treated_like_any_other(form):
    last = without_blunders(
        np.array([0.5]), np.array([False]), form, learner="first", opponent_is_weaker=True
    )
    assert last.tolist() == [0.0]


@pytest.mark.parametrize("form", BLUNDER_FILTERS)
@pytest.mark.parametrize("learner", ["first", "second"])
def test_predicted_replies_are_always_believed(form, learner):
    kept = without_blunders(
        DIFFERENCES, np.ones(5, dtype=bool), form, learner=learner, opponent_is_weaker=True
    )
    assert kept.tolist() == DIFFERENCES.tolist()


def test_the_input_stays_as_it_was():
    for form in BLUNDER_FILTERS:
        result = filtered(form, opponent_is_weaker=True)
        assert DIFFERENCES.tolist() == [0.3, -0.2, 0.1, -0.4, 0.6]
        assert result is not DIFFERENCES


def test_no_reply_is_no_blunder_and_a_short_line_predicts_nothing():
    predicted = reply_was_predicted(["e7e5", None, "d7d5", None], ["e7e5", "a7a6", None, None])
    assert predicted.tolist() == [True, False, True, True]


def test_ratings_are_seen_from_the_learners_side():
    assert is_weaker((1500, 1650), "second")
    assert not is_weaker((1500, 1650), "first")
    assert not is_weaker((1500, 1500), "first")
    assert not is_weaker((None, 1500), "first")


def test_an_unknown_form_is_refused_with_a_hint():
    with pytest.raises(UnknownName, match="did you mean 'gains'"):
        filtered("gain")
