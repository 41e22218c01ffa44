"""Why did a weight move: a game once more, and what each of its moves did."""

import json
from itertools import product
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from typer.testing import CliRunner

import plywise as pw
from mock_opponents import executable
from plywise.cli.app import app
from plywise.errors import BadSetting, DamagedFile, UnknownName
from plywise.learning.config import LearnConfig
from plywise.learning.rules import RULES
from plywise.learning.step_size.named import KINDS
from plywise.runs.trainer import Trainer
from small_runs import small

SPLIT = sorted(set(KINDS) - {"least-squares"})
GAMES = 5
BATCHES = (1, 2, 3)


def learnt(where: Path | None = None, **settings: Any) -> pw.Run:
    return Trainer(LearnConfig(**{**small().as_dict(), "gate_every": 0, **settings}), where).run()


def total(found: pw.Why) -> Any:
    return sum((move.shares for move in found.moves), np.zeros(len(found.names)))


@pytest.mark.parametrize(
    ("rule", "step_size", "batch"),
    [
        (rule, step_size, BATCHES[n % len(BATCHES)])
        for n, (rule, step_size) in enumerate(product(sorted(RULES), SPLIT))
    ],
)
def test_shares_add_up_to_the_change(rule: str, step_size: str, batch: int) -> None:
    asked = {"name": rule, **({"depth": 1} if rule == "treestrap" else {})}
    run = learnt(rule=asked, step_size=step_size, batch=batch, games=GAMES, seed=5)
    changes = []
    for game in range(1, GAMES + 1):
        found = pw.why(run, game)
        np.testing.assert_allclose(total(found) + found.earlier, found.change, rtol=0, atol=1e-12)
        assert found.moves
        changes.append(found.change)
    full = batch * (GAMES // batch)
    moved = run.history.weights[full - 1] - np.array(run.config.start_vector)
    np.testing.assert_allclose(sum(changes[:full]), moved, rtol=0, atol=1e-12)


@pytest.mark.parametrize("lag", [1, 3])
def test_a_game_is_played_again_with_its_own_weights(lag: int) -> None:
    run = learnt(lag=lag, games=6, rule={"name": "tdleaf", "trace_decay": "auto"})
    for game in range(1, 7):
        found = pw.why(run, game)
        assert found.version == max(0, game - lag)
        weights = run.history.weights
        before = weights[game - 2] if game > 1 else np.array(run.config.start_vector)
        assert weights[game - 1].tolist() == (before + found.change).tolist()
        recorded = run.game(game)
        assert [move.move for move in found.moves] == [recorded.moves[m.ply] for m in found.moves]
        assert (found.outcome, found.reason) == (recorded.outcome, recorded.reason)


def test_adam_remembers_earlier_games() -> None:
    run = learnt(step_size="adam", games=3)
    assert not np.any(pw.why(run, 1).earlier)
    assert np.any(pw.why(run, 3).earlier)


def test_a_batch_that_is_not_full_waits() -> None:
    run = learnt(batch=3, games=4)
    assert [pw.why(run, game).waits for game in (1, 2, 3, 4)] == [True, True, False, True]


def test_least_squares_cannot_be_split() -> None:
    run = learnt(step_size={"name": "least-squares", "every": 2}, games=3)
    with pytest.raises(BadSetting, match="fits all games so far at once"):
        pw.why(run, 2)


def test_no_engine_is_asked_again(tmp_path: Path) -> None:
    engine = executable("plays_well", tmp_path)
    run = learnt(tmp_path / "run", opponents=f"uci:{engine}:depth=1", games=4, max_plies=30)
    engine.unlink()
    for game in (1, 2, 3, 4):
        found = pw.why(run, game)
        weights = run.history.weights
        before = weights[game - 2] if game > 1 else np.array(run.config.start_vector)
        assert weights[game - 1].tolist() == (before + found.change).tolist()
        own = {move.mover for move in found.moves}
        assert own == {0 if run.game(game).players[0] == "self" else 1}


def test_opponents_that_are_chosen_by_rating_are_the_same_again() -> None:
    players = ["chess/standard@1500", "chess/ones@1200", "random@800"]
    run = learnt(opponents={"players": players, "choice": "near"}, games=6, max_plies=40)
    assert [pw.why(run, game).players for game in range(1, 7)] == [
        run.game(game).players for game in range(1, 7)
    ]


def test_a_run_whose_files_were_changed_is_refused(tmp_path: Path) -> None:
    run = learnt(tmp_path / "run", games=3)
    games = tmp_path / "run" / "games.txt"
    lines = games.read_text().splitlines()
    moves = run.game(2).moves
    lines[1] = lines[1].replace(" ".join(moves), " ".join(moves[:-2]))
    games.write_text("\n".join(lines) + "\n")
    with pytest.raises(DamagedFile, match="game 2 comes out otherwise"):
        pw.why(pw.load(tmp_path / "run"), 2)


def test_the_games_that_moved_a_weight_most() -> None:
    run = learnt(games=8)
    found = pw.moved_most(run, "queen", most=3)
    place = run.names.index("queen")
    steps = np.diff(run.history.weights[:, place], prepend=run.config.start_vector[place])
    largest = sorted(range(8), key=lambda game: -abs(steps[game]))[:3]
    assert [one.game for one in found] == [game + 1 for game in largest]
    assert [one.change for one in found] == [steps[game] for game in largest]


def test_what_is_not_there_is_said() -> None:
    run = learnt(games=2)
    with pytest.raises(BadSetting, match="has 2 games"):
        pw.why(run, 3)
    with pytest.raises(UnknownName, match="quen"):
        pw.why(run, 1).shares("quen")
    with pytest.raises(UnknownName, match="quen"):
        pw.moved_most(run, "quen")


def plywise(*words: object, code: int = 0) -> str:
    result = CliRunner().invoke(app, ["why", *map(str, words)], prog_name="plywise")
    assert result.exit_code == code, result.output
    return result.output


def test_the_command_tells_a_game_move_by_move(tmp_path: Path) -> None:
    run = learnt(tmp_path / "run", games=3)
    lines = plywise(run.directory, 2, "--weight", "queen").splitlines()
    numbers = [float(line.split()[-1]) for line in lines[3:]]
    assert lines[-1].startswith("change")
    assert sum(numbers[:-1]) == pytest.approx(numbers[-1], abs=1e-4)
    found = json.loads(plywise(run.directory, 2, "--json").splitlines()[-1])
    assert {"move", "prediction", "difference", "shares"} <= found["moves"][0].keys()
    for name, change in found["change"].items():
        assert sum(move["shares"][name] for move in found["moves"]) == pytest.approx(change)
    assert plywise(run.directory, "--weight", "queen").splitlines()[0].split() == ["game", "queen"]
    assert "has 3 games" in plywise(run.directory, 4, code=2)
    assert "name a game" in plywise(run.directory, code=2)


def test_a_late_game_is_told_from_snapshots_alone_as_by_playing_all_games_before_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from plywise.runs import replay
    from plywise.runs import why as module

    for number, settings in enumerate(
        (
            {"step_size": "coherence:c=.2", "lag": 3},
            {"step_size": "fixed:.05", "rule": {"name": "tdleaf", "trace_decay": 0.9}},
            {"step_size": "rmsprop", "lag": 1},
        )
    ):
        run = pw.learn(
            "chess", search={"depth": 1}, games=12, gate_every=0, seed=5,
            out=tmp_path / str(number), **settings,
        )  # fmt: skip
        monkeypatch.setattr(module, "learner_before", replay.learner_before)
        for game in (1, 2, 3, 12):
            quick = pw.why(run, game)
            with monkeypatch.context() as slowly:
                slowly.setattr(
                    module, "learner_before", lambda run, n: replay.learner_at(run, n - 1)
                )
                slow = pw.why(run, game)
            assert (quick.change == slow.change).all(), (settings, game)
            assert (quick.earlier == slow.earlier).all()
            for one, other in zip(quick.moves, slow.moves, strict=True):
                assert (one.shares == other.shares).all()


def test_a_late_game_needs_no_game_before_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from plywise.runs import replay

    run = pw.learn("chess", search={"depth": 1}, games=9, gate_every=0, out=tmp_path / "run")
    monkeypatch.setattr(replay, "learner_at", None)  # whoever plays them again fails
    assert len(pw.why(run, 9).moves) > 0
