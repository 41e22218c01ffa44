"""Adding a rule or a step size is one file: put into its folder it is known by name, everywhere."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import plywise

PACKAGE = Path(plywise.__file__).parent

RULE = '''
from dataclasses import dataclass
from typing import ClassVar

from plywise.learning.credits import Credits
from plywise.learning.rules.base import LearningRule, Needs


@dataclass(frozen=True, kw_only=True, repr=False)
class MonteCarlo(LearningRule):
    """Every prediction moves towards the outcome."""

    name: ClassVar[str] = "monte-carlo"
    needs: ClassVar[Needs] = "leaf"

    def credits(self, sequence, trace_decay):
        return Credits(differences=sequence.predictions[-1] - sequence.predictions[:-1])
'''
STEP_SIZE = '''
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from plywise.learning.step_size.base import StepSize


@dataclass
class Harmonic(StepSize):
    """α / n at game n."""

    step: float = 0.1
    name: ClassVar[str] = "harmonic"

    def rates(self):
        return np.full(self.weights, self.step / (1 + self.seen))
'''


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
    ("folder", "code", "option", "name"),
    [
        ("rules", RULE, "--rule", "monte-carlo"),
        ("step_size", STEP_SIZE, "--step-size", "harmonic:.2"),
    ],
)
def test_a_file_in_its_folder_is_all_that_a_new_one_takes(
    copy: Path, folder: str, code: str, option: str, name: str
) -> None:
    words = ("learn", "chess", "--depth", "1", "--games", "4", "--gate-every", "0", "--out", "run")
    before = plywise_in(copy, *words, option, name)
    assert before.returncode == 2
    assert "unknown" in before.stderr
    (copy / "plywise/learning" / folder / "added.py").write_text(code)
    done = plywise_in(copy, *words, option, name)
    assert done.returncode == 0, done.stderr
    assert f'name = "{name.partition(":")[0]}"' in (copy / "run/config.toml").read_text()
    again = plywise_in(copy, *words, "--games", "6", "--resume")
    assert again.returncode == 0, again.stderr
