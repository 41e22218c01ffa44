"""`plywise brain` with games: opponents that fail, files in other letters, draws."""

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from mock_opponents import executable
from plywise.cli.app import app
from plywise.errors import BadInput
from plywise.play.brain import Brain, read_brain, save_brain
from plywise.play.brain.losses import read_losses
from plywise.play.brain.research import judge_of
from plywise.play.brain.series import brain_games
from plywise.play.player import player
from plywise.searching.profiles import profile
from test_brain_formats import FOOLS
from test_brain_play import plywise

WORDS = ("--weights", "chess/standard", "--using", "playing:nodes=100")
DRAWN = """[White "Ann"]
[Black "Bob"]
[WhiteElo "{}"]
[BlackElo "{}"]
[Result "1/2-1/2"]

1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. O-O Nf6 1/2-1/2
"""


def pgn(folder: Path, text: str | bytes) -> Path:
    path = folder / "games.pgn"
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return path


# ---- files ----------------------------------------------------------------------------------


def test_a_file_in_latin_1_is_read(tmp_path: Path) -> None:
    losses = pgn(tmp_path, FOOLS.replace("you", "J\xfcrgen").encode("latin-1"))
    brain = tmp_path / "brain.jsonl"
    told = json.loads(plywise(brain, *WORDS, "--import", losses, "--json").stdout)
    assert (told["imported"], told["losses"], told["kept"]) == (3, 2, 3)
    assert read_losses(losses, "j\xdcrgen") == (3, [])


@pytest.mark.parametrize("text", [b"hello", b"", bytes(range(256)) * 3, b"\xff\xfe\x00[W"])
def test_a_file_without_a_game_is_refused(tmp_path: Path, text: bytes) -> None:
    brain = tmp_path / "brain.jsonl"
    told = plywise(brain, *WORDS, "--import", pgn(tmp_path, text), code=2).output
    assert "no game in it" in " ".join(told.split())
    assert not brain.exists()


def test_players_are_found_in_any_letters_and_others_are_named(tmp_path: Path) -> None:
    path, brain = pgn(tmp_path, FOOLS), tmp_path / "brain.jsonl"
    assert len(read_losses(path, "ME")[1]) == 2
    told = plywise(brain, *WORDS, "--import", path, "--player", "nobody", code=2).output
    assert "'nobody'" in told
    assert "me, you" in told
    assert not brain.exists()


# ---- opponents that fail --------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "why"), [("moves_illegally", "illegal move"), ("crashes_in_the_game", "ended")]
)
def test_an_opponent_that_always_fails_is_told_and_ends_it(
    noted: Path, tmp_path: Path, name: str, why: str
) -> None:
    del noted
    brain = tmp_path / "brain.jsonl"
    engine = f"uci:{executable(name, tmp_path)}:depth=1"
    told = plywise(brain, *WORDS, "--against", engine, "--games", "6", code=2).stderr
    for game in (1, 2, 3):
        assert f"game {game}: {name}:depth=1: engine failed: {why}" in told
    assert "in 3 games in a row" in " ".join(told.split())
    assert "game 4" not in told


def test_forfeits_are_counted_and_are_no_score(noted: Path, tmp_path: Path) -> None:
    del noted
    brain = tmp_path / "brain.jsonl"
    engine = f"uci:{executable('moves_illegally', tmp_path)}:depth=1"
    found = plywise(brain, *WORDS, "--against", engine, "--games", "2", "--json")
    told = json.loads(found.stdout)
    assert (told["played"], told["failures"], told["score"]) == (2, 2, 0)
    assert "2 of 2 games were lost by failing" in found.stderr


# ---- what is told ---------------------------------------------------------------------------


def test_searches_after_each_game_and_what_was_kept_are_counted(tmp_path: Path) -> None:
    brain, other = tmp_path / "brain.jsonl", "chess/plywise@playing:nodes=1000"
    told = json.loads(plywise(brain, *WORDS, "--against", other, "--games", "2", "--json").stdout)
    me = player("chess/standard", search=profile("playing", nodes=100, depth=125))
    you = player("chess/plywise", search=profile("playing", nodes=1000, depth=125))
    games = list(brain_games(me, [you], games=2, most=1000))
    assert told["kept"] == sum(game.kept for game in games) > 0
    assert told["searched"] >= sum(game.researched.searches for game in games) > 0


def test_an_export_tells_what_was_written_and_not_the_tree(tmp_path: Path) -> None:
    brain, book = tmp_path / "brain.jsonl", tmp_path / "book.bin"
    plywise(brain, *WORDS, "--import", pgn(tmp_path, FOOLS))
    assert plywise(brain).stdout.count("\n") > 1
    told = plywise(brain, "--export", book)
    assert told.stdout.count("\n") == 1
    assert f"exported {book.stat().st_size // 16}" in told.stdout
    assert str(book) in told.stderr


# ---- draws ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("elo", "who", "taught"),
    [
        ((1600, 1500), None, [True]),  # White should have won
        ((1500, 1600), None, [False]),
        ((1500, 1500), None, []),
        (("?", 1500), None, []),
        ((1600, 1500), "ann", [True]),
        ((1600, 1500), "bob", []),  # against a stronger opponent
        (("?", 1500), "bob", [False]),
    ],
)
def test_a_draw_against_somebody_weaker_teaches_if_asked(
    tmp_path: Path, elo: tuple[object, object], who: str | None, taught: list[bool]
) -> None:
    path = pgn(tmp_path, DRAWN.format(*elo))
    assert read_losses(path, who) == (1, [])
    assert [loss.by_first for loss in read_losses(path, who, draws=True)[1]] == taught


def test_draws_of_a_file_are_kept_and_decide_nothing(tmp_path: Path) -> None:
    path, brain = pgn(tmp_path, DRAWN.format(1600, 1500)), tmp_path / "brain.jsonl"
    words = (brain, *WORDS, "--import", path, "--learn-draws", "--json")
    told = json.loads(plywise(*words).stdout)
    assert (told["losses"], told["draws"]) == (0, 1)
    assert told["kept"] > 0
    assert all(entry.wins == (0, 0) for entry in read_brain(brain))


@pytest.mark.parametrize(("elo", "rating", "kept"), [(1500, 1600, True), (1600, 1500, False)])
def test_a_draw_in_a_game_teaches_unless_the_opponent_is_stronger(
    tmp_path: Path, elo: int, rating: int, kept: bool
) -> None:
    # Games end as drawn where they are too long: so short, nobody wins.
    me = player("chess/standard", search=profile("playing", nodes=50, depth=125))
    for draws, expected in ((False, False), (True, kept)):
        games = brain_games(
            me, [me], games=1, learns_draws=draws, rating=rating, ratings=[elo], max_plies=12,
        )  # fmt: skip
        (game,) = games
        assert game.result == 0.5
        assert (game.kept > 0) == expected


def test_draws_are_asked_for_where_there_are_games(tmp_path: Path) -> None:
    brain = tmp_path / "brain.jsonl"
    assert "--against" in plywise(brain, *WORDS, "--clean", "--learn-draws", code=2).output
    told = plywise(brain, *WORDS, "--against", "random", "--rating", "1500", code=2).output
    assert "--learn-draws" in told
    path = pgn(tmp_path, FOOLS)
    with pytest.raises(BadInput, match="'us'"):
        read_losses(path, "us", draws=True)


def test_the_command_learns_from_draws_of_games(tmp_path: Path) -> None:
    brain = tmp_path / "brain.jsonl"
    words = ("--against", "chess/standard@playing:nodes=125", "--games", "1")
    told = plywise(brain, *WORDS, *words, "--learn-draws", "--rating", "2500", "--json")
    assert json.loads(told.stdout)["played"] == 1


# ---- matches and ratings --------------------------------------------------------------------


@pytest.mark.parametrize(
    "words",
    [
        ("match", "chess", "{}", "random", "--depth", "1"),
        ("rate", "chess", "{}", "--using", "thesis:depth=1", "--opponents", "own"),
    ],
)
def test_a_brain_that_other_weights_judged_is_told(tmp_path: Path, words: tuple[str, ...]) -> None:
    judge = judge_of(player("chess/standard").evaluation)
    brain = save_brain(Brain(judge=judge), tmp_path / "brain.jsonl")
    for name, is_told in (("chess/standard", False), ("chess/ones", True)):
        asked = [word.format(name) for word in words]
        told = CliRunner().invoke(app, [*asked, "--games", "2", "--brain", str(brain)])
        assert told.exit_code == 0, told.output
        assert ("the brain are those of other weights" in told.stderr) == is_told
