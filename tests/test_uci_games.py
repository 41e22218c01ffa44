"""Whole games: python-chess as the GUI, stockfish as the opponent, real clocks."""

import sys
import time

import chess
import chess.engine
import pytest

from conftest import require_engine
from deeper import deeper

COMMAND = [sys.executable, "-m", "plywise", "engine", "chess/standard"]
MOST_PLIES = 300


def plywise() -> chess.engine.SimpleEngine:
    return chess.engine.SimpleEngine.popen_uci(COMMAND)


def test_python_chess_plays_a_game_through() -> None:
    board = chess.Board()
    with plywise() as e:
        assert e.id["name"].startswith("plywise ")
        while not board.is_game_over(claim_draw=True) and board.ply() < MOST_PLIES:
            played = e.play(board, chess.engine.Limit(nodes=2000), info=chess.engine.INFO_ALL)
            assert played.move in board.legal_moves
            assert played.info["depth"] >= 1
            board.push(played.move)
    assert board.ply() > 20


def test_python_chess_plays_chess960_through() -> None:
    board = chess.Board.from_chess960_pos(100)
    with plywise() as e:
        while not board.is_game_over(claim_draw=True) and board.ply() < 120:
            played = e.play(board, chess.engine.Limit(nodes=1000))
            assert played.move in board.legal_moves
            board.push(played.move)
    assert board.ply() > 20


def test_python_chess_analyses_with_several_lines() -> None:
    with plywise() as e:
        found = e.analyse(chess.Board(), chess.engine.Limit(depth=4), multipv=3)
        assert len(found) == 3
        assert len({info["pv"][0] for info in found}) == 3
        with e.analysis(chess.Board()) as running:  # infinite, then stopped
            for info in running:
                if info.get("depth", 0) >= 4:
                    break


def test_python_chess_ponders() -> None:
    board = chess.Board()
    limit = chess.engine.Limit(white_clock=1, black_clock=1, white_inc=0.01, black_inc=0.01)
    with plywise() as e:
        for _ in range(4):
            played = e.play(board, limit, ponder=True)
            board.push(played.move)
            # Now and then the opponent plays what was thought about, now and then not.
            reply = played.ponder if board.ply() % 4 == 1 else next(iter(board.legal_moves))
            board.push(reply or next(iter(board.legal_moves)))
    assert board.ply() == 8


def overstepped(board: chess.Board, players: dict[bool, chess.engine.SimpleEngine]) -> bool | None:
    """Plays a game at 1 s + 0.01 s; the colour whose flag fell, or None."""
    clocks = {chess.WHITE: 1.0, chess.BLACK: 1.0}
    game = object()
    while not board.is_game_over(claim_draw=True) and board.ply() < MOST_PLIES:
        limit = chess.engine.Limit(
            white_clock=clocks[chess.WHITE],
            black_clock=clocks[chess.BLACK],
            white_inc=0.01,
            black_inc=0.01,
        )
        began = time.monotonic()
        move = players[board.turn].play(board, limit, game=game).move
        clocks[board.turn] -= time.monotonic() - began
        if clocks[board.turn] <= 0:
            return board.turn
        clocks[board.turn] += 0.01
        board.push(move)
    return None


@pytest.mark.engine
def test_no_game_against_stockfish_is_lost_on_time() -> None:
    stockfish = require_engine("stockfish")
    lost = []
    with plywise() as ours, chess.engine.SimpleEngine.popen_uci(stockfish) as theirs:
        for number in range(deeper(20, 200)):
            # The weakest stockfish makes long games, the strongest short ones.
            theirs.configure({"UCI_LimitStrength": number % 4 < 2, "UCI_Elo": 1350})
            ours_is_white = number % 2 == 0
            board = chess.Board()
            players = {ours_is_white: ours, not ours_is_white: theirs}
            if overstepped(board, players) is ours_is_white:
                lost.append(number)
    assert lost == []
