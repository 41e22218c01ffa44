"""The arena: equal budgets, paired starts, the same result for any number of workers."""

import json

import pytest
from typer.testing import CliRunner

import plywise as pw
from plywise.cli.app import app
from plywise.games.starts import starts
from plywise.play.arena import arena, fighter

SMALL = {"nodes": 60, "pairs": 4, "seed": 3}


def run(*words: str):
    return CliRunner().invoke(app, list(words))


def test_the_result_does_not_depend_on_the_workers():
    one, two = (arena("win-loss-tree", "bayesian", "uct", workers=n, **SMALL) for n in (1, 2))
    assert one == two
    assert one.games == 8
    assert sum(one.pairs) == 4


def test_changing_sides_turns_the_score_round():
    there = arena("random-tree", "best-first", "alpha-beta", like="branching 4 depth 6", **SMALL)
    back = arena("random-tree", "alpha-beta", "best-first", like="branching 4 depth 6", **SMALL)
    # Seeds belong to games, and A begins the first of a pair: the same two games in other order.
    assert there.games == back.games == 8
    assert abs(there.score + back.score - 1) <= 0.25


def test_a_search_that_sees_more_wins():
    found = arena(
        "random-tree",
        "alpha-beta",
        pw.BestFirst(steepness=4.0),
        nodes=3000,
        pairs=3,
        like="branching 2 depth 6",
    )
    assert found.score == 0.5  # both see all of so small a tree: each start is won by one side


def test_starts_are_different_trees_of_about_equal_chance():
    from plywise.games.random_trees import chance

    even = starts("win-loss-tree", 20, seed=1)
    assert all(abs(chance(start) - 0.5) <= 0.05 for start in even)
    assert len({str(start) for start in even}) == 20
    assert len({str(start) for start in starts("feature-tree", 20, seed=1)}) == 20
    assert len({str(start) for start in starts("othello", 10, seed=1)}) == 10


def test_every_search_has_the_nodes_of_the_arena():
    for name in ("bayesian:nodes=9", "uct", "alpha-beta", "mtdf"):
        assert fighter(name, 123).nodes == 123


def test_the_command_prints_a_score_with_its_interval_and_json_as_match():
    words = [
        "arena",
        "win-loss-tree",
        "bayesian:gulp=0.5",
        "randomised",
        "--nodes",
        "60",
        "--pairs",
        "2",
    ]
    told = run(*words)
    assert told.exit_code == 0
    assert "95 % interval from pairs" in told.stdout
    found = json.loads(run(*words, "--json").stdout.splitlines()[-1])
    for key in (
        "games",
        "wins",
        "draws",
        "losses",
        "score",
        "score_interval",
        "elo",
        "los",
        "settings",
    ):
        assert key in found
    assert found["a"] == "bayesian:gulp=0.5"
    assert found["settings"]["a"]["gulp"] == 0.5


@pytest.mark.parametrize(
    ("words", "hint"),
    [
        (("win-loss-tree", "bayes", "uct"), "did you mean 'bayesian'"),
        (("win-loss-tree", "uct:d=1", "uct"), "unknown option of the search uct 'd'"),
        (("win-loss-tree", "uct:c=much", "uct"), "c='much'"),
        (("no-tree", "uct", "uct"), "no-tree"),
        (("random-tree", "uct", "uct", "--like", "seed 4"), "names a seed"),
        (("random-tree", "uct", "uct", "--like", "branching 999"), "branching 999"),
        (("chess", "uct", "uct", "--like", "branching 4"), "is for random trees"),
        (("chess", "bayesian:spikes=none.json", "uct"), "no spike generator 'none.json'"),
        (("chess", "uct", "uct", "--pairs", "0"), "0 is below 1"),
        (("chess", "uct", "uct", "--nodes", "x"), "'x' is not a whole number"),
    ],
)
def test_bad_input_is_told_with_its_value(words, hint):
    told = run("arena", *words)
    assert told.exit_code == 2
    assert hint in told.stderr.replace("\n", " ")
