"""Shogi beside cshogi and beside the data of others: moves, checks, texts, declarations, mates."""

import csv
import os
import random
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from plywise import _kernel
from plywise.evaluation.weights import resolve

cshogi = pytest.importorskip(
    "cshogi", reason="needs cshogi, of which there are wheels for Linux and Windows on x86-64 only"
)

DEEP = bool(os.environ.get("PLYWISE_DEEP"))
WALKS = 4_000 if DEEP else 200
PLIES = 300
PARTS = 2
"""The walks are cut into parts, so that several processes may share the work."""
BEGINNINGS = [
    cshogi.STARTING_SFEN,
    "l6nl/5+P1gk/2np1S3/p1p4Pp/3P2Sp1/1PPb2P1P/P5GS1/R8/LN4bKL w RGgsn5p 1",
    "R8/2K1S1SSk/4B4/9/9/9/9/9/1L1L1L3 b RBGSNLP3g3n17p 1",
    "4k4/9/9/9/9/9/9/9/4K4 b R2B2GS2NL9Pr2g3s2n3l9p 1",  # all in hand: drops, and checks soon
    "7lk/9/8S/9/9/9/9/7L1/8K b 2P 1",  # pawn drops that would be mate
]


def walk(number: int) -> Iterator[tuple[_kernel.Position, "cshogi.Board"]]:
    """A random game by both rule books, move by move, until nobody can move."""
    text = BEGINNINGS[number % len(BEGINNINGS)]
    position, board = _kernel.Position.parse("shogi", text), cshogi.Board(text)
    yield position, board
    for draw in _kernel.random_u64(81, number, PLIES):
        moves = sorted(position.moves)
        if not moves:
            return
        move = moves[draw % len(moves)]
        position = position.after(move)
        board.push_usi(move)
        yield position, board


@pytest.mark.parametrize("part", range(PARTS))
def test_cshogi_agrees_on_random_games(part: int) -> None:
    for number in range(part, WALKS, PARTS):
        for position, board in walk(number):
            where = board.sfen()
            assert str(position) == where
            by_oracle = sorted(cshogi.move_to_usi(move) for move in board.legal_moves)
            assert sorted(position.moves) == by_oracle, where
            assert position.is_check == board.is_check(), where
            again = _kernel.Position.parse("shogi", where)
            assert (again, again.key, again.moves) == (position, position.key, position.moves)


def test_mates_occur_in_the_random_games() -> None:
    last = [list(walk(number))[-1][0] for number in range(WALKS)]
    assert sum(position.outcome_reason == "checkmate" for position in last) > WALKS // 20


# The set of a game: letters and how many of each.
PIECES = {"P": 18, "L": 4, "N": 4, "S": 4, "G": 4, "B": 2, "R": 2}


def random_camp(chance: random.Random) -> str:
    """A position with one king in the enemy camp, most pieces around it or in hand; its SFEN."""
    sente = chance.random() < 0.5
    rank_of = (lambda rank: rank) if sente else (lambda rank: 8 - rank)
    board = [["1"] * 9 for _ in range(9)]
    board[rank_of(chance.randrange(4))][chance.randrange(9)] = "K"
    board[rank_of(8)][chance.randrange(9)] = "k"
    hands = ""
    for letter, count in PIECES.items():
        for _ in range(count):
            rank, file = rank_of(chance.choice((0, 1, 1, 2, 2, 2, 3))), chance.randrange(9)
            place = chance.random()
            if place < 0.3 and board[rank][file] == "1":
                plus = "+" if letter != "G" and chance.random() < 0.7 else ""
                board[rank][file] = plus + letter
            elif place < 0.6:
                hands += letter if chance.random() < 0.7 else letter.lower()
    text = "/".join("".join(row) for row in board)
    return f"{text if sente else text.swapcase()} {'b' if sente else 'w'} {hands or '-'} 1"


def test_cshogi_agrees_on_who_may_declare() -> None:
    chance = random.Random(27)
    declared = refused = 0
    while min(declared, refused) < (5_000 if DEEP else 300):
        text = random_camp(chance)
        try:
            position = _kernel.Position.parse("shogi-declaration", text)
        except _kernel.BadPosition:
            continue  # two pawns on a file, or a king that could be taken
        won = position.outcome_reason == "declaration"
        assert won == cshogi.Board(str(position)).is_nyugyoku(), text
        declared, refused = declared + won, refused + (not won)


def counted(path: Path) -> Iterator[tuple[str, int, int]]:
    """Each count of a file: position, depth, nodes (`;D4 719731`)."""
    for line in path.read_text(encoding="ascii").splitlines():
        text, _, counts = line.partition(";")
        for depth, nodes in re.findall(r"D(\d+) (\d+)", counts):
            yield text.strip(), int(depth), int(nodes)


@pytest.mark.shared
@pytest.mark.parametrize("name", ["perft_known", "perft_positions"])
def test_the_counts_of_others_are_ours(shared_data: Path, name: str) -> None:
    counts = list(counted(shared_data / "shogi" / f"{name}.txt"))
    assert len(counts) >= 15, "the file is not what it was"
    for text, depth, nodes in counts:
        if nodes <= (600_000_000 if DEEP else 5_000_000):
            assert _kernel.Position.parse("shogi", text).perft(depth) == nodes, text


@pytest.mark.shared
def test_the_openings_of_others_are_legal(shared_data: Path) -> None:
    lines = (shared_data / "shogi" / "openings_records2016_ply24_2000.tsv").read_text().splitlines()
    assert len(lines) == 2_000
    for line in lines:
        text, _, record = line.partition("\t")
        moves = record.removeprefix("startpos moves ").split()
        assert str(_kernel.Position.start("shogi").after_all(moves)) == text


MATE = 1_000_000_000


@pytest.mark.shared
def test_the_search_finds_mates_at_their_distance(shared_data: Path) -> None:
    yss = resolve("shogi/yss").values
    evaluation = _kernel.Evaluation("shogi", "material", list(yss))
    with (shared_data / "shogi" / "tsume_mates.csv").open() as file:
        mates = [row for row in csv.DictReader(file) if DEEP or int(row["mate_plies"]) <= 5]
    assert len(mates) >= 19, "the file is not what it was"
    for row in mates:
        plies = int(row["mate_plies"])
        position = _kernel.Position.parse("shogi", row["sfen"])
        found = _kernel.search(position, evaluation, _kernel.Settings(depth=plies))
        # A quiet move may threaten mate sooner than a row of checks gives it.
        assert MATE - plies <= found.value < MATE, row
        mated = position.after_all(found.line)
        assert mated.outcome_reason == "checkmate"
        assert len(found.line) == MATE - found.value
