"""Other people's engines on the command line: match and doctor."""

import json
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner

from mock_opponents import FOLDER, executable, left_behind
from plywise.cli import doctor
from plywise.cli.app import app
from plywise.play.opponents import KNOWN, Engine


def match(a: str, b: str, *options: str) -> tuple[int, str]:
    """The exit code, and everything that was said."""
    done = CliRunner().invoke(app, ["match", "chess", a, b, "--games", "2", *options])
    return done.exit_code, done.output


def test_a_match_tells_how_many_games_an_engine_lost_by_failing(
    noted: Path, tmp_path: Path
) -> None:
    bad = executable("moves_illegally", tmp_path)
    code, told = match("chess/standard", f"uci:{bad}", "--depth", "1")
    assert code == 0
    assert "+2 =0 -0" in told
    assert "moves_illegally:depth=1 lost 2 of the games by failing" in told
    assert "illegal move 'e2e5'" in told
    code, told = match("chess/standard", f"uci:{bad}", "--depth", "1", "--json")
    assert json.loads(told.splitlines()[-1])["failures"] == [0, 2]
    assert not left_behind(noted)


def test_each_side_may_have_a_search_of_its_own(noted: Path, tmp_path: Path) -> None:
    good = executable("plays_well", tmp_path)
    search = "chess/standard@alpha-beta:depth=1,null_move=2"
    code, told = match(search, f"uci:{good}:depth=3", "--max-plies", "9", "--json")
    assert code == 0
    found = json.loads(told.splitlines()[-1])
    assert found["a"] == search
    assert found["settings"]["a"]["search"]["null_move"] == 2
    assert found["settings"]["b"]["search"]["limits"] == {"depth": 3}


def test_both_may_search_by_one_name() -> None:
    code, told = match(
        "chess/standard", "chess/ones", "--using", "thesis", "--nodes", "50", "--json"
    )
    assert code == 0
    settings = json.loads(told.splitlines()[-1])["settings"]
    for side in ("a", "b"):
        assert settings[side]["search"]["nodes"] == 50
        assert settings[side]["search"]["history_draws"] is False


@pytest.mark.parametrize(
    ("engine", "message"),
    [
        ("stokfish:elo=1600", "did you mean 'stockfish'"),
        ("phalanx:dpth=1", "did you mean 'depth'"),
        ("gnuchess:nodes=10", "cannot be limited by nodes=10"),
        ("uci:/no/such/engine", "no engine at '/no/such/engine'"),
        ("chess/standard@plaing", "did you mean 'playing'"),
    ],
)
def test_a_mistake_is_told_with_exit_code_2(engine: str, message: str) -> None:
    code, told = match("chess/standard", engine)
    assert code == 2
    assert message in told


def test_an_engine_that_says_nothing_is_refused(noted: Path, tmp_path: Path) -> None:
    silent = executable("hangs_at_the_handshake", tmp_path)
    code, told = match("chess/standard", f"uci:{silent}", "--patience", "0.5")
    assert code == 2
    assert "does not speak uci" in told
    assert not left_behind(noted)


def test_doctor_starts_every_engine_it_finds(noted: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    known = {
        name: Engine(name=name, command=(sys.executable, str(FOLDER / f"{name}.py")), package=name)
        for name in ("plays_well", "crashes_at_start")
    } | {"missing": Engine(name="missing", command=("no-such-engine",), package="some-package")}
    for name in list(KNOWN):
        monkeypatch.delitem(KNOWN, name)  # type: ignore[misc]
    for name, engine in known.items():
        monkeypatch.setitem(KNOWN, name, engine)  # type: ignore[misc]
    told = CliRunner().invoke(app, ["doctor"]).output
    assert "engine    plays_well: Well Behaved 1.0, " in told
    assert "engine    crashes_at_start: found, but " in told
    assert "ended (exit code 3)" in told
    assert "no engine missing" in told
    assert "sudo apt-get install some-package" in told
    assert "Well Behaved" in doctor.greeting("plays_well")
    assert not left_behind(noted)
