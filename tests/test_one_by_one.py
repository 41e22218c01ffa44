"""A run to which games are handed learns each of them once, whatever happens in between."""

import json
import subprocess
import sys
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

import handed_runs
import plywise as pw
from handed_runs import handed, own_game
from plywise.errors import BadSetting, DamagedFile, RunLocked
from plywise.learning.learner import Learner
from plywise.play.record import FORFEIT
from plywise.runs.lock import Lock
from plywise.runs.one_by_one import OneByOne
from plywise.runs.replay import learner_at
from plywise.runs.trainer import Trainer


def test_each_game_is_learnt_once_however_often_it_is_handed_over(tmp_path: Path) -> None:
    config = handed()
    games = [own_game(config, number) for number in (1, 2, 3)]
    learner = Learner(config)
    for game in games:
        learner.take(game)
    with OneByOne(config, tmp_path) as run:
        assert run.hand(games[0], identity="a").metrics is not None
        assert run.hand(games[0], identity="a").why_not == "it was handed over before"
    with OneByOne(config, tmp_path) as run:
        assert run.knows("a")
        assert run.hand(games[0], identity="a").why_not == "it was handed over before"
        for identity, game in zip("bc", games[1:], strict=True):
            run.hand(replace(game, number=99), identity=identity)  # it gets its number here
        assert run.games == 3
        assert np.array_equal(run.weights, learner.weights)
    assert len(pw.load(tmp_path).history) == 3
    assert [game.players[1] for game in pw.load(tmp_path).games()] == ["a stranger"] * 3
    assert "plywise learning" in pw.load(tmp_path).pgn().read_text()


def test_after_a_kill_at_any_step_each_game_is_learnt_exactly_once(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, handed_runs.__file__, str(tmp_path)], capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
    deaths = [json.loads(line) for line in done.stdout.splitlines()]
    assert len(deaths) > 50, "every call that changes a file is a place to die at"
    weights = deaths[-1]["seen"][-1]
    for death in deaths:
        kept, after, hexed = death["seen"]
        told = max(0, len(death["told"]) - 1)
        assert int(kept) in (told, told + 1), death["call"]  # none that was told of is lost
        assert int(after) == handed_runs.GAMES, death["call"]  # and none is learnt twice
        assert hexed == weights, death["call"]


@pytest.mark.parametrize("cut", [1, 100, -1])
def test_a_half_written_last_game_is_cut_off(cut: int, tmp_path: Path) -> None:
    config = handed()
    games = [own_game(config, number) for number in (1, 2)]
    with OneByOne(config, tmp_path) as run:
        run.hand(games[0], identity="a")
        weights = run.weights
    file = tmp_path / "handed.jsonl"
    whole = file.read_bytes()
    file.write_bytes(whole + whole[:cut])
    with OneByOne(config, tmp_path) as run:
        assert run.games == 1
        assert np.array_equal(run.weights, weights)
        run.hand(games[1], identity="b")
    with OneByOne(config, tmp_path) as run:
        assert run.games == 2


def test_without_its_checkpoints_the_games_are_learner_at(tmp_path: Path) -> None:
    config = handed()
    with OneByOne(config, tmp_path) as run:
        for number in (1, 2, 3):
            run.hand(own_game(config, number), identity=str(number))
        weights = run.weights
    (tmp_path / "checkpoints" / "latest.json").write_text("damaged")
    again = OneByOne(config, tmp_path)
    with pytest.warns(UserWarning, match="damaged checkpoint"):
        again.__enter__()
    with ExitStack() as closing:
        closing.push(again)
        assert again.games == 3
        assert np.array_equal(again.weights, weights)
    assert np.array_equal(learner_at(pw.load(tmp_path), 3).weights, weights)
    assert learner_at(pw.load(tmp_path), 2).games == 2


def test_a_line_that_is_no_game_is_refused_with_its_number(tmp_path: Path) -> None:
    config = handed()
    with OneByOne(config, tmp_path):
        pass
    (tmp_path / "handed.jsonl").write_text('{"identity": "a"}\n')
    with pytest.raises(DamagedFile, match="line 1"), OneByOne(config, tmp_path):
        pass


def test_a_forfeit_is_learnt_without_its_outcome_and_its_last_search(tmp_path: Path) -> None:
    config = handed()
    game = replace(own_game(config, 1), outcome=1.0, reason=f"{FORFEIT}on time")
    other = replace(game, outcome=0.0)
    changes = []
    for number, one in enumerate((game, other)):
        with OneByOne(config, tmp_path / str(number)) as run:
            run.hand(one, identity="a")
            changes.append(run.weights)
    assert np.array_equal(*changes)
    resigned = replace(game, reason="resignation")
    with OneByOne(config, tmp_path / "resigned") as run:
        run.hand(resigned, identity="a")
        assert not np.array_equal(run.weights, changes[0])


def test_a_game_without_searches_is_kept_and_not_learnt(tmp_path: Path) -> None:
    config = handed()
    job_record = own_game(config, 1)
    empty = replace(
        job_record, values=[], kinds=[], results=[], movers=[], ply_numbers=[], indptr=[0],
        indices=[], data=[], predicted_replies=(),
    )  # fmt: skip
    with OneByOne(config, tmp_path) as run:
        assert "no search" in run.hand(empty, identity="a").why_not
        run.hand(own_game(config, 2), identity="b")
        assert run.games == 1
    with OneByOne(config, tmp_path) as run:
        assert run.games == 1
        assert run.knows("a")


def test_gradients_of_other_weights_are_not_learnt(tmp_path: Path) -> None:
    config = handed()
    strange = own_game(config, 1)
    strange = replace(strange, indices=strange.indices + 100)
    with OneByOne(config, tmp_path) as run:
        assert "more than the run's 5 weights" in run.hand(strange, identity="a").why_not
        assert run.games == 0


def test_a_second_learner_is_refused(tmp_path: Path) -> None:
    tmp_path.mkdir(exist_ok=True)
    with (
        Lock(tmp_path),
        pytest.raises(RunLocked, match="another trainer"),
        OneByOne(handed(), tmp_path),
    ):
        pass


def test_a_run_that_takes_games_plays_none_and_the_other_way_round(tmp_path: Path) -> None:
    with pytest.raises(BadSetting, match="handed to it"):
        Trainer(handed(), tmp_path / "one").run()
    with pytest.raises(BadSetting, match="plays its own games"):
        OneByOne(handed(handed=False, rule="tdleaf"), tmp_path / "two")


@pytest.mark.parametrize(
    "more", [{"opponents": "chess/standard"}, {"lag": 4}, {"deepen": [10]}, {"minutes": 1.0}]
)
def test_settings_that_mean_nothing_for_such_a_run_are_refused(more: dict[str, object]) -> None:
    with pytest.raises(BadSetting, match="cannot be given where the games are handed"):
        handed(**more)


def test_old_settings_are_known_as_before() -> None:
    assert "handed" not in handed(handed=False, rule="tdleaf").as_dict()
    assert handed().as_dict()["handed"] is True


def test_gates_are_played_where_they_are_asked_for(tmp_path: Path) -> None:
    config = handed(gate_every=1, gate_games=2)
    with OneByOne(config, tmp_path) as run:
        run.hand(own_game(config, 1), identity="a")
    assert [gate.game for gate in pw.load(tmp_path).gates][:1] == [1]


def test_why_a_game_moved_the_weights_is_told_from_the_record(tmp_path: Path) -> None:
    config = handed()
    with OneByOne(config, tmp_path) as run:
        for number in (1, 2, 3):
            run.hand(own_game(config, number), identity=str(number))
    weights = pw.load(tmp_path).history.weights
    for game in (2, 3):
        found = pw.why(pw.load(tmp_path), game)
        assert weights[game - 1].tolist() == (weights[game - 2] + found.change).tolist()
        shares = sum(move.shares for move in found.moves)
        np.testing.assert_allclose(shares, found.change, rtol=0, atol=1e-12)
