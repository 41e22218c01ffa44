"""A large lag: smaller steps unless they are given, and games enough."""

from typing import Any

import pytest

import plywise as pw
import small_runs
from plywise.cli.app import app
from plywise.errors import BadSetting
from plywise.learning.config import LearnConfig
from plywise.learning.step_size import TemporalCoherence


def c_of(**settings: Any) -> float:
    c: float = LearnConfig(**settings).step_size["c"]
    return c


def test_c_follows_a_large_lag() -> None:
    assert [c_of(lag=lag) for lag in (1, 4, 8, 15)] == [0.2] * 4
    assert [c_of(lag=lag) for lag in (16, 32, 64)] == [0.1, 0.05, 0.025]
    assert c_of(lag=64, features="half-board") == 0.5 / 8
    assert c_of(lag=64, game="horde") == 0.05 / 8


@pytest.mark.parametrize("spec", ["coherence", "coherence:prior=0", {"name": "coherence"}])
def test_c_follows_the_lag_where_only_the_kind_of_step_is_given(spec: Any) -> None:
    assert c_of(lag=64, step_size=spec) == 0.025


@pytest.mark.parametrize(
    "spec",
    [
        "coherence:c=.2",
        "coherence:.2",
        "coherence:prior=0,c=.2",
        {"name": "coherence", "c": 0.2},
        TemporalCoherence(c=0.2),
    ],
)
def test_a_c_that_is_given_stays(spec: Any) -> None:
    assert c_of(lag=64, step_size=spec) == 0.2


def test_other_steps_and_mistakes_are_left_as_they_are() -> None:
    assert LearnConfig(lag=64, step_size="fixed:.05").step_size == {"name": "fixed", "step": 0.05}
    assert LearnConfig(lag=64, step_size=0.05).step_size == {"name": "fixed", "step": 0.05}
    with pytest.raises(BadSetting, match="coherense"):
        LearnConfig(lag=64, step_size="coherense")


def test_the_settings_of_a_run_with_a_large_lag_are_read_back() -> None:
    config = LearnConfig(lag=64)
    assert LearnConfig.from_toml(config.to_toml()) == config


def test_a_lag_that_cannot_work_is_refused_before_the_first_game(
    tmp_path: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    hint = r"lag = 64 with games = 300: .* give at least 512 games, or a lag of at most 37"
    with pytest.raises(BadSetting, match=hint):
        pw.learn(lag=64, games=300, out=tmp_path / "run")
    assert not (tmp_path / "run" / "config.toml").exists()
    words = ["learn", "chess", "--lag", "64", "--games", "100", "--out", str(tmp_path / "other")]
    with pytest.raises(SystemExit) as ended:
        app(words)
    assert ended.value.code == 2
    assert "a lag of at most 15" in capsys.readouterr().err


def test_a_run_of_before_with_such_a_lag_is_still_read_and_goes_on(
    tmp_path: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    config = small_runs.small(games=20, lag=16)
    with monkeypatch.context() as before:
        before.setattr("plywise.runs.trainer.refuse_hopeless_lag", lambda *_: None)
        small_runs.Trainer(config, tmp_path, workers=1).run(games=5)
    assert len(pw.load(tmp_path).history) == 5
    assert len(small_runs.play(config, tmp_path, resume=True).history) == 20


def test_a_short_run_with_a_small_lag_is_nobodys_mistake() -> None:
    assert len(small_runs.play(small_runs.small(games=2, lag=4)).history) == 2
