"""The experiments on making spikes, at tiny sizes."""

import re

import numpy as np
import pytest

import plywise as pw
from plywise import _kernel
from plywise.experiments import experiment, spikes_tree_game
from plywise.experiments.kit.plan import ExperimentPlan, Size
from plywise.experiments.spike_risk import FEATURES, examples
from plywise.experiments.spikes_discrete import RISK as DISCRETE
from plywise.experiments.spikes_uniform import RISK as UNIFORM
from plywise.selective.network import Layer, Network

TINY = Size(seeds=1, games=400)


def test_outcomes_are_wide_where_the_features_are_high_on_average():
    one = examples(DISCRETE, 6, 1000, seed=1)
    is_risky = one.inputs.mean(axis=1) > 0.5
    assert set(one.outcomes[is_risky]) == {-2.0, 2.0}
    assert set(one.outcomes[~is_risky]) == {-1.0, 1.0}
    even = examples(UNIFORM, 6, 1000, seed=1)
    is_risky = even.inputs.mean(axis=1) > 0.5
    assert abs(even.outcomes[~is_risky]).max() < 1.0 < 1.9 < abs(even.outcomes[is_risky]).max()


@pytest.mark.parametrize("name", ["spikes-discrete", "spikes-uniform"])
def test_trees_and_networks_are_told_beside_the_published_errors(name, tmp_path):
    found = experiment(name)
    plan = ExperimentPlan(experiment=found, size_name="quick", size=TINY, work=tmp_path)
    result = found.run(plan)
    rows = {row.label: row for row in result.rows}
    assert len(rows) == 3 * len(FEATURES)
    assert rows["6 features: decision tree"].published in (0.123, 0.386)
    assert rows["18 features: network"].published in (0.039, 0.387)
    for row in result.rows:
        assert isinstance(row.measured, float)
        assert 0.6 < row.measured < 3.0
    same = found.run(plan)
    assert [row.measured for row in same.rows] == [row.measured for row in result.rows]
    assert result.data["errors.csv"].count("\n") == 1 + 5 * len(FEATURES)


def test_the_second_round_adds_the_first_network_to_the_sum():
    draw = np.random.default_rng(3)
    network = Network(
        (Layer(draw.normal(size=(4, 20)), draw.normal(size=4)),
         Layer(draw.normal(size=(1, 4)), draw.normal(size=1))),
        offset=draw.normal(size=20),
        scale=draw.normal(size=20),
    )  # fmt: skip
    evaluation = spikes_tree_game.with_sum(network)
    position = pw.game("feature-tree").position("seed 3 sum 4321")
    for move in ("1", "3", "2"):
        features = np.array([int(f) for f in str(position).split("features ")[1].split(",")])
        inputs = features / 1000.0 - 0.5
        inputs[0] = features[0] / 1000.0
        total = int(re.search(r"sum (-?\d+)", str(position))[1])
        sign = 1 if position.turn == "first" else -1
        seen = np.where(np.isin(np.arange(20), range(1, 5)), sign * inputs, inputs)
        wanted = sign * total / 1000 + network.outputs(seen[None, :])[0, 0]
        assert evaluation.value(position.kernel) == pytest.approx(1000 * wanted, abs=1)
        position = position.after(move)


def test_the_tree_game_tells_trees_and_networks_apart(tmp_path):
    pytest.importorskip("sklearn")
    found = experiment("spikes-tree-game")
    tiny = Size(seeds=1, games=300, depths=(2,))
    result = found.run(
        ExperimentPlan(experiment=found, size_name="quick", size=tiny, work=tmp_path)
    )
    rows = {row.label: row for row in result.rows}
    assert (rows["decision tree"].published, rows["network"].published) == (1.44, 0.97)
    assert all(isinstance(row.measured, float) for row in result.rows)
    assert len(rows) == len(spikes_tree_game.METHODS) + 1


def test_searched_positions_have_the_value_of_their_search():
    """Depth 1 by hand: the best of three children, seen by the first player."""
    data = spikes_tree_game.searched(_kernel.Evaluation("feature-tree", "sum", [1.0]), 5, 1, [1, 1])
    draw = np.random.default_rng([1, 1])
    features = draw.integers(0, 1001, (5, 20))
    features[:, 0] = 0
    for number, row in enumerate(features):
        listed = ",".join(map(str, row))
        root = pw.game("feature-tree").position(f"seed {number + 1} features {listed}")
        sums = [int((re.search(r"sum (-?\d+)", str(root.after(move))) or [0, 0])[1])
                for move in root.moves]  # fmt: skip
        assert data.values[number] == pytest.approx(max(sums) / 1000)
        np.testing.assert_allclose(data.inputs[number][1:], row[1:] / 1000 - 0.5)
