"""Gates: whom they are played against in turn, and what they say of a run that gets worse."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import small_runs
from plywise.cli.live import answer
from plywise.distributed import threads
from plywise.learning.config import LearnConfig
from plywise.learning.gate import GateKeeper
from plywise.learning.lines import Gate, read_gates, worse_gates
from plywise.runs.run import load
from plywise.runs.trainer import Trainer

GOOD, BAD = np.array([1.0, 3.0, 3.0, 5.0, 9.0]), np.array([-1.0, -3.0, -3.0, -5.0, -9.0])
FIGURES: dict[str, Any] = {
    "games": 40, "wins": 20, "draws": 0, "losses": 20, "depth": 1, "seconds": 1.0,
}  # fmt: skip


def gates(weights: list[Any], games: int = 20) -> list[Gate]:
    """The gates of a run that had these weights, one after each game."""
    config = small_runs.small(gate_every=1, gate_games=games, max_plies=120)
    keeper, found = GateKeeper(config), []
    with threads(2) as workers:
        for game, vector in enumerate(weights, start=1):
            keeper.note(vector)
            found.append(keeper.play(game, workers))
            keeper.close(found[-1])
            again = GateKeeper(config)
            again.restore(json.loads(json.dumps(keeper.state())))
            keeper = again
    return found


def test_gates_take_turns_at_their_opponents() -> None:
    run = small_runs.play(small_runs.small(games=24, gate_every=2, gate_games=2))
    assert [gate.against for gate in run.gates] == [
        "start", "game 2", "chess/standard", "start", "game 4", "chess/standard",
        "start", "game 8", "chess/standard", "start", "game 8", "chess/standard",
    ]  # fmt: skip
    assert {gate.kind for gate in run.gates} == {"start", "earlier", "published"}


@pytest.mark.parametrize(
    "settings", [{"start": "chess/standard"}, {"game": "connect-four", "rule": "tdleaf"}]
)
def test_without_published_values_of_its_own_there_are_two_opponents(settings: Any) -> None:
    config = LearnConfig(
        search={"depth": 1}, games=8, gate_every=2, gate_games=2, max_plies=30, **settings
    )
    run = small_runs.play(config)
    assert [gate.against for gate in run.gates] == ["start", "game 2", "start", "game 4"]


def test_a_run_that_gets_worse_says_so_against_itself() -> None:
    better, worse = gates([GOOD, GOOD]), gates([GOOD, BAD])
    assert [gate.worse for gate in better] == [False, False]
    assert [gate.worse for gate in worse] == [False, True]
    assert worse[1].against == "game 1"
    assert worse[1].high < 0.5


def test_a_run_that_gets_worse_says_so_against_published_values() -> None:
    found = gates([GOOD * 1.1] * 5 + [BAD], games=60)
    assert [gate.against for gate in found][2::3] == ["chess/standard"] * 2
    assert [gate.worse for gate in found] == [False] * 5 + [True]
    assert found[2].low > found[5].high


def test_weak_weights_are_not_worse_than_what_they_never_were() -> None:
    """Below the published values from the first to the last: weak, but it did not get worse."""
    found = gates([np.ones(5) * 0.1] * 3)
    assert found[2].kind == "published"
    assert found[2].high < 0.5
    assert not found[2].worse


def test_the_first_gate_is_the_one_of_before(tmp_path: Path) -> None:
    """As plywise 0.1.0 wrote it in the run that the tests keep."""
    old = read_gates(Path(__file__).parent / "old_runs/weights_in_metrics/gates.jsonl")
    settings = {"games": 3, "batch": 3, "ballot": 2, "gate_every": 3, "gate_games": 2}
    now = small_runs.play(small_runs.small(**settings), tmp_path).gates
    assert replace(now[0], seconds=0.0) == replace(old[0], seconds=0.0)


def test_a_later_gate_of_the_kind_takes_it_back() -> None:
    one = Gate(game=1, score=0.2, low=0.1, high=0.3, worse=True, **FIGURES)
    other = replace(one, game=2, against="chess/standard", worse=False)
    assert worse_gates([one, other]) == [one]
    assert worse_gates([one, other, replace(one, game=3, worse=False)]) == []


def test_an_old_gate_below_a_half_says_that_the_run_got_worse(tmp_path: Path) -> None:
    path = tmp_path / "gates.jsonl"
    line = {"game": 100, "score": 0.2, "low": 0.1, "high": 0.3, **FIGURES}
    path.write_text(json.dumps(line) + "\n" + json.dumps(line | {"high": 0.6}) + "\n")
    assert [(gate.against, gate.worse) for gate in read_gates(path)] == [
        ("start", True),
        ("start", False),
    ]


def test_the_answer_names_the_opponent_and_the_change() -> None:
    gate = Gate(game=800, score=0.5, low=0.4, high=0.6, **FIGURES)
    earlier = replace(gate, against="game 400")
    assert answer(gate) == "not certain yet: 50 % against its start (+20 =0 -20) after game 800"
    assert answer(replace(earlier, worse=True)).startswith("it got worse: 50 % against itself at")
    published = replace(gate, against="chess/standard")
    assert answer(published).startswith("50 % against chess/standard")
    assert answer(replace(published, worse=True)).startswith("it got worse: 50 % against chess/")


def test_a_run_that_was_ruined_says_so_at_its_end_and_in_json(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    from plywise.cli.app import app

    taken = GateKeeper.close

    def ruined(keeper: GateKeeper, gate: Gate) -> None:
        taken(keeper, gate)
        keeper.note = lambda weights: GateKeeper.note(keeper, -9.0 * np.abs(weights))  # type: ignore[method-assign]

    monkeypatch.setattr(GateKeeper, "close", ruined)
    words = ["learn", "chess", "--depth", "1", "--games", "20", "--gate-every", "10", "--json"]
    app([*words, "--seed", "3", "--out", str(tmp_path / "run")], standalone_mode=False)
    told = capsys.readouterr()
    assert "it got worse: " in told.err
    assert "a smaller --lag may help" in told.err
    found = json.loads(told.out)
    assert found["got_worse"] is True
    assert [gate["worse"] for gate in found["gates"]] == [False, True]
    assert json.loads((tmp_path / "run" / "gates.jsonl").read_text().splitlines()[1])["worse"]
    pytest.importorskip("matplotlib", reason="needs the extra report")
    from plywise.report import write

    page = write(load(tmp_path / "run"), tmp_path / "report")[0].read_text()
    assert "The run got worse: " in page


def test_gates_are_the_same_after_a_resume(tmp_path: Path) -> None:
    config = small_runs.small(games=12, gate_every=2, gate_games=4)
    small_runs.play(config, tmp_path / "once")
    trainer = Trainer(config, tmp_path / "pieces", workers=1)
    for _ in range(4):
        trainer.run(games=3)
    assert small_runs.traces(tmp_path / "pieces") == small_runs.traces(tmp_path / "once")
