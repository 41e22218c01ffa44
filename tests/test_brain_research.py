"""How a brain stays consistent: what is marked, and how it is searched again.

A, B and C, and their values, are the scenario by which KnightCap 3.6's source was read.
"""

import pytest

from brain_games import LOST, START, after, entry, own_moves
from plywise.errors import BadSetting
from plywise.play.brain import Brain
from plywise.play.brain.after_game import insert
from plywise.play.brain.brain import judge_of
from plywise.play.brain.consistency import clean
from plywise.play.brain.research import MOST_TRIES, research
from plywise.play.player import player
from plywise.searching import profile

A, B, C = START, after("e2e4"), after("e2e4", "e7e5")


def marked(brain: Brain) -> set[str]:
    return {e.position for e in brain.marked}


def test_2b_a_reply_to_something_worse_marks_both_and_lowers_the_first() -> None:
    brain = Brain([entry(A, "e2e4", 0.2, 10), entry(C, "g1f3", -0.5, 12)])
    assert clean(brain) == 2
    found = brain.get(A)
    assert found is not None
    assert found.low == -0.5


def test_2b_marks_the_position_between_too() -> None:
    between = entry(B, "c7c5", -0.2, 11)
    brain = Brain([entry(A, "e2e4", 0.2, 10), between, entry(C, "g1f3", -0.5, 12)])
    assert clean(brain) == 3


def test_2b_a_difference_of_a_hundredth_is_none() -> None:
    brain = Brain([entry(A, "e2e4", 0.2, 10), entry(C, "g1f3", 0.195, 12)])
    assert clean(brain) == 0


def test_2a_a_successor_that_is_better_for_the_opponent_marks_both() -> None:
    brain = Brain([entry(A, "e2e4", 0.2, 10), entry(B, "e7e5", 0.1, 11)])
    assert clean(brain) == 2
    found = brain.get(A)
    assert found is not None
    assert found.low == -0.1


def test_0_a_better_move_that_is_known_marks_both() -> None:
    brain = Brain([entry(A, "e2e4", -0.3, 10), entry(after("d2d4"), "d7d5", -0.1, 11)])
    assert clean(brain) == 2


def test_only_later_plies_say_anything() -> None:
    brain = Brain([entry(A, "e2e4", 0.2, 10), entry(C, "g1f3", -0.5, 10)])
    assert clean(brain) == 0


def test_what_is_open_or_shallow_is_marked_and_a_mate_never_is() -> None:
    brain = Brain(
        [
            entry(A, "e2e4", 0.2, 0, high=0.5),
            entry(B, "e7e5", -0.2, 1, depth=5),
            entry(C, "g1f3", 999_993.0, 2, aim=9),
        ]
    )
    clean(brain)
    assert marked(brain) == {str(A), str(B)}
    settled = brain.get(C)
    assert settled is not None
    assert settled.is_settled


def test_what_is_no_move_or_too_late_is_dropped() -> None:
    brain = Brain([entry(A, "e2e5", 0.2, 0), entry(B, "e7e5", -0.2, 201)])
    assert clean(brain) == 0
    assert len(brain) == 0


JUDGE = player("chess/plywise", search=profile("playing", nodes=1000))


def test_research_goes_backwards_and_ends_clean() -> None:
    using = profile("playing", nodes=100)
    brain = Brain()
    insert(brain, own_moves(LOST), plies=14, result=0.0)
    seen: list[int] = []
    done = research(brain, JUDGE.evaluation, using, on_search=lambda e, _: seen.append(e.ply))
    assert seen[:3] == [10, 8, 6]
    assert done.marked == 0
    assert done.searches == len(seen) <= 3 * MOST_TRIES
    assert all(e.depth >= 7 and e.is_tight and not e.is_blunder for e in brain)
    assert clean(brain) == 0


def test_a_bad_discovery_makes_the_earlier_position_change_its_mind() -> None:
    # After 1. e4 e5 White is said to be lost; the search of the start finds it out, and avoids it.
    using = profile("playing", nodes=100)
    brain = Brain([entry(A, "e2e4", 0.2, 0, depth=7), entry(C, "g1f3", -5.0, 2, depth=20)])
    brain.judge = judge_of(JUDGE.evaluation)
    brain.put(entry(A, "e2e4", 0.2, 0, depth=7, aim=7))
    research(brain, JUDGE.evaluation, using, most=1)
    found = brain.get(A)
    assert found is not None
    assert found.move != "e2e4"
    assert found.low > -1.0


def test_other_weights_have_everything_searched_again() -> None:
    brain = Brain([entry(A, "a2a3", 0.2, 0, depth=7)], judge="chess/material/other")
    done = research(brain, JUDGE.evaluation, profile("playing", nodes=100))
    assert done.searches >= 1
    found = brain.get(A)
    assert found is not None
    assert found.move != "a2a3"


def test_what_is_too_much_for_one_time_stays_marked() -> None:
    brain = Brain()
    insert(brain, own_moves(LOST), plies=14, result=0.0)
    done = research(brain, JUDGE.evaluation, profile("playing", nodes=100), most=1)
    assert (done.searches, done.marked) == (1, 2)


def test_a_brain_is_of_one_game() -> None:
    with pytest.raises(BadSetting, match="othello"):
        research(Brain(game="othello"), JUDGE.evaluation, profile("playing"))
