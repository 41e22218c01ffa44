"""Brains and other programs: KnightCap's own brain, Polyglot's books, the losses of a PGN file."""

import struct
from pathlib import Path

import chess
import chess.polyglot
import pytest

from plywise._kernel import Position
from plywise.errors import BadInput, BadSetting, DamagedFile
from plywise.play.brain import Brain, Entry
from plywise.play.brain.consistency import clean
from plywise.play.brain.knightcap import RECORD, read_knightcap
from plywise.play.brain.lines import text_of, trees
from plywise.play.brain.losses import import_losses, read_losses
from plywise.play.brain.polyglot import export_polyglot, polyglot_key
from plywise.play.player import player
from plywise.searching import profile

KNIGHTCAP = Path(__file__).parents[2] / "shared/data/chess/knightcap_new_brain.dat"
START = Position.start("chess")

FOOLS = """[Event "a"]
[White "me"]
[Black "you"]
[Result "0-1"]

1. f3 e5 2. g4 Qh4# 0-1

[Event "b"]
[White "you"]
[Black "me"]
[Result "1-0"]

1. e4 e5 2. Bc4 Nc6 3. Qh5 Nf6 4. Qxf7# 1-0

[Event "c"]
[White "me"]
[Black "you"]
[Result "1/2-1/2"]

1. e4 e5 1/2-1/2
"""


@pytest.fixture(scope="module")
def knightcap() -> Brain:
    if not KNIGHTCAP.exists():
        pytest.skip("KnightCap's brain is not there (shared/data)")
    with pytest.warns(UserWarning, match="3 positions stand there twice"):
        return read_knightcap(KNIGHTCAP)


@pytest.mark.shared
def test_all_positions_of_knightcap_s_brain_are_read(knightcap: Brain) -> None:
    # 9,740 records, of which three are others with an en passant square that plays no part.
    assert len(knightcap) == 9_737
    start = knightcap.get(START)
    assert start is not None
    assert (start.move, start.low, start.high, start.wins) == ("e2e4", 0.2361, 0.2366, (1924, 1878))
    turns = [entry.position.split()[1] for entry in knightcap]
    assert (turns.count("w"), turns.count("b")) == (4571, 5166)
    assert all(
        (entry.ply % 2 == 0) == (turn == "w") for entry, turn in zip(knightcap, turns, strict=True)
    )
    assert sum(entry.is_settled for entry in knightcap) == 124


@pytest.mark.shared
def test_the_check_marks_nothing_in_knightcap_s_brain_that_is_tight(knightcap: Brain) -> None:
    before = {entry.position for entry in knightcap.marked}
    assert len(before) == 5
    clean(knightcap)
    new = [entry for entry in knightcap.marked if entry.position not in before]
    assert len(new) == 3
    assert not any(entry.is_tight or entry.is_mate for entry in new)
    assert len(knightcap) == 9_737


@pytest.mark.shared
def test_knightcap_s_brain_as_a_book_is_what_python_chess_reads(
    knightcap: Brain, tmp_path: Path
) -> None:
    written = export_polyglot(knightcap, tmp_path / "book.bin")
    known = [entry for entry in knightcap if entry.is_known]
    assert written == len(known) > 9_700
    with chess.polyglot.open_reader(tmp_path / "book.bin") as book:
        for entry in known[::7]:
            moves = [found.move.uci() for found in book.find_all(chess.Board(entry.position))]
            assert entry.move in moves


def record(**changes: object) -> bytes:
    """The start position as KnightCap 3.x writes it, file by file from the a-file."""
    files = [(4, 1, -1, -4), (2, 1, -1, -2), (3, 1, -1, -3), (5, 1, -1, -5)]
    files += [(6, 1, -1, -6), files[2], files[1], files[0]]
    men = [man for a, b, g, h in files for man in (a, b, 0, 0, 0, 0, g, h)]
    parts: dict[str, object] = {
        "keys": (1, 2), "bounds": (2361, 2366), "depths": (12, 12), "move": (33, 35),
        "times": (20, 0, 0), "men": struct.pack("64b", *men), "flags": 15, "marks": 0, "ply": 0,
        "passed": 0, "wins": (3, 4, 0),
    }  # fmt: skip
    told: list[object] = []
    for part in (parts | changes).values():
        told += part if isinstance(part, tuple) else (part,)
    return RECORD.pack(*told)


def test_a_record_is_read_field_by_field(tmp_path: Path) -> None:
    path = tmp_path / "brain.dat"
    path.write_bytes(record())
    (entry,) = read_knightcap(path)
    assert entry == Entry(
        position=str(START), move="e2e4", low=0.2361, high=0.2366, depth=12, ply=0, wins=(3, 4)
    )
    path.write_bytes(record(marks=1 << 30 | 1))
    (entry,) = read_knightcap(path)
    assert (entry.aim, entry.is_blunder) == (12, True)
    path.write_bytes(record(bounds=(-405_000, -399_995), marks=2))
    (entry,) = read_knightcap(path)
    assert (entry.low, entry.high, entry.is_settled) == (-1_000_000.0, -999_995.0, True)


@pytest.mark.parametrize(
    ("change", "why"),
    [({"move": (33, 36)}, "e2e5 is not legal"), ({"men": bytes([9]) * 64}, "position 1")],
)
def test_a_record_that_cannot_be_is_told_by_its_number(
    tmp_path: Path, change: dict[str, object], why: str
) -> None:
    path = tmp_path / "brain.dat"
    path.write_bytes(record(**change))
    with pytest.raises(DamagedFile, match=why):
        read_knightcap(path)


def test_what_is_no_brain_of_knightcap_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "brain.dat"
    path.write_bytes(b"x" * 121)
    with pytest.raises(BadInput, match="121 bytes"):
        read_knightcap(path)


# The positions of Polyglot's own description of its keys.
@pytest.mark.parametrize(
    ("moves", "key"),
    [
        ("", 0x463B96181691FC9C),
        ("e2e4", 0x823C9B50FD114196),
        ("e2e4 d7d5", 0x0756B94461C50FB0),
        ("e2e4 d7d5 e4e5", 0x662FAFB965DB29D4),
        ("e2e4 d7d5 e4e5 f7f5", 0x22A48B5A8E47FF78),
        ("e2e4 d7d5 e4e5 f7f5 e1e2", 0x652A607CA3F242C1),
        ("e2e4 d7d5 e4e5 f7f5 e1e2 e8f7", 0x00FDD303C946BDD9),
        ("a2a4 b7b5 h2h4 b5b4 c2c4", 0x3C8123EA7B067637),
        ("a2a4 b7b5 h2h4 b5b4 c2c4 b4c3 a1a3", 0x5C3F9B829B279560),
    ],
)
def test_keys_are_polyglot_s(moves: str, key: int) -> None:
    assert polyglot_key(str(START.after_all(moves.split()))) == key


def test_castling_and_promotion_are_written_as_polyglot_does(tmp_path: Path) -> None:
    castles = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"
    promotes = "8/P6k/8/8/8/8/8/K7 w - - 0 1"
    brain = Brain(
        Entry(position=fen, move=move, low=0.0, high=0.0, depth=7, ply=0)
        for fen, move in ((castles, "e1c1"), (promotes, "a7a8n"))
    )
    assert export_polyglot(brain, tmp_path / "book.bin") == 2
    with chess.polyglot.open_reader(tmp_path / "book.bin") as book:
        assert book.find(chess.Board(castles)).move == chess.Move.from_uci("e1c1")
        assert book.find(chess.Board(promotes)).move == chess.Move.from_uci("a7a8n")


def test_books_are_of_chess() -> None:
    with pytest.raises(BadSetting, match="othello"):
        export_polyglot(Brain(game="othello"), "book.bin")


def test_the_losses_of_a_player_are_found(tmp_path: Path) -> None:
    path = tmp_path / "games.pgn"
    path.write_text(FOOLS)
    assert [loss.by_first for loss in read_losses(path)[1]] == [True, False]
    assert len(read_losses(path, "me")[1]) == 2
    assert read_losses(path, "you") == (3, [])


def test_losses_are_kept_and_marked(tmp_path: Path) -> None:
    path = tmp_path / "games.pgn"
    path.write_text(FOOLS)
    judge, brain = player("chess/standard"), Brain()
    found = import_losses(brain, path, judge.evaluation, profile("playing", nodes=500))
    assert (found.games, found.losses) == (3, 2)
    # The first is too short; of the second Black's first three moves or those after them.
    assert found.kept == 3 == len(brain.marked)
    assert all(entry.ply % 2 == 1 and entry.wins == (1, 0) for entry in brain)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "no game"),
        ('[Variant "Atomic"]\n[Result "1-0"]\n\n1. e4 e5 1-0\n', "'Atomic'"),
        ('[Result "1-0"]\n\n1. e4 e5 2. Ke4 1-0\n', "Ke4"),
    ],
)
def test_games_that_cannot_be_read_change_nothing(tmp_path: Path, text: str, why: str) -> None:
    path, brain = tmp_path / "games.pgn", Brain()
    path.write_text(text)
    judge = player("chess/standard")
    with pytest.raises(BadInput, match=why):
        import_losses(brain, path, judge.evaluation, profile("playing", nodes=500))
    assert len(brain) == 0


def test_lines_branch_at_replies_and_every_position_stands_there_once() -> None:
    moves = [("", "e2e4"), ("e2e4 e7e5", "g1f3"), ("e2e4 c7c5", "b1c3"), ("d2d4", "d7d5")]
    brain = Brain(
        Entry(
            position=str(START.after_all(before.split())), move=move, low=0.1, high=0.1, depth=8,
            ply=len(before.split()),
        )
        for before, move in moves
    )  # fmt: skip
    told = text_of(trees(brain))
    assert told == [
        str(START),
        "1. e4  +0.10 (8)",
        "  1... c5  2. Nc3  +0.10 (8)",
        "  1... e5  2. Nf3  +0.10 (8)",
        str(START.after("d2d4")),
        "1... d5  +0.10 (8)",
    ]
