"""Adding a rule or a step size is one file: put into its folder it is known by name, everywhere."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import plywise
from documents import blocks

PACKAGE = Path(plywise.__file__).parent

PAGE = Path(__file__).resolve().parents[1] / "docs" / "learn" / "adding.md"
FILES = {block.file: block.code for block in blocks(PAGE) if block.file}
"""What the page on adding adds."""


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """The whole package, by links, so that files can be put into it."""
    shutil.copytree(
        PACKAGE, tmp_path / "plywise", copy_function=os.symlink,
        ignore=shutil.ignore_patterns("__pycache__"),
    )  # fmt: skip
    return tmp_path


def plywise_in(copy: Path, *words: str) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(
        [sys.executable, "-m", "plywise", *words],
        cwd=copy,
        env=os.environ | {"PYTHONPATH": str(copy)},
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.parametrize(
    ("folder", "file", "option", "name"),
    [
        ("rules", "monte_carlo.py", "--rule", "monte-carlo"),
        ("step_size", "harmonic.py", "--step-size", "harmonic:.2"),
    ],
)
def test_a_file_in_its_folder_is_all_that_a_new_one_takes(
    copy: Path, folder: str, file: str, option: str, name: str
) -> None:
    words = ("learn", "chess", "--depth", "1", "--games", "4", "--gate-every", "0", "--out", "run")
    before = plywise_in(copy, *words, option, name)
    assert before.returncode == 2
    assert "unknown" in before.stderr
    (copy / "plywise/learning" / folder / file).write_text(FILES[file])
    done = plywise_in(copy, *words, option, name)
    assert done.returncode == 0, done.stderr
    assert f'name = "{name.partition(":")[0]}"' in (copy / "run/config.toml").read_text()
    again = plywise_in(copy, *words, "--games", "6", "--resume")
    assert again.returncode == 0, again.stderr
