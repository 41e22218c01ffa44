"""A run that is gone on with, or whose settings are taken, with other features or evaluation."""

from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from plywise.cli.app import app
from plywise.cli.learn import settle
from plywise.errors import BadSetting
from plywise.learning.config import LearnConfig
from small_runs import play, small

NONE = {"game": "chess", "features": None, "evaluation": None, "start": None}


def refusal(*words: str | Path) -> str:
    """What a command says when it refuses."""
    result = CliRunner().invoke(app, [str(word) for word in words], prog_name="plywise")
    assert result.exit_code == 2, result.output
    return result.stderr


def changed(stored: LearnConfig, **given: Any) -> LearnConfig:
    """What the command line makes of a run's settings and these options."""
    return settle(stored.as_dict(), {**NONE, **given}, {})


@pytest.mark.parametrize(
    ("before", "option", "named"),
    [
        ({"evaluation": "board:2"}, ("--evaluation", "board:4"), "evaluation = 'board:hidden=2'"),
        ({"features": "centre"}, ("--features", "rich"), "features = 'centre', not 'rich'"),
        ({"features": "rich"}, ("--start", "chess/pesto"), "start = [1.0, 1.0, 1.0, 1.0, … (1006"),
    ],
)
def test_resuming_another_shape_names_what_differs_in_few_words(
    before: dict[str, Any], option: tuple[str, ...], named: str, tmp_path: Path
) -> None:
    play(small(games=1, **before), tmp_path / "run")
    told = refusal("learn", "chess", *option, "--out", tmp_path / "run", "--resume")
    assert told.splitlines()[-1].strip().startswith(named)
    assert len(told) < 1000


def test_the_usual_start_gives_way_to_that_of_other_features() -> None:
    wanted = changed(LearnConfig(features="centre"), features="rich")
    assert wanted.start == LearnConfig(features="rich").start
    board = changed(LearnConfig(evaluation="board:2", seed=3), evaluation="board:4")
    assert board.start == LearnConfig(evaluation="board:4", seed=3).start


def test_a_start_of_its_own_is_not_dropped_in_silence() -> None:
    stored = LearnConfig(features="material", start="chess/standard")
    with pytest.raises(BadSetting, match=r"features = 'rich': .* 5 weights for features = 'mater"):
        changed(stored, features="rich")
    assert changed(stored, features="rich", start="chess/pesto").features == "rich"
    assert changed(stored, features="material").start == stored.start
    assert changed(stored, evaluation="linear", seed=7).start == stored.start


def test_a_run_against_opponents_hands_its_settings_on_in_few_words(tmp_path: Path) -> None:
    run = tmp_path / "config.toml"
    run.write_text(small(games=1, opponents="own").to_toml())
    (tmp_path / "g.pgn").write_text("")
    told = refusal("learn", "chess", "--from", tmp_path / "g.pgn", "--config", run)
    assert "opponents = ['chess/standard@playing" in told
    assert len(told) < 1000
