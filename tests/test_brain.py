"""A brain: what it keeps of lost games, how it stays consistent, how it is saved.

The scenario of the two consistency tests, and of which moves are kept, is that of KnightCap 3.6's
source as read in the project's notes on it.
"""

from dataclasses import replace
from pathlib import Path

import pytest

from plywise._kernel import Position
from plywise.errors import BadInput, BadSetting, DamagedFile, NewerVersion
from plywise.play.brain import Brain, Entry, read_brain, save_brain
from plywise.play.brain.after_game import OwnMove, insert, kept_moves, losing_index
from plywise.play.brain.brain import judge_of
from plywise.play.brain.consistency import clean
from plywise.play.brain.research import MOST_TRIES, research
from plywise.play.player import player
from plywise.searching import profile

LOST = [0.3, 0.4, 0.2, 0.1, -0.3, -0.8, -2.0]
START = Position.start("chess")


def after(*moves: str) -> Position:
    return START.after_all(moves)


def entry(position: Position, move: str, value: float, ply: int, **more: object) -> Entry:
    known = Entry(position=str(position), move=move, low=value, high=value, depth=12, ply=ply)
    return replace(known, **more)  # type: ignore[arg-type]


def own_moves(scores: list[float], from_brain: int = 0) -> list[OwnMove]:
    """Moves of White with these scores, in a game of knights that come and go."""
    position, found = START, []
    shuffle = ["g1f3", "g8f6", "b1c3", "b8c6", "e2e3", "e7e6", "d2d3", "d7d6"]
    shuffle += ["a2a3", "a7a6", "h2h3", "h7h6", "f1e2", "f8e7"]
    for number, score in enumerate(scores):
        move = shuffle[2 * number]
        found.append(
            OwnMove(
                position=position,
                move=move,
                ply=2 * number,
                score=score,
                depth=5,
                from_brain=number < from_brain,
            )
        )
        position = position.after_all(shuffle[2 * number : 2 * number + 2])
    return found


# ---- what is kept of a game -----------------------------------------------------------------


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


# ---- consistency ----------------------------------------------------------------------------

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


# ---- research -------------------------------------------------------------------------------

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


# ---- files ----------------------------------------------------------------------------------


def test_a_brain_comes_back_as_it_was_saved(tmp_path: Path) -> None:
    brain = Brain(
        [entry(A, "e2e4", 0.125, 0, wins=(3, 4), nodes=99), entry(C, "g1f3", -0.5, 2, aim=9)],
        judge="chess/material/x", games=7,
    )  # fmt: skip
    path = save_brain(brain, tmp_path / "brain.jsonl")
    read = read_brain(path)
    assert list(read) == list(brain)
    assert (read.judge, read.games) == (brain.judge, 7)
    assert save_brain(read, tmp_path).read_bytes() == path.read_bytes()
    assert read_brain(tmp_path).digest() == brain.digest()


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("{}", "no position, move"),
        ("[1]", "no JSON object"),
        ('{"position": "8/8 w", "move": "a1a2", "low": 0, "high": 0, "depth": 7, "ply": 0}', "8/8"),
        (f'{{"position": "{START}", "move": "e2e5", "low": 0, "high": 0, "depth": 7, "ply": 0}}',
         "'e2e5' is not legal"),
        (f'{{"position": "{START}", "move": "e2e4", "low": 1, "high": 0, "depth": 7, "ply": 0}}',
         "low 1 is more than high 0"),
        (f'{{"position": "{START}", "move": "e2e4", "low": 0, "high": 0, "depth": -7, "ply": 0}}',
         "depth is -7"),
        (f'{{"position": "{START}", "move": "e2e4", "low": NaN, "high": 0, "depth": 7, "ply": 0}}',
         "low is nan"),
        (f'{{"position": "{START}", "move": "e2e4", "low": 0, "high": 0, "depth": true, "ply": 0}}',
         "depth is True"),
        (f'{{"position": "{START}", "move": "e2e4", "low": 0, "high": 0, "depth": 7, "ply": 0, '
         '"colour": 1}', "no 'colour'"),
    ],
)  # fmt: skip
def test_a_line_that_is_no_entry_is_told_by_its_number(tmp_path: Path, line: str, why: str) -> None:
    path = save_brain(Brain(), tmp_path / "brain.jsonl")
    path.write_text(path.read_text() + line + "\n")
    with pytest.raises(DamagedFile, match="line 2") as raised:
        read_brain(path)
    assert why in str(raised.value)


def test_a_position_that_stands_there_twice_is_refused(tmp_path: Path) -> None:
    path = save_brain(Brain([entry(A, "e2e4", 0.1, 0)]), tmp_path / "brain.jsonl")
    path.write_text(path.read_text() + path.read_text().splitlines()[1] + "\n")
    with pytest.raises(DamagedFile, match="twice"):
        read_brain(path)


def test_what_is_no_brain_or_of_a_later_version_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "brain.jsonl"
    for text in ("", "hello\n", "{}\n"):
        path.write_text(text)
        with pytest.raises(BadInput, match="no brain of plywise"):
            read_brain(path)
    path.write_text('{"plywise": "brain", "format": 2}\n')
    with pytest.raises(NewerVersion):
        read_brain(path)
    with pytest.raises(BadInput, match="there is no brain"):
        read_brain(tmp_path / "nowhere.jsonl")
