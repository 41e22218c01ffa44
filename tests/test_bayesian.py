"""Bayesian search: the paper's examples, the kernel against the plain reference, bad input."""

import math
import random

import pytest

import plywise as pw
from plywise import _kernel
from plywise.experiments.worked_example import EXAMPLES, in_kernel, in_python
from plywise.searching.reference.bayesian import Node, back_up, bayesian, best_move, gain, judge


def tree(nodes) -> list[Node]:
    """The tree that is written breadth first, as nodes in the same order."""
    made = [Node([] if isinstance(n, int) else sorted(n, reverse=True)) for n in nodes]
    children = iter(made[1:])
    for node, written in zip(made, nodes, strict=True):
        if isinstance(written, int):
            node.children = [next(children) for _ in range(written)]
    return made


def judged(nodes) -> tuple[list[float], float, list[float]]:
    """What the reference says of such a tree: expectations, gain, worths."""
    made = tree(nodes)
    back_up(made[0])
    judge(made[0])
    return [n.expectation for n in made], gain(made[0]), [n.worth for n in made]


def random_tree(chance: random.Random) -> list:
    """A tree of up to a dozen leaves with few different values, so that many are equal."""
    nodes: list = [chance.randint(2, 4)]
    waiting, number = nodes[0], 1
    while waiting:
        is_inner = number < 10 and chance.random() < 0.3
        if is_inner:
            nodes.append(chance.randint(1, 3))
            waiting += nodes[-1]
        else:
            parts = [chance.randint(1, 5) for _ in range(chance.randint(1, 4))]
            nodes.append([(chance.randint(-3, 3), part / sum(parts)) for part in parts])
        waiting, number = waiting - 1, number + 1
    return nodes


def test_the_kernel_judges_trees_as_the_reference_does():
    chance = random.Random(5)
    for _ in range(300):
        nodes = random_tree(chance)
        expectations, whole, worths = judged(nodes)
        moves = sorted(expectations[1 : 1 + nodes[0]])
        if moves[1] - moves[0] < 1e-9:
            continue  # rounding decides which move is best: nothing to compare
        seen = _kernel.bayesian_tree(nodes)
        assert seen[0] == pytest.approx(expectations, abs=1e-9)
        assert seen[1] == pytest.approx(whole, abs=1e-9)
        assert seen[2] == pytest.approx(worths, abs=1e-9)


def evaluator(game: str, features: str, weights: list[float], **squash) -> _kernel.Evaluator:
    evaluation = _kernel.Evaluation(game, features, weights)
    return _kernel.Evaluator(evaluation, _kernel.SpikeGenerator.hand_made(0.1), **squash)


def test_the_kernel_grows_the_tree_of_the_reference():
    game = pw.game("othello")
    names = game.features("disc-classes").names
    weights = [0.1 + 0.37 * i for i in range(len(names))]
    eyes = evaluator("othello", "disc-classes", weights, steepness=0.05)
    chance = random.Random(3)
    for _ in range(8):
        position = game.start().kernel
        for _ in range(chance.randint(3, 20)):
            position = position.after(chance.choice(position.moves))
        root = bayesian(position, eyes.spikes, win=0.5, nodes=60, gulp=1.0)
        found = eyes.search(position, _kernel.SelectiveSearch.bayesian(gulp=1.0, kept=0), nodes=60)
        assert found.value == pytest.approx(-best_move(root).expectation, abs=1e-9)
        assert found.gain == pytest.approx(gain(root), abs=1e-9)
        assert [r[1] for r in found.roots] == pytest.approx(
            [-child.expectation for child in root.children], abs=1e-9
        )


CHESS = evaluator("chess", "material", [1, 3, 3, 5, 9], steepness=0.5)
MATE = "6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1"


def position(fen: str) -> _kernel.Position:
    return pw.game("chess").position(fen).kernel


def test_a_mate_is_found_and_ends_the_search():
    found = CHESS.search(position(MATE), _kernel.SelectiveSearch.bayesian(), nodes=100_000)
    assert (found.move, found.value, found.ended) == ("a1a8", 0.5, "settled")
    assert found.nodes < 1000


def test_a_budget_is_never_passed_and_the_same_search_is_the_same():
    start = pw.game("chess").start().kernel
    for nodes in (1, 19, 20, 21, 500, 5000):
        found = CHESS.search(start, _kernel.SelectiveSearch.bayesian(), nodes=nodes)
        again = CHESS.search(start, _kernel.SelectiveSearch.bayesian(), nodes=nodes)
        assert found.nodes <= nodes
        assert found.move in start.moves
        assert (found.move, found.value, found.roots) == (again.move, again.value, again.roots)
        assert sum(root[2] for root in found.roots) == found.nodes


def test_a_tree_past_its_memory_stops_with_the_best_move_so_far():
    start = pw.game("chess").start().kernel
    found = CHESS.search(start, _kernel.SelectiveSearch.bayesian(), nodes=10**9, megabytes=1)
    assert found.ended == "memory"
    assert found.memory <= 1 << 20
    assert found.move in start.moves


def expanded(game: pw.Game, eyes: _kernel.Evaluator, **settings) -> list[tuple[int, str]]:
    """Depth and text of every position that a search from the start expands."""
    using = _kernel.SelectiveSearch.bayesian(**settings)
    found = eyes.search(game.start().kernel, using, nodes=4000)
    assert len(found.recent) == found.expansions
    places = []
    for path in found.recent:
        place = game.start()
        for move in path:
            place = place.after(move)
        places.append((len(path), str(place)))
    return places


def test_a_graph_expands_no_position_twice_at_the_same_depth():
    game = pw.game("othello")
    weights = [0.3] * len(game.features("disc-classes").names)
    eyes = evaluator("othello", "disc-classes", weights, steepness=0.05)
    tree, graph = (expanded(game, eyes, graph=graph) for graph in (False, True))
    assert len(set(tree)) < len(tree)
    assert len(set(graph)) == len(graph) > 100


def test_where_nothing_is_reached_twice_a_graph_is_the_tree():
    start = pw.game("random-tree").start().kernel
    eyes = evaluator("random-tree", "sum", [1.0], steepness=0.01)
    tree, graph = (
        eyes.search(start, _kernel.SelectiveSearch.bayesian(graph=graph), nodes=3000)
        for graph in (False, True)
    )
    assert (tree.roots, tree.line, tree.recent) == (graph.roots, graph.line, graph.recent)


def test_the_line_of_a_graph_can_be_played_and_its_memory_is_bounded():
    place = pw.game("chess").start().kernel
    found = CHESS.search(place, _kernel.SelectiveSearch.bayesian(graph=True), nodes=20_000)
    for move in found.line:
        place = place.after(move)
    assert len(found.line) > 1
    start = pw.game("chess").start().kernel
    small = CHESS.search(
        start, _kernel.SelectiveSearch.bayesian(graph=True), nodes=10**9, megabytes=1
    )
    assert small.ended == "memory"
    assert small.memory <= 1 << 20


def test_search_ends_where_it_is_not_worth_its_cost():
    start = pw.game("chess").start().kernel
    dear = CHESS.search(start, _kernel.SelectiveSearch.bayesian(node_cost=0.001), nodes=100_000)
    cheap = CHESS.search(start, _kernel.SelectiveSearch.bayesian(node_cost=1e-6), nodes=100_000)
    assert dear.ended == "settled"
    assert dear.nodes < cheap.nodes


def test_a_game_that_is_over_has_no_move():
    over = position("7k/5QQ1/8/8/8/8/8/K7 b - - 0 1")
    found = CHESS.search(over, _kernel.SelectiveSearch.bayesian(), nodes=100)
    assert found.move is None
    assert found.nodes == 0


@pytest.mark.parametrize(
    ("settings", "said"),
    [
        ({"gulp": 0.0}, "gulp 0"),
        ({"gulp": math.nan}, "gulp NaN"),
        ({"enough": -1.0}, "enough -1"),
        ({"node_cost": math.inf}, "node_cost inf"),
        ({"kept": 1}, "kept 1 is not between 2 and 1000"),
        ({"graph": True, "anew": True}, "anew does not go with graph"),
    ],
)
def test_settings_out_of_range_are_refused_with_their_value(settings, said):
    with pytest.raises(pw.BadSetting, match=said):
        _kernel.SelectiveSearch.bayesian(**settings)


@pytest.mark.parametrize(
    ("spikes", "said"),
    [
        ([], "without spikes"),
        ([(0.0, 0.5)], "sum to 0.5"),
        ([(0.0, math.nan)], "height NaN"),
        ([(math.inf, 1.0)], "at inf"),
        ([(0.0, 1.5), (1.0, -0.5)], "height -0.5"),
    ],
)
def test_what_is_no_distribution_is_refused_with_what_is_wrong(spikes, said):
    with pytest.raises(pw.BadSetting, match=said):
        _kernel.SpikeGenerator.tree([spikes], relative=True)
    if spikes:
        with pytest.raises(pw.BadSetting):
            _kernel.bayesian_tree([2, spikes, [(0.0, 1.0)]])


def test_a_search_needs_a_limit():
    with pytest.raises(pw.BadSetting, match="give nodes or milliseconds"):
        CHESS.search(position(MATE), _kernel.SelectiveSearch.bayesian())


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: example.label)
def test_the_worked_examples_are_exact_in_kernel_and_reference(example):
    held, plain, anew = in_kernel(example), in_python(example), in_kernel(example, anew=True)
    for what, value in example.published.items():
        assert held[what] == pytest.approx(plain[what], abs=1e-12)
        told = anew if (example.label, what) == ("figure 3.6", "QSS of T") else held
        assert told[what] == pytest.approx(value, abs=1e-12)
