"""Spike generators as files: whole or refused, and what they expect of a position."""

import json
import math

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from plywise.errors import BadInput, BadSetting, DamagedFile
from plywise.selective import Distribution
from plywise.selective.decision_tree import DecisionTree, Leaf, Split
from plywise.selective.generator import digest, load, resolve, save
from plywise.selective.generator_kinds import Constant, HandMade, NetworkSpikes, Tree

CHESS = {"game": "chess", "features": "material"}
TREE = Tree(
    **CHESS,
    relative=True,
    nodes=Tree.nodes_of(
        DecisionTree((
            Split(1, 0.5, 1, 2),
            Leaf(Distribution((1.0, -1.0), (0.5, 0.5))),
            Leaf(Distribution.certain(3.0)),
        ))
    ),
)  # fmt: skip
LAYERS = [
    {"weights": [[1.0, 0.0], [0.0, -2.0]], "bias": [0.0, 0.5]},
    {"weights": [[1.0, 1.0], [0.0, -1.0], [2.0, 0.0]], "bias": [0.0, 1.0, -0.25]},
]
NETWORK = NetworkSpikes(
    **CHESS, outputs="heights", locations=[2.0, 0.0, -1.0], layers=LAYERS, spikes=2,
    input={"offset": [1.0, 0.0], "scale": [0.5, 1.0]}, made_by={"seed": 3},
)  # fmt: skip
ALL = [
    HandMade(**CHESS, extreme_mass=0.25),
    Constant(**CHESS, distribution=((0.1, 0.25), (-0.1, 0.75)), relative=True, limits=(-1, 1)),
    TREE,
    NETWORK,
]


@pytest.mark.parametrize("generator", ALL, ids=lambda one: one.kind)
def test_a_generator_comes_back_from_its_file_as_it_was(generator, tmp_path):
    path = save(generator, tmp_path / "spikes.json")
    assert load(path) == generator
    assert resolve(path, game="chess") == generator


def test_the_file_is_what_the_kernel_reads(tmp_path):
    fields = json.loads(save(TREE, tmp_path / "tree.json").read_text())
    assert fields["format"] == "plywise spikes 1"
    assert fields["nodes"][0] == {"feature": 1, "threshold": 0.5, "low": 1, "high": 2}
    assert fields["nodes"][1] == {"distribution": [[1.0, 0.5], [-1.0, 0.5]]}


def test_every_truncation_of_a_file_is_refused(tmp_path):
    path = save(TREE, tmp_path / "tree.json")
    data = path.read_bytes()
    for length in range(len(data)):
        path.write_bytes(data[:length])
        with pytest.raises(DamagedFile, match=r"tree\.json"):
            load(path)


def test_every_changed_digit_of_a_file_is_refused(tmp_path):
    path = save(TREE, tmp_path / "tree.json")
    text = path.read_text()
    for place, letter in enumerate(text):
        if letter.isdigit():
            path.write_text(f"{text[:place]}{9 - int(letter)}{text[place + 1 :]}")
            with pytest.raises(BadInput, match=r"tree\.json"):
                load(path)


@pytest.mark.parametrize(
    ("changes", "told"),
    [
        ({"format": "plywise-weights-1"}, "format"),
        ({"kind": "oracle"}, "kind|oracle"),
        ({"spikes": 0}, "spikes"),
        ({"limits": [1.0, 0.0]}, "the first must be lower"),
        ({"limits": [0.0, math.nan]}, "limits"),
        ({"colour": "red"}, "colour"),
        ({"locations": [2.0, 0.0]}, "2 locations for 3 heights"),
        ({"outputs": "pairs"}, "no pairs"),
        ({"layers": [LAYERS[1], LAYERS[1]]}, "a layer sees 2 numbers, but there are 3"),
        ({"layers": [{"weights": [[1.0], [1.0, 2.0]], "bias": [0.0, 0.0]}]}, "lengths"),
        ({"input": {"offset": [1.0], "scale": [1.0]}}, "1 offsets"),
    ],
)
def test_a_file_with_a_wrong_field_says_which(changes, told, tmp_path):
    fields = json.loads(save(NETWORK, tmp_path / "net.json").read_text()) | changes
    del fields["sha256"]
    (tmp_path / "net.json").write_text(json.dumps(fields))
    with pytest.raises(DamagedFile, match=told):
        load(tmp_path / "net.json")


@pytest.mark.parametrize("node", [0, 3, -1])
def test_a_tree_that_would_never_end_is_refused(node, tmp_path):
    nodes = [{"feature": 0, "threshold": 0, "low": 1, "high": node},
             *({"distribution": [[0.0, 1.0]]} for _ in range(2))]  # fmt: skip
    with pytest.raises(BadSetting, match=f"leads to {node}"):
        Tree(**CHESS, nodes=nodes)


@pytest.mark.parametrize("text", ["", "[]", "7", "{}", "null", "[" * 20_000, '{"sha256": 1}'])
def test_something_else_than_a_generator_is_refused(text, tmp_path):
    (tmp_path / "x.json").write_text(text)
    with pytest.raises(DamagedFile, match=r"x\.json"):
        load(tmp_path / "x.json")


def test_a_file_written_by_hand_needs_no_checksum(tmp_path):
    fields = {"format": "plywise spikes 1", "kind": "constant", **CHESS,
              "distribution": [[0.0, 1.0]]}  # fmt: skip
    (tmp_path / "own.json").write_text(json.dumps(fields))
    assert load(tmp_path / "own.json").distribution([], 5.0) == Distribution.certain(0.0)
    (tmp_path / "own.json").write_text(json.dumps(fields | {"sha256": digest({})}))
    with pytest.raises(DamagedFile, match="checksum"):
        load(tmp_path / "own.json")


def test_a_missing_file_or_another_game_is_bad_input(tmp_path):
    for missing in (tmp_path / "nothing.json", tmp_path, "x" * 5000, "a\0b"):
        with pytest.raises(BadInput, match="plywise spikes"):
            resolve(missing)
    with pytest.raises(BadInput, match="for chess, not for shogi"):
        resolve(TREE, game="shogi")


@settings(deadline=None)
@given(st.floats(-0.7, 0.7), st.floats(0, 1))
def test_hand_made_spikes_have_the_value_as_their_mean(value, finishing):
    found = ALL[0].distribution([], value, finishing=finishing)
    assert found.mean == pytest.approx(min(max(value, -0.5), 0.5), abs=1e-9)


def test_the_extremes_weigh_more_towards_the_end():
    early, late = (ALL[0].distribution([], 0.0, finishing=mass) for mass in (0.0, 1.0))
    assert early.locations == (0.25, 0.0, -0.25)
    assert late.locations == (0.5, -0.5)
    assert ALL[0].distribution([], 0.0).heights[0] == 0.125


def test_a_tree_asks_its_questions_and_adds_the_value():
    assert TREE.distribution([0.0, 0.5], 1.0) == Distribution.certain(4.0)
    assert TREE.distribution([0.0, 0.4], 1.0).locations == (2.0, 0.0)
    with pytest.raises(BadInput, match="1 counts"):
        TREE.distribution([0.0], 1.0)


def test_a_network_by_hand():
    def sigmoid(x):
        return 1.0 / (1.0 + math.exp(-x))

    # Counts 3, 1 → inputs 1, 1 → hidden σ(1), σ(−1.5) → three heights, of which the two lower
    # locations are one cluster.
    a, b = sigmoid(1.0), sigmoid(-1.5)
    heights = [a + b, 1.0 - b, 2.0 * a - 0.25]
    found = NETWORK.distribution([3.0, 1.0], 9.0)
    total = sum(heights)
    assert found.heights == pytest.approx((heights[0] / total, sum(heights[1:]) / total))
    assert found.locations == pytest.approx((2.0, -heights[2] / sum(heights[1:])))


def test_heights_below_zero_are_none_and_all_below_zero_count_alike():
    layer = {"weights": [[1.0], [-1.0]], "bias": [0.0, 0.0]}
    net = NetworkSpikes(**CHESS, outputs="heights", locations=[1.0, 0.0], layers=[layer])
    assert net.distribution([2.0], 0.0) == Distribution.certain(1.0)
    assert net.distribution([0.0], 0.0) == Distribution((1.0, 0.0), (0.5, 0.5))


def test_pairs_are_height_and_location_in_turn():
    layer = {"weights": [[0.0]] * 4, "bias": [0.25, -3.0, 0.75, 4.0]}
    net = NetworkSpikes(**CHESS, outputs="pairs", layers=[layer])
    assert net.distribution([1.0], 0.0) == Distribution((4.0, -3.0), (0.75, 0.25))


def test_the_second_player_may_have_a_network_of_his_own():
    def body(location):
        return {"outputs": "heights", "locations": [location],
                "layers": [{"weights": [[0.0]], "bias": [1.0]}]}  # fmt: skip

    net = NetworkSpikes(**CHESS, **body(1.0), second=body(-1.0))
    assert net.distribution([0.0], 0.0).mean == 1.0
    assert net.distribution([0.0], 0.0, second=True).mean == -1.0


def test_the_second_player_sees_counts_turned_round_but_for_his_own_network():
    def body(weight):
        return {"outputs": "pairs", "layers": [{"weights": [[0.0], [weight]], "bias": [1.0, 0.0]}]}

    one = NetworkSpikes(**CHESS, **body(2.0))
    assert (one.distribution([3.0], 0.0).mean, one.distribution([3.0], 0.0, second=True).mean) == (
        6.0,
        -6.0,
    )
    two = NetworkSpikes(**CHESS, **body(2.0), second=body(5.0))
    assert two.distribution([3.0], 0.0, second=True).mean == 15.0
    assert TREE.distribution([0.0, -2.0], 0.0, second=True) == Distribution.certain(3.0)


def test_a_network_wants_its_own_number_of_counts():
    net = NetworkSpikes(**CHESS, outputs="heights", locations=[1.0],
                        layers=[{"weights": [[0.0]], "bias": [1.0]}])  # fmt: skip
    with pytest.raises(BadInput, match="2 counts for a network that sees 1"):
        net.distribution([0.0, 0.0], 0.0)


def test_limits_hold_for_every_kind():
    high = Constant(**CHESS, distribution=((1.0, 0.5), (0.0, 0.5)), relative=True, limits=(0, 1))
    assert high.distribution([], 0.25).locations == pytest.approx((1.0, 0.5))
