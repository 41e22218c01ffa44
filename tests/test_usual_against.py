"""What a run does against opponents where it is not told: as KnightCap learnt, or better."""

from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from mock_opponents import executable
from plywise.cli.app import app
from plywise.evaluation.squash import Tanh
from plywise.learning.config import LearnConfig
from plywise.learning.step_size import step_size
from plywise.searching.profiles import profile

PLAYING = profile("playing", nodes=1000, depth=125)


def run_with(*words: str, out: Path) -> LearnConfig:
    """The settings of a run that the command line begins; it learns from one short game."""
    told = ["learn", "chess", *words, "--games", "1", "--max-plies", "12", "--gate-every", "0"]
    answer = CliRunner().invoke(app, [*told, "--out", str(out)])
    assert answer.exit_code == 0, answer.output
    return LearnConfig.load(out / "config.toml")


def test_the_command_of_the_issue_learns_as_the_papers_have_it(tmp_path: Path) -> None:
    config = run_with(
        "--features", "knightcap", "--start", "chess/knightcap-material", "--opponents", "own",
        out=tmp_path / "run",
    )  # fmt: skip
    rule = config.rule
    assert (rule.name, rule.trace_decay, rule.squash) == ("tdleaf", 0.7, Tanh())
    assert (rule.frozen, rule.draws, rule.learner) == (("pawn",), "learn", "own")
    assert (rule.as_dict()["blunders"], rule.as_dict()["results"]) == ("gains", "drop")
    assert config.step_size == {"name": "fixed", "step": 0.0392}
    assert (config.search, config.ballot, config.batch) == (PLAYING, 6, 1)


def test_many_other_weights_are_learnt_by_the_best_that_is_known() -> None:
    config = LearnConfig(features="rich", start="chess/knightcap-start", opponents="own")
    assert config.opponents is not None
    assert config.opponents.both_turns
    assert (config.rule.name, config.rule.trace_decay) == ("tdleaf+rootstrap", 0.92)
    assert config.rule.frozen == ("pawn",)
    wanted = step_size("least-squares:pieces=.06,noise=.5").settings()
    assert {**config.step_size} == wanted
    assert (config.search, config.ballot) == (profile("playing", nodes=5000, depth=125), 6)
    # Many shallow games are for runs alone.
    assert (config.games, LearnConfig(features="rich").games) == (1000, 4000)


def test_pieces_that_nobody_chose_are_not_held_where_they_begin() -> None:
    config = LearnConfig(features="rich", opponents="own")
    assert config.step_size["pieces"] == step_size("least-squares").settings()["pieces"]


def test_both_turns_are_learnt_from_by_what_is_best_of_both() -> None:
    config = LearnConfig(
        features="knightcap", opponents={"players": "own", "both_turns": True}
    )  # the papers' filter looks at one side's turns only
    assert (config.rule.name, config.rule.trace_decay) == ("tdleaf+rootstrap", 0.92)
    own = LearnConfig(features="rich", opponents={"players": "own", "both_turns": False})
    assert own.opponents is not None
    assert (own.opponents.both_turns, own.rule.trace_decay) == (False, 0.85)


def test_a_few_weights_are_learnt_as_alone_but_by_more_nodes() -> None:
    config, alone = LearnConfig(opponents="chess/standard"), LearnConfig()
    assert (config.rule, config.step_size) == (alone.rule, alone.step_size)
    assert (config.search, config.ballot) == (PLAYING, 6)


@pytest.mark.parametrize("features", ["material", "knightcap", "rich"])
def test_what_is_given_is_kept(features: str) -> None:
    given: dict[str, Any] = {
        "features": features, "rule": {"name": "tdleaf", "trace_decay": 0.4, "squash": "tanh"},
        "step_size": "fixed:.1", "search": {"depth": 3}, "ballot": 2, "games": 7,
    }  # fmt: skip
    config = LearnConfig(**given, opponents="own")
    alone = LearnConfig(**given).as_dict()
    told = config.as_dict()
    assert told.pop("opponents")["players"]
    assert "both_turns" not in config.as_dict()["opponents"]
    if features == "rich":
        alone["gate_every"] = told["gate_every"]
    assert told == alone


def test_a_rule_of_another_name_brings_steps_as_alone() -> None:
    config = LearnConfig(features="knightcap", rule="rootstrap", opponents="own")
    assert config.step_size == LearnConfig(features="knightcap").step_size


def test_a_part_of_the_rule_that_is_given_changes_that_part(tmp_path: Path) -> None:
    config = run_with(
        "--features", "knightcap", "--opponents", "own", "--rule", "tdleaf:draws=skip",
        "--trace-decay", ".9", "--using", "playing:nodes=50", out=tmp_path / "run",
    )  # fmt: skip
    rule = config.rule
    assert (rule.trace_decay, rule.draws, rule.frozen) == (0.9, "skip", ("pawn",))
    assert config.search == profile("playing", nodes=50, depth=125)


def test_own_turns_can_be_asked_for(tmp_path: Path) -> None:
    config = run_with(
        "--features", "rich", "--opponents", "own", "--own-turns", "--using", "playing:nodes=50",
        out=tmp_path / "run",
    )  # fmt: skip
    assert config.opponents is not None
    assert not config.opponents.both_turns


def test_games_without_rated_opponents_are_learnt_as_alone() -> None:
    config = LearnConfig(game="othello", opponents="othello/standard")
    alone = LearnConfig(game="othello")
    assert {**config.as_dict(), "opponents": None} == {**alone.as_dict(), "opponents": None}


def test_knightcap_alone_is_no_set_of_bare_pieces() -> None:
    config, rich = LearnConfig(features="knightcap"), LearnConfig(features="rich")
    assert config.rule.trace_decay == 0.7
    assert config.step_size == rich.step_size


def test_an_old_run_goes_on_by_what_it_began_with() -> None:
    old = LearnConfig(
        features="knightcap", opponents="own", rule="tdleaf", step_size="coherence:c=.2,prior=0",
        search={"depth": 4}, ballot=4,
    )  # fmt: skip
    assert LearnConfig.from_toml(old.to_toml()) == old


def test_few_nodes_against_engines_are_told(noted: Path, tmp_path: Path) -> None:
    del noted
    engine = f"uci:{executable('plays_well', tmp_path)}:depth=1"
    few = "50 nodes a move are few against engines"
    for nodes, opponents, is_told in (
        (50, engine, True),
        (50, "own", False),
        (1000, engine, False),
    ):
        told = CliRunner().invoke(
            app,
            [
                "learn", "chess", "--opponents", opponents, "--using", f"playing:nodes={nodes}",
                "--games", "1", "--max-plies", "12", "--gate-every", "0",
                "--out", str(tmp_path / f"{nodes}-{len(opponents)}"),
            ],
        )  # fmt: skip
        assert told.exit_code == 0, told.output
        assert (few in told.stderr) == is_told
