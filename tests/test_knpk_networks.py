"""Networks on the ending king, knight and h-pawn against king: as evaluations, and in play."""

import pickle
from pathlib import Path

import numpy as np
import pytest

import plywise as pw
from plywise import _kernel
from plywise.experiments import knpk as experiment
from plywise.experiments import knpk_games
from plywise.experiments.kit.cells import Hand
from plywise.experiments.kit.plan import ExperimentPlan, Size
from plywise.experiments.knpk_networks import (
    JUDGES,
    SCALE,
    SIDES,
    Training,
    fresh_examples,
    networks,
    seen,
    sign,
    squared_errors,
)
from plywise.games import knpk
from plywise.selective.generator_kinds import Constant, NetworkSpikes
from plywise.selective.in_kernel import in_kernel

SMALL = Training(most=10, hidden=4, passes=3)


@pytest.fixture(scope="module")
def taught(tmp_path_factory: pytest.TempPathFactory) -> dict[str, NetworkSpikes]:
    folder = tmp_path_factory.mktemp("networks")
    return dict(networks(SMALL, 1, folder, lambda line: None))


def some_positions() -> list[pw.Position]:
    return [
        knpk.position_at(row, side)
        for side in SIDES
        for row in knpk.examples(side, most=2, seed=5).places[::3]
    ]


@pytest.mark.parametrize("judge", JUDGES)
def test_the_evaluation_is_the_mean_of_the_spikes(
    taught: dict[str, NetworkSpikes], judge: str
) -> None:
    evaluation, evaluator = seen(taught[judge])
    counted = pw.Linear(pw.game("knpk").features("placement"), [0.0] * knpk.INPUTS)
    for position in some_positions():
        second = position.turn == "second"
        counts = counted.gradient(position).tolist()
        plain = taught[judge].distribution(counts, 0.0, second=second)
        spikes = evaluator.spikes(position.kernel)
        assert sum(x * height for x, height in spikes) == pytest.approx(plain.mean, abs=1e-9)
        white = -plain.mean if second else plain.mean
        assert evaluation.real_value(position.kernel) == pytest.approx(white, abs=1e-9)
        assert evaluation.value(position.kernel) == pytest.approx(SCALE * plain.mean, abs=0.51)


def test_alpha_beta_finds_the_value_of_plain_minimax(taught: dict[str, NetworkSpikes]) -> None:
    evaluation, _ = seen(taught["spikes"])
    settings = _kernel.Settings(depth=3, quiescence=False, history_draws=False)
    for position in some_positions()[::4]:
        found = _kernel.search(position.kernel, evaluation, settings)
        assert found.value == _kernel.minimax(position.kernel, evaluation, 3, 0)


def test_an_evaluation_of_spikes_needs_absolute_ones_and_its_features() -> None:
    doubt = in_kernel(
        Constant(
            game="knpk", features="placement", relative=True, distribution=((0.1, 0.5), (-0.1, 0.5))
        )
    )
    with pytest.raises(pw.BadSetting, match="locations are absolute"):
        _kernel.Evaluation.expected("knpk", "placement", doubt)
    sure = in_kernel(Constant(game="knpk", features="placement", distribution=((0.1, 1.0),)))
    assert _kernel.Evaluation.expected("knpk", "placement", sure).scale == 1000
    with pytest.raises(pw.UnknownName, match="placement"):
        _kernel.Evaluation.expected("knpk", "material", sure)
    with pytest.raises(pw.BadSetting, match="scale 0"):
        _kernel.Evaluation.expected("knpk", "placement", sure, 0)
    with pytest.raises(pw.BadSetting, match="written in Python"):
        _kernel.Evaluation.expected("tic-tac-toe", "own", sure)


def test_an_evaluation_of_spikes_says_that_it_cannot_travel(
    taught: dict[str, NetworkSpikes],
) -> None:
    evaluation, _ = seen(taught["value"])
    assert "knpk" in repr(evaluation)
    with pytest.raises(TypeError, match="stays in its process"):
        pickle.dumps(evaluation)


def test_networks_are_kept_and_learn(tmp_path: Path) -> None:
    told: list[str] = []
    training = Training(most=60, hidden=8, passes=20)
    first = networks(training, 1, tmp_path, told.append)
    assert len(told) == 2
    assert networks(training, 1, tmp_path, told.append) == first
    assert len(told) == 2  # from the files
    for (judge, side), (learnt, fresh) in squared_errors(first, training, 1).items():
        values = knpk.examples(side, most=60, seed=1).values
        assert learnt < 0.9 * values.var(), (judge, side)
        assert fresh > 0.5 * learnt


def test_games_start_far_from_the_win_and_from_what_was_learnt() -> None:
    training = Training(most=100)
    starts = knpk_games.test_positions(training, 1, 200)
    learnt = {tuple(row) for row in knpk.examples("first", most=100, seed=1).places.tolist()}
    assert not learnt & {tuple(row) for row in starts.tolist()}
    for row in starts[::10]:
        plies = knpk.distance(knpk.position_at(row, "first"))
        assert plies is not None
        assert 20 <= plies <= 40
    assert (knpk_games.test_positions(training, 1, 50) == starts[:50]).all()
    known = knpk.examples("second", most=100, seed=1).places.tolist()
    fresh = fresh_examples("second", training, 1)
    assert not {tuple(row) for row in known} & {tuple(row) for row in fresh.places.tolist()}
    assert len(fresh) > 1000


class Perfect:
    """White by the database."""

    def __call__(self, position: _kernel.Position, seed: int) -> tuple[str, int]:
        return _kernel.knpk_best_moves(position)[0], 1


class Idle:
    """White moves the king to and fro, and keeps the win as long as that allows."""

    def __call__(self, position: _kernel.Position, seed: int) -> tuple[str, int]:
        kept = [m for m in position.moves if _kernel.knpk_distance(position.after(m)) is not None]
        return max(kept, key=lambda m: _kernel.knpk_distance(position.after(m)) or 0), 1


def game(choose: knpk_games.Choose, row: knpk.Places) -> dict[str, object]:
    player = knpk_games.Player(judge="value", search="x", depth=1, choose=choose, asked={})
    hand = Hand(_kernel.Stop(), None)  # type: ignore[arg-type]
    return knpk_games._played(row, player, 1, 0, hand)


def test_the_database_as_white_wins_every_game_in_time() -> None:
    for row in knpk_games.test_positions(SMALL, 2, 20):
        told = game(Perfect(), row)
        assert told["won"]
        assert told["nearer"]
        assert told["plies"] == told["distance"]


def test_a_game_without_progress_is_no_success() -> None:
    start = np.array([0, 46, 55, 0], dtype=np.uint8)
    told = game(Idle(), start)
    assert (told["won"], told["reason"], told["plies"]) == (False, "60 plies", 60)


def test_the_experiment_tells_games_and_errors_beside_the_published_ones(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(experiment, "TRAINING", SMALL)
    plan = ExperimentPlan(
        experiment=experiment.EXPERIMENT,
        size_name="quick",
        size=Size(seeds=1, games=3, depths=(2, 3)),
        work=tmp_path / "new",
    )
    result = experiment.run(plan)
    rows = {row.label: row for row in result.rows}
    bayesian = rows["Bayesian, heights cut at 0, depth 3: nearer, %"]
    assert bayesian.published == 67.0
    assert isinstance(bayesian.measured, float)
    assert rows["alpha-beta, value network, depth 2: nearer, %"].published is None
    assert rows["mean squared error, value network"].published == 0.10
    # Three games of alpha-beta by two judges and of two Bayesian searches; for contrast one of each
    # of three searches; all at two depths, and the head.
    assert result.data["games.csv"].count("\n") == 2 * (3 * 4 + 3) + 1
    again = experiment.run(plan)
    assert again.data == result.data


def test_signs_are_those_of_the_side_to_move() -> None:
    assert [sign(side) for side in SIDES] == [1.0, -1.0]
