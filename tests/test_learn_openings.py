"""Games of a run begin from the positions of a file, and the run knows which file that was."""

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

import plywise as pw
from plywise.cli.app import app
from plywise.errors import BadSetting
from plywise.learning.book import _read as read
from plywise.learning.config import LearnConfig
from plywise.learning.lines import PlayedGame
from plywise.play.openings import read_openings
from plywise.play.pgn import pgn_game
from plywise.runs.why import why
from small_runs import digest, play, small

ENDINGS = [
    "4k3/pp6/8/8/8/8/PPP5/4K3 w - - 0 1",
    "4k3/8/8/8/8/3r4/8/R3K3 b - - 0 1",
    "r3k3/8/8/8/8/8/8/Q3K3 w - - 0 1",
]


@pytest.fixture
def book(tmp_path: Path) -> Path:
    path = tmp_path / "book.epd"
    path.write_text("\n".join(["# endings", *ENDINGS, "e2e4 c7c5"]))
    return path


def test_games_begin_from_the_positions_of_the_file(book: Path, tmp_path: Path) -> None:
    run = play(small(games=16, openings=book, ballot=0), tmp_path / "run")
    starts = {game.start for game in run.games()}
    assert starts == {*ENDINGS, None}
    opened = [game.moves[:2] for game in run.games() if game.start is None]
    assert set(opened) == {("e2e4", "c7c5")}
    pgn = run.pgn().read_text()
    assert all(f'[FEN "{text}"]' in pgn for text in ENDINGS)
    assert sum(why(run, 3).shares("pawn")) == pytest.approx(why(run, 3).change[0])


def test_the_same_seed_gives_the_same_run_and_another_draws_others(
    book: Path, tmp_path: Path
) -> None:
    runs = [
        play(small(games=6, openings=book, seed=seed), tmp_path / name, workers=workers)
        for name, seed, workers in (("a", 3, 1), ("b", 3, 2), ("c", 4, 1))
    ]
    assert digest(runs[0]) == digest(runs[1]) != digest(runs[2])


def test_a_run_goes_on_from_its_file_wherever_that_lies(book: Path, tmp_path: Path) -> None:
    whole = play(small(games=6, openings=book), tmp_path / "whole")
    play(small(games=3, openings=book), tmp_path / "part")
    stored = LearnConfig.load(tmp_path / "part" / "config.toml")
    assert stored.openings is not None
    assert Path(stored.openings.file) == book
    moved = book.rename(tmp_path / "moved.epd")
    read.cache_clear()  # as in another process
    with pytest.raises(BadSetting, match="no openings at"):
        play(small(games=6, openings=stored.openings), tmp_path / "part", resume=True)
    again = play(small(games=6, openings=moved), tmp_path / "part", resume=True)
    assert digest(again) == digest(whole)


def test_a_file_that_has_changed_is_refused(book: Path, tmp_path: Path) -> None:
    config = small(games=3, openings=book)
    play(config, tmp_path / "run")
    book.write_text("e2e4\n")
    other = LearnConfig.load(tmp_path / "run" / "config.toml")
    with pytest.raises(BadSetting, match=r"openings\.sha256"):
        play(small(games=6, openings=book), tmp_path / "run", resume=True)
    assert other.openings == config.openings


def test_games_in_pgn_are_openings(tmp_path: Path) -> None:
    path = tmp_path / "book.pgn"
    games = [pgn_game(["e2e4", "e7e5"]), pgn_game(["a1a2"], start=ENDINGS[2].replace("Q", "R"))]
    path.write_text("\n".join(games))
    first, second = read_openings(path)
    assert first.moves == ("e2e4", "e7e5")
    assert (second.start, second.moves) == (ENDINGS[2].replace("Q", "R"), ("a1a2",))


@pytest.mark.parametrize(
    ("text", "message"),
    [("e2e5\n", "line 1.*'e2e5'|line 1.*e2e5"), ("", "no openings"), ("8/8/8/8 w\n", "line 1")],
)
def test_bad_lines_are_told_before_the_first_game(text: str, message: str, tmp_path: Path) -> None:
    path = tmp_path / "bad.epd"
    path.write_text(text)
    with pytest.raises(BadSetting, match=message):
        small(openings=path)


def test_a_ballot_beside_them_is_refused(book: Path) -> None:
    with pytest.raises(BadSetting, match="leave it out"):
        small(openings=book, ballot=4)
    assert small(openings=book, features="half-board").ballot == 0
    with pytest.raises(BadSetting, match="openings cannot be given"):
        LearnConfig(openings=book, handed=True)


def test_a_line_keeps_where_a_game_began() -> None:
    game = PlayedGame(number=1, outcome=1.0, reason="mate", moves=("a1a2",), start=ENDINGS[0])
    assert PlayedGame.parse(game.line()) == game


def test_the_command_takes_and_resumes_them(book: Path, tmp_path: Path) -> None:
    out = tmp_path / "run"
    words = ["learn", "chess", "--depth", "1", "--max-plies", "20", "--gate-every", "0"]
    first = [*words, "--games", "3", "--openings", str(book), "--out", str(out)]
    assert CliRunner().invoke(app, first).exit_code == 0
    more = ["learn", "chess", "--games", "5", "--out", str(out), "--resume", "--json"]
    done = CliRunner().invoke(app, more)
    assert json.loads(done.stdout.splitlines()[-1])["games"] == 5
    assert {game.start for game in pw.load(out).games()} <= {*ENDINGS, None}
    wrong = CliRunner().invoke(app, [*words, "--openings", str(tmp_path / "none"), "--games", "2"])
    assert wrong.exit_code == 2
