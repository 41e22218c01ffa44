"""The run itself: which weights play, how they move, when it stops, what it says."""

from pathlib import Path

import numpy as np
import pytest

import small_runs
from plywise import _kernel
from plywise.errors import WeightsDiverged
from plywise.learning.learner import Learner
from plywise.learning.prediction_decay import PredictionDecay
from plywise.learning.self_play import SelfPlay, play
from plywise.learning.step_size import TemporalCoherence
from plywise.learning.td import TDLeaf
from plywise.play.record import GameRecord
from plywise.runs import checkpoint
from plywise.runs.trainer import Progress, Trainer, learn
from plywise.searching.settings import AlphaBeta, RandomPlay


def test_a_run_is_the_formula_applied_to_its_games() -> None:
    """The whole loop again, by hand: lag 2, λ = ψ, temporal coherence."""
    config = small_runs.small(games=8, lag=2, step_size="coherence:c=.3")
    run = small_runs.play(config, workers=2)
    rule, step, decay = TDLeaf(trace_decay="auto"), TemporalCoherence(c=0.3), PredictionDecay()
    after = [np.ones(5)]
    for n in range(1, 9):
        used = after[max(0, n - 2)]
        evaluation = _kernel.Evaluation("chess", "material", used.tolist(), 1000)
        search = AlphaBeta(depth=1).settings(1000)
        record = GameRecord.from_kernel(
            _kernel.play_game(
                _kernel.GameJob(
                    game="chess",
                    first=evaluation,
                    second=evaluation,
                    first_search=search,
                    second_search=search,
                    seed=3,
                    number=n,
                    max_plies=40,
                )
            )
        )
        sequence = rule.sequence(record, used)
        change = step.change(rule.recommended(sequence, decay.trace_decay))
        decay.observe(sequence.probabilities)
        decay.fit()
        after.append(after[-1] + change)
    assert run.history.weights.tolist() == [weights.tolist() for weights in after[1:]]
    assert run.history.rates[-1].tolist() == step.rates().tolist()
    assert run.history.prediction_decay[-1] == decay.trace_decay
    assert run.history.trace_decay[0] == 1.0
    assert run.history.trace_decay[1:].tolist() == run.history.prediction_decay[:-1].tolist()


def test_the_first_games_are_played_with_the_start_weights() -> None:
    learner = Learner(small_runs.small(lag=3))
    moves = SelfPlay(learner.config)
    for n in range(1, 8):
        assert learner.version(n) == max(0, n - 3)
        if n <= 3:
            assert learner.weights_for(n).tolist() == [1.0] * 5
        learner.learn(play(moves.job(n, learner.weights_for(n)), _kernel.Stop()))


def test_weights_that_are_not_known_yet_are_our_own_mistake() -> None:
    with pytest.raises(_kernel.KernelBug, match="game 5 asked for after game 0, lag 4"):
        Learner(small_runs.small(lag=4)).weights_for(5)


def test_a_batch_moves_the_weights_once_by_the_sum() -> None:
    single = small_runs.play(small_runs.small(games=9, lag=9, step_size="fixed:.1"))
    batch = small_runs.play(small_runs.small(games=9, lag=9, step_size="fixed:.1", batch=3))
    weights = batch.history.weights
    assert (weights[:2] == 1.0).all()
    assert (weights[2:5] == weights[2]).all()
    # With a lag of 9 all games are the same, so every third time both stand at the same place.
    assert np.allclose(weights[2::3], single.history.weights[2::3], atol=1e-12)


def test_a_frozen_weight_stays() -> None:
    run = small_runs.play(small_runs.small(rule=TDLeaf(frozen=("pawn",))))
    assert (run.history.weights[:, 0] == 1.0).all()
    assert (run.history.weights[-1, 1:] != 1.0).any()


def test_the_steepness_can_be_learnt_along() -> None:
    run = small_runs.play(small_runs.small(rule=TDLeaf(learn_steepness=True), games=6))
    assert run.names[-1] == "steepness"
    assert run.weights["steepness"] != 1.0
    assert "steepness" not in run.normalised()


@pytest.mark.parametrize("step_size", ["fixed:.05", "decay", "coherence", "delta-bar-delta"])
def test_every_step_size_learns_and_resumes(tmp_path: Path, step_size: str) -> None:
    whole = small_runs.play(small_runs.small(games=8, step_size=step_size))
    trainer = Trainer(small_runs.small(games=8, step_size=step_size), tmp_path, workers=1)
    trainer.run(games=3)
    assert small_runs.digest(trainer.run()) == small_runs.digest(whole)


def test_random_play_and_the_thesis_rules_run_too() -> None:
    run = small_runs.play(
        small_runs.small(
            search=RandomPlay(), rule="td-directed", rules="thesis", adjudication="draw"
        )
    )
    assert len(run.history) == 12


def test_without_adjudication_the_ply_limit_teaches_nothing_and_is_no_result(
    tmp_path: Path,
) -> None:
    open_end = small_runs.play(small_runs.small(adjudication="none"), tmp_path)
    drawn = small_runs.play(small_runs.small(adjudication="draw"))
    at_limit = [i for i, reason in enumerate(drawn.history.reason) if "adjudicated" in reason]
    assert at_limit[0] == 0  # so the first game tells the two apart
    assert open_end.history.reason[0] == "unfinished"
    assert "adjudicated draw" not in open_end.history.reason
    assert open_end.history.weights[0].tolist() != drawn.history.weights[0].tolist()
    assert next(open_end.games()).moves == next(drawn.games()).moves
    assert (tmp_path / "games.txt").read_text().startswith("1\t*\tunfinished\t")
    pgn = open_end.pgn(tmp_path / "own.pgn").read_text()
    assert '[Result "*"]' in pgn
    assert '[Termination "unterminated"]' in pgn
    assert small_runs.digest(open_end) == small_runs.digest(
        small_runs.play(small_runs.small(adjudication="none"), workers=2)
    )


def test_weights_that_run_away_stop_the_run_and_are_saved(tmp_path: Path) -> None:
    config = small_runs.small(games=300, max_plies=200, step_size="coherence:c=60")
    with pytest.raises(WeightsDiverged, match="c = 60"):
        small_runs.play(config, tmp_path)
    run = small_runs.Run(tmp_path)
    state = checkpoint.load(tmp_path / "checkpoints")
    assert state is not None
    assert state["learner"]["games"] == len(run.history) < 300  # type: ignore[index]
    with pytest.raises(WeightsDiverged, match=f"after game {len(run.history)}: .* c = 60"):
        small_runs.play(config, tmp_path, resume=True)
    assert len(run.refresh().history) == state["learner"]["games"]  # type: ignore[index]


@pytest.mark.parametrize("rule", [TDLeaf(), TDLeaf(learn_steepness=True)], ids=repr)
def test_a_step_past_all_numbers_stops_the_run_with_advice(tmp_path: Path, rule: TDLeaf) -> None:
    config = small_runs.small(step_size="fixed:1e308", rule=rule, max_plies=200)
    for resume in (False, True):
        with pytest.raises(WeightsDiverged, match=r"try a smaller step size than Fixed"):
            small_runs.play(config, tmp_path, resume=resume)


def test_short_games_without_a_capture_are_played_to_the_end() -> None:
    run = small_runs.play(small_runs.small(games=30, max_plies=3))
    assert len(run.history) == 30


def test_the_time_budget_ends_a_run_in_order(tmp_path: Path) -> None:
    config = small_runs.small(games=100_000, minutes=0.005)
    run = small_runs.play(config, tmp_path)
    assert 0 < len(run.history) < 100_000
    assert not run.is_complete
    assert (tmp_path / "games.pgn").read_text().count("[Event ") == len(run.history)


def test_the_watcher_sees_every_game_and_the_last_gate() -> None:
    seen: list[Progress] = []
    run = learn(
        search={"depth": 1},
        games=6,
        max_plies=30,
        gate_every=3,
        gate_games=2,
        on_game=seen.append,
        workers=1,
    )
    assert [progress.game for progress in seen] == [1, 2, 3, 4, 5, 6]
    assert {progress.games for progress in seen} == {6}
    assert [p.gate.game if p.gate else None for p in seen] == [None, None, 3, 3, 3, 6]
    assert seen[-1].weights == run.weights
    assert seen[-1].eta_seconds == 0.0
    assert all(progress.games_per_second > 0 for progress in seen)


def test_a_gate_after_every_so_many_games_with_figures_that_agree() -> None:
    run = small_runs.play(small_runs.small(games=10, gate_every=4, gate_games=6, max_plies=100))
    assert [gate.game for gate in run.gates] == [4, 8]
    for gate in run.gates:
        assert gate.wins + gate.draws + gate.losses == gate.games == 6
        assert gate.score == pytest.approx((gate.wins + gate.draws / 2) / 6)
        assert gate.low <= gate.score <= gate.high
        assert gate.depth == 1
