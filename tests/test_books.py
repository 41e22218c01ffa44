"""Books of openings: cut, shuffled by the seed, begun again, and Polyglot's."""

from collections import Counter
from pathlib import Path

import pytest
from typer.testing import CliRunner

from plywise._kernel import Position
from plywise.cli.app import app
from plywise.errors import BadInput, BadSetting
from plywise.games.ballot import Opening
from plywise.play.book import book
from plywise.play.brain.polyglot import RECORD, polyglot_key
from plywise.play.match import match
from plywise.play.polyglot_book import PolyglotBook, drawn_openings

LINES = ["e2e4 e7e5 g1f3", "e2e4 c7c5", "d2d4 d7d5", "c2c4", "g1f3 d7d5", "b2b3"]
PGN = '[White "a"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 *\n\n[White "b"]\n\n1. e4 e5 2. Nf3 Nf6 *\n'
CASTLING = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"


def moves(openings: list[Opening]) -> list[str]:
    return [" ".join(opening.moves) for opening in openings]


def square(text: str) -> int:
    return "abcdefgh".index(text[0]) + 8 * (int(text[1]) - 1)


def record(fen: str, move: str, weight: int) -> bytes:
    """A record of Polyglot's; in castling the king takes his rook."""
    promotion = " nbrq".index(move[4]) if len(move) > 4 else 0
    bits = square(move[2:4]) | square(move[:2]) << 6 | promotion << 12
    return RECORD.pack(polyglot_key(fen), bits, weight, 0)


def written(path: Path, *records: tuple[str, str, int]) -> Path:
    path.write_bytes(b"".join(sorted(record(*each) for each in records)))
    return path


@pytest.fixture
def small(tmp_path: Path) -> Path:
    """Two first moves, one of them three times as often, and an answer to each."""
    start = Position.start("chess")
    return written(
        tmp_path / "small.bin",
        (str(start), "e2e4", 3), (str(start), "d2d4", 1), (str(start), "a2a3", 0),
        (str(start.after("e2e4")), "e7e5", 1), (str(start.after("d2d4")), "d7d5", 1),
    )  # fmt: skip


def test_openings_keep_their_order_or_are_shuffled_by_the_seed() -> None:
    assert moves(book(LINES, pairs=6)) == LINES
    one, two = (moves(book(LINES, pairs=6, order="random", seed=seed)) for seed in (1, 2))
    assert sorted(one) == sorted(two) == sorted(LINES)
    assert len({tuple(LINES), tuple(one), tuple(two)}) == 3
    assert one == moves(book(LINES, pairs=6, order="random", seed=1))


def test_lines_are_cut_and_those_that_are_the_same_then_count_once(tmp_path: Path) -> None:
    assert moves(book(LINES, pairs=6, plies=1)) == ["e2e4", "d2d4", "c2c4", "g1f3", "b2b3"]
    path = tmp_path / "games.pgn"
    path.write_text(PGN)
    assert [len(opening.moves) for opening in book(path, pairs=2)] == [6, 4]
    assert moves(book(path, pairs=2, plies=3)) == ["e2e4 e7e5 g1f3"]


def test_more_than_24_plies_of_a_game_are_taken_if_they_are_asked_for(tmp_path: Path) -> None:
    path, shuffle = tmp_path / "long.pgn", ["Ra2", "Ra7", "Ra1", "Ra8"]
    pawns = [move for file in "abcdefgh" for move in (f"{file}3", f"{file}6")]
    path.write_text(" ".join([*pawns, *shuffle, "a4", "a5", *shuffle, "b4", "b5"]) + " *\n")
    assert len(book(path, pairs=1)[0].moves) == 24
    assert len(book(path, pairs=1, plies=27)[0].moves) == 27
    assert len(book(path, pairs=1, plies=500)[0].moves) == 28


def test_a_book_with_fewer_openings_than_pairs_starts_again_and_that_is_told(
    tmp_path: Path,
) -> None:
    path = tmp_path / "few.epd"
    path.write_text("\n".join(LINES[:2]))
    result = match("random", "random", games=8, openings=path, max_plies=6, seed=3)
    begun = [record.moves[:2] for record in result.records[::2]]
    assert begun == [("e2e4", "e7e5"), ("e2e4", "c7c5")] * 2
    words = ["match", "chess", "random", "random", "--max-plies", "6", "--openings", str(path)]
    done = CliRunner().invoke(app, [*words, "--games", "8"])
    assert "few.epd: 2 openings for 4 pairs; it starts again then" in done.stderr
    assert "starts again" not in CliRunner().invoke(app, [*words, "--games", "4"]).stderr


def test_a_match_cuts_and_shuffles_its_book() -> None:
    how = {"openings": LINES, "games": 12, "max_plies": 6, "seed": 4, "order": "random"}
    result = match("random", "random", book_plies=2, **how)
    begun = [" ".join(one.moves[: one.opening_plies]) for one in result.records[::2]]
    assert begun == moves(book(LINES, pairs=6, plies=2, order="random", seed=4))
    again = match("random", "random", book_plies=2, workers=1, **how)
    assert [one.moves for one in again.records] == [one.moves for one in result.records]


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"order": "shuffled", "openings": LINES}, "order='shuffled'; give one of 'sequential'"),
        ({"order": "random"}, "order='random' is for openings that are given"),
        ({"book_plies": 4}, "book_plies=4 is for openings that are given"),
        ({"book_plies": 0, "openings": LINES}, "book_plies=0; give a whole number from 1"),
    ],
)
def test_wrong_settings_of_a_book_are_refused(settings: dict[str, object], message: str) -> None:
    with pytest.raises(BadSetting, match=message):
        match("random", "random", games=2, **settings)  # type: ignore[arg-type]


# ---- Polyglot's ------------------------------------------------------------------------------


def test_python_chess_finds_the_same_moves_in_a_book(small: Path) -> None:
    polyglot = pytest.importorskip("chess.polyglot")
    chess = pytest.importorskip("chess")
    promoting = "8/P6k/8/8/8/8/8/K7 w - - 0 1"
    path = written(
        small,
        (CASTLING, "e1h1", 2), (CASTLING, "e1a1", 1), (CASTLING, "a1a8", 5),
        (promoting, "a7a8q", 1), (promoting, "a7a8n", 9), (promoting, "a7a6", 4),  # illegal
    )  # fmt: skip
    ours = PolyglotBook(path)
    with polyglot.open_reader(path) as reader:
        for fen in (CASTLING, promoting):
            theirs = {(e.move.uci(), e.weight) for e in reader.find_all(chess.Board(fen))}
            assert set(ours.moves(Position.parse("chess", fen))) == theirs
    assert ("e1g1", 2) in ours.moves(Position.parse("chess", CASTLING))
    assert ours.moves(Position.start("chess")) == []


def test_openings_are_drawn_by_the_weights_of_a_book(small: Path) -> None:
    seen = Counter(drawn_openings(small, 1, plies=8, seed=seed)[0].moves for seed in range(400))
    assert set(seen) == {("e2e4", "e7e5"), ("d2d4", "d7d5")}
    assert 250 < seen["e2e4", "e7e5"] < 350  # three of four; one standard deviation is 9
    assert moves(drawn_openings(small, 2, plies=1, seed=5)) in (["e2e4", "d2d4"], ["d2d4", "e2e4"])
    assert len(drawn_openings(small, 9, plies=8, seed=1)) == 9


def test_a_match_begins_from_a_book(small: Path) -> None:
    how = {"games": 4, "openings": small, "max_plies": 6, "seed": 2}
    result = match("random", "random", **how)
    assert {one.moves[:2] for one in result.records} == {("e2e4", "e7e5"), ("d2d4", "d7d5")}
    assert [r.moves for r in match("random", "random", **how).records] == [
        r.moves for r in result.records
    ]
    short = match("random", "random", book_plies=1, **how)
    assert {one.opening_plies for one in short.records} == {1}


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"", "0 bytes, and records have 16"),
        (b"x" * 17, "17 bytes, and records have 16"),
        (b"x" * 32, "no move for the first position of chess"),
    ],
)
def test_a_file_that_is_no_book_is_refused(tmp_path: Path, data: bytes, message: str) -> None:
    path = tmp_path / "no.bin"
    path.write_bytes(data)
    with pytest.raises(BadInput, match=message):
        match("random", "random", games=2, openings=path)


def test_a_book_is_of_chess_and_must_be_there(small: Path, tmp_path: Path) -> None:
    with pytest.raises(BadSetting, match="books are of chess, not of atomic"):
        match("random", "random", game="atomic", games=2, openings=small)
    with pytest.raises(BadSetting, match="no book at"):
        match("random", "random", games=2, openings=tmp_path / "absent.bin")
