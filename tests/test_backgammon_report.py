"""The page about a run in batches: what stands on it, and what its pictures are made of."""

from pathlib import Path

import numpy as np
import pytest
from typer.testing import CliRunner

import plywise as pw
from html_tags import whole_and_alone
from plywise.cli.app import app
from plywise.errors import BadSetting
from plywise.report import batch_plots, gammon_openings, gammon_units
from plywise.report.batch_page import command
from plywise.report.batches import write
from plywise.report.theme import DARK
from plywise.runs.batches.config import BatchConfig
from plywise.runs.batches.lines import BatchHistory, BatchMetrics
from plywise.runs.batches.run import BatchRun

SETTINGS = {"evaluation": "gammon:16", "games": 96, "gate_every": 48, "gate_games": 20}


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> BatchRun:
    return pw.learn_batches(out=tmp_path_factory.mktemp("run"), **SETTINGS)


@pytest.fixture(scope="module")
def page(run: BatchRun, tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write(run, tmp_path_factory.mktemp("report"))


def test_the_page_is_whole_and_fetches_nothing(page: Path) -> None:
    text = page.read_text()
    whole_and_alone(text)
    assert "#01f" not in text  # every colour follows the reader's light or dark mode


def test_the_page_tells_games_points_units_and_openings(page: Path, run: BatchRun) -> None:
    text = page.read_text()
    assert "points a game against pubeval" in text
    assert "points a game against its start" in text
    mean, low, high = run.gates[-2].points
    assert f"{mean:+.3f} <small>{low:+.3f} to {high:+.3f}, 20 games" in text
    for roll in ("21", "65", "11", "66"):
        assert f'<th scope="row">{roll}</th>' in text
    for name in ("pubeval", "start", "error", "outcomes", "step", "hidden-units"):
        assert (page.parent / f"{name}.png").stat().st_size > 1000
        assert f'id="{name}-narrow-' in text
    assert "own " in text  # what the units make of the twenty numbers
    assert "--config" in text


def test_a_run_without_matches_has_a_page_too(tmp_path: Path) -> None:
    run = pw.learn_batches(evaluation="gammon:16", features="raw", games=8, gate_every=0)
    text = write(run, tmp_path).read_text()
    assert "No matches were played on the way" in text
    assert "further inputs" not in text


def test_a_run_without_games_is_refused(tmp_path: Path) -> None:
    run = pw.learn_batches(games=8, evaluation="gammon:16", gate_every=0, out=tmp_path / "run")
    (tmp_path / "run" / "metrics.jsonl").write_text("")
    with pytest.raises(BadSetting, match="no games yet"):
        write(run.refresh(), tmp_path / "report")


def test_the_command_says_what_is_unusual() -> None:
    config = BatchConfig(
        games=160, batch=16, rule="tdleaf", plies=2, gate_every=0, step_size="adam:start=.001"
    )
    told = command(config)
    for words in ("--depth 2", "--rule tdleaf", "--batch 16", "--gate-every 0", "adam:start=0.001"):
        assert words in told
    assert "--trace-decay" not in told


def test_the_command_report_draws_a_run_in_batches(run: BatchRun, tmp_path: Path) -> None:
    told = CliRunner().invoke(app, ["report", str(run.directory), "--out", str(tmp_path)])
    assert told.exit_code == 0, told.output
    assert str(tmp_path / "report.html") in told.output
    two = CliRunner().invoke(app, ["report", str(run.directory), str(run.directory)])
    assert two.exit_code != 0


# ---- what pictures are made of ---------------------------------------------------------------


def line(game: int, games: int, **changes: object) -> BatchMetrics:
    half = games / 2
    usual = {
        "plies": 10 * games, "evaluations": 0, "outcomes": (0.0, 0.0, half, half, 0.0, 0.0),
        "unfinished": 0, "error": 0.1, "step": 0.1, "seconds": 1.0,
    }  # fmt: skip
    return BatchMetrics(game=game, games=games, **{**usual, **changes})


def test_stretches_count_gammons_of_both_sides_and_weigh_errors_by_turns() -> None:
    history = BatchHistory(
        [
            line(10, 10, outcomes=(1.0, 2.0, 2.0, 2.0, 3.0, 0.0), error=0.3),
            line(40, 30, outcomes=(0.0, 0.0, 10.0, 10.0, 10.0, 0.0), error=0.1, step=0.05),
        ]
    )
    together = batch_plots.course(history, most=1)
    assert together.game.tolist() == [40.0]
    assert together.gammons[0] == pytest.approx(15 / 40)
    assert together.backgammons[0] == pytest.approx(1 / 40)
    assert together.error[0] == pytest.approx(np.sqrt((10 * 0.09 + 30 * 0.01) / 40))
    assert together.step.tolist() == [0.05]
    assert len(batch_plots.course(history).game) == 2


def test_a_step_for_each_weight_is_not_drawn_and_cut_games_are() -> None:
    history = BatchHistory([line(8, 8, step=0.0, unfinished=2), line(16, 8, step=0.0)])
    drawn = batch_plots.all_pictures(history, [])
    assert list(drawn) == ["error", "outcomes"]
    assert "cut" in drawn["outcomes"].alt


def test_a_unit_that_counts_only_one_point_is_found_and_drawn_there() -> None:
    features = pw.game("backgammon").features("raw")
    networks = pw.Gammon(features, hidden=16, seed=1)
    names = list(networks.names)
    weights = np.zeros(len(names))
    for name in ("contact.own-6-made.h3", "contact.other-6-made.h3"):
        weights[names.index(name)] = 4.0 if ".own" in name else -2.0
    weights[names.index("contact.win.h3")] = -5.0  # more of it is worse
    found = gammon_units.units(networks.with_weights(weights), most=2, sample=30)
    assert found[0].number == 3
    assert found[0].influence > 0.01 > found[1].influence
    assert found[0].own.tolist() == [0.0] * 6 + [-4.0] + [0.0] * 19
    assert found[0].other[6] == 2.0
    assert found[0].outputs[0] == 5.0
    drawn = gammon_units.picture(found)
    assert "the other's on 19" in drawn.alt
    assert len(drawn.figure(DARK).axes) == 4


def test_units_tell_which_further_inputs_move_them() -> None:
    features = pw.game("backgammon").features("expert")
    networks = pw.Gammon(features, hidden=16, seed=1)
    names = list(networks.names)
    weights = np.zeros(len(names))
    weights[names.index("contact.own-pips.h1")] = 1.0
    weights[names.index("contact.win.h1")] = 1.0
    found = gammon_units.units(networks.with_weights(weights), most=1, sample=20)
    name, move = found[0].extras[0]
    assert name == "own-pips"
    assert 0.05 < move < 1.0  # hundreds of pips, as they scatter


def test_openings_are_plays_of_their_rolls() -> None:
    networks = pw.Gammon(pw.game("backgammon").features("raw"), hidden=16, seed=2)
    found = gammon_openings.openings(networks)
    start = pw.game("backgammon").start()
    for opening in found:
        rolled = start.after(opening.roll)
        legal = {rolled.notation(move) for move in rolled.moves}
        assert {choice.play for choice in opening.choices} <= legal
    one = gammon_openings.mean_equity(found, 1)
    assert one == pytest.approx(np.mean([opening.choices[0].equity for opening in found]))
