"""Dice in games: thrown by the game alone, the same for the same seed, in both game loops."""

import math
from dataclasses import replace

import pytest

import plywise as pw
from dice_games import evaluations
from plywise import _kernel
from plywise.games.dice import throw
from plywise.games.dice_race import DiceRace
from plywise.play.in_python import play_game_in_python
from plywise.play.record import GameRecord, PredictionKind

WEIGHTS = [-0.31, 0.52, 0.23, 0.07]
OWN = pw.game(DiceRace).name
EVALUATIONS = dict(zip(("dice-race", OWN), evaluations(WEIGHTS), strict=True))


BOTH = (pw.Expectimax(), pw.Expectimax())


def job(game="dice-race", number=3, searches=BOTH, **settings):
    kernel = EVALUATIONS[game].kernel
    first, second = (search.settings(1000) for search in searches)
    return _kernel.GameJob(
        game=game, first=kernel, second=kernel, first_search=first, second_search=second,
        seed=11, number=number, **settings,
    )  # fmt: skip


def played(*args, **settings):
    return GameRecord.from_kernel(_kernel.play_game(job(*args, **settings)))


def rolls(record):
    """The dice of a game: it begins with a roll, and rolls and runs take turns."""
    assert all(move.startswith("d") for move in record.moves[::2])
    return record.moves[::2]


def test_dice_are_the_same_whoever_plays_and_however():
    deep, shallow, drawn = pw.Expectimax(depth=3), pw.Expectimax(depth=1), pw.RandomPlay()
    pairs = ((deep, shallow), (shallow, deep), (drawn, drawn), (shallow, drawn))
    games = [played(searches=pair) for pair in pairs]
    assert len({game.moves for game in games}) > 1
    for game in games[1:]:
        shorter = min(len(rolls(game)), len(rolls(games[0])))
        assert rolls(game)[:shorter] == rolls(games[0])[:shorter]


def test_other_games_have_other_dice_unless_they_share_them():
    games = {number: played(number=number) for number in range(3, 9)}
    assert len({rolls(game) for game in games.values()}) == 6
    one, two = (rolls(played(number=number, dice=4)) for number in (4, 5))
    shorter = min(len(one), len(two))
    assert one[:shorter] == two[:shorter] == rolls(games[4])[:shorter]


def test_dice_come_from_seed_number_and_ply_as_the_python_twin_says():
    record = played()
    position = pw.game("dice-race").start()
    for ply, move in enumerate(record.moves):
        if position.turn == "chance":
            assert throw(position.kernel, seed=11, number=3, ply=ply) == move
        position = position.after(move)
    assert position.outcome == record.outcome


@pytest.mark.parametrize("game", ["dice-race", OWN])
@pytest.mark.parametrize("learn_at", ["leaf", "position", "none"])
def test_the_game_loop_in_python_plays_the_same_games(game, learn_at):
    both = (
        (pw.Expectimax(), pw.Expectimax(depth=1, nodes=300)),
        (pw.RandomPlay(), pw.RandomPlay()),
    )
    for number, searches in enumerate(both * 3):
        for more in ({}, {"max_plies": 7}, {"opening": ["d2", "6/4", "d3"]}):
            one = job(game, number, searches, learn_at=learn_at, **more)
            kernel = GameRecord.from_kernel(_kernel.play_game(one))
            assert play_game_in_python(one) == kernel
            assert kernel.moves[: len(more.get("opening", ()))] == tuple(more.get("opening", ()))


def test_both_games_are_played_alike():
    for number in range(5):
        kernel, python = (played(game, number) for game in EVALUATIONS)
        assert (kernel.moves, kernel.outcome) == (python.moves, python.outcome)
        assert kernel.values.tolist() == python.values.tolist()
        assert (kernel.kinds == python.kinds).all()
        dense = [record.dense_gradients(4) for record in (kernel, python)]
        assert dense[0] == pytest.approx(dense[1], abs=1e-12)


def test_a_search_that_sees_only_ends_predicts_the_expected_points():
    found = [
        record.results[t]
        for record in (played(number=number) for number in range(30))
        for t in range(len(record.values))
        if record.kinds[t] == PredictionKind.RESULT
    ]
    assert found
    assert all(-2.0 <= score <= 2.0 for score in found)
    assert any(score not in (-2.0, -1.0, 1.0, 2.0) for score in found)  # dice decide


def test_td_directed_learns_at_positions_before_their_dice_are_thrown():
    record = played(learn_at="position")
    position, evaluation = pw.game("dice-race").start(), EVALUATIONS["dice-race"].kernel
    for ply, value in zip(record.ply_numbers.tolist(), record.values.tolist(), strict=True):
        before = position.after(*record.moves[: ply - 1])
        assert before.turn == "chance"
        assert evaluation.real_value(before.kernel) == value


def test_a_game_at_its_ply_limit_is_a_plain_win_or_even():
    ahead = [played(number=number, max_plies=9) for number in range(12)]
    assert {record.outcome for record in ahead} == {-1.0, 1.0}
    assert played(max_plies=9, adjudication="draw").outcome == 0.0


def test_random_openings_throw_fair_dice():
    from plywise.games.ballot import ballot

    openings = ballot(900, plies=1, seed=5, game="dice-race")
    counts = [sum(o.moves == (roll,) for o in openings) for roll in ("d1", "d2", "d3")]
    assert sum(counts) == 900
    for count, expected in zip(counts, (450, 300, 150), strict=True):
        assert abs(count - expected) < 5 * math.sqrt(expected)
    longer = ballot(20, plies=5, seed=5, game="dice-race")
    assert all(o.position("dice-race").outcome is None for o in longer)


def test_both_games_of_a_pair_have_the_same_dice():
    start = EVALUATIONS["dice-race"]
    result = pw.match(start, "random", game="dice-race", games=8, seed=3)
    for one, two in zip(result.records[::2], result.records[1::2], strict=True):
        shorter = min(len(rolls(one)), len(rolls(two)))
        assert rolls(one)[:shorter] == rolls(two)[:shorter]
    assert len({rolls(record)[:4] for record in result.records[::2]}) > 1


def broken(given):
    class Broken(DiceRace):
        def chances(self, state):
            return given

    return Broken


@pytest.mark.parametrize(("given", "told"), [
    ([("d1", 0.5), ("d2", 0.25)], "2 rolls sum to 0.75, not to 1"),
    ([("d1", 1.5), ("d2", -0.5)], "a probability is 1.5"),
    ([("d1", 1.0), ("d2", 0.0)], "a probability is 0"),
    ([("d1", math.nan), ("d2", 1.0)], "a probability is NaN"),
    ([], "there are no rolls"),
    (["d1"], "a list of rolls with their probabilities"),
    ([("d 1", 1.0)], "no spaces"),
    ([("d1", 0.5), ("d1", 0.5)], "two moves have this text"),
])  # fmt: skip
def test_dice_that_are_none_are_refused_with_position_and_sum(given, told):
    rules = broken(given)
    with pytest.raises(pw.BadInput, match=told) as refused:
        _ = pw.game(rules).start().moves
    assert "((6, 6), (6, 6), 'first', 0)" in str(refused.value)
    assert pw.check(rules, games=1)[0].told == str(refused.value)


def test_a_turn_of_the_dice_needs_chances():
    class Undiced(pw.Rules):
        """Whose dice?"""

        def start(self):
            return 0

        def turn(self, state):
            return "chance"

        def moves(self, state):
            return ["a"]

        def after(self, state, move):
            return state + 1

        def outcome(self, state):
            return None

    with pytest.raises(pw.BadInput, match="dice need `chances"):
        pw.game(Undiced).start()


def test_a_sound_game_of_dice_passes_the_check_and_others_are_found():
    assert pw.check("dice-race", games=4) == []
    assert pw.check(DiceRace, games=3) == []

    class Uneven(DiceRace):
        def chances(self, state):
            return [("d1", 0.5), ("d2", 0.3), ("d3", 0.1)]

    found = pw.check(Uneven, games=2)
    assert found[0].rule == "chances sum to 1"
    assert "0.9" in found[0].told


def test_a_record_of_a_game_of_dice_goes_to_json_and_back():
    record = replace(played(), players=("a", "b"))
    assert GameRecord.from_dict(record.as_dict()) == record
