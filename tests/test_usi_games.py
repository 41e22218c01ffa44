"""Whole games of shogi: cshogi as the GUI, fairy-stockfish as the opponent, real clocks."""

import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from conftest import require_engine
from deeper import deeper

cshogi = pytest.importorskip("cshogi", reason="needs cshogi (pip install 'plywise[records]')")
from cshogi.usi import Engine  # noqa: E402
from cshogi.usi.Engine import InfoListener, MultiPVListener  # noqa: E402

WEIGHTS = "shogi/yss"
MOST_PLIES = 200
BYOYOMI = 400
OVERHEAD = 100
"""Milliseconds. Other tests keep both cores busy, so the engine is told what a user would tell it
on such a machine: the option "Move Overhead"."""


def program(folder: Path, *command: str) -> str:
    """A program without arguments, which is all that cshogi starts."""
    path = folder / Path(command[-1]).name
    path.write_text("#!/bin/sh\nexec " + " ".join(f'"{word}"' for word in command) + "\n")
    path.chmod(0o755)
    return str(path)


@contextmanager
def driven(command: str) -> Iterator[Any]:
    """An engine that cshogi talks to; it is gone afterwards."""
    engine = Engine(command)
    pipes = (engine.proc.stdin, engine.proc.stdout, engine.proc.stderr)
    try:
        engine.isready()
        engine.usinewgame()
        yield engine
    finally:
        engine.quit()
        for pipe in pipes:
            pipe.close()


@pytest.fixture
def plywise(tmp_path: Path) -> Iterator[Any]:
    command = program(tmp_path, sys.executable, "-m", "plywise", "engine", WEIGHTS)
    with driven(command) as engine:
        yield engine


def play(board: Any, move: str) -> bool:
    """Plays a move, and says whether it was legal."""
    read = board.move_from_usi(move)
    if not board.is_legal(read):
        return False
    board.push(read)
    return True


def test_cshogi_plays_a_game_through(plywise: Any) -> None:
    assert plywise.name.startswith("plywise ")
    board = cshogi.Board()
    moves: list[str] = []
    listener = InfoListener()
    while not board.is_game_over() and len(moves) < MOST_PLIES:
        plywise.position(moves=moves)
        move, _ = plywise.go(nodes=2000, listener=listener.listen())
        if move in ("resign", "win"):
            break
        assert listener.info["depth"] >= 1
        assert listener.pv[0] == move
        assert play(board, move), (moves, move)
        moves.append(move)
    assert len(moves) > 20


def test_cshogi_hears_several_lines_and_mates(plywise: Any) -> None:
    plywise.setoption("MultiPV", 3)
    plywise.position()
    listener = MultiPVListener()
    plywise.go(nodes=3000, listener=listener.listen())
    assert len({info["pv"][0] for info in listener.info}) == 3
    plywise.position(sfen="sfen 4k4/9/4P4/9/9/9/9/9/4K4 b G 1")
    one = InfoListener()
    assert plywise.go(byoyomi=100, listener=one.listen())[0] == "G*5b"
    assert (one.info["mate"], one.score) == (1, one.mate_score)
    assert plywise.go_mate(byoyomi=1000) == "G*5b"


def test_cshogi_ponders(plywise: Any) -> None:
    board = cshogi.Board()
    for played in ("7g7f", "3c3d"):
        board.push_usi(played)
    plywise.position(moves=["7g7f", "3c3d"])
    hit = threading.Timer(0.3, plywise.ponderhit)
    hit.start()
    move, _ = plywise.go(ponder=True, btime=0, wtime=0, byoyomi=100)
    hit.join()
    assert play(board, move)


def slowest(ours: Any, theirs: Any, *, first: bool) -> tuple[float, int]:
    """Plays a game in which we have a second and then byoyomi, and they so many nodes.

    The most that a move of ours used of what it had, as a share, and the plies of the game.
    """
    board = cshogi.Board()
    moves: list[str] = []
    clock, most = 1000.0, 0.0
    while not board.is_game_over() and len(moves) < MOST_PLIES:
        if (len(moves) % 2 == 0) == first:
            ours.position(moves=moves)
            began = time.monotonic()
            move, _ = ours.go(btime=int(clock), wtime=int(clock), byoyomi=BYOYOMI)
            used = 1000 * (time.monotonic() - began)
            most = max(most, used / (clock + BYOYOMI))
            clock = max(0.0, clock - used)
        else:
            theirs.position(moves=moves)
            move, _ = theirs.go(nodes=2000)
        if move in ("resign", "win"):
            break
        assert play(board, move), (moves, move)
        moves.append(move)
    return most, len(moves)


@pytest.mark.engine
def test_no_game_against_fairy_stockfish_is_lost_on_time(plywise: Any, tmp_path: Path) -> None:
    plywise.setoption("Move Overhead", OVERHEAD)
    with driven(program(tmp_path, require_engine("fairy-stockfish"))) as theirs:
        for number in range(deeper(3, 40)):
            for player in (plywise, theirs):
                player.isready()
                player.usinewgame()
            most, plies = slowest(plywise, theirs, first=number % 2 == 0)
            assert most <= 1.0, number
            assert plies > 20
