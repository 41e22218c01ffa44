"""KnightCap's rule by hand: a game of four leaves, through the learner of a run.

The figures are those of KnightCap 3.6's own learner, with one pawn as 10,000 units: values of the
leaves, the filter, forfeits, draws and batches. Its integers are cut off at each step, ours are
not; its first batch has a game too many, ours has not.
"""

import math
from typing import Any

import numpy as np
import pytest

from plywise.errors import BadInput
from plywise.learning.config import LearnConfig
from plywise.learning.learner import Learner
from plywise.learning.rules import TDLeaf, learning_rule
from plywise.play.record import OWN, GameRecord, PredictionKind

BETA = math.atanh(0.25)
UNITS = 10_000
VALUES = np.array([0.20, 0.50, -0.30, -1.50])
"""Of the leaves, in pawns and in the learner's view."""
COUNTS = np.array([[1, 0, 0], [1, -1, 0], [0, -1, 0], [0, 2, 1]], dtype=float)
"""Of the three weights A, B and C at the leaves."""
FILTERED = (-12.0551, 3.3429, -5.4985)
"""Units by which they change, a gain by an unexpected reply of a weaker opponent left out."""
UNFILTERED = (-11.2973, 3.3429, -5.4985)
FORFEIT = (-3.4228, 2.0021, 0.0)
EXPECTED = ("a7a6", "b7b6", "c7c6", "d7d6")
PLAYED = ("h7h6", "b7b6", "c7c6", "d7d6")
"""Another reply than expected before the second leaf."""


def game(
    number: int = 1, *, side: str = "first", outcome: float = 0.0, reason: str = "resigned",
    ratings: tuple[float | None, float | None] = (1600.0, 1500.0),
    expected: tuple[str | None, ...] = EXPECTED, values: Any = VALUES,
) -> GameRecord:  # fmt: skip
    """The game with the learner first or second; ratings and outcome are the learner's."""
    first = side == "first"
    sign = 1.0 if first else -1.0
    moves = [move for reply in PLAYED for move in ("a2a3", reply)]
    rows, columns = np.nonzero(COUNTS)
    return GameRecord(
        number=number, start="", moves=tuple(moves if first else ["e2e4", *moves]),
        opening_plies=0, outcome=outcome if first else 1.0 - outcome, reason=reason,
        players=(OWN, "them") if first else ("them", OWN),
        ratings=ratings if first else ratings[::-1],
        values=sign * np.asarray(values), kinds=[PredictionKind.LEAF] * 4, results=[math.nan] * 4,
        movers=[0 if first else 1] * 4, ply_numbers=np.arange(4) * 2 + (0 if first else 1),
        indptr=np.searchsorted(rows, np.arange(5)), indices=columns,
        data=sign * COUNTS[rows, columns], predicted_replies=expected,
    )  # fmt: skip


def learner(batch: int = 1, **rule: Any) -> Learner:
    """The learner of a run by KnightCap's settings; A, B and C are pawn, knight and bishop."""
    settings = {
        "name": "tdleaf", "trace_decay": 0.7, "squash": f"tanh:{BETA!r}", "results": "drop",
        "blunders": "source", "learner": "own", "forfeits": "drop", "draws": "skip",
    }  # fmt: skip
    config = LearnConfig(
        rule={**settings, **rule}, step_size=0.001 / BETA, batch=batch, start=[0.5] * 5,
        opponents="chess/standard@1500", lag=1,
    )  # fmt: skip
    return Learner(config)


def units(made: Learner) -> Any:
    """By how many units A, B and C have changed."""
    return (made.weights[:3] - 0.5) * UNITS


@pytest.mark.parametrize("side", ["first", "second"])
@pytest.mark.parametrize(
    ("how", "wanted"),
    [
        ({}, FILTERED),
        ({"ratings": (1600.0, None)}, FILTERED),  # who is not rated counts as weaker
        ({"ratings": (1500.0, 1600.0)}, UNFILTERED),
        ({"expected": (None, *EXPECTED[1:])}, UNFILTERED),  # nothing was expected: no blunder seen
        ({"reason": "engine failed: ended (exit code 3)"}, FORFEIT),
        ({"outcome": 0.5, "reason": "repetition"}, (0.0, 0.0, 0.0)),
    ],
    ids=["weaker", "unrated", "stronger", "no information", "forfeit", "draw"],
)
def test_a_game_changes_the_weights_as_in_knightcap(
    side: str, how: dict[str, Any], wanted: tuple[float, ...]
) -> None:
    made = learner()
    made.take(game(side=side, **how))
    np.testing.assert_allclose(units(made), wanted, atol=6e-5)


@pytest.mark.parametrize(
    ("form", "ratings", "wanted"),
    [
        ("gains", (1500.0, 1600.0), FILTERED),
        ("gains-if-weaker", (1600.0, 1500.0), FILTERED),
        ("gains-if-weaker", (1500.0, 1600.0), UNFILTERED),
        ("gains-if-weaker", (1600.0, None), UNFILTERED),
        ("both", (1500.0, 1600.0), FILTERED),
        ("both-if-weaker", (1500.0, 1600.0), UNFILTERED),
    ],
)
def test_the_published_filters_on_the_same_game(
    form: str, ratings: tuple[float | None, float | None], wanted: tuple[float, ...]
) -> None:
    made = learner(blunders=form)
    made.take(game(ratings=ratings))
    np.testing.assert_allclose(units(made), wanted, atol=6e-5)


def test_a_batch_adds_up_four_games_and_draws_do_not_count() -> None:
    made = learner(batch=4)
    numbers = iter(range(1, 100))
    for _ in range(3):
        made.take(game(next(numbers)))
        made.take(game(next(numbers), outcome=0.5, reason="repetition"))
    assert not np.any(units(made))
    made.take(game(next(numbers)))
    np.testing.assert_allclose(units(made), 4 * np.array(FILTERED), atol=3e-4)
    again = learner(batch=4)
    again.restore(made.state())
    assert (again.games, again.learnt) == (made.games, made.learnt) == (7, 4)


def test_the_leaves_follow_the_weights_from_batch_to_batch() -> None:
    """The same game ten times: the source's weights after its game 5, and after its game 9."""
    at = np.array([4939.0, 5016.0, 4972.0])
    values = VALUES + COUNTS @ ((at - 5000) / UNITS)
    made = learner(batch=4)
    for number in range(1, 5):
        made.take(game(number, values=values))
    np.testing.assert_array_equal(np.trunc(at + units(made)), [4890, 5029, 4950])


def test_the_settings_of_the_source_survive_and_those_of_before_keep_their_digest() -> None:
    rule = learner().config.rule
    assert learning_rule(rule.as_dict()) == rule
    assert not {"draws", "forfeits"} & TDLeaf().as_dict().keys()
    with pytest.raises(BadInput, match="did you mean 'skip'"):
        TDLeaf(draws="skp")  # type: ignore[arg-type]


def test_a_frozen_pawn_is_frozen_in_every_phase() -> None:
    names = LearnConfig(features="rich").weight_names
    places = TDLeaf(frozen=("pawn",)).resolved(names).frozen_places()
    assert [names[place] for place in places] == ["middle.pawn", "end.pawn"]
