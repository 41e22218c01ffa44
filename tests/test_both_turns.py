"""A run may search at its opponents' turns too, and learn from what it saw there."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from typer.testing import CliRunner

import plywise as pw
from mock_opponents import executable
from plywise import _kernel
from plywise.cli.app import app
from plywise.errors import BadSetting
from plywise.learning.config import LearnConfig
from plywise.learning.learner import Learner
from plywise.learning.self_play import SelfPlay, play
from plywise.play.record import GameRecord
from plywise.runs.retold import retold
from plywise.runs.trainer import Trainer, resume
from small_runs import small

STANDARD = "chess/standard"


def both(players: Any = STANDARD, **more: Any) -> LearnConfig:
    return small(opponents={"players": players, "both_turns": True}, **more)


def record_of(config: LearnConfig, number: int = 1) -> GameRecord:
    return play(SelfPlay(config).job(number, config.start_vector), _kernel.Stop()).record


@pytest.mark.parametrize("number", [1, 2])
def test_a_game_is_the_same_and_has_predictions_at_every_turn(number: int) -> None:
    plain, watched = record_of(small(opponents=STANDARD), number), record_of(both(), number)
    assert watched.moves == plain.moves
    assert list(watched.ply_numbers) == list(range(len(watched.moves)))
    own = watched.movers == (0 if number == 1 else 1)
    np.testing.assert_array_equal(watched.ply_numbers[own], plain.ply_numbers)
    np.testing.assert_array_equal(watched.values[own], plain.values)
    assert watched.nodes > plain.nodes


def test_at_the_other_s_turns_the_run_says_what_it_would_say_itself() -> None:
    """Against its own start the run's first game is one of self-play, predictions and all."""
    alone, watched = record_of(small()), record_of(both("chess/ones"))
    assert watched.moves == alone.moves
    np.testing.assert_array_equal(watched.values, alone.values)
    np.testing.assert_array_equal(watched.movers, alone.movers)
    one, other = Learner(small()), Learner(both("chess/ones"))
    for learner in (one, other):
        config = learner.config
        learner.learn(play(SelfPlay(config).job(1, config.start_vector), _kernel.Stop()))
    np.testing.assert_array_equal(one.weights, other.weights)


def test_it_is_learnt_from(tmp_path: Path) -> None:
    plain = Trainer(small(opponents=STANDARD, games=4), tmp_path / "plain").run()
    watched = Trainer(both(games=4), tmp_path / "both").run()
    assert plain.weights != watched.weights
    assert plain.game(1).moves == watched.game(1).moves


def test_a_run_goes_on_where_it_stopped_and_is_told_again(tmp_path: Path) -> None:
    whole = Trainer(both(["chess/standard@1500", "random@900"], games=10), tmp_path / "whole").run()
    Trainer(whole.config, tmp_path / "pieces").run(games=4)
    again = resume(tmp_path / "pieces")
    assert again.weights == whole.weights
    seen = list(retold(whole, 3).seen())
    assert [one.ply for one in seen] == list(range(len(whole.game(3).moves)))
    assert all(one.is_sum for one in seen)


def test_an_engine_s_turns_are_searched_too(noted: Path, tmp_path: Path) -> None:
    del noted
    config = both(f"uci:{executable('plays_well', tmp_path)}:depth=1", games=4)
    runs = [Trainer(config, workers=workers).run() for workers in (1, 2)]
    assert runs[0].weights == runs[1].weights
    told = retold(runs[0], 2)  # no engine is asked again
    assert sorted(set(told.record.movers.tolist())) == [0, 1]
    assert list(told.record.ply_numbers) == list(range(len(told.record.moves)))


def test_it_is_written_and_read_back() -> None:
    config = both()
    assert LearnConfig.from_toml(config.to_toml()) == config
    assert "both_turns" not in small(opponents=STANDARD).to_toml()
    assert config.fingerprint() != small(opponents=STANDARD).fingerprint()


def test_what_cannot_be_is_refused() -> None:
    own = {"name": "tdleaf", "trace_decay": 0.7, "learner": "own", "blunders": "gains"}
    with pytest.raises(BadSetting, match=r"both_turns learns at both sides' turns"):
        both(rule=own)
    with pytest.raises(BadSetting, match=r"both_turns = 'yes'; give true or false"):
        pw.learn("chess", opponents={"players": STANDARD, "both_turns": "yes"})


def test_it_is_asked_for_on_the_command_line(tmp_path: Path) -> None:
    learn = ["learn", "chess", "--depth", "1", "--games", "2", "--max-plies", "20"]
    out = ["--out", str(tmp_path / "run")]
    done = CliRunner().invoke(app, [*learn, "--opponents", STANDARD, "--both-turns", *out])
    assert done.exit_code == 0, done.output
    assert "both_turns = true" in (tmp_path / "run" / "config.toml").read_text()
    refused = CliRunner().invoke(app, [*learn, "--both-turns"])
    assert refused.exit_code == 2
    assert "--both-turns looks at the turns of opponents; name" in refused.output + refused.stderr
