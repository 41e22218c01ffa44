"""Expectimax: equal to its definition, in the kernel's game and in the same written in Python."""

import math
import random
import time
from threading import Timer

import pytest

import plywise as pw
from dice_games import HIGH, LOW, evaluations, plain, states, text_of
from plywise import _kernel
from plywise.games.dice_race import DiceRace
from plywise.searching.reference import expectimax

WEIGHTS = [-0.31, 0.52, 0.23, 0.07]
RACE, OWN = pw.game("dice-race"), pw.game(DiceRace)
NATIVE, PYTHON = evaluations(WEIGHTS)


@pytest.mark.parametrize(("depth", "steepness"), [(1, 1.0), (2, 0.7), (3, 0.0)])
def test_both_games_are_equal_to_plain_expectimax_on_2000_positions(depth, steepness):
    using = pw.Expectimax(depth=depth, steepness=steepness, random_ties=False)
    for state in states(2_000, seed=depth):
        points, leaves = plain(state, WEIGHTS, depth, steepness)
        kernel = pw.search(RACE.position(text_of(state)), NATIVE, using)
        python = pw.search(OWN.position(repr(state)), PYTHON, using)
        roller = state[2]
        assert kernel.value == pytest.approx(points if roller == "first" else -points, abs=1e-12)
        assert (python.value, python.move, python.nodes) == (
            kernel.value, kernel.move, kernel.nodes,
        )  # fmt: skip
        told = [(p, str(leaf)) for p, leaf in kernel.leaves]
        assert [leaf for _, leaf in told] == [text_of(leaf) for _, leaf in leaves]
        assert [p for p, _ in told] == pytest.approx([p for p, _ in leaves], abs=1e-15)
        assert [(p, text_of(leaf.state)) for p, leaf in python.leaves] == told
        assert math.fsum(p for p, _ in told) == pytest.approx(1.0, abs=1e-12)


def test_perft_of_both_games_is_the_same():
    for state in states(200, seed=9):
        counts = [
            game.position(text).kernel.perft(4)
            for game, text in ((RACE, text_of(state)), (OWN, repr(state)))
        ]
        assert counts[0] == counts[1]
    assert RACE.start().kernel.perft(8) == OWN.start().kernel.perft(8)


def test_the_value_is_the_mean_over_the_leaves():
    for state in states(300, seed=4):
        found = pw.search(RACE.position(text_of(state)), NATIVE, pw.Expectimax(depth=2))
        mean = 0.0
        for probability, leaf in found.leaves:
            value = float(NATIVE.weights @ NATIVE.gradient(leaf))
            share = 1 / (1 + math.exp(-value))
            points = leaf.outcome if leaf.outcome is not None else LOW + (HIGH - LOW) * share
            mean += probability * points
        assert found.value == pytest.approx(mean if state[2] == "first" else -mean)
        assert (found.kind == "result") == all(leaf.outcome is not None for _, leaf in found.leaves)


def _points(leaves, weights):
    """The mean over leaves, as a function of the weights."""
    evaluation, mean = evaluations(weights)[0], 0.0
    for probability, leaf in leaves:
        outcome = leaf.outcome
        if outcome is None:
            value = evaluation.kernel.real_value(leaf)
            outcome = LOW + (HIGH - LOW) / (1 + math.exp(-value))
        mean += probability * outcome
    return mean


def test_what_is_learnt_from_is_the_mean_and_its_gradient():
    settings = pw.Expectimax(depth=2).settings(1000)
    checked = 0
    for state in states(300, seed=6):
        position = RACE.position(text_of(state)).kernel
        found = _kernel.expectimax(position, NATIVE.kernel, settings, predict=True)
        if found.kind == "result":
            assert found.score == pytest.approx(_points(found.leaves, WEIGHTS))
            continue
        value, _, (row,) = found.prediction
        share = 1 / (1 + math.exp(-value))
        assert LOW + (HIGH - LOW) * share == pytest.approx(_points(found.leaves, WEIGHTS))
        slope = (HIGH - LOW) * share * (1 - share)
        gradient = dict(row)
        for i in range(len(WEIGHTS)):
            up, down = ([w + s * 1e-5 * (j == i) for j, w in enumerate(WEIGHTS)] for s in (1, -1))
            seen = (_points(found.leaves, up) - _points(found.leaves, down)) / 2e-5
            assert slope * gradient.get(i, 0.0) == pytest.approx(seen, abs=1e-8)
        checked += len(found.leaves) > 1
    assert checked > 100  # not only single leaves


def test_where_dice_are_due_a_value_is_the_roller_s():
    for game, evaluation in ((RACE, NATIVE), (OWN, PYTHON)):
        for text in ("61 50 first", "61 50 second", "61 50 second 2"):
            state = eval(f"(({text[0]},{text[1]}),({text[3]},{text[4]}),{text.split()[2]!r},"
                         f"{([*text.split(), '0'])[3]})")  # fmt: skip
            position = game.position(text if game is RACE else repr(state))
            real = evaluation.kernel.real_value(position.kernel)
            sign = 1 if "first" in text else -1
            assert position.roller == text.split()[2]
            assert evaluation.value(position) == pytest.approx(sign * 1000 * real, abs=2)
            found = pw.search(position, evaluation, pw.Expectimax(depth=1))
            other = pw.search(position, evaluation, pw.Expectimax(depth=1))
            assert found.value == other.value


def test_who_rolls_is_found_out_where_the_rules_do_not_say():
    class Silent(DiceRace):
        roller = pw.Rules.roller

    game = pw.game(Silent)
    assert game.start().roller == "first"
    assert game.start().after("d1", "6/5").roller == "second"


@pytest.mark.parametrize("using", [
    pw.AlphaBeta(depth=2), pw.MTDf(depth=2), pw.Bayesian(nodes=50), pw.UCT(nodes=50),
])  # fmt: skip
def test_other_searches_refuse_dice_and_name_expectimax(using):
    for position, evaluation in ((RACE.start(), NATIVE), (OWN.start().after("d1"), PYTHON)):
        with pytest.raises(pw.BadSetting, match=r"has dice, which .* cannot search; use expec"):
            pw.search(position, evaluation, using)
    with pytest.raises(pw.BadSetting, match="has dice"):
        _kernel.minimax(RACE.start().kernel, NATIVE.kernel, 1, 0)


def test_random_play_draws_a_move_and_no_roll():
    position = RACE.position("64 66 first 2")
    moves = {pw.search(position, NATIVE, pw.RandomPlay(), seed=s).move for s in range(20)}
    assert moves == {"6/4", "4/2"}
    with pytest.raises(pw.BadSetting, match="the dice's turn in 66 66 first"):
        pw.search(RACE.start(), NATIVE, pw.RandomPlay())


def test_without_dice_it_is_plain_minimax():
    chess = pw.game("chess")
    evaluation = pw.Linear(chess.features("material"), weights="chess/standard")
    position = chess.position("r1b1r1k1/pp3ppp/2pQ1n2/P5q1/2PPp2n/2N1P2P/3N1PP1/R2R1BK1 w - - 0 21")
    plain_search = pw.AlphaBeta(depth=2, quiescence=False, history_draws=False)
    minimax = pw.search(position, evaluation, plain_search)
    found = pw.search(position, evaluation, pw.Expectimax(depth=2))
    assert found.value == pytest.approx(1 / (1 + math.exp(-minimax.value / 1000)))
    assert len(found.leaves) == 1
    assert len(found.line) == 2
    mate = chess.position("6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1")
    found = pw.search(mate, evaluation, pw.Expectimax(depth=1))
    assert (found.move, found.value, found.kind) == ("a1a8", 1.0, "result")


def test_equal_moves_are_drawn_by_the_seed_or_the_first_is_taken():
    level = evaluations([0.0] * 4)[0]
    position = RACE.position("64 66 first 2")
    drawn = [
        pw.search(position, level, pw.Expectimax(depth=1), seed=seed).move for seed in range(30)
    ]
    assert set(drawn) == {"6/4", "4/2"}
    again = [
        pw.search(position, level, pw.Expectimax(depth=1), seed=seed).move for seed in range(30)
    ]
    assert drawn == again
    first = pw.Expectimax(depth=1, random_ties=False)
    assert {pw.search(position, level, first, seed=s).move for s in range(30)} == {"6/4"}


def test_with_few_nodes_the_last_whole_depth_counts():
    position = RACE.position("65 64 first 2")
    whole = [pw.search(position, NATIVE, pw.Expectimax(depth=depth)) for depth in (1, 2, 3)]
    nodes = sum(found.nodes for found in whole[:2]) + 5
    found = pw.search(position, NATIVE, pw.Expectimax(depth=9, nodes=nodes))
    assert found.depth == 2
    assert found.nodes <= nodes
    assert (found.value, found.move) == (whole[1].value, whole[1].move)
    assert [str(leaf) for _, leaf in found.leaves] == [str(leaf) for _, leaf in whole[1].leaves]
    nothing = pw.search(position, NATIVE, pw.Expectimax(depth=9, nodes=1))
    assert nothing.depth == 0
    assert nothing.move in position.moves


def test_a_game_that_is_seen_to_its_end_is_not_searched_deeper():
    position = RACE.position("10 10 first 1")
    found = pw.search(position, NATIVE, pw.Expectimax(depth=125, nodes=10**6))
    assert found.depth == 1
    assert found.value == 1.0
    assert found.kind == "result"


def test_a_search_ends_soon_after_its_time_or_when_it_is_told_to_stop():
    begun = time.perf_counter()
    found = pw.search(RACE.start(), NATIVE, pw.Expectimax(depth=60, movetime=50))
    assert found.depth > 0
    assert found.depth < 60
    stop = _kernel.Stop()
    Timer(0.1, stop.set).start()
    settings = pw.Expectimax(depth=60).settings(1000)
    with pytest.raises(KeyboardInterrupt):
        _kernel.expectimax(RACE.start().kernel, NATIVE.kernel, settings, stop=stop, predict=True)
    assert time.perf_counter() - begun < 60  # it would take years


@pytest.mark.parametrize(("options", "told"), [
    ({"depth": 0}, "depth 0 is not between 1 and 125"),
    ({"nodes": 0}, "nodes 0"), ({"steepness": -1.0}, "steepness -1"), ({"depth": "2"}, "depth '2'"),
])  # fmt: skip
def test_settings_out_of_range_are_refused(options, told):
    with pytest.raises(pw.BadSetting, match=told):
        pw.Expectimax(**options)


def test_a_game_that_is_over_has_its_points_and_no_move():
    for text, value in (("00 61 second", -2.0), ("10 00 first", -1.0)):
        found = pw.search(RACE.position(text), NATIVE, pw.Expectimax())
        assert (found.move, found.value, found.kind) == (None, value, "result")
        assert [p for p, _ in found.leaves] == [1.0]


def test_settings_go_to_files_and_back():
    from plywise.searching import searching

    draw = random.Random(3)
    for _ in range(20):
        using = pw.Expectimax(
            depth=draw.randint(1, 9), nodes=draw.choice([None, 500]),
            steepness=draw.choice([None, 0.0, 0.5]), random_ties=draw.random() < 0.5,
        )  # fmt: skip
        assert searching(using.as_dict()) == using


class Pig(pw.Rules):
    """Roll for as long as you dare: a one ends the turn, so that rolls may follow rolls."""

    outcomes = (-1.0, 1.0)

    def start(self):
        return (0, 0, 0, "first", True)

    def turn(self, state):
        return "chance" if state[4] else state[3]

    def chances(self, state):
        return [("one", 0.25), ("two", 0.75)]

    def roller(self, state):
        return state[3]

    def moves(self, state):
        return ["roll", "hold"]

    def after(self, state, move):
        first, second, gained, side, _ = state
        other = "second" if side == "first" else "first"
        if move == "one":
            return (first, second, 0, other, True)
        if move == "hold":
            pair = (first + gained, second) if side == "first" else (first, second + gained)
            return (*pair, 0, other, True)
        return (first, second, gained + 2 * (move == "two"), side, move == "roll")

    def outcome(self, state):
        return None if max(state[:2]) < 6 else 1.0 if state[0] > state[1] else -1.0


@pw.feature(Pig)
def steps(position, side):
    """Steps that are safe."""
    return position.state[side == "second"]


def test_a_roll_after_which_nobody_decides_costs_the_ply_of_the_decision():
    game = pw.game(Pig)
    evaluation = pw.Linear(game.features("own"), [0.3])
    assert pw.check(Pig, games=3) == []
    start = game.start()
    found = pw.search(start, evaluation, pw.Expectimax(depth=1))
    # One: the other player is to roll, and the ply is used up; two: hold, or roll on.
    assert [(p, leaf.state) for p, leaf in found.leaves] == [
        (0.25, (0, 0, 0, "second", True)), (0.75, (2, 0, 0, "second", True)),
    ]  # fmt: skip
    for depth in (1, 2, 3):
        for text in ("(0, 0, 0, 'first', True)", "(4, 2, 2, 'second', False)"):
            root = game.position(text)
            value = pw.search(root, evaluation, pw.Expectimax(depth=depth)).value
            plain_value = expectimax(root, evaluation, depth)
            assert value == pytest.approx(plain_value if root.roller == "first" else -plain_value)
