"""Positions with known equities: made again to the bit, and a measure of what was learnt."""

import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import plywise as pw
from plywise.evaluation.gammon import Gammon
from plywise.evaluation.weights import resolve
from plywise.play.backgammon import reference_set
from plywise.play.backgammon.board import Board
from plywise.play.backgammon.reference_set import KnownPosition, equity_error
from plywise.runs.batches.trainer import digest
from small_gammon import drawn_networks

SCRIPT = Path(__file__).resolve().parents[1] / "benchmarks" / "backgammon_reference.py"
KNOWN = reference_set.reference_set()


@pytest.fixture(scope="module")
def standard() -> Gammon:
    evaluation = resolve("backgammon/standard").as_evaluation()
    assert isinstance(evaluation, Gammon)
    return evaluation


def test_its_first_positions_are_made_again_to_the_bit() -> None:
    weights = digest(resolve("backgammon/standard"))
    assert weights in reference_set.text(), f"backgammon/standard is another one: run {SCRIPT.name}"
    made = subprocess.run(
        [sys.executable, str(SCRIPT), "--positions", "3", "--workers", "2"],
        capture_output=True, text=True, check=True,
    )  # fmt: skip
    lines = [line for line in made.stdout.splitlines() if not line.startswith("#")]
    assert lines == [reference_set.COLUMNS, *(one.line() for one in KNOWN[:3])]


def test_it_is_small_and_every_position_is_another_one_that_no_table_knows(
    standard: Gammon,
) -> None:
    assert len(reference_set.text()) < 60_000
    assert len({one.position for one in KNOWN}) == len(KNOWN) == 400
    races = [one for one in KNOWN if Board.from_id(one.position).is_race]
    assert 0.05 < len(races) / len(KNOWN) < 0.4
    for one in KNOWN:
        assert pw.rollout(one.position, standard, games=1, truncate=1).games == 1


def test_positions_are_of_all_parts_of_games() -> None:
    pips = np.array([Board.from_id(one.position).pips for one in KNOWN])
    spread, _ = np.histogram(pips, bins=[0, 60, 100, 140, 400])
    assert spread.min() > 40


def test_lines_go_both_ways() -> None:
    rows = [line for line in reference_set.text().splitlines() if not line.startswith("#")][1:]
    assert [KnownPosition.parse(row).line() for row in rows] == rows


def test_gnubg_holds_much_the_same_of_them() -> None:
    gnubg_nn = pytest.importorskip("gnubg_nn", reason="needs the package gnubg-nn")
    worth = np.array([2.0, 1.0, 1.0, -1.0, -1.0])
    said = [
        worth @ gnubg_nn.probabilities(gnubg_nn.board_from_position_id(one.position), 0) - 1.0
        for one in KNOWN
    ]
    apart = np.abs(np.array(said) - [one.outlook.equity for one in KNOWN])
    assert apart.mean() < 0.04


def test_the_error_is_small_where_something_was_learnt_and_large_where_nothing_was(
    standard: Gammon,
) -> None:
    assert 0.01 < equity_error(standard.networks) < 0.06
    assert equity_error(drawn_networks().networks) > 0.4


def test_the_error_is_the_mean_over_the_positions(standard: Gammon) -> None:
    backgammon = pw.game("backgammon")
    said = [standard.outlook(backgammon.position(f"{one.position} first")) for one in KNOWN]
    apart = [abs(a.equity - b.outlook.equity) for a, b in zip(said, KNOWN, strict=True)]
    assert equity_error(standard.networks) == pytest.approx(np.mean(apart), abs=1e-6)
