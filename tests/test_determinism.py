"""Same seed, same weights, whoever plays the games and in whatever order they finish."""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from unittest.mock import patch

import pytest

import small_runs
from deeper import deeper
from plywise import _kernel
from plywise.distributed import Workers, processes, threads
from plywise.learning import self_play
from plywise.runs import trainer

CONFIG = small_runs.small(games=40, lag=4, batch=2, ballot=2, gate_every=20, gate_games=4)


@pytest.fixture(scope="module")
def alone(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("alone")
    small_runs.play(CONFIG, folder, threads(1))
    return folder


@pytest.mark.parametrize("workers", [threads(2), processes(1), processes(2)], ids=repr)
def test_the_workers_do_not_change_the_weights(
    alone: Path, tmp_path: Path, workers: Workers
) -> None:
    run = small_runs.play(CONFIG, tmp_path, workers)
    assert small_runs.digest(run) == small_runs.digest(small_runs.Run(alone))
    assert small_runs.traces(tmp_path) == small_runs.traces(alone)


@pytest.mark.parametrize("seed", range(deeper(1, 10)))
def test_any_seed_gives_the_same_weights_again(seed: int) -> None:
    config = CONFIG.model_copy(update={"seed": seed})
    runs = [small_runs.play(config, workers=workers) for workers in (1, 2, processes(2))]
    assert len({small_runs.digest(run) for run in runs}) == 1


def play_unevenly(job: _kernel.GameJob, stop: _kernel.Stop) -> self_play.Played:
    played = self_play.play(job, stop)
    time.sleep(0.02 if played.record.number % 3 == 0 else 0.0)
    return played


@contextmanager
def uneven_games() -> Iterator[None]:
    with patch.object(trainer, "play", play_unevenly):
        yield


def test_the_order_in_which_games_finish_does_not_count(alone: Path, tmp_path: Path) -> None:
    with uneven_games():
        small_runs.play(CONFIG, tmp_path, threads(4))
    assert small_runs.traces(tmp_path) == small_runs.traces(alone)


def test_gates_do_not_touch_the_learning(alone: Path) -> None:
    without = small_runs.play(CONFIG.model_copy(update={"gate_every": 0}))
    assert small_runs.digest(without) == small_runs.digest(small_runs.Run(alone))


def test_another_seed_gives_other_games(alone: Path) -> None:
    other = small_runs.play(CONFIG.model_copy(update={"seed": 4}))
    assert small_runs.digest(other) != small_runs.digest(small_runs.Run(alone))


def test_the_lag_is_a_setting_and_changes_the_result(alone: Path) -> None:
    other = small_runs.play(CONFIG.model_copy(update={"lag": 1}), workers=2)
    assert small_runs.digest(other) != small_runs.digest(small_runs.Run(alone))
