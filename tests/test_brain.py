"""What a brain keeps of a game.

The scores and what is kept of them are the scenario by which KnightCap 3.6's source was read.
"""

from dataclasses import replace

from brain_games import LOST, entry, own_moves
from plywise.play.brain import Brain
from plywise.play.brain.after_game import insert, kept_moves, losing_index


def test_the_losing_position_is_the_last_after_three_good_ones() -> None:
    assert losing_index(LOST) == 3
    assert losing_index([-0.1, 0.2, -0.2, -1.0]) == 0
    assert losing_index([0.1, 0.1, 0.1]) == 2


def test_a_mate_once_seen_is_the_score_of_all_that_follows() -> None:
    assert losing_index([0.2, 0.2, 0.2, -999_990.0, 0.5, 0.5, 0.5]) == 2


def test_the_losing_position_and_the_two_after_it_are_kept() -> None:
    assert list(kept_moves(LOST, [False] * 7)) == [3, 4, 5]
    assert list(kept_moves([-0.1, 0.2, -0.2, -1.0], [False] * 4)) == [0, 1, 2]


def test_where_the_brain_played_on_all_is_kept_to_five_moves_past_it() -> None:
    assert list(kept_moves(LOST, [True] * 5 + [False] * 2)) == [3, 4, 5, 6]
    long = [*LOST, *[-3.0] * 20]
    assert list(kept_moves(long, [True] * 5 + [False] * 22)) == list(range(3, 10))


def test_without_a_result_the_last_score_says_who_won() -> None:
    assert list(kept_moves([0.1, 0.1, 0.1, 0.2], [False] * 4))
    assert not list(kept_moves([0.1, 0.1, 0.1, 0.5], [False] * 4))


def test_the_result_counts_and_not_the_sign_of_the_last_score() -> None:
    assert list(kept_moves([0.1, 0.1, 0.1, 5.0], [False] * 4, result=0.0))
    assert not list(kept_moves(LOST, [False] * 7, result=1.0))


def test_a_draw_teaches_unless_the_opponent_is_stronger() -> None:
    assert list(kept_moves(LOST, [False] * 7, result=0.5))
    assert not list(kept_moves(LOST, [False] * 7, result=0.5, opponent_is_stronger=True))


def test_new_positions_are_to_be_searched_a_ply_deeper_and_seven_at_least() -> None:
    brain = Brain()
    kept = insert(brain, own_moves(LOST), plies=14, result=0.0)
    assert [e.ply for e in kept] == [6, 8, 10]
    assert all(e.aim == 7 and e.is_blunder for e in kept)
    deep = [replace(move, depth=9) for move in own_moves(LOST)]
    assert [e.aim for e in insert(Brain(), deep, plies=14, result=0.0)] == [10, 10, 10]


def test_positions_that_are_known_are_marked_and_keep_their_values() -> None:
    moves, brain = own_moves(LOST, from_brain=5), Brain()
    brain.put(entry(moves[4].position, moves[4].move, 0.4, 8))
    kept = insert(brain, moves, plies=14, result=0.0)
    assert [e.ply for e in kept] == [6, 8, 10, 12]
    found = brain.get(moves[4].position)
    assert found is not None
    assert (found.low, found.is_marked, found.is_blunder) == (0.4, True, True)


def test_known_positions_go_deeper_only_where_nothing_is_new() -> None:
    moves = own_moves(LOST)
    brain = Brain([entry(m.position, m.move, 0.1, m.ply) for m in moves[3:6]])
    assert {e.aim for e in insert(brain, moves, plies=14, result=0.0)} == {13}


def test_short_games_and_wins_teach_nothing() -> None:
    brain = Brain()
    assert not insert(brain, own_moves(LOST[:3]), plies=5, result=0.0)
    assert not insert(brain, own_moves(LOST), plies=14, result=1.0)
    assert (len(brain), brain.games) == (0, 2)
