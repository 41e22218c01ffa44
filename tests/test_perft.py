"""The rules of chess from Python: counts that everybody knows, suites, and python-chess live."""

import os
import re
from collections.abc import Iterator
from pathlib import Path

import chess
import pytest

from plywise import _kernel

DEEP = bool(os.environ.get("PLYWISE_DEEP"))
START = chess.STARTING_FEN
START_COUNTS = (1, 20, 400, 8_902, 197_281, 4_865_609, 119_060_324)

# The positions of chessprogramming.org/Perft_Results, which every move generator is tried with:
# castling, en passant pins, promotions with check, all in one.
KNOWN = [
    (START, START_COUNTS[:6]),
    (
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        (1, 48, 2_039, 97_862, 4_085_603),
    ),
    ("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", (1, 14, 191, 2_812, 43_238, 674_624)),
    (
        "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
        (1, 6, 264, 9_467, 422_333),
    ),
    (
        "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
        (1, 44, 1_486, 62_379, 2_103_487),
    ),
    (
        "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
        (1, 46, 2_079, 89_890, 3_894_594),
    ),
    # Chess960: start 518 is chess's own; these begin elsewhere and castle across other pieces.
    (
        "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9",
        (1, 21, 528, 12_189, 326_672),
    ),
    ("r1k1r2q/p1ppp1pp/8/8/8/8/P1PPP1PP/R1K1R2Q w KQkq - 0 1", (1, 23, 522, 12_333, 285_754)),
]


@pytest.mark.parametrize(("text", "counts"), KNOWN)
def test_known_counts(text: str, counts: tuple[int, ...]) -> None:
    position = _kernel.Position.parse("chess", text)
    assert tuple(position.perft(depth) for depth in range(len(counts))) == counts


@pytest.mark.skipif(not DEEP, reason="119 million nodes: PLYWISE_DEEP=1, or benchmarks/perft_speed")
def test_six_plies_from_the_start() -> None:
    assert _kernel.Position.start("chess").perft(6) == START_COUNTS[6]


def test_a_division_lists_every_move_and_adds_up() -> None:
    start = _kernel.Position.start("chess")
    division = start.divide(4)
    assert sorted(move for move, _ in division) == sorted(start.moves)
    assert all(count == start.after(move).perft(3) for move, count in division)
    assert sum(count for _, count in division) == START_COUNTS[4]


# Suites: file, the largest count taken, the part of the positions taken; then the same for
# PLYWISE_DEEP. Together 460 million nodes, and 13,000 million.
SUITES = {
    "perftsuite_105": (12_000_000, 1, 1_200_000_000, 1),
    "tricky_standard": (5_000_000, 1, 5_000_000, 1),
    "tricky_960castling": (5_000_000, 1, 5_000_000, 1),
    "double_checks_92": (5_000_000, 1, 5_000_000, 1),
    "enpassant_400": (10_000_000, 5, 10_000_000, 1),
    "chess960_480": (1_000_000, 2, 60_000_000, 1),
}
PARTS = 4
"""A suite is cut into parts, so that several processes may share the work."""


def counted(path: Path) -> Iterator[tuple[str, dict[int, int]]]:
    """Each position of an EPD file with its counts by depth (`;D4 197281`)."""
    for line in path.read_text(encoding="ascii").splitlines():
        text, _, counts = line.partition(";")
        by_depth = {int(d): int(n) for d, n in re.findall(r"D(\d+) (\d+)", counts)}
        if by_depth:
            yield text.strip(), by_depth


@pytest.mark.shared
@pytest.mark.parametrize("part", range(PARTS))
@pytest.mark.parametrize("suite", SUITES)
def test_a_suite_is_counted_right(shared_data: Path, suite: str, part: int) -> None:
    most, every, deep_most, deep_every = SUITES[suite]
    if DEEP:
        most, every = deep_most, deep_every
    positions = list(counted(shared_data / "chess" / "perft" / f"{suite}.epd"))
    assert len(positions) >= 5, "the file is not what it was"
    for text, by_depth in positions[part * every :: PARTS * every]:
        position = _kernel.Position.parse("chess", text)
        depths = [depth for depth, nodes in by_depth.items() if nodes <= most]
        for depth in sorted(depths)[-2:]:
            assert position.perft(depth) == by_depth[depth], f"{text} at depth {depth}"


# python-chess, live. Random games from positions where much can happen.
WALKS = 2_000 if DEEP else 120
PLIES = 160
BEGINNINGS = [text for text, _ in KNOWN[:6]] + [
    "8/P6p/8/2k2K2/8/8/p6P/8 w - - 0 1",  # few pieces: repetition and bare kings come soon
    "8/8/4k3/8/4B3/2N1K3/8/8 w - - 80 60",  # fifty moves are near
    "4k3/8/8/1b6/8/8/5B2/4K3 w - - 0 1",  # bishops on squares of opposite colours
    "4k3/8/8/8/1b6/8/3B4/4K3 w - - 0 1",  # and of one colour: dead
    "4k2n/8/8/8/8/8/8/N3K3 w - - 0 1",  # knights: a mate can be helped to
    "k7/p1p5/P1P5/8/8/5p1p/5P1P/7K w - - 0 1",  # two caged kings: nothing but repetition
    "k7/8/1K6/8/8/8/8/2Q5 w - - 0 1",  # mates and stalemates in one
]


def walk(number: int) -> Iterator[tuple[_kernel.Position, chess.Board]]:
    """A random game by both rule books, move by move, until the rules end it."""
    text = BEGINNINGS[number % len(BEGINNINGS)]
    position, board = _kernel.Position.parse("chess", text), chess.Board(text)
    yield position, board
    for draw in _kernel.random_u64(77, number, PLIES):
        if position.outcome is not None:
            return
        moves = sorted(position.moves)
        move = moves[draw % len(moves)]
        position = position.after(move)
        board.push_uci(move)
        yield position, board


def oracle_outcome(board: chess.Board) -> tuple[float, str] | None:
    """The ending by python-chess's own tests, put together as plywise defines it.

    `Board.outcome()` itself waits for the fivefold repetition and for 75 moves, where FIDE's rules
    end the game unasked (9.6); with `claim_draw=True` it also counts what the mover could claim by
    a move not yet made (9.2.1). A programme that plays itself claims what stands on the board, so
    here the third occurrence and the 100th quiet ply are the end (9.2.2, 9.3.2). Which of two
    draws is named makes no difference to the score: mate, stalemate and material come first.
    """
    endings = {
        "stalemate": board.is_stalemate,
        "insufficient material": board.is_insufficient_material,
        "repetition": lambda: board.is_repetition(3),
        "fifty moves": board.is_fifty_moves,
    }
    if board.is_checkmate():
        return (0.0 if board.turn == chess.WHITE else 1.0), "checkmate"
    return next(((0.5, reason) for reason, is_so in endings.items() if is_so()), None)


def ending(position: _kernel.Position) -> tuple[float, str] | None:
    if position.outcome is None:
        assert position.outcome_reason is None
        return None
    assert position.outcome_reason is not None
    return position.outcome, position.outcome_reason


def moves_by_san(position: _kernel.Position) -> dict[str, str]:
    return {move: position.notation(move) for move in position.moves}


@pytest.mark.parametrize("part", range(PARTS))
def test_python_chess_agrees_on_random_games(part: int) -> None:
    for number in range(part, WALKS, PARTS):
        for position, board in walk(number):
            where = board.fen()
            assert str(position) == where
            assert ending(position) == oracle_outcome(board), where
            assert moves_by_san(position) == {m.uci(): board.san(m) for m in board.legal_moves}, (
                where
            )
            assert position.is_check == board.is_check(), where


@pytest.mark.parametrize("part", range(PARTS))
def test_texts_and_keys_go_both_ways_on_random_games(part: int) -> None:
    for number in range(part, WALKS, PARTS):
        for position, _ in walk(number):
            again = _kernel.Position.parse("chess", str(position))
            assert (again, str(again), again.key) == (position, str(position), position.key)
            assert again.moves == position.moves


def test_every_ending_occurs_in_the_random_games() -> None:
    last = [list(walk(number))[-1][0].outcome_reason for number in range(WALKS)]
    reasons = {"checkmate", "stalemate", "insufficient material", "repetition", "fifty moves"}
    assert reasons <= set(last)


@pytest.mark.parametrize("number", [0, 1, 2, 334, 518, 692, 959])
def test_python_chess_agrees_on_chess960(number: int) -> None:
    board = chess.Board.from_chess960_pos(number)
    position = _kernel.Position.parse("chess", board.fen())
    for draw in _kernel.random_u64(960, number, PLIES):
        assert str(position) == board.fen()
        # By SAN: in UCI castling is written in two ways, and python-chess is told which to use.
        by_san = {san: move for move, san in moves_by_san(position).items()}
        assert by_san.keys() == {board.san(move) for move in board.legal_moves}, board.fen()
        if position.outcome is not None:
            break
        sans = sorted(by_san)
        san = next((s for s in sans if s.startswith("O-O")), sans[draw % len(sans)])
        position = position.after(by_san[san])
        board.push_san(san)
