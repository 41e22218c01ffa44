"""The learning rules by name: each is a rule of its own, and old names still lead to theirs."""

import shutil
from itertools import combinations
from pathlib import Path

import pytest
from typer.testing import CliRunner

import plywise as pw
import small_runs
from plywise.cli.app import app
from plywise.learning.config import LearnConfig
from plywise.learning.rules import OLD_NAMES, RULES, learning_rule
from plywise.learning.self_play import SelfPlay
from plywise.learning.td import LearningRule, TDDirected
from plywise.play.in_python import play_game_in_python
from plywise.runs.run import Run
from plywise.runs.trainer import Trainer, resume


def learnt(rule: str | LearningRule, depth: int = 1) -> Run:
    return small_runs.play(small_runs.small(rule=rule, games=6, search=pw.AlphaBeta(depth=depth)))


@pytest.mark.parametrize("name", RULES)
def test_every_rule_learns(name: str) -> None:
    depth = 2 if name == "treestrap" else 1  # whose nodes are at least two plies deep
    assert list(learnt(name, depth).weights.values()) != [1.0] * 5


@pytest.mark.parametrize("depth", [1, 2])
def test_no_two_rules_learn_the_same(depth: int) -> None:
    fit = [name for name in RULES if depth > 1 or name != "treestrap"]
    digests = {name: small_runs.digest(learnt(name, depth)) for name in fit}
    for one, other in combinations(digests, 2):
        assert digests[one] != digests[other], (one, other)


def test_a_rule_and_its_old_name_are_the_same() -> None:
    assert OLD_NAMES == {"td": "td-directed"}
    with pytest.warns(FutureWarning, match="'td' is called 'td-directed' now"):
        assert learning_rule("td") == TDDirected()
    with pytest.warns(FutureWarning, match="'td-directed'"):
        assert learning_rule({"name": "td", "trace_decay": 0.5}) == TDDirected(trace_decay=0.5)
    with pytest.warns(FutureWarning, match=r"pw\.TD is called pw\.TDDirected now"):
        assert pw.TD is TDDirected
    assert "TD" not in dir(pw)


def test_an_old_name_is_not_among_those_that_are_proposed() -> None:
    with pytest.raises(pw.UnknownName, match=r"known: rootstrap, td-directed, tdleaf, .*\)"):
        learning_rule("tdl")


@pytest.mark.filterwarnings("default::FutureWarning")
def test_the_command_line_understands_the_old_name_and_says_the_new_one(tmp_path: Path) -> None:
    words = ["learn", "chess", "--depth", "1", "--games", "4", "--gate-every", "0"]
    old = CliRunner().invoke(app, [*words, "--rule", "td", "--out", str(tmp_path / "old")])
    new = CliRunner().invoke(app, [*words, "--rule", "td-directed", "--out", str(tmp_path / "new")])
    assert (old.exit_code, new.exit_code) == (0, 0)
    assert "plywise: the rule 'td' is called 'td-directed' now" in old.stderr
    assert "'td'" not in new.stderr
    assert pw.load(tmp_path / "old").weights == pw.load(tmp_path / "new").weights
    assert 'name = "td-directed"' in (tmp_path / "old/config.toml").read_text()


@pytest.fixture
def old_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Half a run as a version wrote it that called the rule by its old name."""
    with monkeypatch.context() as before:
        before.setattr(TDDirected, "name", "td")
        before.setitem(RULES, "td", TDDirected)
        before.delitem(OLD_NAMES, "td")
        config = small_runs.small(rule=TDDirected(), games=8)
        Trainer(config, tmp_path / "old", workers=1).run(games=3)
    assert 'name = "td"' in (tmp_path / "old/config.toml").read_text()
    return tmp_path / "old"


def test_a_run_by_an_old_name_goes_on_to_the_same_weights(old_run: Path) -> None:
    with pytest.warns(FutureWarning, match="'td-directed'"):
        run = resume(old_run, workers=1)
    whole = small_runs.play(small_runs.small(rule="td-directed", games=8))
    assert small_runs.digest(run) == small_runs.digest(whole)


def test_a_run_by_an_old_name_may_be_given_the_new_one_by_hand(old_run: Path) -> None:
    config = old_run / "config.toml"
    config.write_text(config.read_text().replace('name = "td"', 'name = "td-directed"'))
    assert len(resume(old_run, workers=1).history) == 8


def test_the_checkpoint_of_another_rule_is_still_refused(old_run: Path, tmp_path: Path) -> None:
    other = tmp_path / "other"
    shutil.copytree(old_run, other)
    config = other / "config.toml"
    config.write_text(config.read_text().replace('name = "td"', 'name = "tdleaf"'))
    with pytest.raises(pw.DamagedFile, match="made with other settings"):
        resume(other, workers=1)


def test_with_a_look_of_one_ply_td_directed_is_td_lambda() -> None:
    """Baxter et al. 2000, eq. 6 and 2: greedy moves, differences between the game's positions."""
    config = LearnConfig(
        rule=TDDirected(), search=pw.AlphaBeta(depth=1, quiescence=False), max_plies=30
    )
    job = SelfPlay(config).job(1, [1.0, 3.0, 3.0, 5.0, 9.0])
    record = play_game_in_python(job)
    position = pw.game("chess").start()
    for value, move in zip(record.values.tolist(), record.moves, strict=True):
        assert value == job.first.real_value(position.kernel)
        after = {text: position.after(text) for text in position.moves}
        own = {text: -job.first.value(one.kernel) for text, one in after.items()}
        assert own[move] == max(own.values())
        position = position.after(move)
