"""PGN that other people's software reads: python-chess is the judge."""

import errno
import io
import resource
import signal

import pytest

from plywise._kernel import Position, random_u64
from plywise.play.pgn import PgnFile, pgn_game, write_pgn

chess = pytest.importorskip("chess", reason="needs python-chess (pip install chess)")
chess_pgn = pytest.importorskip("chess.pgn")

ENDGAME = "8/P6k/8/8/8/8/p6K/8 b - - 3 57"


def read_all(text):
    """The games that python-chess finds, none of them with an error."""
    stream, games = io.StringIO(text), []
    while (game := chess_pgn.read_game(stream)) is not None:
        assert game.errors == []
        games.append(game)
    return games


def random_game(number, plies=120, start=None):
    """Moves of a random game."""
    position = Position.start("chess") if start is None else Position.parse("chess", start)
    moves = []
    for chance in random_u64(11, number, plies):
        if position.outcome is not None:
            break
        legal = position.moves
        moves.append(legal[(chance * len(legal)) >> 64])
        position = position.after(moves[-1])
    return moves, position


@pytest.mark.parametrize("start", [None, ENDGAME])
def test_python_chess_reads_the_same_moves(start):
    for number in range(20):
        moves, end = random_game(number, start=start)
        text = pgn_game(moves, outcome=end.outcome, reason=end.outcome_reason, start=start)
        (game,) = read_all(text)
        assert [move.uci() for move in game.mainline_moves()] == moves
        assert game.end().board().fen().split()[:4] == str(end).split()[:4]
        assert max(map(len, text.splitlines())) <= 100


def test_headers_say_who_where_and_how():
    text = pgn_game(
        ["a2a1q", "a7a8q"],
        outcome=0.5,
        reason="adjudicated draw",
        start=ENDGAME,
        headers={
            "Event": "test",
            "Round": "3.1",
            "White": "learnt",
            "Black": "standard",
            "Seed": 7,
        },
    )
    (game,) = read_all(text)
    assert dict(game.headers) == {
        "Event": "test", "Site": "?", "Date": "????.??.??", "Round": "3.1",
        "White": "learnt", "Black": "standard", "Result": "1/2-1/2", "SetUp": "1", "FEN": ENDGAME,
        "Termination": "adjudication", "PlyCount": "2", "Seed": "7",
    }  # fmt: skip
    assert "57... a1=Q 58. a8=Q {adjudicated draw} 1/2-1/2" in text


def test_a_game_from_the_start_has_no_fen():
    start = str(Position.start("chess"))
    assert "FEN" not in pgn_game(["e2e4"], start=start)
    assert pgn_game(["e2e4"], start=start).endswith("\n\n1. e4 *\n")


def test_a_game_without_moves_is_a_game():
    (game,) = read_all(pgn_game([], outcome=0.5, reason="adjudicated draw"))
    assert game.headers["Result"] == "1/2-1/2"
    assert list(game.mainline_moves()) == []


@pytest.mark.parametrize("name", ['say "hi"', "C:\\runs\\one", "two\nlines]", "", "naïve ½", "[x]"])
def test_no_name_breaks_the_headers(name):
    (game,) = read_all(pgn_game(["e2e4"], headers={"White": name}))
    assert [move.uci() for move in game.mainline_moves()] == ["e2e4"]
    assert len(game.headers["White"]) == len(name)


def test_games_are_added_to_what_is_there(tmp_path):
    path = tmp_path / "games.pgn"
    for opening in ("e2e4", "d2d4"):
        with PgnFile(path) as file:
            file.add([pgn_game([opening]), pgn_game([opening])])
    assert len(read_all(path.read_text())) == 4


def test_a_file_that_was_cut_off_can_be_added_to(tmp_path):
    path = tmp_path / "games.pgn"
    path.write_text(pgn_game(["e2e4", "e7e5"])[:-3])
    with PgnFile(path) as file:
        file.add([pgn_game(["d2d4"])])
    games = read_all(path.read_text())
    assert [game.next().move.uci() for game in games] == ["e2e4", "d2d4"]


@pytest.fixture
def small_disk():
    """No file may grow past 8,000 bytes."""
    handler = signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (8000, hard))
    yield
    resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
    signal.signal(signal.SIGXFSZ, handler)


def test_a_full_disk_leaves_whole_games_behind(tmp_path, small_disk):
    path = tmp_path / "games.pgn"
    games = [pgn_game(random_game(number)[0]) for number in range(30)]
    with PgnFile(path) as file:
        file.add(games[:3])
        before = path.read_text()
        with pytest.raises(OSError, match=r"games\.pgn") as caught:
            file.add(games[3:])
    assert caught.value.errno == errno.EFBIG
    assert path.read_text() == before
    assert len(read_all(before)) == 3


def test_a_file_is_replaced_as_a_whole_or_not_at_all(tmp_path, small_disk):
    path = tmp_path / "games.pgn"
    write_pgn(path, [pgn_game(["e2e4"])])
    before = path.read_text()
    with pytest.raises(OSError, match="File too large"):
        write_pgn(path, [pgn_game(random_game(number)[0]) for number in range(30)])
    assert path.read_text() == before
    assert list(tmp_path.iterdir()) == [path]
    write_pgn(path, [pgn_game(["d2d4"])])
    assert len(read_all(path.read_text())) == 1


def test_a_folder_that_is_not_there_is_an_error_with_its_name(tmp_path):
    with pytest.raises(OSError, match="absent"):
        PgnFile(tmp_path / "absent" / "games.pgn")
