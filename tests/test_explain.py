"""`plywise search --using NAME --explain`: what a selective search looked at, in text and drawn."""

import json

import pytest
from typer.testing import CliRunner

from plywise.cli.app import app
from plywise.searching.selective import SELECTIVE


def run(*words: str):
    return CliRunner().invoke(app, ["search", *words])


@pytest.mark.parametrize("name", SELECTIVE)
def test_every_search_is_explained(name):
    told = run("win-loss-tree", "start", "--using", name, "--nodes", "600", "--explain")
    assert told.exit_code == 0
    for part in ("most visited lines", "root moves", "by move", "by depth"):
        assert part in told.stdout


def test_without_explain_only_the_result_is_told():
    told = run("win-loss-tree", "start", "--using", "bayesian", "--nodes", "600")
    assert "most visited lines" not in told.stdout
    assert "to be gained by more" in told.stdout


def test_json_has_the_tree_when_it_is_asked_for():
    words = ("win-loss-tree", "start", "--using", "bayesian", "--nodes", "600", "--json")
    found = json.loads(run(*words).stdout)
    for key in ("value", "line", "leaf", "nodes", "seconds", "move", "expansions", "gain", "ended"):
        assert key in found
    assert "recent" not in found
    found = json.loads(run(*words, "--explain").stdout)
    assert len(found["recent"]) == min(found["expansions"], 1000)
    assert abs(sum(height for _, height in found["roots"][0]["spikes"]) - 1) < 1e-9


def test_the_picture_is_drawn(tmp_path):
    pytest.importorskip("matplotlib")
    path = tmp_path / "tree.png"
    told = run("win-loss-tree", "start", "--using", "uct", "--nodes", "600", "--picture", str(path))
    assert told.exit_code == 0
    assert path.read_bytes().startswith(b"\x89PNG")


@pytest.mark.parametrize(
    ("words", "hint"),
    [
        (("--using", "bayesian", "--depth", "3"), "give nodes or movetime, not depth 3"),
        (("--using", "alpha-beta", "--explain"), "keeps no tree to explain"),
        (("--using", "bayesin"), "did you mean 'bayesian'"),
        (("--using", "bayesian:gulp=0"), "gulp 0 is not above 0"),
        (("--using", "uct", "--nodes", "50", "--picture", "tree.gif"), ".png or an .svg"),
    ],
)
def test_bad_input_is_told_with_its_value(words, hint):
    told = run("win-loss-tree", "start", *words)
    assert told.exit_code == 2
    assert hint in told.stderr.replace("\n", " ")
