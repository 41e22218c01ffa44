"""Rules and step sizes of one's own: used as they are, recorded by file and class, or refused."""

import subprocess
import sys
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, ClassVar

import numpy as np
import pytest

import plywise as pw
import small_runs
from plywise.learning.config import LearnConfig
from plywise.learning.rules import learning_rule
from plywise.learning.step_size import step_size
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


# ---- what cannot be recorded ---------------------------------------------------------------------


def test_a_class_inside_a_function_is_refused_before_the_first_game(tmp_path):
    @dataclass
    class Hidden(pw.Fixed):
        pass

    with pytest.raises(pw.BadSetting, match=r"nobody would find the class .*Hidden again"):
        pw.learn(step_size=Hidden(), games=2, out=tmp_path / "run")
    assert not (tmp_path / "run").exists()


def test_a_class_typed_at_a_prompt_is_refused():
    typed = (
        "import plywise as pw\n"
        "class Typed(pw.TDLeaf): pass\n"
        "pw.learn(rule=Typed(), games=2, gate_every=0)\n"
    )
    done = subprocess.run(
        [sys.executable, "-"], input=typed, capture_output=True, text=True, check=False
    )
    assert "BadSetting" in done.stderr
    assert "nobody would find the class Typed again" in done.stderr
    assert "Put it into a file" in done.stderr


def test_a_script_records_its_own_classes(tmp_path):
    script = tmp_path / "script.py"
    script.write_text(
        "import plywise as pw\n"
        "class Scripted(pw.TDLeaf): pass\n"
        "if __name__ == '__main__':\n"
        "    pw.learn(rule=Scripted(), games=2, gate_every=0, search={'depth': 1}, out='run')\n"
    )
    done = subprocess.run([sys.executable, script], cwd=tmp_path, capture_output=True, check=False)
    assert done.returncode == 0, done.stderr
    assert f'name = "{script}:Scripted"' in (tmp_path / "run/config.toml").read_text()


Twice = Louder


@dataclass
class Louder(pw.Fixed):  # type: ignore[no-redef]
    """A second class of the same name."""

    factor: float = 2.0


Louder, Second = Twice, Louder


def test_of_two_classes_of_one_name_only_that_at_the_top_can_be_recorded():
    assert step_size(Louder(0.5).settings()) == Louder(0.5)
    with pytest.raises(pw.BadSetting, match="defined twice"):
        LearnConfig(step_size=Second())


@dataclass
class Impostor(pw.Fixed):
    """Calls itself as another one is called."""

    name: ClassVar[str] = "coherence"


def test_a_borrowed_name_does_not_lead_to_its_owner():
    assert LearnConfig(step_size=Impostor()).new_step_size() == Impostor()
    assert LearnConfig(step_size="coherence").new_step_size() == pw.TemporalCoherence()


@dataclass
class Anything(pw.Fixed):
    """Takes anything."""

    what: Any = None


@pytest.mark.parametrize("what", [object(), np.ones(2), [None], {1: 2}, print, 1j])
def test_settings_that_toml_cannot_hold_are_refused(what):
    with pytest.raises(pw.BadSetting, match=r"what = .* of Anything cannot be recorded"):
        LearnConfig(step_size=Anything(what=what))


@pytest.mark.parametrize("what", [None, True, 3, "text", [1, "a"], {"a": {"b": 1.5}}, ("a", "b")])
def test_settings_that_toml_can_hold_come_back(what):
    config = LearnConfig(step_size=Anything(what=what))
    again = LearnConfig.from_toml(config.to_toml())
    made = again.new_step_size()
    assert isinstance(made, Anything)
    assert made.what == (list(what) if isinstance(what, tuple) else what)
    assert again.fingerprint() == config.fingerprint()


class Forgetful(pw.Fixed):
    """A setting that is no field."""

    def __init__(self, speed: float) -> None:
        super().__init__()
        self.speed = speed


@dataclass
class Counting(pw.Fixed):
    """Not made again of what it tells."""

    factor: float = 2.0

    def __post_init__(self) -> None:
        self.factor += 1.0


@dataclass
class Noneable(pw.Fixed):
    """None is not its default."""

    factor: float | None = 2.0


@pytest.mark.parametrize(
    ("own", "told"),
    [
        (Forgetful(2.0), "Forgetful takes speed, but no field of it is called so"),
        (Counting(), r"Counting made again of its settings is another one: factor = 4\.0"),
        (Noneable(factor=None), r"Noneable made again .* factor = 2\.0"),
    ],
)
def test_what_could_not_be_made_again_is_refused(own, told):
    with pytest.raises(pw.BadSetting, match=told):
        LearnConfig(step_size=own)


# ---- what goes wrong in them ---------------------------------------------------------------------


class Trouble(Exception):
    """What a class of one's own may raise."""


@dataclass
class Failing(pw.TemporalCoherence):
    """Fails at a game, after it has spoilt what it remembers."""

    at: int = 7
    is_mended: ClassVar[bool] = False

    def learn(self, sums):
        super().learn(sums)
        if self.seen + 1 == self.at and not self.is_mended:
            self.net[:] = -1.0
            raise Trouble("my own")


def test_an_exception_in_a_class_of_ones_own_loses_no_game(tmp_path, monkeypatch):
    config = small_runs.small(step_size=Failing())
    with pytest.raises(Trouble, match="my own") as raised:
        small_runs.play(config, tmp_path / "run")
    assert raised.value.__notes__ == ["while learning from game 7; the games before it are kept"]
    assert len(pw.load(tmp_path / "run").history) == 6
    monkeypatch.setattr(Failing, "is_mended", True)
    resumed = small_runs.play(config, tmp_path / "run", resume=True)
    assert small_runs.digest(resumed) == small_runs.digest(small_runs.play(config))


@dataclass(frozen=True, kw_only=True, repr=False)
class Short(pw.TDLeaf):
    """Gives too few credits."""

    def credits(self, sequence, trace_decay):
        return pw.Credits(differences=sequence.differences[1:])


@dataclass
class Shapeless(pw.Fixed):
    """Gives no change."""

    def change(self, recommended, games=1):
        return None


@pytest.mark.parametrize(
    ("own", "told"),
    [
        ({"rule": Short()}, "a rule gives one for each"),
        ({"step_size": Shapeless()}, "Shapeless changed the weights by None"),
    ],
)
def test_answers_that_cannot_be_are_refused(own, told):
    with pytest.raises(pw.BadSetting, match=told):
        learnt(**own)


@dataclass
class Amnesic(pw.TemporalCoherence):
    """Remembers, and does not say so."""

    def state(self):
        return {"weights": self.weights, "seen": self.seen, "net": self.net.tolist()}

    def restore(self, state):
        self.prepare(state["weights"])
        self.seen = state["seen"]


@dataclass
class Wordless(pw.Fixed):
    """Has a memory that no file can hold."""

    def state(self):
        return {**super().state(), "memory": {1, 2}}


@pytest.mark.parametrize(
    ("own", "told"),
    [
        (Amnesic(), r"Amnesic\.restore\(\) does not bring back what state\(\) told"),
        (Wordless(), r"Wordless\.state\(\) is nothing that a checkpoint can hold"),
    ],
)
def test_a_memory_that_would_be_lost_is_refused_at_once(own, told, tmp_path):
    with pytest.raises(pw.BadSetting, match=told):
        small_runs.play(small_runs.small(step_size=own), tmp_path)
    left = [line for line in small_runs.traces(tmp_path) if not line.startswith("weights-every-")]
    assert left == []  # no game, and no snapshot behind the header


# ---- what a rule needs ---------------------------------------------------------------------------


@dataclass(frozen=True, kw_only=True, repr=False)
class Nodes(pw.TDLeaf):
    """Would learn at every node."""

    needs = "nodes"


@dataclass(frozen=True, kw_only=True, repr=False)
class Needless(pw.LearningRule):
    """Does not say what it needs."""


@pytest.mark.parametrize(
    ("rule", "told"),
    [
        (Nodes(), "the rule Nodes needs the nodes of the search, and no search gives them yet"),
        (Needless(), r"the needs of Needless are None; a rule says what it learns from"),
        (pw.LearningRule(), r"the needs of LearningRule are None"),
    ],
)
def test_a_rule_says_what_it_needs_and_gets_it_or_is_refused(rule, told):
    with pytest.raises(pw.BadSetting, match=told):
        LearnConfig(rule=rule)


def test_a_rule_at_positions_is_given_positions():
    record = small_runs.small(rule=Outcomes()).rule
    assert (record.needs, pw.TDLeaf().needs, pw.TDDirected().needs) == (
        "position",
        "leaf",
        "position",
    )
    assert learning_rule(Outcomes().as_dict()) == Outcomes()
