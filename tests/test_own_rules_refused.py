"""Rules and step sizes of one's own that nobody could find, make or trust again: refused."""

import subprocess
import sys
from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np
import pytest

import plywise as pw
import small_runs
from plywise.learning.config import LearnConfig
from plywise.learning.step_size import step_size


@dataclass
class Louder(pw.Fixed):
    """A fixed step, some times over."""

    factor: float = 2.0

    def rates(self):
        return self.factor * super().rates()


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
        small_runs.play(small_runs.small(**own))


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
