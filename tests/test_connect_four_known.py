"""Solved positions of Connect Four: made again to the bit, and a measure of what was learnt."""

import json
import re
import subprocess
import sys
from dataclasses import asdict
from pathlib import Path

import pytest
from typer.testing import CliRunner

import plywise as pw
from deeper import deeper
from plywise.cli.app import app
from plywise.games.connect_four_solver import solve
from plywise.play.connect_four import known_positions as known
from plywise.play.connect_four.accuracy import accuracy
from plywise.play.connect_four.known_positions import KnownPosition

GAME = pw.game("connect-four")
SCRIPT = Path(__file__).resolve().parents[1] / "benchmarks" / "connect_four_positions.py"
KNOWN = known.known_positions()


def test_the_first_known_positions_are_made_again_to_the_bit() -> None:
    made = subprocess.run(
        [sys.executable, str(SCRIPT), "--positions", "5"],
        capture_output=True, text=True, check=True,
    )  # fmt: skip
    lines = [line for line in made.stdout.splitlines() if not line.startswith("#")]
    assert lines == [known.HEADER, *(one.line() for one in KNOWN[:5])]


def test_known_positions_are_those_that_somebody_can_err_in() -> None:
    assert len({one.moves for one in KNOWN}) == len(KNOWN) == 1000
    assert {len(one.moves) for one in KNOWN} == set(known.PLIES)
    for one in KNOWN:
        assert list(one.values) == list(one.position.moves)
        assert len(set(one.values.values())) > 1
    rows = [line for line in known.text().splitlines() if not line.startswith("#")][1:]
    assert [KnownPosition.parse(row).line() for row in rows] == rows


def test_their_values_are_the_solver_s() -> None:
    late = [one for one in KNOWN if len(one.moves) >= deeper(20, 8)]
    for one in late[:: deeper(10, 1)]:
        assert solve(one.position).moves == one.values


def test_a_search_to_the_end_finds_the_best_moves_and_values() -> None:
    nothing = pw.Linear(GAME.features("lines"), [0.0] * len(GAME.features("lines")))
    late = [one for one in KNOWN if len(one.moves) == 24][:6]
    found = accuracy(nothing, late, depth=18)
    assert (found.optimal, found.value_error) == (1.0, 0.0)
    shallow = accuracy(nothing, KNOWN[:200])
    assert known.shares(KNOWN[:200]) < shallow.optimal < 0.9
    assert shallow.value_error > 0.1


def test_what_is_learnt_is_nearer_to_perfect_play() -> None:
    features = GAME.features("lines")
    run = pw.learn("connect-four", features="lines", games=300, gate_every=0, seed=1)
    before = accuracy(pw.Linear(features, [0.0] * len(features)), KNOWN[:300])
    after = accuracy(pw.Linear(features, run), KNOWN[:300])
    assert after.optimal > before.optimal + 0.05
    assert after.value_error < before.value_error


def test_no_positions_say_nothing_of_an_evaluation() -> None:
    lines = pw.game("connect-four").features("lines")
    with pytest.raises(pw.BadInput, match=r"positions=\[\]; give some"):
        accuracy(pw.Linear(lines, [0.0] * len(lines)), [])


def test_learning_tells_at_its_end_how_often_it_finds_a_best_move(tmp_path: Path) -> None:
    learn = ["learn", "connect-four", "--features", "lines", "--games", "20", "--gate-every", "0"]
    told = CliRunner().invoke(app, [*learn, "--out", str(tmp_path / "run")])
    assert told.exit_code == 0
    assert re.search(r"beside perfect play: a best move in \d+\.\d % of the known", told.stdout)
    again = CliRunner().invoke(app, [*learn, "--out", str(tmp_path / "other"), "--json"])
    found = json.loads(again.stdout.splitlines()[-1])["perfect_play"]
    run = pw.load(tmp_path / "run")
    assert found == asdict(accuracy(run.as_weights().as_evaluation()))
    chess = ["learn", "chess", "--depth", "1", "--games", "1", "--gate-every", "0", "--json"]
    other = CliRunner().invoke(app, [*chess, "--out", str(tmp_path / "chess")])
    assert "perfect_play" not in other.stdout
