"""Kill -9 at any moment, Ctrl-C, a longer run: the weights are those of a run left alone."""

import os
import random
import signal
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import small_runs
from deeper import deeper
from plywise.runs import checkpoint
from plywise.runs.run import Run
from plywise.runs.trainer import Progress, Trainer, resume

KILLS = deeper(20, 500)
GAMES = 240


@pytest.fixture(scope="module")
def undisturbed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("undisturbed")
    small_runs.play(small_runs.killable(GAMES), folder)
    return folder


def test_a_run_that_is_killed_again_and_again_ends_as_if_left_alone(
    undisturbed: Path, tmp_path: Path
) -> None:
    """20 random moments, from the making of the directory to the last game, on 1 and 2 workers."""
    chance = random.Random(2)
    kills = runs = 0
    while kills < KILLS:
        folder, runs = tmp_path / str(runs), runs + 1
        while True:
            process = small_runs.begin(folder, GAMES, workers=1 + kills % 2)
            time.sleep(chance.uniform(0.0, 0.3))
            process.kill()
            process.communicate()
            if process.returncode == 0:
                break
            kills += 1
            if kills >= KILLS:
                small_runs.play(small_runs.killable(GAMES), folder, resume=True)
                break
        assert small_runs.traces(folder) == small_runs.traces(undisturbed)
        assert small_runs.digest(Run(folder)) == small_runs.digest(Run(undisturbed))


class KilledError(BaseException):
    """Stands for kill -9: nothing is written from now on."""


class Disk:
    """Lets `writes` things happen to the disk, half of the next one, and then nothing any more."""

    def __init__(self, writes: int) -> None:
        self.left = writes

    def guard(self, change: Callable[..., Any]) -> Callable[..., Any]:
        def guarded(*arguments: Any) -> Any:
            self.left -= 1
            if self.left >= 0:
                return change(*arguments)
            if self.left == -1 and change.__name__ == "write":
                change(arguments[0], arguments[1][: len(arguments[1]) // 2])
            raise KilledError

        return guarded


def test_every_write_to_the_disk_may_be_the_last(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    config = small_runs.small(games=3, max_plies=12, gate_every=2, gate_games=2)
    small_runs.play(config, tmp_path / "whole")
    changes = ("write", "fsync", "ftruncate", "replace", "unlink", "mkdir", "pwrite")
    writes = 0
    while True:
        folder = tmp_path / str(writes)
        disk = Disk(writes)
        with monkeypatch.context() as patch:
            for name in changes:
                patch.setattr(os, name, disk.guard(getattr(os, name)))
            try:
                small_runs.play(config, folder, checkpoint_seconds=0.0)
            except KilledError:
                pass
            else:
                break
        small_runs.play(config, folder, resume=True)
        assert small_runs.traces(folder) == small_runs.traces(tmp_path / "whole"), writes
        writes += 1
    assert writes > 40


def test_ctrl_c_saves_the_last_game_within_two_seconds(undisturbed: Path, tmp_path: Path) -> None:
    process = small_runs.begin(tmp_path, GAMES)
    while not (tmp_path / "metrics.jsonl").exists():
        time.sleep(0.01)
    time.sleep(0.2)
    begun = time.monotonic()
    process.send_signal(signal.SIGINT)
    _, talk = process.communicate()
    assert time.monotonic() - begun < 2.0
    assert process.returncode == -signal.SIGINT
    assert talk.rstrip().endswith("KeyboardInterrupt")
    state = checkpoint.load(tmp_path / "checkpoints")
    assert state is not None
    assert state["learner"]["games"] == len(Run(tmp_path).history) < GAMES  # type: ignore[index]
    small_runs.play(small_runs.killable(GAMES), tmp_path, resume=True)
    assert small_runs.traces(tmp_path) == small_runs.traces(undisturbed)


class StoppingError(Exception):
    """What a watcher may raise."""


@pytest.mark.parametrize("error", [KeyboardInterrupt, StoppingError])
def test_a_watcher_that_raises_loses_nothing(
    undisturbed: Path, tmp_path: Path, error: type[BaseException]
) -> None:
    def watch(progress: Progress) -> None:
        if progress.game in (5, 50, 99):
            raise error

    trainer = Trainer(small_runs.killable(GAMES), tmp_path, workers=2)
    for games in (5, 50, 99):
        with pytest.raises(error):
            trainer.run(on_game=watch)
        assert len(Run(tmp_path).history) == games
    trainer.run()
    assert small_runs.traces(tmp_path) == small_runs.traces(undisturbed)


def test_a_run_played_in_pieces_is_the_run_played_at_once(
    undisturbed: Path, tmp_path: Path
) -> None:
    trainer = Trainer(small_runs.killable(GAMES), tmp_path, workers=1)
    for games in (1, 2, 30, 1, 16):
        trainer.run(games=games)
    assert len(trainer.run(games=0).history) == 50
    trainer.run()
    assert small_runs.traces(tmp_path) == small_runs.traces(undisturbed)


def test_a_run_that_is_given_more_games_is_the_longer_run(
    undisturbed: Path, tmp_path: Path
) -> None:
    first = small_runs.play(small_runs.killable(100), tmp_path)
    assert first.is_complete
    second = resume(tmp_path, games=GAMES, workers=2)
    assert second.config.games == GAMES
    assert small_runs.traces(tmp_path) == small_runs.traces(undisturbed)


def test_a_complete_run_is_left_as_it_is(undisturbed: Path) -> None:
    before = {path.name: path.read_bytes() for path in (undisturbed / "checkpoints").iterdir()}
    run = resume(undisturbed)
    assert len(run.history) == GAMES
    assert before == {
        path.name: path.read_bytes() for path in (undisturbed / "checkpoints").iterdir()
    }
