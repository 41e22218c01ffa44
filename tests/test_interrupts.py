"""Long calls: other threads go on beside them, and Ctrl-C or a `Stop` ends them."""

import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from kernel_games import MATERIAL, START, job
from plywise import _kernel

PATIENCE = 30.0
"""Seconds after which a thread or a process counts as hung."""


@contextmanager
def ticking() -> Iterator[list[int]]:
    """A Python thread that counts for as long as the block lasts."""
    count, done = [0], threading.Event()

    def tick() -> None:
        while not done.wait(0.001):
            count[0] += 1

    thread = threading.Thread(target=tick)
    thread.start()
    try:
        yield count
    finally:
        done.set()
        thread.join(PATIENCE)


@pytest.mark.parametrize(
    "work",
    [
        lambda: _kernel.search(START, MATERIAL, _kernel.Settings(depth=40, milliseconds=400)),
        lambda: _kernel.play_game(job(depth=40, search={"milliseconds": 40}, max_plies=10)),
        lambda: [START.perft(4) for _ in range(60)],
    ],
    ids=["search", "play_game", "perft"],
)
def test_other_threads_go_on_while_the_kernel_works(work: Callable[[], object]) -> None:
    with ticking() as count:
        before = count[0]
        work()
        assert count[0] - before > 5


def test_searches_in_several_threads_do_not_disturb_each_other() -> None:
    roots = [START.after(move) for move in START.moves[:8]]
    settings = _kernel.Settings(depth=4)

    def seen(root: _kernel.Position) -> tuple[Any, ...]:
        found = _kernel.search(root, MATERIAL, settings, seed=1)
        return found.move, found.value, found.nodes, found.line

    alone = [seen(root) for root in roots]
    beside: dict[int, tuple[Any, ...]] = {}
    threads = [
        threading.Thread(target=lambda i=i, root=root: beside.update({i: seen(root)}))
        for i, root in enumerate(roots)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(PATIENCE)
    assert [beside[i] for i in range(len(roots))] == alone


def end_by(stop: _kernel.Stop, jobs: list[_kernel.GameJob]) -> list[str]:
    """What becomes of games in threads of their own when `stop` is set a little later."""
    ends: list[str] = []

    def play(one: _kernel.GameJob) -> None:
        try:
            _kernel.play_game(one, stop)
            ends.append("played")
        except KeyboardInterrupt:
            ends.append("stopped")

    threads = [threading.Thread(target=play, args=(one,)) for one in jobs]
    for thread in threads:
        thread.start()
    time.sleep(0.2)
    stop.set()
    for thread in threads:
        thread.join(PATIENCE)
    assert not any(thread.is_alive() for thread in threads)
    return ends


def test_a_stop_ends_the_games_of_other_threads_and_spares_those_without_it() -> None:
    stop = _kernel.Stop()
    assert not stop.is_set
    assert end_by(stop, [job(i, depth=30) for i in range(3)]) == ["stopped"] * 3
    assert stop.is_set
    # Another flag knows nothing of this one, and a stopped search leaves nothing behind.
    assert _kernel.play_game(job(max_plies=6), _kernel.Stop()).plies == 6


def test_a_stop_that_is_set_already_ends_a_list_of_games_at_once() -> None:
    stop = _kernel.Stop()
    stop.set()
    with pytest.raises(KeyboardInterrupt):
        _kernel.play_games([job(i, depth=5) for i in range(1000)], stop)


@pytest.mark.parametrize("search", [{"random_play": True}, {"nodes": 100}], ids=str)
def test_a_stop_ends_games_of_small_searches_too(search: dict[str, Any]) -> None:
    stop = _kernel.Stop()
    stop.set()
    with pytest.raises(KeyboardInterrupt):
        _kernel.play_games([job(i, search=search) for i in range(20)], stop)


CHILD = """
import signal
from plywise import _kernel as kernel
signal.signal(signal.SIGINT, signal.default_int_handler)  # a shell's background job ignores it
start = kernel.Position.start("chess")
hands = kernel.Position.parse("shogi", "HANDS")
material = kernel.Evaluation("chess", "material", [1, 3, 3, 5, 9])
settings = kernel.Settings(depth=DEPTH, random_play=RANDOM)
games = [kernel.GameJob(game="chess", first=material, second=material, first_search=settings,
                        second_search=settings, seed=1, number=n, max_plies=4000)
         for n in range(GAMES)]
print("ready", flush=True)
try:
    CALL
    print("ended", flush=True)
except KeyboardInterrupt:
    print("interrupted", flush=True)
    raise
"""
FULL_HANDS = "R8/2K1S1SSk/4B4/9/9/9/9/9/1L1L1L3 b RBGSNLP3g3n17p 1"
"""593 moves in shogi: three plies are 200 million leaves."""
LATEST = 1.0
"""Seconds from the signal to the exception. The kernel asks every 20 ms; machines are busy."""

ENDLESS = {
    "search": ("kernel.search(start, material, settings)", 60, 0),
    "play_game": ("kernel.play_game(games[0])", 30, 1),
    "play_games": ("kernel.play_games(games)", 2, 20_000),
    "perft": ("start.perft(12)", 1, 0),
    "divide": ("start.divide(12)", 1, 0),
    "perft with many moves": ("hands.perft(6)", 1, 0),
    "divide with many moves": ("hands.divide(6)", 1, 0),
    "solve": ('kernel.solve_othello(kernel.Position.start("othello"))', 1, 0),
}


def interrupt(call: str, depth: int, games: int, *, random: bool = False) -> tuple[str, float, int]:
    """What the child said after a SIGINT in the middle of `call`, how soon, and its exit code."""
    words = {"HANDS": FULL_HANDS, "DEPTH": depth, "RANDOM": random, "GAMES": games, "CALL": call}
    program = CHILD
    for word, value in words.items():
        program = program.replace(word, str(value))
    pipe = subprocess.PIPE
    with subprocess.Popen([sys.executable, "-c", program], stdout=pipe, stderr=pipe) as child:
        try:
            assert child.stdout is not None
            assert child.stdout.readline() == b"ready\n"
            time.sleep(0.3)
            child.send_signal(signal.SIGINT)
            begun = time.monotonic()
            timer = threading.Timer(PATIENCE, child.kill)
            timer.start()
            said = child.stdout.readline().decode().strip()
            seconds = time.monotonic() - begun
            child.wait(PATIENCE)
            timer.cancel()
        finally:
            child.kill()
    return said, seconds, child.returncode


@pytest.mark.parametrize("name", ENDLESS)
def test_ctrl_c_ends_a_long_call(name: str) -> None:
    said, seconds, code = interrupt(*ENDLESS[name])
    assert said == "interrupted"
    assert seconds < LATEST
    assert code in (-signal.SIGINT, 130)  # Python ends as a process does that SIGINT ended


def test_ctrl_c_ends_a_list_of_random_games() -> None:
    said, seconds, _ = interrupt("kernel.play_games(games)", 1, 10_000, random=True)
    assert said == "interrupted"
    assert seconds < LATEST


@pytest.mark.parametrize("words", [(), ("--divide",)], ids=["perft", "divide"])
def test_ctrl_c_ends_a_count_at_the_command_line(words: tuple[str, ...]) -> None:
    command = [sys.executable, "-m", "plywise", "perft", "shogi", "6", "--position", FULL_HANDS]
    pipe = subprocess.PIPE
    with subprocess.Popen([*command, *words], stdout=pipe, stderr=pipe) as counting:
        time.sleep(2.0)  # it is counting by then, or interrupted before: both must end it
        counting.send_signal(signal.SIGINT)
        try:
            said, talk = counting.communicate(timeout=PATIENCE)
        finally:
            counting.kill()
    assert (counting.returncode, said, talk) == (130, b"", b"plywise: interrupted\n")


def test_a_stop_ends_a_count_in_another_thread() -> None:
    hands, stop = _kernel.Position.parse("shogi", FULL_HANDS), _kernel.Stop()
    timer = threading.Timer(0.2, stop.set)
    timer.start()
    with pytest.raises(KeyboardInterrupt):
        hands.perft(6, stop=stop)
    timer.join(PATIENCE)
