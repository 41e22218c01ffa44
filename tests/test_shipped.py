"""The sets that were learnt here and come with plywise: they load, play, and know their command."""

import subprocess
import sys

import pytest

import plywise as pw
from plywise.evaluation.weights import resolve

PATIENCE = 60.0
SETS = [("chess/plywise", "rich"), ("shogi/plywise", "king-proximity")]
SENSIBLE = {"e2e4", "d2d4", "c2c4", "g1f3", "b1c3", "e2e3", "d2d3", "c2c3", "g2g3", "b2b3"}
"""First moves that people play."""


def _engine(*lines: str) -> list[str]:
    done = subprocess.run(
        [sys.executable, "-m", "plywise", "engine"],
        input="".join(f"{line}\n" for line in lines),
        capture_output=True, text=True, timeout=PATIENCE, check=True,
    )  # fmt: skip
    return done.stdout.splitlines()


@pytest.mark.parametrize(("name", "features"), SETS)
def test_a_set_tells_what_made_it(name: str, features: str) -> None:
    found = resolve(name)
    assert (found.label, found.features) == (name, features)
    assert found.made_by["seed"] == 1
    assert found.made_by["played"] == found.made_by["games"]


def test_chess_beats_the_textbook() -> None:
    result = pw.match("chess/plywise", "chess/standard", depth=2, games=20, seed=5, workers=1)
    assert result.score is not None
    assert result.score > 0.85


def test_the_engine_without_weights_plays_chess() -> None:
    said = _engine("uci", "position startpos", "go nodes 20000")
    assert any("Weights type string default chess/plywise" in line for line in said)
    assert said[-1].split()[1] in SENSIBLE


def test_after_usi_the_engine_without_weights_plays_shogi() -> None:
    said = _engine("usi", "position startpos", "go nodes 3000")
    assert any("default shogi/plywise" in line for line in said)
    moves = {str(move) for move in pw.game("shogi").start().moves}
    assert said[-1].split()[1] in moves


def test_the_engine_without_a_word_ends() -> None:
    assert _engine() == []
