"""Networks: what they predict, how they are saved, and that they learn."""

import json
import math
import pickle
from pathlib import Path

import numpy as np
import pytest

import plywise as pw
from plywise.engine.players import evaluation_of
from plywise.evaluation.kinds import shape
from plywise.evaluation.network_shape import NetworkShape
from plywise.evaluation.weights import resolve
from plywise.learning.config import LearnConfig
from plywise.play.player import player

chess = pw.game("chess")
material = chess.features("material")
ROOK_UP = "6k1/pp6/8/8/8/8/P7/R5K1 w - - 0 1"
SEVERAL = {"outputs": ("win", "gammon", "lost"), "objective": {"win": 2, "gammon": 1, "lost": -1}}


def reference(network: pw.Network, position: pw.Position) -> tuple[float, list[float]]:
    """Objective and predictions by numpy, from the equations of `NetworkShape`."""
    counts = pw.Linear(network.features, [0.0] * len(network.features)).gradient(position)
    shape, weights, n = network.shape, network.weights, len(counts) + 1
    hidden = weights[: shape.hidden * n].reshape(shape.hidden, n)
    outputs = weights[shape.hidden * n :].reshape(len(shape.outputs), -1)
    sums, bias = hidden[:, :-1] @ counts, hidden[:, -1]
    said = sigmoid(bias + sums) - (sigmoid(bias - sums) if shape.is_odd else 0.0)
    odds = outputs @ (said if shape.is_odd else np.append(said, 1.0))
    chances = sigmoid(odds)
    if shape.points is None:
        return float(odds[0]), chances.tolist()
    return float(np.array(shape.points) @ (chances - 0.5)), chances.tolist()


def sigmoid(x):
    return 1.0 / (1.0 + np.exp(-x))


@pytest.mark.parametrize("settings", [{}, {"symmetric": False}, SEVERAL], ids=str)
def test_the_kernel_computes_what_the_equations_say(settings) -> None:
    network = pw.Network(chess.features("centre"), hidden=5, seed=3, **settings)
    for text in (ROOK_UP, str(chess.start()), "r3k3/8/8/3p4/8/2N5/8/4K3 b - - 0 1"):
        position = chess.position(text)
        value, chances = reference(network, position)
        assert network.kernel.real_value(position.kernel) == pytest.approx(value, rel=1e-12)
        assert network.predictions(position) == pytest.approx(chances, rel=1e-12)
        sign = 1 if position.turn == "first" else -1
        assert network.value(position) == sign * round(1000 * value)
        counts = pw.Linear(network.features, [0.0] * 6).gradient(position)
        plain = network.shape.real_value(counts, network.weights)
        assert plain == pytest.approx(value, rel=1e-12)


@pytest.mark.parametrize("settings", [{}, {"symmetric": False}, SEVERAL], ids=str)
def test_gradients_are_those_of_finite_differences(settings) -> None:
    network = pw.Network(material, hidden=3, seed=5, **settings)
    position = chess.position(ROOK_UP)

    def seen(ask, i, step=1e-5):
        up, down = (network.weights + s * np.eye(len(network.weights))[i] for s in (step, -step))
        return (ask(network.with_weights(up)) - ask(network.with_weights(down))) / (2 * step)

    told = network.gradient(position)
    by_hand = [seen(lambda n: n.kernel.real_value(position.kernel), i) for i in range(len(told))]
    assert told == pytest.approx(by_hand, rel=1e-6, abs=1e-9)
    for number, name in enumerate(network.outputs):
        told = network.gradient(position, output=name)
        by_hand = [seen(lambda n: n.predictions(position)[number], i) for i in range(len(told))]  # noqa: B023
        assert told == pytest.approx(by_hand, rel=1e-6, abs=1e-9)
        assert np.array_equal(told, network.gradient(position, output=number))


def test_log_odds_squashed_are_the_prediction() -> None:
    """So learning needs to know nothing of networks: value and gradient stand for Linear's."""
    network = pw.Network(material, hidden=4, seed=2)
    position = chess.position(ROOK_UP)
    z = network.kernel.real_value(position.kernel)
    assert pw.Logistic().predict([z])[0] == pytest.approx(network.predictions(position)[0])
    slope = pw.Logistic().slope([z])[0]
    assert slope * network.gradient(position) == pytest.approx(
        network.gradient(position, output="chance")
    )


def test_a_network_travels_by_pickle_and_by_file(tmp_path: Path) -> None:
    network = pw.Network(material, hidden=4, seed=2, **SEVERAL)
    position = chess.position(ROOK_UP)
    again = pickle.loads(pickle.dumps(network.kernel))
    assert again.value(position.kernel) == network.value(position)
    file = network.as_weights().save(tmp_path / "network.json")
    stored = json.loads(file.read_text())
    assert stored["evaluation"] == ("network:hidden=4,outputs=win/gammon/lost,points=2.0/1.0/-1.0")
    read = pw.Weights.load(file)
    assert read.as_evaluation().value(position) == network.value(position)
    assert read.as_evaluation().objective == "points"
    assert evaluation_of(str(file)).value(position.kernel) == network.value(position)
    mine = pw.Network(material, hidden=4, weights=file, **SEVERAL)
    assert np.array_equal(mine.weights, network.weights)


def test_files_of_linear_sets_are_as_they_were(tmp_path: Path) -> None:
    file = resolve("chess/standard").save(tmp_path / "standard.json")
    assert "evaluation" not in json.loads(file.read_text())
    assert "evaluation" not in LearnConfig().as_dict()


def test_a_network_of_another_shape_is_refused(tmp_path: Path) -> None:
    file = pw.Network(material, hidden=4).as_weights().save(tmp_path / "four.json")
    with pytest.raises(pw.BadSetting, match=r"network:hidden=4.*not for.*network:hidden=8"):
        pw.Network(material, hidden=8, weights=file)
    with pytest.raises(pw.BadSetting, match="network:hidden=4"):
        pw.Linear(material, file)
    with pytest.raises(pw.BadSetting, match=r"weights of a network:hidden=4, not of a linear"):
        LearnConfig(start=file)
    with pytest.raises(pw.BadSetting, match=r"hidden=4, not of a network:hidden=8"):
        LearnConfig(evaluation="network:8", start=file)
    assert LearnConfig(evaluation="network:4", start=file).start == tuple(resolve(file).values)
    body = json.loads(file.read_text())
    body["evaluation"] = "network:hidden=5"
    del body["sha256"]
    from plywise.evaluation.weights_file import checksum

    file.write_text(json.dumps({"sha256": checksum(body), **body}))
    with pytest.raises(pw.BadInput, match=r"28 weights given, but network:hidden=5 over"):
        pw.Weights.load(file)


@pytest.mark.parametrize(
    ("given", "told"),
    [
        ({"hidden": 0}, "hidden=0"),
        ({"hidden": 2.5}, "hidden=2.5"),
        ({"outputs": ("win", "lost")}, "how many points"),
        ({"outputs": ("win", "win"), "objective": {"win": 1}}, "'win' is no name"),
        ({"outputs": ("win",), "objective": {"lost": 1}}, "for each of the outputs win"),
        ({"objective": "mate"}, "objective='mate'"),
        ({"objective": {"chance": math.inf}}, "give each a number"),
        ({"symmetric": "perhaps"}, "symmetric='perhaps'"),
        ({"weights": [1.0, 2.0]}, "2 weights given"),
        ({"weights": [math.nan] * 56}, "h1.pawn"),
        ({"seed": -1}, "seed=-1"),
    ],
    ids=str,
)
def test_what_no_network_can_be_is_refused(given, told) -> None:
    with pytest.raises(pw.BadInput, match=told):
        pw.Network(material, **given)


@pytest.mark.parametrize("text", ["network:0", "network:x", "network:hidden=2,deep=1", "linear:3"])
def test_a_shape_that_is_none_is_refused(text: str) -> None:
    with pytest.raises(pw.BadInput):
        shape(text)


@pytest.mark.parametrize(
    "one",
    [
        NetworkShape(hidden=3),
        NetworkShape(hidden=3, symmetric=False),
        NetworkShape(hidden=2, outputs=("win", "lost"), points=(1.0, -0.5)),
        NetworkShape(hidden=2, outputs=("win", "lost"), points=(1.0, -0.5), symmetric=True),
    ],
    ids=str,
)
def test_the_text_of_a_shape_leads_back_to_it_and_the_kernel_names_its_weights(one) -> None:
    assert shape(str(one)) == one
    made = one.evaluation(material, one.starts(material, 1), 1000)
    assert tuple(made.kernel.names) == one.names(material)
    assert tuple(made.kernel.outputs) == one.outputs


def test_a_network_plays_and_is_shown_what_one_more_is_worth() -> None:
    network = pw.Network(material, hidden=6, seed=4)
    assert player(network).name == "network"
    found = pw.match(network, "chess/ones", games=4, depth=1, seed=1)
    assert found.games == 4
    assert found.settings["a"]["evaluation"] == "network:hidden=6"
    worth = network.as_weights().as_linear()
    for name, value in worth.as_dict().items():
        counts = [float(name == other) for other in material.names]
        assert value == pytest.approx(network.shape.real_value(counts, network.weights))


def test_networks_search_alike_in_kernel_and_plain_python() -> None:
    from plywise.searching.reference import alpha_beta

    network = pw.Network(chess.features("centre"), hidden=3, seed=9)
    position = chess.position("r3k3/8/8/3p4/8/2N5/8/4K3 b - - 0 1")
    found = pw.search(position, network, pw.AlphaBeta(depth=3, history_draws=False))
    plain = alpha_beta(position, network, 3, history_draws=False)
    assert found.value == plain.value
    chosen = pw.search(position, network, pw.UCT(nodes=300))
    assert chosen.move in position.moves


def test_a_run_of_a_network_goes_on_to_the_bit(tmp_path: Path) -> None:
    settings = {"evaluation": "network:3", "search": {"depth": 1}, "gate_every": 0, "seed": 5}
    whole = pw.learn("chess", games=8, **settings)
    pw.learn("chess", games=5, out=tmp_path / "run", **settings)
    again = pw.learn("chess", games=8, out=tmp_path / "run", resume=True, **settings)
    assert again.weights == whole.weights
    assert pw.load(tmp_path / "run").as_weights().evaluation == "network:hidden=3"
    with pytest.raises(pw.BadSetting, match="evaluation"):
        pw.learn("chess", games=9, out=tmp_path / "run", resume=True,
                 **{**settings, "evaluation": "network:4"})  # fmt: skip


def test_the_start_of_a_network_comes_from_the_seed() -> None:
    one, same, other = (LearnConfig(evaluation="network:4", seed=seed).start for seed in (1, 1, 2))
    assert one == same != other
    assert len(one) == len(LearnConfig(evaluation="network:4").weight_names) == 28


def test_a_network_learns_tic_tac_toe(tmp_path: Path) -> None:
    """A few hundred games beat the start: features and rules are Python's, the network is not."""
    run = pw.learn("tic-tac-toe", evaluation="network:4", search={"depth": 1}, games=150,
                   gate_every=0, seed=1)  # fmt: skip
    start = pw.Weights(game="tic-tac-toe", features=run.config.features, values=run.config.start,
                       evaluation=run.config.evaluation)  # fmt: skip
    found = pw.match(run, start, games=100, depth=1, seed=1)
    low, _ = found.score_interval
    assert low > 0.5, str(found)


def test_features_in_python_are_counted_by_a_network_too() -> None:
    @pw.feature(chess)
    def bishop_pair(position, side):
        return position.count("bishop", side) >= 2

    features = chess.features("material", bishop_pair)
    network = pw.Network(features, hidden=2, seed=1)
    assert network.names[5] == "h1.bishop_pair"
    assert network.kernel.features == "material+bishop_pair"
    two_bishops = chess.position("4k3/8/8/8/8/8/8/2B1KB2 w - - 0 1")
    value, _ = reference(network, two_bishops)
    assert network.value(two_bishops) == round(1000 * value)
    run = pw.learn(
        "chess", features=features, evaluation="network:2", search={"depth": 1}, games=2,
        gate_every=0, max_plies=20,
    )  # fmt: skip
    assert len(run.weights) == 16


def test_the_kernel_refuses_an_output_that_is_not_there() -> None:
    network = pw.Network(material)
    with pytest.raises(pw.BadInput, match="output 1"):
        network.kernel.prediction_gradient(chess.start().kernel, 1)
    with pytest.raises(pw.UnknownName, match="gammon"):
        network.gradient(chess.start(), output="gammon")


def test_a_network_over_stages_is_judged_by_the_stage_at_its_root() -> None:
    network = pw.Network(chess.features("stages"), hidden=3, seed=2)
    ending, start = chess.position(ROOK_UP), chess.start()
    here, there = network.predictions(ending), network.predictions(ending, root=start)
    assert here.tolist() != there.tolist()
    inputs = len(chess.features("stages")) + 1
    moved = network.gradient(ending, root=start)[: 3 * inputs].reshape(3, inputs)
    opening = [name.startswith("opening.") for name in chess.features("stages").names]
    assert np.all(moved[:, :-1][:, ~np.array(opening)] == 0.0)
    assert np.any(moved[:, :-1][:, opening] != 0.0)
