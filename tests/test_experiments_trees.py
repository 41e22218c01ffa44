"""Matches on the win/loss tree, at tiny sizes."""

from pathlib import Path

import pytest

import plywise as pw
from plywise.experiments import experiment
from plywise.experiments.bayes_v_alphabeta import LABELS
from plywise.experiments.kit.plan import ExperimentPlan, Size
from plywise.experiments.tree_matches import alpha_beta, played
from plywise.experiments.tree_networks import learnt
from plywise.games.random_trees import even_starts

TINY = Size(seeds=1, games=3, match_games=4, depths=(2,))


def test_matches_are_the_same_whatever_the_number_of_workers(tmp_path: Path) -> None:
    found = experiment("bayes-v-alphabeta")
    results = [
        found.run(
            ExperimentPlan(
                experiment=found, size_name="quick", size=TINY, workers=workers, work=tmp_path
            )
        )
        for workers in (1, 3)
    ]
    assert results[0].rows == results[1].rows
    labels = [row.label for row in results[0].rows]
    assert all(f"{label}, depth 2" in labels for label in LABELS)
    assert labels[0] == "alpha-beta's nodes a move, depth 2"
    assert results[0].data["matches.csv"].count("\n") == 1 + len(LABELS)


def test_a_game_is_played_to_its_end_by_both() -> None:
    optimal = pw.Linear(pw.game("win-loss-tree").features("chance"), [1.0], scale=1_000_000)
    player = alpha_beta(optimal.kernel, 2)
    outcome, first, second = played(even_starts(1)[0], player, player)
    assert outcome in (0.0, 1.0)
    assert len(first) - len(second) in (0, 1)
    assert min(first) > 20


def test_value_networks_learn_the_optimal_evaluation() -> None:
    networks = learnt(2_000, seed=1)
    # Minimax favours the side to move; expectations do not.
    assert networks.by_expectation.from_optimal < networks.by_depth.from_optimal < 0.15
    examples = networks.examples
    assert (examples.by_depth - examples.chances).mean() > 0.02
    assert abs((examples.by_expectation - examples.chances).mean()) < 0.02
    for judge in (networks.by_depth, networks.by_expectation):
        evaluator = pw._kernel.Evaluator(judge.value, judge.spikes, features="features", win=0.5)
        for start in even_starts(5, seed=8):
            spikes = evaluator.spikes(start.kernel)
            assert sum(height for _, height in spikes) == pytest.approx(1.0)
            assert all(-0.5 <= location <= 0.5 for location, _ in spikes)
