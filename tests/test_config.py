"""Settings: every mistake at once, with its value; TOML both ways."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from plywise.checks import brief
from plywise.errors import BadSetting, DamagedFile
from plywise.learning.config import LearnConfig
from plywise.learning.step_size import DeltaBarDelta, TemporalCoherence
from plywise.learning.td import TDDirected, TDLeaf
from plywise.searching.settings import AlphaBeta, RandomPlay

BAD: dict[str, list[Any]] = {
    "game": ["ches", 3, ""],
    "features": ["materiel", None],
    "evaluation": ["netwrok:8", "network:0", "network:x", "linear:2", 8, None],
    "start": [
        "chess/standart",
        [1.0, 2.0],
        [1.0] * 4 + [float("nan")],
        ["one"] * 5,
        {"pawn": 1.0},
        5,
        "x" * 5000,
    ],
    "games": [0, -1, 1.5, "many"],
    "seed": [-1, 1 << 63, 0.5],
    "lag": [0, -4, 2000],
    "batch": [0],
    "minutes": [0, -1.0, float("inf")],
    "rules": ["uscf"],
    "max_plies": [0],
    "adjudication": ["win", None],
    "ballot": [-1, 41, 1.5],
    "gate_every": [-1],
    "gate_games": [0, 3],
    "gate_depth": [-1],
    "scale": [0],
    "rule": [
        "tdlief",
        {"name": "tdleaf", "trace_decay": 2},
        {"trace_decay": True},
        {"trace": 0.5},
        {"frozen": ["pwan"]},
        {"frozen": [5]},
        {"frozen": [0.5]},
        {"learn_steepness": "yes"},
        {"squash": 3},
        7,
    ],
    "step_size": [
        "coherense",
        "coherence:d=1",
        {"name": "fixed", "step": -1},
        {"name": "fixed", "step": True},
        -0.5,
        True,
    ],
    "search": [
        "alphabet",
        {"kind": "alpha-beta", "depth": -1},
        {"kind": 3},
        {"depth": 2.5},
        {"depth": "4"},
        {"table_entries": 1.5},
        {"quiescence": "no"},
        {"movetime": 100},
        {"deepness": 3},
        4,
    ],
    "deepen": [[300, 100], [0], "x", 7],
    "opponents": [
        "chess/standart",
        "stokfish:nodes=10",
        ["chess/standard", "self"],
        {"players": ["chess/standard"], "choice": "near"},
        {"players": ["chess/standard"], "chance": 1},
        7,
    ],
    "openings": ["nowhere.epd", {"file": 3}, {"book": "x"}, 7],
    "handed": ["perhaps", 7],
}


@pytest.mark.parametrize(
    ("field", "value"),
    [(field, value) for field, values in BAD.items() for value in values],
    ids=lambda part: repr(part),
)
def test_a_bad_value_is_refused_by_name_and_value(field: str, value: Any) -> None:
    with pytest.raises(BadSetting, match=r"mistakes? in the settings") as error:
        LearnConfig(**{field: value})
    assert f"{field}" in str(error.value)
    shown = value if not isinstance(value, list) else value[-1]
    assert brief(value) in str(error.value) or repr(shown) in str(error.value)
    assert len(str(error.value)) < 2000


def test_every_setting_has_a_bad_value_above() -> None:
    assert BAD.keys() == LearnConfig.model_fields.keys()


def test_every_mistake_is_listed_at_once() -> None:
    # Without its game nothing can be said about a feature set, so the game is right here.
    bad = {field: values[0] for field, values in BAD.items() if field != "game"}
    with pytest.raises(BadSetting, match=rf"^{len(bad)} mistakes in the settings:\n") as error:
        LearnConfig(**bad)
    lines = str(error.value).splitlines()[1:]
    assert [line.split(" = ")[0].strip() for line in lines] == list(bad)


def test_every_mistake_in_a_table_is_listed_at_once() -> None:
    rule = {"name": "tdleaf", "trace_decay": 2, "results": "lose", "learnr": "first"}
    with pytest.raises(BadSetting) as error:
        LearnConfig(rule=rule)
    assert "trace_decay 2" in str(error.value)
    assert "'lose'" in str(error.value)
    assert "did you mean 'learner'" in str(error.value)


def test_settings_of_a_table_that_need_each_other_are_not_blamed() -> None:
    rule = {"name": "tdleaf", "blunders": "gains", "learner": "first", "trace_decay": 2}
    with pytest.raises(BadSetting, match="trace_decay 2") as error:
        LearnConfig(rule=rule)
    assert "without a learner" not in str(error.value)


def test_an_unknown_setting_is_refused_with_the_nearest_one() -> None:
    with pytest.raises(BadSetting, match=r"batsh = 4: .*did you mean 'batch'"):
        LearnConfig(batsh=4)


def test_names_say_what_was_probably_meant() -> None:
    with pytest.raises(
        BadSetting,
        match=r"(?s)^a mistake.*feature set .* chess 'materiel'; did you mean 'material'",
    ):
        LearnConfig(features="materiel")


@pytest.mark.parametrize(
    ("table", "hint"),
    [
        ({"search": {"deph": 3}}, "option of the search alpha-beta 'deph'; did you mean 'depth'"),
        ({"rule": {"frozen": ["pwan"]}}, "did you mean 'pawn'"),
        ({"search": {"movetime": 5}}, "depend on the machine; limit nodes or depth"),
        ({"ballot": 10, "max_plies": 10}, "not below max_plies = 10"),
    ],
)
def test_settings_that_would_fail_later_are_refused_at_once(table: Any, hint: str) -> None:
    with pytest.raises(BadSetting, match=hint):
        LearnConfig(**table)


def test_a_start_may_come_in_any_form_that_weights_have() -> None:
    numbers = (1.0, 3.0, 3.0, 5.0, 9.0)
    named = {"queen": 9, "pawn": 1, "knight": 3, "bishop": 3, "rook": 5}
    for start in ("chess/standard", list(numbers), np.array(numbers), named):
        assert LearnConfig(start=start).start == numbers


def test_settings_cannot_be_changed_afterwards() -> None:
    with pytest.raises(ValueError, match="frozen"):
        LearnConfig().games = 5


@pytest.mark.parametrize(
    "settings",
    [
        {},
        {"minutes": 2.5, "games": 7, "seed": 0, "gate_depth": 3},
        {"rule": TDDirected(trace_decay=0.7, frozen=("pawn",), results="drop")},
        {"rule": TDLeaf(trace_decay="auto", learn_steepness=True)},
        {"step_size": TemporalCoherence(c=0.3, cap=1.0)},
        {"step_size": DeltaBarDelta()},
        {"step_size": "fixed:.05"},
        {"search": AlphaBeta(depth=2, null_move=2, noise=0.1)},
        {"search": RandomPlay()},
        {"start": "chess/standard", "rules": "thesis"},
        {"start": [0.1, 0.2, 0.3, 1 / 3, 1e-17]},
    ],
)
def test_toml_gives_the_same_settings_back(settings: dict[str, Any]) -> None:
    config = LearnConfig(**settings)
    again = LearnConfig.from_toml(config.to_toml())
    assert again == config
    assert again.to_toml() == config.to_toml()
    assert again.fingerprint() == config.fingerprint()


@given(
    games=st.integers(1, 10**9),
    seed=st.integers(0, 2**63 - 1),
    start=st.lists(st.floats(-100, 100), min_size=5, max_size=5),
    minutes=st.none() | st.floats(1e-3, 1e6),
    trace_decay=st.floats(0, 1) | st.just("auto"),
)
def test_any_numbers_survive_toml(**settings: Any) -> None:
    rule = TDLeaf(trace_decay=settings.pop("trace_decay"))
    config = LearnConfig(rule=rule, **settings)
    assert LearnConfig.from_toml(config.to_toml()) == config


def test_a_named_start_is_stored_as_numbers() -> None:
    assert LearnConfig(start="chess/standard").start == (1.0, 3.0, 3.0, 5.0, 9.0)
    assert LearnConfig().start == LearnConfig(start="ones").start == (1.0,) * 5


def test_a_learnt_steepness_is_one_more_weight() -> None:
    config = LearnConfig(rule=TDLeaf(learn_steepness=True))
    assert config.names[-1] == "steepness"
    assert config.start_vector == (1.0,) * 6


def test_a_damaged_file_is_named(tmp_path: Path) -> None:
    path = tmp_path / "config.toml"
    for damage in (b"games = ", b"\xff\xfe", b'game = "chess\n'):
        path.write_bytes(damage)
        with pytest.raises(DamagedFile, match=r"config\.toml is damaged"):
            LearnConfig.load(path)
    path.write_text("games = 0\nlag = 0\n")
    with pytest.raises(BadSetting, match=r"config\.toml: 2 mistakes in the settings"):
        LearnConfig.load(path)


def test_differences_are_named_but_not_those_in_length() -> None:
    one = LearnConfig(games=10, rule=TDLeaf(trace_decay=0.9))
    two = LearnConfig(games=20, minutes=3, lag=2, rule=TDLeaf(trace_decay=0.8))
    assert one.differences(LearnConfig(games=20, minutes=3, rule=TDLeaf(trace_decay=0.9))) == []
    assert one.differences(two) == ["lag = 4, not 2", "rule.trace_decay = 0.9, not 0.8"]


def test_a_setting_called_self_is_a_mistake_like_any_other(tmp_path: Path) -> None:
    (tmp_path / "config.toml").write_text("self = 1\n")
    with pytest.raises(BadSetting, match="unknown setting 'self'"):
        LearnConfig.load(tmp_path / "config.toml")


@pytest.mark.parametrize(
    ("settings", "named"),
    [
        (
            {"evaluation": "board:4", "step_size": "least-squares"},
            ["evaluation = 'board:hidden=4'", "step_size = 'least-squares'"],
        ),
        ({"handed": True, "opponents": "own"}, ["opponents = ['chess/standard@", "'self'"]),
        ({"handed": True, "lag": 4}, ["lag = 4"]),
        ({"rule": TDLeaf(learner="own")}, ["rule.learner = 'own'", "opponents = 'self'"]),
    ],
)
def test_settings_that_do_not_fit_together_are_named_with_their_values(
    settings: dict[str, Any], named: list[str]
) -> None:
    with pytest.raises(BadSetting, match=r"^a mistake in the settings:\n  \w") as error:
        LearnConfig(**settings)
    assert all(words in str(error.value) for words in named)
    assert "{" not in str(error.value)


def test_an_evaluation_that_cannot_stand_beside_the_features_is_one_mistake() -> None:
    with pytest.raises(BadSetting, match=r"^a mistake in the settings:\n  evaluation = 'board:3'"):
        LearnConfig(game="shogi", evaluation="board:3")


def test_long_values_are_cut_short_with_their_length() -> None:
    with pytest.raises(BadSetting, match=r"start = \[1\.0, .*… \(999 in all\)\]: 999 num") as error:
        LearnConfig(features="rich", start=[1.0] * 999)
    assert len(str(error.value)) < 600


def test_the_features_that_differ_are_named_and_not_the_start_that_goes_with_them() -> None:
    rings, rich = LearnConfig(features="ranks-rings"), LearnConfig(features="rich")
    told = rings.differences(rich)
    assert told[0] == "features = 'ranks-rings', not 'rich'"
    assert not any(line.startswith("start") for line in told)
    linear, board = LearnConfig(), LearnConfig(evaluation="board:4")
    assert linear.differences(board)[0] == "evaluation = 'linear', not 'board:hidden=4'"


def test_starts_that_differ_late_are_told_apart() -> None:
    start = LearnConfig(features="rich").start
    other = LearnConfig(features="rich", start=(*start[:-1], 0.25))
    told = LearnConfig(features="rich").differences(other)
    assert len(told) == 1
    assert told[0].endswith("not one with 0.25 in place 1006 of 1006")
    assert len(told[0]) < 200
