"""Nothing that is read can run: no pickle, no eval, no shell; and no name leaves the run folder."""

import ast
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import plywise
from plywise.cli.learn import fresh_directory
from plywise.errors import BadSetting
from plywise.learning.config import LearnConfig
from plywise.searching.settings import AlphaBeta

PACKAGE = Path(plywise.__file__).parent
MODULES = {"pickle", "cPickle", "dill", "joblib", "marshal", "shelve", "yaml", "cloudpickle"}
CALLS = {"eval", "exec", "compile", "__import__", "os.system", "os.popen", "pty.spawn"}
LINTS = {"S", "S102", "S301", "S302", "S307", "S602", "S604", "S605"}
"""The linter's own: exec, pickle, marshal, eval, shell."""
SWITCHES = {"shell", "allow_pickle"}


def dangers(source: str) -> Iterator[str]:
    """What in a source could run something that was read."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            yield from MODULES & {name.name.partition(".")[0] for name in node.names}
        elif isinstance(node, ast.ImportFrom):
            yield from MODULES & {(node.module or "").partition(".")[0]}
        elif isinstance(node, ast.Call):
            yield from CALLS & {ast.unparse(node.func).removeprefix("builtins.")}
            switches = {word.arg: word.value for word in node.keywords}
            for name in SWITCHES & switches.keys():
                value = switches[name]
                if not (isinstance(value, ast.Constant) and value.value is False):
                    yield name


@pytest.mark.parametrize(
    "source",
    [
        "import pickle",
        "from pickle import loads",
        "def f():\n    import marshal",
        "eval(text)",
        "exec(text)",
        "import os\nos.system(text)",
        "subprocess.run(text, shell=True)",
        "subprocess.run(text, shell=wanted)",
        "np.load(path, allow_pickle=True)",
    ],
)
def test_the_search_for_dangers_finds_them(source: str) -> None:
    assert list(dangers(source))


def test_no_file_of_the_package_can_run_what_it_reads() -> None:
    sources = sorted(PACKAGE.rglob("*.py"))
    assert len(sources) > 50
    found = {
        str(path.relative_to(PACKAGE)): list(dangers(path.read_text(encoding="utf-8")))
        for path in sources
    }
    assert not {path: what for path, what in found.items() if what}


def test_the_linter_watches_too() -> None:
    rules = tomllib.loads((PACKAGE.parents[1] / "pyproject.toml").read_text())["tool"]["ruff"]
    assert "S" in rules["lint"]["select"]
    loosened = {"python": rules["lint"]["ignore"], **rules["lint"]["per-file-ignores"]}
    for where, ignored in loosened.items():
        if where.startswith("python"):
            assert not LINTS & {*ignored}, where


@given(st.text(max_size=40) | st.sampled_from(["../x", "/etc/x", "..", "chess/../..", "\0"]))
def test_no_game_or_feature_set_can_be_named_like_a_path(name: str) -> None:
    for field in ("game", "features"):
        try:
            config = LearnConfig(**{field: name})
        except BadSetting:
            continue
        assert fresh_directory(config).parent == Path("runs")


@given(seed=st.integers(0, 2**63 - 1), depth=st.integers(0, 125))
def test_a_run_gets_a_folder_right_inside_runs(seed: int, depth: int) -> None:
    folder = fresh_directory(LearnConfig(seed=seed, search=AlphaBeta(depth=depth)))
    assert folder.parent == Path("runs")
    assert folder.name not in ("", ".", "..")
