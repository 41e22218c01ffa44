"""Spike generators from searches: examples, the three kinds, the kernel's reading, the command."""

import json

import numpy as np
import pytest
from typer.testing import CliRunner

import plywise as pw
from plywise import _kernel
from plywise.cli.app import app
from plywise.errors import BadInput, BadSetting, UnknownName
from plywise.learning.spike_examples import played, sampled
from plywise.learning.spike_training import Training, learnt, train
from plywise.searching import AlphaBeta
from plywise.selective.distribution import Distribution
from plywise.selective.generator import load, save
from plywise.selective.generator_kinds import HandMade, NetworkSpikes
from plywise.selective.in_kernel import in_kernel

CHESS = pw.game("chess")
JUDGE = pw.Linear(CHESS.features("material"), "chess/standard")
CENTRE = pw.Linear(CHESS.features("centre"), [0.0] * 6)


@pytest.fixture(scope="module")
def examples():
    return sampled(CHESS.start(), JUDGE, CENTRE, positions=400, depth=2, seed=3)


def made(examples, kind, **more):
    settings = Training(kind=kind, fewest=40, passes=30, **more)
    return learnt(examples, settings, game="chess", features="centre", made_by={"seed": 3})


def test_an_example_is_what_a_search_adds_to_the_chance():
    """Every number of a few examples, found again by hand."""
    few = sampled(CHESS.start(), JUDGE, CENTRE, positions=8, depth=2, seed=3)
    game = played(CHESS.start(), JUDGE, seed=3 << 24)
    for row, position in zip(range(8), game, strict=False):
        sign = 1 if position.turn == "first" else -1
        np.testing.assert_array_equal(few.counts[row], sign * CENTRE.gradient(position))
        static, deep = JUDGE.value(position), pw.search(position, JUDGE, AlphaBeta(depth=2)).value
        chances = [1 / (1 + np.exp(-value / 1000)) for value in (static, deep)]
        assert few.values[row] == pytest.approx(chances[0] - 0.5)
        assert few.changes[row] == pytest.approx(chances[1] - chances[0])


def test_the_same_seed_gives_the_same_examples_and_another_does_not():
    one, two, other = (
        sampled(CHESS.start(), JUDGE, JUDGE, positions=20, depth=1, seed=seed) for seed in (1, 1, 2)
    )
    assert np.array_equal(one.counts, two.counts)
    assert np.array_equal(one.changes, two.changes)
    assert not np.array_equal(one.counts, other.counts)


def test_values_can_be_taken_as_they_are():
    tree = pw.game("win-loss-tree")
    chance = pw.Linear(tree.features("chance"), [1.0])
    seen = pw.Linear(tree.features("features"), [0.0] * 3)
    some = sampled(
        tree.start(), chance, seen, positions=30, depth=2, seed=1, win=0.5, play="random"
    )
    assert abs(some.values).max() <= 0.5
    assert abs(some.values + some.changes).max() <= 0.5
    made = learnt(some, Training(kind="constant", positions=30, win=0.5), game="win-loss-tree",
                  features="features", made_by={})  # fmt: skip
    assert made.generator.limits == (-0.5, 0.5)
    position = next(iter(played(tree.start(), chance, seed=1, play="random")))
    evaluator = _kernel.Evaluator(
        chance.kernel, in_kernel(made.generator), features="features", win=0.5
    )
    assert evaluator.value(position.kernel) == pytest.approx(chance.value(position) / 1000)


def test_random_games_have_no_search_in_them():
    positions = list(played(CHESS.start(), JUDGE, seed=1, play="random"))
    assert positions != list(played(CHESS.start(), JUDGE, seed=1, play="self"))


def test_a_start_without_games_is_refused():
    mated = CHESS.position("R5k1/5ppp/8/8/8/8/8/6K1 b - - 0 1")
    with pytest.raises(BadSetting, match="had only 0 positions"):
        sampled(mated, JUDGE, JUDGE, positions=2, depth=1, seed=1)


@pytest.mark.parametrize("kind", ["constant", "tree", "network"])
def test_the_kernel_sees_the_same_spikes(kind, examples, tmp_path):
    """Python's plain inference and the kernel's, on positions of both players."""
    if kind == "network":
        pytest.importorskip("sklearn")
    generator = load(save(made(examples, kind).generator, tmp_path / "spikes.json"))
    evaluator = _kernel.Evaluator(
        JUDGE.kernel, in_kernel(generator), features="centre", steepness=1.0
    )
    seen = set()
    for position in played(CHESS.start(), JUDGE, seed=77):
        value = evaluator.value(position.kernel)
        is_second = position.turn == "second"
        counts = CENTRE.gradient(position).tolist()
        wanted = generator.distribution(counts, value, second=is_second)
        found = Distribution.of(evaluator.spikes(position.kernel))
        assert found.locations == pytest.approx(wanted.locations, abs=1e-9)
        assert found.heights == pytest.approx(wanted.heights, abs=1e-9)
        seen.add(is_second)
    assert seen == {True, False}


@pytest.mark.parametrize("spikes", [1, 2, 3, 4, 9])
def test_the_kernel_reduces_heights_to_the_same_spikes(spikes):
    draw = np.random.default_rng(8)
    start = CHESS.start()
    rows = [*draw.random((30, 8)), [0.001, 0.498, 0.0, 0.001, -1.0, 0.499, 0.001, 0.0]]
    for heights in rows:
        layer = {"weights": np.zeros((8, 5)).tolist(), "bias": list(heights)}
        generator = NetworkSpikes(game="chess", features="material", outputs="heights",
                                  locations=np.sort(draw.normal(size=8))[::-1].tolist(),
                                  layers=[layer], spikes=spikes)  # fmt: skip
        evaluator = _kernel.Evaluator(JUDGE.kernel, in_kernel(generator), steepness=1.0)
        wanted = generator.distribution([0.0] * 5, 0.0)
        found = Distribution.of(evaluator.spikes(start.kernel))
        assert found.locations == pytest.approx(wanted.locations, abs=1e-9)
        assert found.heights == pytest.approx(wanted.heights, abs=1e-9)


def test_the_kernel_makes_the_same_hand_made_spikes():
    generator = HandMade(game="chess", features="material", extreme_mass=0.3)
    evaluator = _kernel.Evaluator(JUDGE.kernel, in_kernel(generator), steepness=0.5)
    for position in played(CHESS.start(), JUDGE, seed=5):
        wanted = generator.distribution([], evaluator.value(position.kernel))
        found = Distribution.of(evaluator.spikes(position.kernel))
        assert found.locations == pytest.approx(wanted.locations, abs=1e-9)
        assert found.heights == pytest.approx(wanted.heights, abs=1e-9)


def test_what_is_learnt_scores_better_than_the_same_spikes_for_all():
    """Changes that depend on a feature: a tree sees it."""
    draw = np.random.default_rng(1)
    counts = draw.integers(-3, 4, (2000, 1)).astype(float)
    width = np.where(counts[:, 0] >= 0.0, 0.2, 0.01)
    from plywise.learning.spike_examples import Examples

    some = Examples(counts, np.zeros(2000), width * draw.choice([-1.0, 1.0], 2000))
    found = learnt(some, Training(kind="tree"), game="chess", features="material", made_by={})
    assert found.errors.score < 0.8 * found.constant.score
    assert found.examples == 500


def test_a_generator_knows_how_it_was_made():
    made = train(
        "chess", "chess/standard", Training(kind="constant", depth=1, positions=40, seed=9)
    )
    assert made.generator.made_by["seed"] == 9
    assert made.generator.made_by["weights"]["label"] == "chess/standard"
    assert made.generator.made_by["version"] == _kernel.version
    again = train(
        "chess", "chess/standard", Training(kind="constant", depth=1, positions=40, seed=9)
    )
    assert again.generator == made.generator


@pytest.mark.parametrize(
    ("wrong", "error", "told"),
    [
        ({"kind": "tre"}, UnknownName, "did you mean 'tree'"),
        ({"play": "chess"}, BadSetting, "neither 'self' nor 'random'"),
        ({"positions": 3}, BadSetting, "3 positions are too few"),
        ({"locations": 1}, BadSetting, "1 locations"),
        ({"win": 0.0}, BadSetting, "winning is worth more"),
    ],
)
def test_wrong_settings_are_refused(wrong, error, told):
    with pytest.raises(error, match=told):
        Training(**wrong)


def test_weights_of_another_game_are_refused():
    with pytest.raises(BadInput, match="for chess, not for othello"):
        train("othello", "chess/standard", Training(positions=40))


def test_the_command_writes_a_generator_and_says_how_good_it_is(tmp_path):
    out = tmp_path / "spikes.json"
    words = ["spikes", "chess", "--kind", "tree", "--depth", "1", "--positions", "60", "--seed",
             "4", "--spikes", "2", "--out", str(out), "--json"]  # fmt: skip
    done = CliRunner().invoke(app, words)
    assert done.exit_code == 0, done.output
    fields = json.loads(done.stdout.splitlines()[-1])
    assert fields["tested"] == 15
    generator = load(out)
    assert (generator.kind, generator.game, generator.spikes) == ("tree", "chess", 2)


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["--kind", "oracle"], "unknown kind of spike generator 'oracle'"),
        (["--positions", "5"], "5 is below 20"),
        (["--features", "materiel"], "did you mean 'material'"),
        (["--start", "nowhere"], "nowhere"),
        (["--weights", "shogi/yss"], "not for chess"),
        (["--steepness", "0"], "0 is below"),
    ],
)
def test_bad_input_ends_with_2_and_says_what_is_wrong(words, told, tmp_path):
    command = ["spikes", "chess", "--depth", "1", "--out", str(tmp_path / "x.json"), *words]
    done = CliRunner().invoke(app, command)
    assert done.exit_code == 2, done.output
    assert told in done.stderr
    assert not (tmp_path / "x.json").exists()
