"""When the engine stops: at a word, at the end of its input, and when nobody is there any more."""

import io
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable

import pytest

from plywise.engine import session as sessions
from plywise.engine.players import evaluation_of
from plywise.engine.session import Session
from plywise.engine.streams import Output
from uci_process import COMMAND, PATIENCE, Engine, engine

LATEST = 5.0
"""Seconds from a word to its answer on a machine that is busy; they are a tenth of one."""
FULL_HANDS = "position sfen R8/2K1S1SSk/4B4/9/9/9/9/9/1L1L1L3 b RBGSNLP3g3n17p 1"
"""593 moves: a count of three plies takes a second, one of four minutes."""
QUIET_HANDS = "position sfen 4k4/9/9/9/9/9/9/9/4K4 b RB2G2S2N2L9Prb2g2s2n2l9p 1"
"""525 moves, none of which mates."""
POCKETS = "position fen 4k3/8/8/8/8/8/8/4K3[QRBNPqrbnp] w - - 0 1"
LONG = {
    "perft of shogi": ("shogi/yss", FULL_HANDS, "go perft 6"),
    "perft of chess": ("chess/standard", "position startpos", "go perft 9"),
    "perft of crazyhouse": ("crazyhouse/pychess", POCKETS, "go perft 9"),
    "a search of shogi": ("shogi/yss", QUIET_HANDS, "go infinite"),
    "a mate of shogi": ("shogi/yss", QUIET_HANDS, "go mate infinite"),
    "bench of shogi": ("shogi/yss", QUIET_HANDS, "bench 30"),
    "bench of chess": ("chess/standard", "position startpos", "bench 30"),
    "pondering": ("chess/standard", "position startpos", "go ponder depth 60"),
    "a bare go": ("chess/standard", "position startpos", "go"),
    "a depth that waits": ("chess/standard", "position startpos", "go infinite depth 60"),
}
"""What takes long and has no end of its own, or none that anybody could wait for."""


def is_answer(line: str) -> bool:
    """Whether a line is the last one of something long."""
    return line.startswith(("bestmove", "checkmate")) or line.endswith("was stopped")


def stop(e: Engine) -> None:
    e.send("stop")
    while not is_answer(e.until("")[-1]):
        pass


def ask(e: Engine) -> None:
    e.answer("isready", "readyok")


def begin_anew_in(weights: str) -> Callable[[Engine], None]:
    word = "usinewgame" if weights.startswith("shogi") else "ucinewgame"

    def begin_anew(e: Engine) -> None:
        e.send(word)
        ask(e)

    return begin_anew


def leave(e: Engine) -> None:
    e.send("quit")
    assert e.end(close=False) == 0


def fall_silent(e: Engine) -> None:
    assert e.end() == 0


def seconds_of(act: Callable[[Engine], None], e: Engine, *begin: str) -> float:
    """How long an act takes while something long is under way."""
    e.send(*begin)
    time.sleep(0.3)
    begun = time.monotonic()
    act(e)
    return time.monotonic() - begun


@pytest.mark.parametrize("name", LONG)
def test_whatever_takes_long_obeys_at_once(name: str) -> None:
    weights, *begin = LONG[name]
    new_game = begin_anew_in(weights)
    with engine(weights) as e:
        ask(e)
        took = {"isready": seconds_of(ask, e, *begin), "stop": seconds_of(stop, e)}
        took["new game"] = seconds_of(new_game, e, *begin)
        took["quit"] = seconds_of(leave, e, *begin)
    assert max(took.values()) < LATEST, took


@pytest.mark.parametrize("name", LONG)
def test_whatever_has_no_end_of_its_own_ends_with_the_input(name: str) -> None:
    weights, *begin = LONG[name]
    with engine(weights) as e:
        ask(e)
        assert seconds_of(fall_silent, e, *begin) < LATEST
    assert is_answer(e.seen[-1])


def test_more_plies_than_anybody_can_count_are_refused() -> None:
    with engine() as e:
        assert "perft 1000" in e.answer("go perft 1000", "info string")[-1]


# ---- the end of the input --------------------------------------------------------------------


def depths(e: Engine) -> list[int]:
    """The depths of the reports, in order."""
    return [int(line.split()[2]) for line in e.seen if line.startswith("info depth")]


@pytest.mark.parametrize(("weights", "depth"), [("chess/standard", 4), ("shogi/yss", 3)])
def test_a_search_to_a_depth_is_finished_at_the_end_of_the_input(weights: str, depth: int) -> None:
    with engine(weights) as e:
        e.send("position startpos", f"go depth {depth}")
        assert e.end() == 0
    assert depths(e)[-1] == depth
    assert e.seen[-1].startswith("bestmove")


@pytest.mark.parametrize(
    ("weights", "position", "go", "answer"),
    [
        ("chess/standard", "position startpos", "go nodes 40000", "bestmove"),
        ("chess/standard", "position startpos", "go movetime 300", "bestmove"),
        ("chess/standard", "position startpos", "go wtime 20000 btime 20000", "bestmove"),
        ("chess/standard", "position fen k7/8/1K6/8/8/8/8/6Q1 w - - 0 1", "go mate 2", "bestmove"),
        ("shogi/yss", "position startpos", "go btime 0 wtime 0 byoyomi 400", "bestmove"),
        ("shogi/yss", "position sfen 4k4/9/4P4/9/9/9/9/9/4K4 b G 1", "go mate 9000", "checkmate G"),
    ],
)
def test_so_is_a_search_with_any_other_limit(
    weights: str, position: str, go: str, answer: str
) -> None:
    with engine(weights) as e:
        e.send(position, go)
        assert e.end() == 0
    assert e.seen[-1].startswith(answer)
    assert depths(e)[-1] > 1 or "mate" in go


def test_so_is_a_ponder_search_after_its_hit() -> None:
    with engine() as e:
        e.send("go ponder wtime 20000 btime 20000").until("info depth")
        e.send("ponderhit")
        begun = time.monotonic()
        assert e.end() == 0
        assert time.monotonic() - begun < PATIENCE
    assert depths(e)[-1] > 3


def test_quit_ends_a_search_that_has_a_limit() -> None:
    with engine() as e:
        e.send("position startpos", "go depth 60").until("info depth 3")
        begun = time.monotonic()
        leave(e)
        assert time.monotonic() - begun < LATEST
    assert e.seen[-1].startswith("bestmove")


def test_nobody_waits_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sessions, "LAST_WORD", 0.5)
    told = io.BytesIO()
    output = Output(told, on_broken=lambda: None)
    session = Session("chess/standard", lambda: evaluation_of("chess/standard"), output)
    session.obey("go depth 99")
    session.finish()
    assert session.is_thinking
    session.close()
    *_, why, move = told.getvalue().decode().splitlines()
    assert why == "info string the input ended 0.5 s ago: the search is stopped"
    assert move.startswith("bestmove ")


# ---- nobody there ----------------------------------------------------------------------------

GUI = """
import subprocess, sys, time
engine = subprocess.Popen(sys.argv[1:], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
engine.stdin.write(b"position startpos\\ngo WHAT\\n")
engine.stdin.flush()
while not engine.stdout.readline().startswith(b"info depth"):
    pass
print("searching", flush=True)
time.sleep(600)
"""


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="there is no such signal here")
@pytest.mark.parametrize("limit", ["depth 99", "movetime 50000", "infinite"])
def test_no_engine_outlives_its_gui(limit: str) -> None:
    program = GUI.replace("WHAT", limit)
    command = [sys.executable, "-c", program, *COMMAND, "chess/standard"]
    pipe = subprocess.PIPE
    with subprocess.Popen(command, stdout=pipe, stderr=pipe) as gui:
        assert gui.stdout is not None
        assert gui.stderr is not None
        assert gui.stdout.readline() == b"searching\n"
        gui.kill()
        begun = time.monotonic()
        assert gui.stderr.read() == b""  # the engine has it too: it ends when both are gone
        assert time.monotonic() - begun < LATEST


def test_a_search_that_nobody_will_read_of_ends_with_the_input() -> None:
    with subprocess.Popen(
        [*COMMAND, "chess/standard"], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(b"isready\n")
        process.stdin.flush()
        assert process.stdout.readline() == b"readyok\n"
        process.stdout.close()
        process.stdin.write(b"go depth 99\n")
        process.stdin.close()
        begun = time.monotonic()
        assert process.wait(PATIENCE) == 0
        assert time.monotonic() - begun < LATEST


def closed(number: int) -> Callable[[], None]:
    return lambda: os.close(number)


@pytest.mark.skipif(sys.platform == "win32", reason="files have no numbers there")
@pytest.mark.parametrize("number", [0, 1])
def test_without_an_input_or_an_output_there_is_nothing_to_do(number: int) -> None:
    done = subprocess.run(
        [*COMMAND, "chess/standard"],
        input=None if number == 0 else b"isready\ngo depth 99\n",
        stderr=subprocess.PIPE,
        preexec_fn=closed(number),
        timeout=PATIENCE,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, b"")
