"""The rivals of Bayesian search as users meet them: settings, results, calibration."""

import pytest

import plywise as pw
from plywise.games.random_trees import even_starts
from plywise.play.arena import judge
from plywise.searching.calibration import (
    changes_for,
    measured_pairs,
    pairs_for,
    positions_of,
    trained_changes,
)
from plywise.searching.selective import SELECTIVE, selective_written
from plywise.selective.evaluator import evaluator
from plywise.selective.generator import save
from plywise.selective.generator_kinds import Constant

MATE = "6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1"


@pytest.fixture(scope="module")
def material() -> pw.Linear:
    return pw.Linear(pw.game("chess").features("material"), "chess/standard")


@pytest.fixture(scope="module")
def chance() -> pw.Linear:
    return pw.Linear(pw.game("win-loss-tree").features("chance"), [1.0])


@pytest.mark.parametrize("name", SELECTIVE)
def test_every_search_finds_a_mate_in_one(name, material):
    found = pw.search(pw.game("chess").position(MATE), material, SELECTIVE[name](nodes=3000))
    assert found.move == "a1a8"
    assert found.value == found.win == 0.5
    assert found.line[0] == "a1a8"


@pytest.mark.parametrize("name", SELECTIVE)
def test_no_search_passes_its_budget_and_all_repeat_themselves(name, chance):
    root = pw.game("win-loss-tree").start()
    using = SELECTIVE[name](nodes=777)
    one, two = (pw.search(root, chance, using, seed=5) for _ in range(2))
    assert 0 < one.nodes <= 777
    assert one.move in root.moves
    assert one.tree is not None
    assert len(one.tree.recent) == min(one.tree.expansions, 1000)
    assert sum(root.nodes for root in one.roots) <= one.nodes
    same = [name for name in one.__dataclass_fields__ if name != "seconds"]
    assert [getattr(one, name) for name in same] == [getattr(two, name) for name in same]


@pytest.mark.parametrize("name", SELECTIVE)
def test_a_python_game_can_be_searched(name):
    game = pw.game("tic-tac-toe")
    weights = judge("tic-tac-toe", None)
    # The first player completes the top row.
    root = game.start().after("0", "3", "1", "4")
    found = pw.search(root, weights, SELECTIVE[name](nodes=400))
    assert found.move == "2"


def test_settings_are_named_with_their_values_when_they_are_out_of_range():
    for name, text, hint in (
        ("uct", "c=-1", "c -1"),
        ("b-star", "tail=0.7", "tail 0.7"),
        ("palay", "sure=0", "sure 0"),
        ("conspiracy", "levels=4", "levels 4"),
        ("probcut", "percentile=-2", "percentile -2"),
        ("bayesian", "gulp=3", "gulp 3"),
        ("bayesian", "nodes=0", "nodes 0"),
        ("best-first", "steepness=0", "steepness=0"),
    ):
        with pytest.raises(pw.BadSetting, match=hint):
            selective_written(name, text)


def test_settings_survive_their_repr():
    for made in (pw.UCT(c=0.7), pw.Bayesian(nodes=10, anew=True), pw.ProbCut(pairs=())):
        assert eval(repr(made), vars(pw)) == made


def test_probcut_reaches_deeper_with_the_pairs_of_its_game_than_without(chance):
    def depth(using: pw.ProbCut) -> int:
        return sum(pw.search(root, chance, using).depth for root in even_starts(8, seed=5))

    assert depth(pw.ProbCut(nodes=3000)) > depth(pw.ProbCut(nodes=3000, pairs=()))


def test_pairs_foretell_deep_values_from_shallow_ones(chance):
    view = evaluator(chance)
    at = positions_of("win-loss-tree", 40, seed=9)
    by_depth = {pair[0]: pair for pair in pairs_for(view, chance)}
    depth, shallow, slope, intercept, deviation = by_depth[4]
    deep = [view.deep_value(p.kernel, depth) for p in at]
    told = [slope * view.deep_value(p.kernel, shallow) + intercept for p in at]
    within = sum(abs(a - b) <= 2 * deviation for a, b in zip(deep, told, strict=True))
    assert within >= 34  # of 40; two deviations hold 95 % of a normal distribution
    assert measured_pairs(view, at) == measured_pairs(view, at)


def test_changes_are_trained_on_the_game():
    total = judge("random-tree", None)
    view = evaluator(total)
    rows = changes_for(view, total, 0.5)
    column = 3  # 8 to 15 moves: all positions of this tree have 10
    # Sums drift towards the side that moves last: up by the first look ahead, down by the second.
    assert rows[0][column][0] > 0.2 > 0 > rows[1][column][0]
    assert all(0 < deviation < 1 for row in rows for _, deviation in row)
    assert trained_changes(view, positions_of("random-tree", 9, seed=4), 0.5) != rows
    found = pw.search(
        pw.game("random-tree").start(), total, pw.RandomisedBestFirst(nodes=500, trained=True)
    )
    assert found.nodes == 500


def test_spikes_come_from_a_file(tmp_path, chance):
    even = Constant(
        game="win-loss-tree",
        features="chance",
        relative=True,
        distribution=((0.05, 0.5), (-0.05, 0.5)),
        spikes=2,
        limits=(-0.5, 0.5),
    )
    path = save(even, tmp_path / "even.json")
    root = pw.game("win-loss-tree").start()
    found = pw.search(root, chance, pw.Bayesian(nodes=20, spikes=path))
    assert {len(move.spikes) for move in found.roots} == {2}
    with pytest.raises(pw.BadInput, match="win-loss-tree, not for chess"):
        pw.search(
            pw.game("chess").start(),
            pw.Linear(pw.game("chess").features("material"), "chess/standard"),
            pw.Bayesian(spikes=path),
        )


def test_values_are_chances_by_the_steepness(material):
    root = pw.game("chess").position("4k3/8/8/8/8/8/8/Q3K3 b - - 0 1")
    flat, steep = (
        pw.search(root, material, pw.BestFirst(nodes=1, steepness=k)).value for k in (0.01, 1.0)
    )
    assert -0.5 < steep < flat < 0
