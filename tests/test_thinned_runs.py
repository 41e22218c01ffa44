"""Runs with more weights and games than are kept: every game's weights are found all the same."""

import os
import shutil
from pathlib import Path

import numpy as np
import pytest

import small_runs
from plywise.errors import BadSetting
from plywise.learning.config import LearnConfig
from plywise.runs import snapshots, waypoints
from plywise.runs.run import Run, load
from plywise.runs.snapshots import SnapshotLog, record_size
from plywise.runs.trainer import Trainer, resume
from test_resume import Disk, KilledError

GAMES = 45
CONFIG = small_runs.small(games=GAMES, batch=2, max_plies=16, gate_every=20, gate_games=2)


@pytest.fixture
def tight(monkeypatch: pytest.MonkeyPatch) -> None:
    """Room for ten snapshots and six learners."""
    monkeypatch.setattr(snapshots, "LIMIT", 64 + 10 * record_size(5))
    monkeypatch.setattr(waypoints, "FIRST", 4)
    monkeypatch.setattr(waypoints, "MOST", 6)


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Run:
    """The same run with room enough."""
    return small_runs.play(CONFIG, tmp_path_factory.mktemp("whole"))


def test_a_run_is_thinned_to_what_fits(tmp_path: Path, tight: None, whole: Run) -> None:
    run = small_runs.play(CONFIG, tmp_path, checkpoint_seconds=0.0)
    assert (len(run.history), run.history.every) == (GAMES, 8)
    assert [path.name for path in tmp_path.glob("weights-*")] == ["weights-every-8.bin"]
    assert np.array_equal(run.history.weights, whole.history.weights[7::8])
    assert np.array_equal(run.history.rates, whole.history.rates[7::8])
    assert run.weights == whole.weights, "the checkpoint has those of the last game"
    assert run.history.trace_decay.tolist() == whole.history.trace_decay.tolist()
    kept = sorted(int(p.stem[5:]) for p in (tmp_path / "checkpoints").glob("game-*"))
    assert kept == [8, 16, 24, 32, 40]


def test_the_weights_after_any_game_are_found_to_the_bit(
    tmp_path: Path, tight: None, whole: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    run = small_runs.play(CONFIG, tmp_path)
    for game in range(GAMES + 1):
        assert run.weights_at(game) == whole.weights_at(game), game
    for path in (tmp_path / "checkpoints").glob("game-*"):
        path.write_bytes(path.read_bytes()[:-9])  # a damaged one is passed over
    assert run.weights_at(21) == whole.weights_at(21)
    shutil.rmtree(tmp_path / "checkpoints")
    assert run.weights_at(5) == whole.weights_at(5)
    with pytest.raises(BadSetting, match=r"game=46; the run in .* has 45 games"):
        run.weights_at(46)


def test_a_replay_begins_at_the_nearest_learner(
    tmp_path: Path, tight: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    run = small_runs.play(CONFIG, tmp_path)
    played: list[int] = []
    from plywise.runs import replay

    def counted(job: object, stop: object, play: object = replay.play) -> object:
        played.append(1)
        return play(job, stop)  # type: ignore[operator]

    monkeypatch.setattr(replay, "play", counted)
    run.weights_at(27)
    assert len(played) == 3
    run.weights_at(24)
    assert len(played) == 3


def test_a_run_played_in_pieces_is_thinned_the_same(tmp_path: Path, tight: None) -> None:
    small_runs.play(CONFIG, tmp_path / "once")
    trainer = Trainer(CONFIG, tmp_path / "pieces", workers=1)
    for games in (1, 10, 11, 2, 50):
        trainer.run(games=games)
    assert small_runs.traces(tmp_path / "pieces") == small_runs.traces(tmp_path / "once")


def test_a_run_that_is_given_more_games_is_thinned_when_it_must_be(
    tmp_path: Path, tight: None, whole: Run
) -> None:
    short = CONFIG.model_copy(update={"games": 9})
    small_runs.play(short, tmp_path)
    assert load(tmp_path).history.every == 1
    run = resume(tmp_path, games=GAMES, workers=1)
    assert run.history.every == 8
    assert run.weights_at(3) == whole.weights_at(3)
    assert run.weights_at(43) == whole.weights_at(43)


def guarded(config: LearnConfig, folder: Path, disk: Disk) -> bool:
    """Whether the run came to its end on such a disk."""
    with pytest.MonkeyPatch.context() as patch:
        for name in ("write", "fsync", "ftruncate", "replace", "unlink", "mkdir", "pwrite"):
            patch.setattr(os, name, disk.guard(getattr(os, name)))
        try:
            Trainer(config, folder, workers=1, checkpoint_seconds=0.0).run()
        except KilledError:
            return False
    return True


def test_every_write_about_a_thinning_may_be_the_last(
    tmp_path: Path, tight: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    config = CONFIG.model_copy(update={"games": 23, "max_plies": 8, "gate_every": 0})
    disk, moments, thinned = Disk(10**6), [], SnapshotLog.thinned

    def noted(log: SnapshotLog) -> SnapshotLog:
        moments.append(10**6 - disk.left)
        return thinned(log)

    with monkeypatch.context() as patch:
        patch.setattr(SnapshotLog, "thinned", noted)
        assert guarded(config, tmp_path / "whole", disk)
    assert len(moments) == 2, "after 11 games, and after 22"
    seen = set()
    for writes in (n for moment in moments for n in range(moment, moment + 30)):
        folder = tmp_path / str(writes)
        assert not guarded(config, folder, Disk(writes))
        seen.add(tuple(sorted(path.name for path in folder.glob("weights-*"))))
        assert len(load(folder).history) >= 10, "it can be read as it lies"
        small_runs.play(config, folder, resume=True)
        assert small_runs.traces(folder) == small_runs.traces(tmp_path / "whole"), writes
    assert {("weights-every-1.bin", "weights-every-2.bin"), ("weights-every-2.bin",)} <= seen


def test_a_damaged_latest_gives_way_to_the_previous_after_a_thinning(
    tmp_path: Path, tight: None
) -> None:
    trainer = Trainer(CONFIG, tmp_path, workers=1, checkpoint_seconds=0.0)
    trainer.run(games=11)
    assert load(tmp_path).history.every == 2
    (tmp_path / "checkpoints" / "latest.json").write_bytes(b"{")
    with pytest.warns(UserWarning, match="going on from"):
        run = resume(tmp_path, workers=1)
    assert len(run.history) == GAMES
