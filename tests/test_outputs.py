"""Evaluations that predict several things: through games, records, rules and runs."""

import json
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

import plywise as pw
from plywise import _kernel
from plywise.learning.config import LearnConfig
from plywise.learning.credits import Credits
from plywise.play.in_python import play_game_in_python
from plywise.play.record import GameRecord

WHO_WINS = "network:hidden=3,outputs=win/loss,points=0.5/-0.5,events=>=1/<=0"
HOW_HIGH = "network:hidden=3,outputs=win/double/loss,points=1/1/-1,events=>=1/>=2/<=-1"


def chess_job(**changes: object) -> _kernel.GameJob:
    evaluation = evaluation_of("chess", "material", WHO_WINS)
    search = pw.AlphaBeta(depth=2).settings(evaluation.scale)
    job = _kernel.GameJob(
        game="chess", first=evaluation, second=evaluation, first_search=search,
        second_search=search, seed=5, number=1, opening=["e2e4", "e7e5", "d2d4"], max_plies=60,
    )  # fmt: skip
    return job.replace(**changes)


def race_job(depth: int = 2, **changes: object) -> _kernel.GameJob:
    evaluation = evaluation_of("dice-race", "race", HOW_HIGH)
    search = pw.Expectimax(depth=depth).settings(evaluation.scale)
    job = _kernel.GameJob(
        game="dice-race", first=evaluation, second=evaluation, first_search=search,
        second_search=search, seed=5, number=1, max_plies=200,
    )  # fmt: skip
    return job.replace(**changes)


def evaluation_of(game: str, features: str, shape: str) -> _kernel.Evaluation:
    config = LearnConfig(game=game, features=features, evaluation=shape, seed=3)
    return config.shape.kernel(config.feature_set, config.start, config.scale)


@pytest.mark.parametrize("learn_at", ["leaf", "position"])
@pytest.mark.parametrize("job", [chess_job, race_job])
def test_the_kernel_records_outputs_as_the_readable_game_loop_does(
    job: Callable[..., _kernel.GameJob], learn_at: str
) -> None:
    asked = job(learn_at=learn_at)
    record = GameRecord.from_kernel(_kernel.play_game(asked))
    assert record == play_game_in_python(asked)
    assert record.outputs == tuple(asked.first.outputs)
    assert record.predictions.shape == (len(record.values), len(record.outputs))
    assert np.all((record.predictions >= 0) & (record.predictions <= 1))


def test_what_should_have_been_predicted_follows_from_the_outcome() -> None:
    evaluation = race_job().first
    outcomes = [-2.0, -1.0, 1.0, 2.0]
    targets = [evaluation.targets(score, outcomes) for score in outcomes]
    assert targets == [[0, 0, 1], [0, 0, 1], [1, 0, 0], [1, 1, 0]]
    share = evaluation_of("chess", "material", "network:hidden=2,points=1")
    assert [share.targets(score, [0.0, 0.5, 1.0]) for score in (0.0, 0.5, 1.0)] == [[0], [0.5], [1]]


def test_the_gradient_of_each_output_s_mean_over_dice_is_its_finite_difference() -> None:
    position = _kernel.Position.parse("dice-race", "31 10 first 2")
    evaluation, settings = race_job().first, race_job().first_search
    found = _kernel.expectimax(position, evaluation, settings, predict=True)
    _, predictions, gradients = found.prediction
    weights, tiny = list(evaluation.weights), 1e-6
    for index in range(0, len(weights), 3):
        moved = []
        for sign in (1, -1):
            changed = [*weights]
            changed[index] += sign * tiny
            other = _kernel.Evaluation.shaped("dice-race", "race", HOW_HIGH, changed, 1000)
            means = np.zeros(len(predictions))
            for probability, leaf in found.leaves:
                means += probability * np.array(judged(other, leaf, position))
            moved.append(means)
        slopes = (moved[0] - moved[1]) / (2 * tiny)
        told = [dict(gradient).get(index, 0.0) for gradient in gradients]
        assert slopes == pytest.approx(told, abs=1e-8)


def judged(
    evaluation: _kernel.Evaluation, leaf: _kernel.Position, root: _kernel.Position
) -> list[float]:
    if leaf.outcome is None:
        return evaluation.predictions(leaf, root)
    return evaluation.targets(leaf.outcome, _kernel.facts(leaf.game).outcomes)


@pytest.mark.parametrize("results", ["keep", "drop"])
def test_sums_of_outputs_are_those_of_the_readable_form_to_the_bit(results: str) -> None:
    record = GameRecord.from_kernel(_kernel.play_game(race_job()))
    weights = race_job().first.weights
    rule = pw.TDLeaf(trace_decay=0.7, results=results, frozen=(1,))
    sequence = rule.sequence(record, weights)
    assert sequence.predictions.shape[1] == 3
    assert sequence.predictions[-1].tolist() == list(record.targets)
    rows = rule.recommended(sequence, 0.7)
    asked = rule.sums(sequence, 0.7)
    assert asked.net.tolist() == np.add.reduce(rows, axis=0).tolist()
    assert asked.absolute.tolist() == np.add.reduce(np.abs(rows), axis=0).tolist()
    assert not asked.net[1]
    assert rule.total(sequence, 0.7) == pytest.approx(asked.net)


def test_a_record_of_outputs_survives_json_to_the_bit() -> None:
    record = GameRecord.from_kernel(_kernel.play_game(race_job()))
    assert GameRecord.from_dict(json.loads(json.dumps(record.as_dict()))) == record
    plain = GameRecord.from_kernel(_kernel.play_game(chess_job(learn_at="none")))
    assert "predictions" not in plain.as_dict()


def test_only_the_learner_s_searches_are_recorded() -> None:
    both = GameRecord.from_kernel(_kernel.play_game(chess_job()))
    linear = pw.Linear(pw.game("chess").features("material"), "chess/standard")
    search = pw.AlphaBeta(depth=1).settings(linear.scale)
    job = chess_job(second=linear.kernel, second_search=search, learner="first")
    record = GameRecord.from_kernel(_kernel.play_game(job))
    assert set(both.movers.tolist()) == {0, 1}
    assert set(record.movers.tolist()) == {0}
    assert record == play_game_in_python(job)
    with pytest.raises(pw.BadSetting, match="name the learner"):
        _kernel.play_game(job.replace(learner="both"))
    with pytest.raises(pw.BadSetting, match="learner"):
        job.replace(learner="third")


def test_a_blunder_takes_all_differences_of_its_timestep_along() -> None:
    record = GameRecord.from_kernel(_kernel.play_game(race_job()))
    rule = pw.TDLeaf(trace_decay=0.7, blunders="gains", learner="first")
    sequence = rule.sequence(record, race_job().first.weights)
    kept = rule.differences(sequence)
    surprising = np.array(
        [p not in (None, e) for e, p in zip(
            sequence.predicted_replies, sequence.played_replies, strict=True)]
    )  # fmt: skip
    suspect = surprising & (sequence.gains > 0)
    assert suspect.any()
    assert not kept[suspect].any()
    assert kept[~suspect].tolist() == sequence.differences[~suspect].tolist()


def test_a_race_is_learnt_by_what_each_output_predicts(tmp_path: Path) -> None:
    settings = {
        "game": "dice-race", "features": "race", "evaluation": HOW_HIGH, "games": 300, "seed": 1,
        "search": {"kind": "expectimax", "depth": 1}, "gate_every": 0,
    }  # fmt: skip
    run = pw.learn(**settings, out=tmp_path / "one")
    again = pw.learn(**settings, out=tmp_path / "two", workers=2)
    assert run.weights == again.weights
    match = pw.match(run, evaluation_start(settings), games=400, depth=1, seed=2)
    assert match.points is not None
    assert match.points.interval[0] > 0


def evaluation_start(settings: dict[str, object]) -> pw.Evaluation:
    config = LearnConfig(**settings)
    return config.shape.evaluation(config.feature_set, config.start, config.scale)


@pytest.mark.parametrize(
    ("settings", "why"),
    [
        ({"evaluation": "network:hidden=2,outputs=a/b,points=1/-1"}, "events=>=1/<=-1"),
        ({"evaluation": WHO_WINS, "rule": {"name": "tdleaf", "learn_steepness": True}}, "chances"),
        ({"evaluation": WHO_WINS, "rule": {"name": "tdleaf", "squash": "tanh"}}, "chances already"),
        ({"evaluation": "network:hidden=2,events=>1"}, "'>1'"),
        ({"evaluation": "network:hidden=2,events=>=1/<=0"}, "for the outputs chance"),
    ],
)
def test_what_outputs_cannot_learn_is_refused(settings: dict[str, object], why: str) -> None:
    with pytest.raises(pw.BadSetting, match=why):
        LearnConfig(game="chess", features="material", **settings)


def test_credits_of_several_outputs_need_one_for_each() -> None:
    record = GameRecord.from_kernel(_kernel.play_game(race_job()))
    sequence = pw.TDLeaf().sequence(record, race_job().first.weights)
    with pytest.raises(pw.BadSetting, match="differences"):
        Credits(differences=np.zeros(len(sequence))).sums(sequence.sparse)
