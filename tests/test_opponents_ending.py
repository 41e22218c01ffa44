"""Engines end when they are told, or by force; their children too, and a Ctrl-C is never lost."""

import os
import random
import re
import shutil
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

import pytest

from mock_opponents import FOLDER, executable, left_behind, mock, pids
from plywise._kernel import GameJob
from plywise.play.foreign_game import play_foreign_game
from plywise.play.match import match
from plywise.play.opponents import leftovers
from plywise.play.opponents.process import EngineProcess
from plywise.play.player import player
from plywise.searching.settings import RandomPlay

NEVER_GOES = FOLDER / "never_goes.sh"
on_linux = pytest.mark.skipif(
    not Path("/proc/self/environ").exists(), reason="only Linux shows who belongs to an engine"
)


@pytest.fixture
def noted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where the mock engines note their processes."""
    file = tmp_path / "pids"
    file.touch()
    monkeypatch.setenv("MOCK_PIDS", str(file))
    monkeypatch.setenv("MOCK_QUITS", str(tmp_path / "quits"))
    return file


# Children


@on_linux
def test_children_that_left_the_process_group_are_ended(noted: Path) -> None:
    ours = player("chess/standard", search=RandomPlay())
    job = GameJob(
        game="chess", first=ours.evaluation, second=ours.evaluation, max_plies=4, learn_at="none",
        first_search=ours.settings, second_search=ours.settings, seed=1, number=0,
    )  # fmt: skip
    record = play_foreign_game(job, (None, mock("leaves_a_daemon")))
    assert record.plies == 4
    assert len(pids(noted)) == 3
    assert not left_behind(noted)


@on_linux
@pytest.mark.skipif(shutil.which("setsid") is None, reason="needs setsid (util-linux)")
def test_an_engine_behind_a_wrapper_with_a_session_of_its_own_is_ended(
    noted: Path, tmp_path: Path
) -> None:
    engine = executable("ignores_signals", tmp_path)
    wrapper = tmp_path / "wrapper"
    wrapper.write_text(f"#!/bin/sh\nsetsid sleep 600 &\necho $! >>'{noted}'\nsetsid '{engine}'\n")
    wrapper.chmod(0o755)
    result = match("random", f"uci:{wrapper}:depth=1", games=2, max_plies=8, game="chess")
    assert result.failures == (0, 0)
    assert len(pids(noted)) == 4  # two for the greeting and two for both games
    assert not left_behind(noted)


@on_linux
def test_nobody_else_is_ended(tmp_path: Path) -> None:
    with (
        EngineProcess(["sleep", "600"]) as one,
        EngineProcess(["sleep", "600"]) as two,
        subprocess.Popen(["sleep", "600"]) as stranger,
    ):
        one.close()
        assert stranger.poll() is None
        assert Path(f"/proc/{two.pid}").exists()
        stranger.kill()


@on_linux
def test_an_engine_of_an_engine_carries_the_marks_of_both(monkeypatch: pytest.MonkeyPatch) -> None:
    outer = leftovers.new_mark()
    monkeypatch.setenv(leftovers.VARIABLE, leftovers.environment(outer)[leftovers.VARIABLE])
    with EngineProcess(["sleep", "600"]) as inner:
        time.sleep(0.2)
        assert inner.pid in leftovers.marked(outer)
        leftovers.end_marked(outer)
        assert inner.pid not in leftovers.marked(outer)


# Ctrl-C


@pytest.mark.parametrize("seed", range(8))
def test_ctrl_c_while_an_engine_is_being_closed_is_passed_on(noted: Path, seed: int) -> None:
    moment = random.Random(seed).uniform(0.0, 0.35)
    timer = threading.Timer(moment, os.kill, (os.getpid(), signal.SIGINT))
    process = EngineProcess([str(NEVER_GOES)])
    process.say("uci", within=20.0)
    process.answer(lambda line: line == "uciok" or None, within=20.0, what="uciok")
    with pytest.raises(KeyboardInterrupt):  # noqa: PT012 - it may come after the end, too
        timer.start()
        process.close()
        timer.join(20.0)
        time.sleep(1.0)
    assert not left_behind(noted)


def test_ctrl_c_in_a_destructor_comes_again() -> None:
    script = (
        "import os, signal, sys, time\n"
        "from unittest import mock\n"
        "from plywise import cli\n"
        "class Dropped:\n"
        "    def __del__(self):\n"
        "        os.kill(os.getpid(), signal.SIGINT)\n"
        "        time.sleep(0.01)\n"
        "def run(prog_name):\n"
        "    cli.raise_on_ctrl_c()\n"  # as a command does when it begins
        "    Dropped()\n"
        "    print('went on', flush=True)\n"
        "    time.sleep(60)\n"
        "    print('slept to the end', flush=True)\n"
        "with mock.patch('plywise.cli.app.app', run):\n"
        "    cli.main()\n"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True)
    assert done.stdout == "went on\n"
    assert (done.returncode, done.stderr) == (130, "plywise: interrupted\n")


@dataclass(frozen=True, kw_only=True)
class Moment:
    """When to press Ctrl-C: so long after so many engines have begun, or were told to quit."""

    begun: int = 0
    told: int = 0
    delay: float = 0.0


def moments() -> list[Moment]:
    chance = random.Random(1)
    return [
        *(Moment(begun=1, delay=chance.uniform(0, 0.1)) for _ in range(2)),
        *(Moment(told=1, delay=chance.uniform(0, 0.3)) for _ in range(4)),
        *(Moment(begun=4, delay=chance.uniform(0, 1.0)) for _ in range(2)),
    ]


def interrupted(number: int, moment: Moment, folder: Path) -> tuple[int, str, str, Path]:
    """The exit code of a match that was interrupted once, what it said, and its PGN."""
    quits, noted, pgn = (folder / f"{name} {number}" for name in ("quits", "pids", "games.pgn"))
    for file in (quits, noted, pgn):
        file.touch()
    command = [
        sys.executable, "-m", "plywise", "match", "chess", "random", f"uci:{NEVER_GOES}:depth=1",
        "--games", "1000", "--workers", "2", "--pgn", str(pgn),
    ]  # fmt: skip
    environment = {**os.environ, "MOCK_PIDS": str(noted), "MOCK_QUITS": str(quits)}
    pipe = subprocess.PIPE
    with subprocess.Popen(command, stdout=pipe, stderr=pipe, text=True, env=environment) as run:
        _until(lambda: len(pids(noted)) >= moment.begun and _lines(quits) >= moment.told)
        time.sleep(moment.delay)
        run.send_signal(signal.SIGINT)
        try:
            out, err = run.communicate(timeout=30)
        finally:
            run.kill()
    assert not left_behind(noted), moment
    return run.returncode, out, err, pgn


def _until(condition: Callable[[], bool]) -> None:
    for _ in range(3000):
        if condition():
            return
        time.sleep(0.01)


def _lines(file: Path) -> int:
    return file.read_text().count("\n")


def test_one_ctrl_c_ends_a_match_at_any_moment(tmp_path: Path) -> None:
    with ThreadPoolExecutor(4) as side_by_side:
        runs = list(
            side_by_side.map(
                lambda given: interrupted(*given, tmp_path), enumerate(moments())
            )
        )  # fmt: skip
    assert [code for code, _, _, _ in runs] == [130] * len(runs)
    for _, out, err, pgn in runs:
        assert "plywise: interrupted" in err
        assert "Traceback" not in err
        games = pgn.read_text().count("[Event ")
        assert games % 2 == 0
        told = re.findall(r" in (\d+) games", out) or ["0"]
        assert int(told[0]) in (games, games - 2)  # a pair may be written and not yet told
