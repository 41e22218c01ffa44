"""The door to the kernel: errors with value and hint, memory, pickles, chance, numbers."""

import math
import pickle
import resource
import signal
import subprocess
import sys
from collections.abc import Callable
from inspect import signature
from itertools import pairwise
from typing import Any

import numpy as np
import pytest

from kernel_games import MATERIAL, MIDDLE, START, WEIGHTS, job, position, seen
from plywise import _kernel
from plywise.errors import BadInput, BadPosition, BadSetting, IllegalMove, UnknownName
from plywise.searching import AlphaBeta

PATIENCE = 30.0
"""Seconds after which a process counts as hung."""


@pytest.mark.parametrize(
    ("call", "error", "words"),
    [
        (lambda: _kernel.Position.start("ches"), UnknownName, ["ches", "did you mean 'chess'"]),
        (lambda: position("nonsense"), BadPosition, ["nonsense", "write a FEN"]),
        (lambda: position("8/8/8/8/8/8/8/8 w - - 0 1"), BadPosition, ["8/8/8", "king"]),
        (lambda: position(""), BadPosition, ['""', "write a FEN"]),
        (lambda: START.after("e2e5"), IllegalMove, ["e2e5", str(START), "20 legal", "UCI"]),
        (lambda: START.after("e4"), IllegalMove, ["e4", "as in UCI"]),
        (lambda: START.after_all(["e2e4", "e2e4"]), IllegalMove, ["e2e4", " b KQkq"]),
        (lambda: START.notation("a1a8"), IllegalMove, ["a1a8", "UCI"]),
        (lambda: START.count("dragon", "first"), BadInput, ["dragon", "chess"]),
        (lambda: START.count("pawn", "third"), BadInput, ["third", "'first'"]),
        (lambda: _kernel.features("chess", "materiel"), UnknownName, ["materiel", "material"]),
        (lambda: _kernel.Settings(depth=126), BadSetting, ["126", "125"]),
        (lambda: _kernel.Settings(probes=0), BadSetting, ["probes 0", "16"]),
        (lambda: _kernel.Settings(probes=17), BadSetting, ["probes 17", "16"]),
        (lambda: _kernel.Settings(null_move=5), BadSetting, ["5", "1 and 4"]),
        (lambda: _kernel.Settings(noise=-1), BadSetting, ["-1", "100000000"]),
        (lambda: _kernel.Settings(depth=200, probes=99), BadSetting, ["200", "99"]),
        (lambda: AlphaBeta(depth=-1, nodes=-5), BadSetting, ["-1", "125", "-5"]),
        (lambda: AlphaBeta(table_entries=-1), BadSetting, ["-1", "table_entries"]),
        (lambda: job(adjudication="coin"), BadSetting, ["coin", "'agree'"]),
        (lambda: job(learn_at="root"), BadSetting, ["root", "'leaf'"]),
        (lambda: job(rules="loose"), BadSetting, ["loose", "'full', 'bare'"]),
        (lambda: job(adjudication="judge"), BadSetting, ["'judge'", "judge="]),
        (lambda: _kernel.play_game(job(game="go")), UnknownName, ["go", "chess"]),
        (lambda: _kernel.play_game(job(start="8/8 w")), BadPosition, ["8/8 w"]),
        (lambda: _kernel.play_game(job(opening=["e2e4", "e2e4"])), IllegalMove, ["e2e4"]),
    ],
)
def test_errors_carry_the_value_and_a_hint(
    call: Callable[[], object], error: type[Exception], words: list[str]
) -> None:
    with pytest.raises(error) as caught:
        call()
    assert isinstance(caught.value, BadInput)
    for word in words:
        assert word in str(caught.value)


@pytest.mark.parametrize("bad", [math.nan, math.inf, -math.inf])
@pytest.mark.parametrize("place", range(5))
def test_weights_that_are_no_numbers_are_refused(bad: float, place: int) -> None:
    weights = [bad if i == place else 1.0 for i in range(5)]
    with pytest.raises(BadSetting, match=MATERIAL.names[place]):
        _kernel.Evaluation("chess", "material", weights)


@pytest.mark.parametrize("scale", [0, -1, 1_000_001])
def test_a_scale_out_of_range_is_refused(scale: int) -> None:
    with pytest.raises(BadSetting, match=str(scale)):
        _kernel.Evaluation("chess", "material", WEIGHTS, scale)


@pytest.mark.parametrize("weights", [[1e300] * 5, [-1e300] * 5, [1e9, -1e9, 3, 0, 0], [0] * 5])
def test_no_weights_make_the_search_overflow(weights: list[float]) -> None:
    evaluation = _kernel.Evaluation("chess", "material", weights, 1_000_000)
    for text in (str(START), MIDDLE, "knQQQQQQ/ppQ4Q/QQ5Q/Q6Q/Q6Q/Q6Q/Q5Q1/QQQQQQQK w - - 0 1"):
        found = _kernel.search(position(text), evaluation, _kernel.Settings(depth=2))
        assert abs(found.value) <= _kernel.MATE
        assert found.kind == "result" or abs(found.value) < _kernel.MATE_BOUND


NEGATIVE = {
    "depth": lambda: _kernel.Settings(depth=-1),
    "perft": lambda: START.perft(-1),
    "seed": lambda: job(seed=-1),
    "max_plies": lambda: job(max_plies=-1),
}


@pytest.mark.parametrize("name", NEGATIVE)
def test_negative_numbers_are_refused(name: str) -> None:
    # The kernel's own classes take Python's word for it; AlphaBeta and the command line explain.
    with pytest.raises((BadInput, OverflowError)):
        NEGATIVE[name]()


def in_a_process(program: str, address_space: int) -> subprocess.CompletedProcess[str]:
    """The program, run where so many bytes of addresses can be had: it may fail, not this one."""
    head = (
        "import resource\n"
        f"resource.setrlimit(resource.RLIMIT_AS, ({address_space}, {address_space}))\n"
        "from plywise import _kernel as kernel\n"
        "start = kernel.Position.start('chess')\n"
        "material = kernel.Evaluation('chess', 'material', [1, 3, 3, 5, 9])\n"
    )
    command = [sys.executable, "-c", head + program]
    return subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE, check=False)


BIG_TABLE = """
try:
    kernel.search(start, material, kernel.Settings(depth=3, table_entries=ENTRIES))
except MemoryError as error:
    print(error)
print(kernel.search(start, material, kernel.Settings(depth=3)).value)
"""


@pytest.mark.parametrize(
    ("megabytes", "address_space"),
    # The limit of the first is far above any machine: it only guards one that promises too much.
    [(99_999_999, 1 << 42), (4_000, 2 << 30)],
    ids=["a table past all machines", "a table past this process"],
)
def test_a_table_that_does_not_fit_is_refused_and_the_process_lives_on(
    megabytes: int, address_space: int
) -> None:
    hard = resource.getrlimit(resource.RLIMIT_AS)[1]
    if hard != resource.RLIM_INFINITY and hard < address_space:
        pytest.skip("this shell limits addresses already")
    entries = (megabytes << 20) // 24
    done = in_a_process(BIG_TABLE.replace("ENTRIES", str(entries)), address_space)
    message, value = done.stdout.splitlines()
    assert f"{entries} entries" in message
    assert "smaller" in message
    assert (value, done.returncode) == ("0", 0)


@pytest.mark.parametrize(
    "call",
    [
        "start.perft(100_000)",
        "kernel.minimax(start, material, 100_000, 1)",
        "kernel.random_u64(1, 1, 1 << 42)",
    ],
)
def test_no_number_ends_the_process(call: str) -> None:
    # Refused, or interruptible as any long call is.
    program = (
        f"import signal\nsignal.alarm(1)\nsignal.signal(14, signal.default_int_handler)\n{call}"
    )
    done = in_a_process(program, 1 << 42)
    assert done.returncode >= 0 or done.returncode == -signal.SIGINT, done.stderr
    assert "PanicException" not in done.stderr


def test_positions_pickle_with_their_history() -> None:
    there_and_back = ["g1f3", "g8f6", "f3g1", "f6g8"]
    twice = START.after_all(there_and_back * 2)
    again = pickle.loads(pickle.dumps(START.after_all(there_and_back + there_and_back[:3])))
    assert twice.outcome_reason == again.after("f6g8").outcome_reason == "repetition"
    assert (again.after("f6g8"), again.game) == (twice, "chess")
    assert again.history == twice.history[:-1]


def test_positions_are_values() -> None:
    one, same = position(MIDDLE), position(MIDDLE)
    assert one == same
    assert hash(one) == hash(same)
    assert one != START
    one.after(one.moves[0])
    assert str(one) == MIDDLE
    assert eval(repr(one), {"Position": _kernel.Position}) == one


def test_evaluations_settings_and_jobs_pickle() -> None:
    evaluation = pickle.loads(pickle.dumps(MATERIAL))
    assert repr(evaluation) == repr(MATERIAL)
    assert evaluation.weights == WEIGHTS
    settings = _kernel.Settings(depth=3, probes=2, null_move=2, noise=7, quiescence_plies=4)
    assert pickle.loads(pickle.dumps(settings)).as_dict() == settings.as_dict()
    more = {"rules": "bare", "adjudication": "judge", "judge": MATERIAL, "fifty_moves": False}
    one = job(3, opening=["e2e4"], start=str(START), learn_at="position", **more)
    again = pickle.loads(pickle.dumps(one))
    for name in signature(_kernel.GameJob).parameters:
        assert repr(getattr(again, name)) == repr(getattr(one, name))
    assert seen(_kernel.play_game(again)) == seen(_kernel.play_game(one))


def test_a_search_is_a_function_of_its_arguments() -> None:
    settings = _kernel.Settings(depth=3, noise=50)

    def found(seed: int) -> tuple[Any, ...]:
        it = _kernel.search(START, MATERIAL, settings, seed)
        return it.move, it.value, it.line, it.nodes, it.c_nodes, it.root_values, str(it.leaf)

    before = [found(seed) for seed in range(20)]
    # Other searches between them, with other tables, must leave no trace.
    _kernel.search(position(MIDDLE), MATERIAL, _kernel.Settings(depth=4, table_entries=1000))
    assert [found(seed) for seed in reversed(range(20))] == before[::-1]
    assert len({move for move, *_ in before}) > 3


def test_equal_root_moves_are_drawn_by_the_seed_and_only_if_asked() -> None:
    drawn = {_kernel.search(START, MATERIAL, _kernel.Settings(depth=1), s).move for s in range(300)}
    assert drawn == set(START.moves)  # at depth 1 no first move wins anything
    fixed = _kernel.Settings(depth=1, random_ties=False)
    assert len({_kernel.search(START, MATERIAL, fixed, seed).move for seed in range(20)}) == 1


def test_a_game_is_a_function_of_its_job() -> None:
    jobs = [job(number) for number in range(6)]
    alone = [seen(_kernel.play_game(one)) for one in reversed(jobs)][::-1]
    assert [seen(record) for record in _kernel.play_games(jobs)] == alone
    assert len({tuple(moves) for moves, *_ in alone}) == len(jobs)


def test_the_random_words_are_those_of_the_published_generator() -> None:
    words = _kernel.random_u64(1, 2, 1000)
    assert words == _kernel.random_u64(1, 2, 2000)[:1000]
    assert len(set(words)) == 1000
    assert set(words).isdisjoint(_kernel.random_u64(2, 1, 1000))
    assert all(0 <= word < 1 << 64 for word in words)
    bits = np.array([[word >> bit & 1 for bit in range(64)] for word in words])
    assert np.all(np.abs(bits.mean(axis=0) - 0.5) < 0.08)  # five standard deviations


def test_exp_is_that_of_mathematics_to_the_last_bit_or_the_one_before() -> None:
    x = np.linspace(-745.0, 709.0, 20_001)
    ours, theirs = _kernel.exp(x), np.exp(x)
    assert np.all(np.abs(ours - theirs) <= 2 * np.spacing(theirs))
    assert _kernel.exp(np.array([0.0, -np.inf, np.inf])).tolist() == [1.0, 0.0, np.inf]
    assert all(a <= b for a, b in pairwise(ours))
