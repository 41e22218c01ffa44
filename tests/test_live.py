"""What one sees of a run on a terminal: how it stands, and how it stood when it was broken off."""

import re
from pathlib import Path

import pytest
from rich.console import Console

from plywise.cli.live import Watch
from plywise.evaluation.weights import resolve
from plywise.learning.config import LearnConfig
from plywise.runs.trainer import Progress
from terminals import Terminal

LEARN = ("learn", "chess", "--depth", "1", "--gate-every", "0")


@pytest.fixture
def burden(tmp_path: Path) -> Path:
    """Weights in which a pawn is worth less than nothing."""
    return resolve([-1.0, 3.0, 3.5, 5.0, 9.0]).save(tmp_path / "burden.json")


def test_an_interrupted_run_leaves_its_last_table_on_the_screen(tmp_path: Path) -> None:
    terminal = Terminal(*LEARN, "--games", "100000", "--out", tmp_path / "run")
    terminal.read_until(r"game [1-9]\d*/100000")
    assert terminal.interrupt() == 130
    shown = terminal.screen
    (heading,) = [row for row, line in enumerate(shown) if "step size" in line]
    assert re.match(r"\s*pawn\s+-?\d+\.\d\d\s", shown[heading + 1])
    below = "\n".join(shown[heading:])
    assert re.search(r"game [1-9]\d*/100000", below)
    assert below.count("Is it learning?") == 1
    assert "saved; go on with: plywise learn" in below


def test_a_run_that_ended_in_order_leaves_no_table(tmp_path: Path) -> None:
    terminal = Terminal(*LEARN, "--games", "8", "--out", tmp_path / "run")
    assert terminal.end() == 0
    assert "step size" in terminal.written
    assert not any("step size" in line for line in terminal.screen)


def test_a_match_that_is_broken_off_leaves_how_it_stood() -> None:
    words = ("match", "chess", "chess/standard", "random", "--depth", "1", "--games", "100000")
    terminal = Terminal(*words)
    terminal.read_until(r"\d+ games  \+")
    assert terminal.interrupt() == 130
    assert any(re.search(r"\d+ games  \+", line) for line in terminal.screen)


def test_a_unit_below_nothing_blanks_no_column_on_the_terminal(
    burden: Path, tmp_path: Path
) -> None:
    still = ("--step-size", "fixed:.000001", "--start", burden)
    terminal = Terminal(*LEARN, *still, "--games", "100000", "--out", tmp_path / "run")
    terminal.read_until(r"game [1-9]\d*/100000")
    terminal.interrupt()
    shown = "\n".join(terminal.screen)
    assert "raw mean: pawn ≤ 0" in shown
    assert re.search(r"^\s*pawn\s+-1\.00\s", shown, re.MULTILINE)
    assert re.search(r"^\s*bishop\s+3\.50\s", shown, re.MULTILINE)


def progress(game: int, pawn: float) -> Progress:
    names = ("pawn", "knight", "bishop", "rook", "queen")
    return Progress(
        game=game, games=10, names=names, numbers=(pawn, 3, 3, 5, 9), steps=(0.1,) * 5,
        trace_decay=1.0, prediction_decay=1.0, games_per_second=1.0, eta_seconds=1.0, gate=None,
    )  # fmt: skip


@pytest.mark.parametrize("pawn", [-2.0, 0.0])
def test_values_are_raw_until_there_is_a_unit(pawn: float) -> None:
    watch = Watch(LearnConfig(games=10), {})
    watch.played(progress(1, pawn))
    console = Console(width=120)
    with console.capture() as shown:
        console.print(watch.table())
    assert "raw mean: pawn ≤ 0" in shown.get()
    assert re.search(r"queen\s+9\.00", shown.get())
    assert watch.shown_values().endswith("queen 9.00 (raw mean: pawn ≤ 0)")
    for game in (2, 3, 4):
        watch.played(progress(game, 2.0))
    assert watch.values()[0] == "pawn = 1"
    assert watch.shown_values().endswith("queen 4.50")


def test_thousands_of_features_are_declared_once_and_not_after_every_game(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    config = LearnConfig(game="connect-four", features="tuples", games=10)
    watch = Watch(config, {})
    names = config.names
    told = Progress(
        game=1, games=10, names=names, numbers=range(len(names)), steps=(0.1,) * len(names),
        trace_decay=1.0, prediction_decay=1.0, games_per_second=1.0, eta_seconds=1.0, gate=None,
    )  # fmt: skip
    monkeypatch.setattr("plywise.evaluation.features.FeatureSet.named", None)
    watch.played(told)
    *rows, unit = (names.index(name) for name in (*watch.rows, watch.features.unit))
    assert watch.seen.mean() == [*rows, unit]
    assert "weights" not in vars(told)  # no table of all of them was made either
