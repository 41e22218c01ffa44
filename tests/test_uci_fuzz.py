"""No stream of lines crashes the engine: thousands in one process, some as real processes.

Every stream is a sound conversation with accidents, drawn by a fixed seed. Whatever it says, the
session stands, every `go` has exactly one answer, and the position is one of the game's.
"""

import pytest

from fuzzed_streams import PARTS, PROCESSES, STREAMS, Talk, sound_talk, told_by
from plywise import _kernel
from plywise.engine.options import Options
from plywise.engine.session import Session
from plywise.engine.streams import Output
from uci_process import engine

FENS = [
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "7k/6Q1/6K1/8/8/8/8/8 b - - 0 1",
    "8/8/4k3/8/4B3/2N1K3/8/8 b - - 99 120",
    "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9",
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -",
]
MOVES = [
    *("e2e4", "e7e5", "g1f3", "b8c6", "f1c4", "g8f6", "e1g1", "e1h1"),
    *("e7e8q", "a7a8n", "0000", "e2e9", "zz"),
]
LIMITS = [
    *("depth 1", "depth 2", "nodes 50", "movetime 1", "wtime 10 btime 10", "infinite", "ponder"),
    *("mate 1 nodes 300", "winc 5", "movestogo 0", "movestogo 3", "wtime -3 btime 5 winc 1"),
    *("searchmoves e2e4 d2d4", "searchmoves zz", "perft 1", "depth", "nodes x", "depth 0", ""),
]
SIMPLE = [
    *(
        "uci",
        "debug",
        "isready",
        "ucinewgame",
        "stop",
        "ponderhit",
        "d",
        "eval",
        "help",
        "register",
    ),
    *("register", "bench 0", "debug on", "go perft 2", "joho stop", "quit", ""),
]
TALK = Talk(
    setups=["startpos", *(f"fen {fen}" for fen in FENS)],
    moves=MOVES,
    limits=LIMITS,
    options=[option.name for option in Options("chess/standard").all],
    simple=SIMPLE,
)
EVALUATION = _kernel.Evaluation("chess", "material", [1, 3, 3, 5, 9])


def session(output: Output) -> Session:
    return Session("chess/standard", lambda: EVALUATION, output)


def answers(told: list[str]) -> int:
    return sum(line.startswith("bestmove ") for line in told)


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
        with engine() as e:
            e.send(data, b"\nstop\n")
            assert e.answer("isready", "readyok"), number
            if number % 5 == 0:
                e.send(b"x" * chance.choice((10, 1_000_000)))  # and no end of the line
