"""Ctrl-C from the first moment on: 130 and a word, never a traceback."""

import os
import random
import shutil
import signal
import subprocess
import sys
import sysconfig
import time
from pathlib import Path

import pytest

PATIENCE = 60.0
MODULE = [sys.executable, "-m", "plywise"]
SCRIPT = [sys.executable, "-c", "import sys; from plywise.cli import main; sys.exit(main())"]

WATCHED = """
import os, signal, sys

class Watch:
    def find_spec(self, name, path=None, target=None):
        if name == os.environ["WATCHED"]:
            sys.meta_path.remove(self)
            if "TOLD" in os.environ:
                os.write(int(os.environ["TOLD"]), b"!")
            else:
                os.kill(os.getpid(), signal.SIGINT)

sys.meta_path.insert(0, Watch())
"""


@pytest.fixture(scope="module")
def watched(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """An environment in which Ctrl-C, or a word to us, comes as a module is looked for."""
    folder = tmp_path_factory.mktemp("site")
    (folder / "sitecustomize.py").write_text(WATCHED)
    paths = [str(folder), os.environ.get("PYTHONPATH", "")]
    return {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, paths))}


@pytest.mark.parametrize("program", [MODULE, SCRIPT], ids=["-m plywise", "script"])
@pytest.mark.parametrize(
    ("words", "module"),
    [
        (["--help"], "plywise.cli.app"),
        (["--help"], "typer"),
        (["--help"], "plywise.cli.learn"),
        (["--help"], "plywise.cli.door"),
        (["--help"], "rich.console"),
        (["games"], "plywise._kernel"),
        (["games"], "plywise.games.python_games"),
        (["learn", "chess", "--games", "4"], "numpy"),
        (["learn", "chess", "--games", "4"], "plywise.runs.trainer"),
        (["engine", "chess/standard"], "plywise.engine.main"),
        (["engine", "chess/standard"], "plywise._kernel"),
    ],
    ids=lambda value: value if isinstance(value, str) else value[0],
)
def test_ctrl_c_during_an_import_ends_with_130_and_a_word(
    program: list[str], words: list[str], module: str, watched: dict[str, str], tmp_path: Path
) -> None:
    done = subprocess.run(
        [*program, *words],
        env={**watched, "WATCHED": module},
        capture_output=True,
        text=True,
        check=False,
        timeout=PATIENCE,
        stdin=subprocess.DEVNULL,
        cwd=tmp_path,
    )
    assert (done.returncode, done.stdout) == (130, ""), done.stderr
    assert done.stderr == "plywise: interrupted\n"


@pytest.mark.parametrize("seed", range(6))
def test_ctrl_c_at_any_moment_gives_no_traceback(seed: int, watched: dict[str, str]) -> None:
    """From our first line to the last of the interpreter's, which may be killed like any other."""
    told, tell = os.pipe()
    try:
        process = subprocess.Popen(
            [*MODULE, "--help"],
            env={**watched, "WATCHED": "plywise.cli.app", "TOLD": str(tell)},
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            pass_fds=[tell],
        )
        assert os.read(told, 1) == b"!"
        time.sleep(random.Random(seed).uniform(0.0, 0.3))
        process.send_signal(signal.SIGINT)
        _, said = process.communicate(timeout=PATIENCE)
    finally:
        os.close(told)
        os.close(tell)
    assert process.returncode in (130, 0, -signal.SIGINT)
    assert said in ("", "plywise: interrupted\n")


def test_nothing_is_loaded_before_the_first_line_of_the_command() -> None:
    code = (
        "import sys; before = set(sys.modules); import plywise.cli; "
        "print(*sorted(set(sys.modules) - before))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["plywise", "plywise.cli"]


def test_the_installed_script_begins_with_that_line() -> None:
    script = shutil.which("plywise", path=sysconfig.get_path("scripts"))
    if script is None:
        pytest.skip("needs plywise installed (make develop)")
    assert "from plywise.cli import main" in Path(script).read_text(encoding="utf-8")


def test_a_process_that_ignores_ctrl_c_goes_on_doing_so(watched: dict[str, str]) -> None:
    """As a shell has it for what it starts in the background."""
    done = subprocess.run(
        [*MODULE, "games", "--json"],
        env={**watched, "WATCHED": "plywise.cli.app"},
        capture_output=True,
        text=True,
        check=False,
        timeout=PATIENCE,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_IGN),
    )
    assert done.returncode == 0, done.stderr
    assert '"chess"' in done.stdout


def test_the_version_needs_no_import_of_its_own() -> None:
    code = "import plywise; print(plywise.__version__ == plywise._kernel.version)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "True\n"
