"""Rules and step sizes of one's own: used as they are, recorded by file and class, or refused."""

import subprocess
import sys
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import plywise as pw
import small_runs
from plywise.learning.config import LearnConfig
from plywise.learning.rules import learning_rule
from plywise.runs.trainer import Trainer, resume

HERE = Path(__file__).resolve()


@dataclass
class Louder(pw.Fixed):
    """A fixed step, some times over."""

    factor: float = 2.0

    def rates(self):
        return self.factor * super().rates()


@dataclass(frozen=True, kw_only=True, repr=False)
class Bold(pw.TDLeaf):
    """TDLeaf with larger differences."""

    boldness: float = 3.0

    def differences(self, sequence):
        return self.boldness * super().differences(sequence)


@dataclass(frozen=True, kw_only=True, repr=False)
class Outcomes(pw.LearningRule):
    """Every prediction moves towards the outcome alone."""

    needs = "position"

    def credits(self, sequence, trace_decay):
        return pw.Credits(differences=sequence.predictions[-1] - sequence.predictions[:-1])


@dataclass
class Summing(pw.StepSize):
    """Sees rows because its change is its own, and remembers a number that is no array."""

    step: float = 0.05
    longest: int = field(default=0, init=False)

    def rates(self):
        return np.full(self.weights, self.step)

    def change(self, recommended, games=1):
        self.longest = max(self.longest, len(recommended))
        self.seen += games
        return self.step * recommended.sum(axis=0)

    def state(self):
        return {**super().state(), "longest": self.longest}

    def restore(self, state):
        super().restore(state)
        self.longest = state["longest"]


def learnt(**settings: Any) -> pw.Run:
    return small_runs.play(small_runs.small(**settings))


def weights(**settings: Any) -> list[float]:
    return list(learnt(**settings).weights.values())


# ---- used as they are ----------------------------------------------------------------------------


def test_a_child_of_fixed_is_no_fixed_step():
    assert weights(step_size=Louder(0.03)) == weights(step_size=pw.Fixed(2.0 * 0.03))
    assert weights(step_size=Louder(0.03)) != weights(step_size=pw.Fixed(0.03))


def test_a_child_of_tdleaf_is_no_tdleaf():
    rule = Bold(trace_decay=0.7, boldness=2.0)
    tripled = weights(rule=rule, step_size=pw.Fixed(0.01))
    assert tripled == weights(rule=pw.TDLeaf(trace_decay=0.7), step_size=pw.Fixed(0.02))


def test_a_rule_that_is_no_tdleaf_learns():
    found = learnt(rule=Outcomes(), step_size=0.01)
    assert list(found.weights.values()) != [1.0] * 5
    assert found.config.rule == Outcomes()


@dataclass(frozen=True, kw_only=True, repr=False)
class Rows(pw.TDLeaf):
    """Gives its rows itself."""

    def recommended(self, sequence, trace_decay):
        return -super().recommended(sequence, trace_decay)


def test_a_rule_may_give_its_rows_itself():
    there = np.array(weights(rule=Rows(trace_decay=0.5), step_size=0.01, games=1, lag=1))
    back = np.array(weights(rule=pw.TDLeaf(trace_decay=0.5), step_size=0.01, games=1, lag=1))
    assert there - 1.0 == pytest.approx(1.0 - back)
    assert (there != 1.0).any()


def test_a_change_of_ones_own_is_given_the_rows():
    assert Summing.needs == "rows"
    assert weights(step_size=Summing(0.03)) == pytest.approx(weights(step_size=0.03), abs=1e-12)


# ---- recorded, and resumed -----------------------------------------------------------------------


@pytest.mark.parametrize(
    "own",
    [
        {"rule": Bold(trace_decay="auto", boldness=1.5)},
        {"rule": Outcomes(frozen=("pawn",))},
        {"step_size": Louder(0.02, factor=3.0)},
        {"step_size": Summing(0.02)},
    ],
    ids=str,
)
def test_a_run_in_pieces_with_a_class_of_ones_own_is_the_run_at_once(own, tmp_path):
    config = small_runs.small(**own)
    Trainer(config, tmp_path, workers=1).run(games=5)
    kind = type(next(iter(own.values()))).__name__
    assert f'name = "{HERE}:{kind}"' in (tmp_path / "config.toml").read_text()
    resumed = Trainer(small_runs.small(**own), tmp_path, workers=1, resume=True).run()
    assert small_runs.digest(resumed) == small_runs.digest(small_runs.play(config))
    assert LearnConfig.from_toml(config.to_toml()) == config
    assert len(resume(tmp_path, games=14, workers=1).history) == 14  # the class is loaded


def test_settings_of_ones_own_are_settings_of_the_run(tmp_path):
    small_runs.play(small_runs.small(step_size=Louder(0.02)), tmp_path)
    other = small_runs.small(step_size=Louder(0.02, factor=9.0))
    with pytest.raises(pw.BadSetting, match=r"step_size\.factor = 2\.0, not 9\.0"):
        small_runs.play(other, tmp_path, resume=True)


MINE = """
import sys
from dataclasses import dataclass
import numpy as np
import plywise as pw

print("mine was run", file=sys.stderr)

@dataclass(frozen=True, kw_only=True, repr=False)
class Mine(pw.TDLeaf):
    boldness: float = 2.0
    def differences(self, sequence):
        return self.boldness * super().differences(sequence)

@dataclass
class Step(pw.StepSize):
    step: float = 0.01
    kind: str = "plain"
    def rates(self):
        return np.full(self.weights, self.step)

class Lacking(pw.StepSize):
    pass

text = "no class"
"""
QUICK = ["learn", "chess", "--depth", "1", "--max-plies", "40", "--gate-every", "0"]


class Folder:
    """A folder with homemade.py, and commands in processes of their own."""

    def __init__(self, path: Path) -> None:
        self.path = path
        (path / "homemade.py").write_text(MINE)

    def learn(self, *words: str, out: str = "run") -> "subprocess.CompletedProcess[str]":
        command = [sys.executable, "-m", "plywise", *QUICK, "--out", out, *words]
        return subprocess.run(command, cwd=self.path, capture_output=True, text=True, check=False)

    def games(self, out: str = "run") -> list[str]:
        return small_runs.traces(self.path / out)


@pytest.fixture
def folder(tmp_path: Path) -> Folder:
    return Folder(tmp_path)


def test_a_run_alone_imports_nothing_and_says_what_to_name(folder: Folder):
    names = ("--rule", "homemade.py:Mine", "--step-size", "homemade.py:Step:step=.02,kind=odd")
    assert folder.learn(*names, "--games", "5").returncode == 0
    before = folder.games()
    assert len(before) == 11  # metrics and moves of five games, and their snapshots
    unnamed = folder.learn("--resume", "--games", "8")
    assert unnamed.returncode == 2
    assert f"--rule {folder.path / 'homemade.py'}:Mine" in unnamed.stderr
    assert "--trust" in unnamed.stderr
    assert "mine was run" not in unnamed.stderr
    assert folder.games() == before
    # Named again, with the settings that were recorded; or trusted.
    named = ("--rule", "homemade.py:Mine", "--step-size", "homemade.py:Step")
    assert folder.learn("--resume", "--games", "8", *named).returncode == 0
    assert folder.learn("--resume", "--games", "10", "--trust").returncode == 0
    assert folder.learn(*names, "--games", "10", out="whole").returncode == 0
    assert folder.games() == folder.games("whole")
    toml = (folder.path / "run/config.toml").read_text()
    assert 'kind = "odd"' in toml
    assert "boldness = 2.0" in toml


def test_the_file_of_a_step_size_is_asked_for_by_its_option(folder: Folder):
    assert folder.learn("--step-size", "homemade.py:Step", "--games", "4").returncode == 0
    unnamed = folder.learn("--resume", "--games", "6")
    assert unnamed.returncode == 2
    assert f"--step-size {folder.path / 'homemade.py'}:Step" in unnamed.stderr
    assert (
        folder.learn("--resume", "--games", "6", "--step-size", "homemade.py:Step").returncode == 0
    )


def test_reading_such_a_run_runs_nothing(folder: Folder):
    folder.learn("--rule", "homemade.py:Mine", "--games", "4")
    with pytest.raises(pw.UntrustedCode, match=r"homemade\.py:Mine"):
        pw.load(folder.path / "run")
    with pytest.raises(pw.UntrustedCode, match=r"homemade\.py:Mine"):
        resume(folder.path / "run", games=6)
    assert len(pw.load(folder.path / "run", trust=True).history) == 4


def test_a_class_may_be_named_by_file_first_and_imported_then(folder: Folder, monkeypatch):
    assert folder.learn("--rule", "homemade.py:Mine", "--games", "4").returncode == 0
    monkeypatch.syspath_prepend(folder.path)
    import homemade  # type: ignore[import-not-found]

    config = LearnConfig(
        **{
            **pw.load(folder.path / "run").config.as_dict(),
            "rule": homemade.Mine(trace_decay="auto"),
        }
    )
    assert len(Trainer(config, folder.path / "run", resume=True, workers=1).run().history) == 4
    del sys.modules["homemade"]


def test_a_file_that_has_moved_can_be_named_in_the_settings(folder: Folder):
    folder.learn("--rule", "homemade.py:Mine", "--games", "4")
    (folder.path / "lib").mkdir()
    (folder.path / "homemade.py").rename(folder.path / "lib/homemade.py")
    config = folder.path / "run/config.toml"
    moved = str(folder.path / "lib/homemade.py")
    config.write_text(config.read_text().replace(str(folder.path / "homemade.py"), moved))
    done = folder.learn("--resume", "--games", "6", "--rule", "lib/homemade.py:Mine")
    assert (done.returncode, len(folder.games())) == (0, 13)


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("--rule", "homemade.py:Miner"), "'Miner'; did you mean 'Mine'?"),
        (("--rule", "homemade.py:text"), "no learning rule: derive a class from pw.LearningRule"),
        (("--rule", "homemade.py:Step"), "homemade.py:Step is no learning rule"),
        (("--rule", "other.py:Mine"), "no file 'other.py'"),
        (("--step-size", "homemade.py:Lacking"), "the step size homemade.py:Lacking lacks rates"),
        (("--step-size", "homemade.py:Step:k=2"), "unknown setting of"),
        (("--step-size", "homemade.py:Step:1,2"), "write it as"),
        (("--step-size", "nowhere:Step"), "no module 'nowhere'"),
    ],
)  # fmt: skip
def test_names_that_lead_nowhere_are_refused(folder: Folder, words, told):
    done = folder.learn(*words, "--games", "2")
    assert done.returncode == 2
    assert told in done.stderr
    assert not (folder.path / "run").exists()


# ---- what a rule needs ---------------------------------------------------------------------------


@dataclass(frozen=True, kw_only=True, repr=False)
class Nodes(pw.LearningRule):
    """Follows what every node recommends."""

    needs = "nodes"

    def credits(self, sequence, trace_decay):
        """1 for each search."""
        return pw.Credits(differences=np.ones(len(sequence)))


@dataclass(frozen=True, kw_only=True, repr=False)
class Needless(pw.LearningRule):
    """Does not say what it needs."""


@pytest.mark.parametrize(
    ("rule", "told"),
    [
        (Needless(), r"the needs of Needless are None; a rule says what it learns from"),
        (pw.LearningRule(), r"the needs of LearningRule are None"),
    ],
)
def test_a_rule_says_what_it_needs_and_gets_it_or_is_refused(rule, told):
    with pytest.raises(pw.BadSetting, match=told):
        LearnConfig(rule=rule)


def test_a_rule_at_nodes_is_given_what_they_recommend():
    search = pw.AlphaBeta(depth=2)
    own, treestrap = (
        small_runs.digest(small_runs.play(small_runs.small(rule=rule, games=3, search=search)))
        for rule in (Nodes(), pw.TreeStrap(depth=1))
    )
    assert own == treestrap


def test_a_rule_at_positions_is_given_positions():
    record = small_runs.small(rule=Outcomes()).rule
    assert (record.needs, pw.TDLeaf().needs, pw.TDDirected().needs) == (
        "position",
        "leaf",
        "position",
    )
    assert learning_rule(Outcomes().as_dict()) == Outcomes()
