"""What the engine loads, and when: a GUI waits for the first answer, a clock for the first move.

Times say nothing on a machine that does other things; modules do.
"""

import subprocess
import sys

import pytest

PATIENCE = 60.0
WAITS = {
    "numpy": "learning alone has arrays",
    "pydantic": "nothing is read from a file of settings",
    "typer": "the command has no options to be read",
    "pathlib": "a built-in set has no path, and neither has an option",
    "json": "so has a built-in set no file",
    "hashlib": "nor a checksum",
    "difflib": "nothing was mistyped that would need a hint",
    "plywise.evaluation.network_shape": "the weights are linear ones",
    "plywise.evaluation.python_features": "their features are the kernel's",
    "plywise.evaluation.weights_file": "they are in no file",
    "plywise.games.python_games": "the kernel has the game",
    "plywise.games.rules": "the kernel has the game",
    "plywise.engine.thinking": "nothing is searched yet",
    "plywise.engine.plan": "nothing is searched yet",
    "plywise.play.words": "no limit and no position was given yet",
    "plywise.searching": "the settings of searches are many classes, read when the answer is out",
}
"""Modules that the answer to `uci` does without, each with the reason."""

CHILD = """
import io, os, sys
from types import SimpleNamespace

weights, asked, *last = sys.argv[1:]
before = set(sys.modules)

class Gui(io.BytesIO):
    def flush(self):
        said = self.getvalue()
        if last and f"\\n{last[0]}".encode() in said:
            print(*(set(sys.modules) - before), file=sys.__stdout__, flush=True)
            last.pop(0)
        if not last:
            os._exit(0)

sys.stdin = SimpleNamespace(buffer=io.BytesIO(asked.encode()))
sys.stdout = SimpleNamespace(buffer=Gui())
sys.argv = ["plywise", "engine", *weights.split()]
from plywise.cli import main
main()
"""


def loaded(weights: str, asked: list[str], *answers: str) -> list[set[str]]:
    """What the engine with these weights has loaded when each of these answers is out."""
    words = [weights, "".join(f"{line}\n" for line in asked), *answers]
    done = subprocess.run(
        [sys.executable, "-c", CHILD, *words],
        capture_output=True,
        text=True,
        check=True,
        timeout=PATIENCE,
    )
    lines = done.stdout.splitlines()
    assert len(lines) == len(answers), done.stderr
    return [set(line.split()) for line in lines]


@pytest.mark.parametrize("weights", ["chess/standard", ""])
def test_the_first_answer_waits_for_nothing_that_it_does_not_need(weights: str) -> None:
    (at_first,) = loaded(weights, ["uci"], "uciok")
    assert "plywise.engine.session" in at_first
    assert {name: why for name, why in WAITS.items() if name in at_first} == {}


def test_what_the_first_answer_did_without_is_still_there_to_be_loaded() -> None:
    """A module that is renamed would be waited for in vain, and nobody would see it."""
    names = [name for name in WAITS if name.startswith("plywise.")]
    code = f"from importlib import import_module\nfor name in {names}: import_module(name)"
    subprocess.run([sys.executable, "-c", code], check=True, timeout=PATIENCE)


@pytest.mark.parametrize("weights", ["chess/standard", ""])
def test_the_first_search_has_nothing_left_to_load(weights: str) -> None:
    asked = ["uci", "isready", "position startpos moves e2e4", "go movetime 50"]
    ready, answered = loaded(weights, asked, "readyok", "bestmove")
    assert "plywise.engine.thinking" in ready
    assert {name for name in answered - ready if name.startswith("plywise")} == set()
