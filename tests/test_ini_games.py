"""A variant of a text is a game like any other, and what is wrong with a text is said."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

import plywise as pw
from plywise import _kernel
from plywise.errors import BadInput, BadSetting, UnknownName
from plywise.games.boards import standing
from plywise.games.described import described, is_described
from plywise.games.python_games import portable, title

CAMELS = """[camels:chess]
knight = -
customPiece1 = c:C
startFen = rcbqkbcr/pppppppp/8/8/8/8/PPPPPPPP/RCBQKBCR w KQkq - 0 1
promotionPieceTypes = qrbc

[house:crazyhouse]
maxRank = 6
promotionRegionWhite = *6
startFen = rnbqkbnr/pppppppp/8/8/PPPPPPPP/RNBQKBNR[] w - - 0 1
doubleStep = false
castling = false
"""


@pytest.fixture
def text(tmp_path: Path) -> Path:
    path = tmp_path / "my.ini"
    path.write_text(CAMELS)
    return path


def command(*words: object, **more: str) -> subprocess.CompletedProcess[str]:
    """`plywise …` as a user runs it."""
    return subprocess.run(
        [sys.executable, "-m", "plywise", *map(str, words)],
        capture_output=True,
        text=True,
        env=os.environ | more,
    )


def test_a_section_is_a_game(text: Path) -> None:
    camels = pw.game(f"{text}:camels")
    assert len(camels.start().moves) == 20
    assert camels.features("material").names == ("pawn", "bishop", "rook", "queen", "c")
    assert is_described(camels.name)
    assert title(camels.name) == "camels"
    assert portable(camels.name) == "my.ini:camels"
    position = camels.start().after("b1c4")
    assert camels.position(str(position)) == position
    assert position.at("c4") == ("c", "first")
    assert position.attackers("c4", "second") == []
    assert "c" in {man.kind for man in standing(position)}


def test_the_one_section_of_a_file_needs_no_name(tmp_path: Path) -> None:
    path = tmp_path / "one.ini"
    path.write_text("[it:chess]\n")
    assert described(str(path)).endswith("one.ini:it")
    with pytest.raises(UnknownName, match=r"unknown variant in .*'that'.*known: it"):
        described(f"{path}:that")
    with pytest.raises(BadInput, match="no file"):
        described("nowhere.ini:it")


def test_drops_are_written_and_read(text: Path) -> None:
    house = pw.game(f"{text}:house")
    assert house.feature_sets == ["material", "hand", "piece-squares"]
    position = house.position("rnbqkbnr/pppppppp/8/8/PPPPPPPP/RNBQKBNR[Nn] w - - 0 1")
    assert "N@e4" in position.moves
    assert "N@e4" not in house.start().moves
    wide = pw.game(described_as(text.parent, "[wide:courier]\n"))
    assert len(wide.start().moves) > 10
    assert "l" in str(wide.start().moves)


def described_as(folder: Path, content: str) -> str:
    path = folder / "other.ini"
    path.write_text(content)
    return str(path)


def test_games_are_played_searched_and_learnt(text: Path) -> None:
    game = pw.game(f"{text}:camels")
    features = game.features("material")
    found = pw.search(game.start(), pw.Linear(features, (1, 3, 5, 9, 2)), pw.AlphaBeta(depth=3))
    assert found.move in game.start().moves
    run = pw.learn(game.name, games=4, search=pw.AlphaBeta(depth=1), seed=3, workers=1)
    again = pw.learn(game.name, games=4, search=pw.AlphaBeta(depth=1), seed=3, workers=2)
    assert list(run.weights) == list(again.weights)


def test_a_game_does_not_hang_on_the_folder_of_its_text(text: Path, tmp_path: Path) -> None:
    elsewhere = tmp_path / "else" / "where" / "my.ini"
    elsewhere.parent.mkdir(parents=True)
    elsewhere.write_text(text.read_text())
    found = []
    for path in (text, elsewhere):
        game = pw.game(f"{path}:house")
        features = game.features("material")
        judge = pw.Linear(features, [1.0] * len(features))
        using = pw.profile(
            "playing", nodes=400, evaluation_noise=0.2
        )  # by luck: a number for each position
        results = [pw.search(game.start().after(move), judge, using) for move in game.start().moves]
        found.append([(result.value, result.line, result.nodes) for result in results])
    assert found[0] == found[1]


def test_a_run_keeps_its_text_and_refuses_another(text: Path) -> None:
    out = text.parent / "run"
    assert (
        command("learn", f"{text}:camels", "--games", 2, "--depth", 1, "--out", out).returncode == 0
    )
    assert (out / "variant.ini").read_text() == CAMELS
    text.write_text(CAMELS.replace("c:C", "c:Z"))
    refused = command(
        "learn", f"{text}:camels", "--games", 3, "--depth", 1, "--out", out, "--resume"
    )
    assert refused.returncode == 2
    assert "has changed since the run" in refused.stderr
    text.unlink()
    assert command("show", out).returncode == 0


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("maxRnk = 9", 'line 2: unknown key "maxRnk" (= 9); did you mean maxRank?'),
        ("customPiece1 = c:", 'line 2: customPiece1 = c:: "c:" has no moves'),
        ("maxRank = 11", "line 2: maxRank = 11: 11 is too large"),
        ("startFen = rnbq1bnr/8/8/8/8/8/8/RNBQKBNR w - - 0 1", "Black has no king"),
        ("countingRule = makruk", "line 2: countingRule = makruk is not supported"),
    ],
)
def test_a_mistake_is_told_with_file_line_and_value(tmp_path: Path, line: str, why: str) -> None:
    path = tmp_path / "bad.ini"
    path.write_text(f"[mine:chess]\n{line}\n")
    with pytest.raises(BadSetting) as told:
        pw.game(f"{path}:mine")
    assert str(told.value).startswith(f"{path}, line")
    assert why in str(told.value)


def test_a_mistake_ends_a_command_with_two(tmp_path: Path) -> None:
    path = tmp_path / "bad.ini"
    path.write_text("[mine:chess]\nmaxRnk = 9\n")
    told = command("perft", f"{path}:mine", 2)
    assert told.returncode == 2
    assert "did you mean maxRank?" in told.stderr
    assert "Traceback" not in told.stderr


def test_the_engine_plays_a_variant(text: Path) -> None:
    out = text.parent / "run"
    assert (
        command("learn", f"{text}:camels", "--games", 1, "--depth", 1, "--out", out).returncode == 0
    )
    words = "uci\nisready\nposition startpos moves b1c4\ngo depth 2\nquit\n"
    told = subprocess.run(
        [sys.executable, "-m", "plywise", "engine", out],
        input=words,
        capture_output=True,
        text=True,
    )
    assert "UCI_Variant type combo default camels" in told.stdout
    assert "bestmove" in told.stdout


def test_the_page_on_variants_names_every_key_and_every_built_in_variant() -> None:
    page = (Path(__file__).parents[1] / "docs" / "variants.md").read_text()
    assert [key for key in _kernel.variant_keys() if f"`{key}`" not in page] == []
    assert [name for name in _kernel.built_in_variants() if name not in page] == []
