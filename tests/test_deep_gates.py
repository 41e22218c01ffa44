"""Gates deeper than a run's own search, and what is said where a gain does not survive depth."""

import json
from dataclasses import asdict
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

import plywise as pw
from plywise.cli.app import app
from plywise.cli.live import answer
from plywise.learning.config import LearnConfig
from plywise.learning.gate import GateKeeper
from plywise.learning.lines import Gate, fading_gates


def _gate(**more: Any) -> Gate:
    figures: dict[str, Any] = {
        "game": 500, "games": 40, "wins": 10, "draws": 4, "losses": 26, "score": 0.3, "low": 0.2,
        "high": 0.42, "depth": 3, "seconds": 1.0,
    }  # fmt: skip
    return Gate(**{**figures, **more})


@pytest.mark.parametrize(
    ("settings", "depth"),
    [
        ({"features": "material", "search": {"depth": 4}}, 2),
        ({"features": "tapered"}, 3),
        ({"features": "tapered", "search": {"depth": 3}}, 4),
        ({"features": "tapered", "search": {"depth": 6}}, 2),
        ({"features": "tapered", "gate_depth": 1}, 1),
    ],
)
def test_gates_of_phases_are_deeper_than_the_runs_own_search(
    settings: dict[str, Any], depth: int
) -> None:
    assert GateKeeper(LearnConfig(**settings)).depth == depth


def test_sets_with_phases_learn_by_many_shallow_games() -> None:
    config = LearnConfig(features="tapered")
    assert isinstance(config.search, pw.AlphaBeta)
    assert (config.search.depth, config.games, config.gate_every) == (2, 4000, 500)
    deeper = LearnConfig(features="tapered", search={"depth": 3}, games=20)
    assert isinstance(deeper.search, pw.AlphaBeta)
    assert (deeper.search.depth, deeper.games) == (3, 20)


def test_a_gain_that_does_not_survive_depth_is_said() -> None:
    fading = _gate(own_depth=(0.57, 0.52, 0.62))
    assert fading.fades
    told = "what it gained does not survive depth: 30 % against its start (+10 =4 -26) after game"
    assert answer(fading) == f"{told} 500, at depth 3; by its own search 57 %"
    assert fading_gates([fading]) == [fading]
    assert not _gate(own_depth=(0.57, 0.49, 0.65)).fades, "not sure to be better by its own search"
    both = _gate(score=0.56, low=0.51, high=0.61, own_depth=(0.57, 0.52, 0.62))
    assert not both.fades
    assert fading_gates([fading, both]) == []


def test_a_gate_plays_both_searches_and_is_read_back(tmp_path: Path) -> None:
    run = pw.learn("chess", features="tapered", games=4, gate_every=4, gate_games=2, max_plies=40,
                   search={"depth": 1}, out=tmp_path / "run")  # fmt: skip
    (gate,) = run.gates
    assert gate.depth == 2
    assert gate.own_depth is not None
    line = json.loads((tmp_path / "run" / "gates.jsonl").read_text())
    assert Gate.parse(line) == gate
    assert Gate.parse({k: v for k, v in line.items() if k != "own_depth"}).own_depth is None
    assert asdict(gate)["points"] is None


def test_the_command_line_chooses_the_depth_of_gates_and_resuming_keeps_it(tmp_path: Path) -> None:
    run = tmp_path / "run"
    learn = ["learn", "chess", "--max-plies", "20", "--out", str(run)]
    chosen = ["--depth", "1", "--games", "2", "--gate-every", "2", "--gate-depth", "0"]
    assert CliRunner().invoke(app, [*learn, *chosen]).exit_code == 0
    assert pw.load(run).config.gate_depth == 0
    assert CliRunner().invoke(app, [*learn, "--games", "4", "--resume"]).exit_code == 0
    assert [gate.depth for gate in pw.load(run).gates] == [0, 0]
    other = CliRunner().invoke(app, [*learn, "--games", "4", "--gate-depth", "2", "--resume"])
    assert other.exit_code == 2
    assert "gate_depth = 0, not 2" in other.stderr


def test_gates_at_any_depth_learn_the_same(tmp_path: Path) -> None:
    settings: dict[str, Any] = {
        "games": 4, "gate_every": 2, "gate_games": 2, "max_plies": 20, "search": {"depth": 1},
    }  # fmt: skip
    usual, deep = (pw.learn("chess", gate_depth=depth, **settings) for depth in (None, 2))
    assert usual.weights == deep.weights
