"""No stream of lines crashes the engine where it speaks USI, as in test_uci_fuzz.py."""

import pytest

from fuzzed_streams import PARTS, PROCESSES, STREAMS, Talk, sound_talk, told_by
from plywise import _kernel
from plywise.engine.options import Options
from plywise.engine.session import Session
from plywise.engine.streams import Output
from plywise.evaluation.weights import resolve
from uci_process import engine

WEIGHTS = "shogi/yss"

SFENS = [
    "l6nl/5+P1gk/2np1S3/p1p4Pp/3P2Sp1/1PPb2P1P/P5GS1/R8/LN4bKL w RGgsn5p 1",
    "4k4/9/4P4/9/9/9/9/9/4K4 b G 1",
    "4k4/4G4/4P4/9/9/9/9/9/4K4 w - 2",
    "4K4/PPPPPPPPP/+P8/9/9/9/9/4k4/9 b 2R2BG2S2N2L 1",
    "9/9/9/9/4k4/9/9/9/9 w 2R2B4G4S4N4L18P 1",
    "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b",
]
TALK = Talk(
    setups=["startpos", *(f"sfen {sfen}" for sfen in SFENS)],
    moves=["7g7f", "3c3d", "8h2b+", "3a2b", "B*5e", "P*5h", "2g2f", "5e5e", "7g7f+", "K*5e", "zz"],
    limits=[
        *("depth 1", "depth 2", "nodes 50", "movetime 1", "btime 10 wtime 10", "infinite"),
        *("ponder", "byoyomi 1", "btime 0 wtime 0 byoyomi 2", "byoyomi -1", "binc 5 winc 5"),
        *("mate 5", "mate infinite", "mate", "mate x", "btime -3 wtime 5 byoyomi 0", "depth 0"),
        *("searchmoves 7g7f G*5b", "searchmoves zz", "perft 1", "depth", "nodes x", ""),
    ],
    options=[option.name for option in Options(WEIGHTS, game="shogi").all],
    simple=[
        *("usi", "isready", "usinewgame", "stop", "ponderhit", "gameover win", "gameover", "d"),
        *("eval", "help", "bench 0", "debug on", "go perft 2", "joho stop", "uci", "quit", ""),
    ],
)
EVALUATION = _kernel.Evaluation("shogi", "material", resolve(WEIGHTS).values)


def session(output: Output) -> Session:
    return Session(WEIGHTS, lambda: EVALUATION, output, game="shogi")


def answers(told: list[str]) -> int:
    return sum(line.startswith(("bestmove ", "checkmate ")) for line in told)


@pytest.mark.parametrize("part", range(PARTS))
def test_no_stream_of_lines_crashes_a_session(part: int) -> None:
    numbers = range(part, STREAMS, PARTS)
    answered = sum(answers(told_by(session, TALK, number)) for number in numbers)
    assert answered > STREAMS // PARTS // 2  # or nothing of this was tried


@pytest.mark.parametrize("part", range(PARTS))
def test_every_go_of_a_stream_has_one_answer(part: int) -> None:
    for number in range(part, STREAMS // 10, PARTS):
        gone, told = sound_talk(session, TALK, number)
        assert answers(told) == gone, number


@pytest.mark.parametrize("part", range(PARTS))
def test_no_stream_of_bytes_crashes_an_engine(part: int) -> None:
    for number in range(part, PROCESSES, PARTS):
        data, chance = TALK.data(10**6 + number)
        with engine(WEIGHTS) as e:
            e.answer("usi", "usiok")
            e.send(data, b"\nstop\n")
            assert e.answer("isready", "readyok"), number
            if number % 5 == 0:
                e.send(b"x" * chance.choice((10, 1_000_000)))  # and no end of the line
