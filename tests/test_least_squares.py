"""Least squares over all games: the equations by numpy, and runs that stop and go on."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from typer.testing import CliRunner

import plywise as pw
import small_runs
from plywise import _kernel
from plywise.cli.app import app
from plywise.learning.config import LearnConfig
from plywise.learning.idle import idle_settings
from plywise.learning.rules import TDLeaf
from plywise.learning.self_play import SelfPlay
from plywise.learning.step_size import LeastSquares
from plywise.play.record import GameRecord

FEATURES = "ranks-rings"


def _games(count: int) -> tuple[list[GameRecord], np.ndarray]:
    config = LearnConfig(features=FEATURES, search={"depth": 1}, max_plies=80)
    weights = np.array(config.start_vector) + np.linspace(0.0, 0.3, len(config.start_vector))
    jobs = [SelfPlay(config).job(number, weights) for number in range(1, count + 1)]
    return [GameRecord.from_kernel(_kernel.play_game(job)) for job in jobs], weights


def test_a_change_solves_the_equations_of_all_games() -> None:
    records, weights = _games(4)
    rule = TDLeaf(trace_decay=0.8, frozen=(0,))
    step = LeastSquares(every=4, damping=1.0, prior=0.1, pieces=2.0, noise=0.2)
    changes = []
    for record in records:
        sequence = rule.sequence(record, weights)
        changes.append(step.follow(rule, record, sequence, weights, 0.8))
    assert not any(change.any() for change in changes[:-1])

    n = len(weights)
    counts, slopes, errors = [], [], []
    for record in records:
        rows = record.dense_gradients(n)
        predictions = 1 / (1 + np.exp(-rows @ weights))
        results = ~np.isnan(record.results)
        predictions[results] = record.results[results]
        rows = np.where(results[:, None], 0.0, rows)
        target, returns = record.outcome, np.zeros(len(rows))
        later = np.append(predictions[1:], record.outcome)
        for t in range(len(rows) - 1, -1, -1):
            target = 0.2 * later[t] + 0.8 * target
            returns[t] = target
        counts.append(rows)
        slopes.append(np.where(results, 0.0, predictions * (1 - predictions)))
        errors.append(returns - predictions)
    c, s, e = np.vstack(counts), np.concatenate(slopes), np.concatenate(errors)
    met = c != 0
    usual = np.sqrt((c**2).sum(0) / np.maximum(met.sum(0), 1))
    usual[~met.any(0)] = 1.0
    spread = np.where(step.start == 0.0, 0.1, 2.0) / usual
    spread[0] = 1e-9
    diagonal = 0.2**2 / spread**2
    left = (s[:, None] * c).T @ (s[:, None] * c) + np.diag(diagonal)
    wanted = np.linalg.solve(left, (s * e) @ c)
    assert changes[-1] == pytest.approx(wanted, abs=1e-9)
    assert abs(changes[-1][0]) < 1e-12
    assert np.abs(wanted).max() > 0.01


@pytest.mark.parametrize("rule", ["tdleaf", "rootstrap", "tdleaf+rootstrap"])
def test_a_run_in_pieces_is_the_whole_run(rule: str, tmp_path: Path) -> None:
    settings: dict[str, Any] = {
        "rule": rule, "step_size": "least-squares:every=3", "features": FEATURES,
        "search": {"depth": 1}, "max_plies": 60, "gate_every": 0, "seed": 4, "lag": 2,
    }  # fmt: skip
    whole = pw.learn("chess", games=11, out=tmp_path / "whole", **settings)
    pw.learn("chess", games=4, out=tmp_path / "pieces", **settings)
    pw.learn("chess", games=7, out=tmp_path / "pieces", resume=True, **settings)
    pieces = pw.learn("chess", games=11, out=tmp_path / "pieces", resume=True, **settings)
    assert small_runs.digest(whole) == small_runs.digest(pieces)
    assert whole.weights != pw.learn("chess", games=2, out=tmp_path / "few", **settings).weights


def test_sums_alone_are_refused() -> None:
    with pytest.raises(pw.BadSetting, match="whole games"):
        LeastSquares().change(np.ones((1, 1)))
    with pytest.raises(pw.BadSetting, match="damping"):
        LeastSquares(damping=2.0)


def test_a_network_is_refused(tmp_path: Path) -> None:
    with pytest.raises(pw.BadSetting, match="linear"):
        pw.learn("chess", evaluation="network:2", step_size="least-squares", games=1,
                 out=tmp_path / "run")  # fmt: skip


@pytest.mark.parametrize("every", [0.5, 2.5, 0, -3, True, float("nan"), 10**400])
def test_games_between_two_changes_are_a_whole_number(every: Any) -> None:
    with pytest.raises(pw.BadSetting, match=r"^every=.* of step size 'least-squares'; .* a whole"):
        LeastSquares(every=every)


def test_a_share_of_a_game_is_refused_where_step_sizes_are_written() -> None:
    with pytest.raises(pw.BadSetting, match=r"every=0\.5 of step size .* whole number from 1"):
        LearnConfig(step_size="least-squares:every=.5")


def test_equations_that_hardly_fit_into_the_memory_are_refused(tmp_path: Path) -> None:
    with pytest.raises(pw.BadSetting, match=r"'tuples' .* 11,787 weights take about 1\.1 GB"):
        pw.learn(
            "connect-four", features="tuples", step_size="least-squares", games=2,
            out=tmp_path / "run",
        )  # fmt: skip
    assert not (tmp_path / "run").exists()
    knightcap = LearnConfig(features="knightcap", step_size="least-squares")
    assert len(knightcap.start) == 5872, "in stages, each of which has equations of its own"


def test_a_run_that_diverges_is_told_of_all_settings_that_hold_it() -> None:
    told = LeastSquares(prior=0.5, pieces=4.0, noise=0.02).advice()
    for words in ("prior than 0.5", "pieces than 4", "noise above 0.02", "damping below 0.7"):
        assert words in told


@pytest.mark.parametrize(
    ("settings", "words"),
    [
        ({"step_size": "least-squares:every=100"}, "least-squares:every=100' with games = 12"),
        ({"deepen": (50,)}, "deepen = [50] with games = 12: the search never goes deeper"),
        ({"deepen": (4, 50)}, "does not always go deeper"),
        ({"batch": 13}, "batch = 13 with games = 12"),
    ],
)
def test_what_changes_nothing_in_so_few_games_is_told(settings: Any, words: str) -> None:
    (told,) = idle_settings(LearnConfig(games=12, **settings))
    assert words in told
    assert not idle_settings(LearnConfig(games=200, **settings))


def test_the_command_notes_what_changes_nothing_and_learns(tmp_path: Path) -> None:
    words = "learn chess --depth 1 --games 2 --max-plies 10 --gate-every 0 --deepen 50 --out"
    done = CliRunner().invoke(app, [*words.split(), str(tmp_path / "run")])
    assert done.exit_code == 0
    assert "note: deepen = [50] with games = 2" in done.stderr
