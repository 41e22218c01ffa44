"""A game against an engine is recorded like the kernel's own, for our side, to be learnt from."""

import numpy as np
import pytest

from mock_opponents import mock
from plywise import _kernel
from plywise._kernel import GameJob, Position, Searcher, Stop
from plywise.evaluation.weights import resolve
from plywise.learning.td import TDDirected, TDLeaf
from plywise.play.foreign_game import play_foreign_game
from plywise.play.player import player
from plywise.play.record import GameRecord
from plywise.searching.settings import AlphaBeta

WEIGHTS = resolve("chess/standard").values


def job(**changes: object) -> GameJob:
    ours = player("chess/standard", search=AlphaBeta(depth=2))
    theirs = player("chess/ones", search=AlphaBeta(depth=1))
    return GameJob(
        game="chess", first=ours.evaluation, second=theirs.evaluation,
        first_search=ours.settings, second_search=theirs.settings, seed=3, number=0,
        max_plies=80,
    ).replace(**changes)  # fmt: skip


def replayed(
    monkeypatch: pytest.MonkeyPatch, whole: GameRecord, asked: GameJob, side: int
) -> GameRecord:
    """The same game with an engine on the other side that plays what the kernel played."""
    monkeypatch.setenv("MOCK_MOVES", " ".join(whole.moves))
    engine = mock("replays")
    return play_foreign_game(asked, (None, engine) if side == 0 else (engine, None))


@pytest.mark.parametrize("side", [0, 1])
@pytest.mark.parametrize("learn_at", ["leaf", "position"])
def test_the_learner_sees_what_the_kernel_would_have_recorded(
    monkeypatch: pytest.MonkeyPatch, side: int, learn_at: str
) -> None:
    asked = job(learn_at=learn_at)
    whole = GameRecord.from_kernel(_kernel.play_game(asked))
    record = replayed(monkeypatch, whole, asked, side)
    assert record.moves == whole.moves
    assert (record.outcome, record.reason) == (whole.outcome, whole.reason)
    assert set(record.movers.tolist()) == {side}
    kind = TDLeaf if learn_at == "leaf" else TDDirected
    rule = kind(learner=("first", "second")[side])
    ours, kernels = (rule.sequence(one, WEIGHTS) for one in (record, whole))
    assert len(ours) > 10
    np.testing.assert_array_equal(ours.predictions, kernels.predictions)
    np.testing.assert_array_equal(ours.gradients, kernels.gradients)
    assert ours.predicted_replies == kernels.predicted_replies
    assert ours.played_replies == kernels.played_replies
    assert record.ply_numbers.tolist() == whole.ply_numbers[whole.movers == side].tolist()
    assert record.kinds.tolist() == whole.kinds[whole.movers == side].tolist()


def test_a_rule_and_a_judge_of_the_job_hold_against_an_engine_too(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    judge = player("chess/standard").evaluation
    asked = job(rules="bare", adjudication="judge", judge=judge, max_plies=30)
    whole = GameRecord.from_kernel(_kernel.play_game(asked))
    record = replayed(monkeypatch, whole, asked, 0)
    assert (record.moves, record.outcome, record.reason, record.plies) == (
        whole.moves, whole.outcome, whole.reason, 30
    )  # fmt: skip


def test_nothing_is_predicted_where_nothing_is_learnt(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = job(learn_at="none", max_plies=12)
    whole = GameRecord.from_kernel(_kernel.play_game(asked))
    assert len(replayed(monkeypatch, whole, asked, 0).values) == 0


def test_the_rating_that_an_engine_is_set_to_stands_in_the_record() -> None:
    from dataclasses import replace

    weak = replace(mock("plays_well"), elo=1400)
    record = play_foreign_game(job(max_plies=6), (None, weak))
    assert record.ratings == (None, 1400.0)


def test_an_engines_failure_is_no_outcome_to_learn_from() -> None:
    record = play_foreign_game(job(max_plies=20), (None, mock("moves_illegally")))
    assert record.outcome == 1.0
    assert not record.is_finished
    assert len(TDLeaf(learner="first").sequence(record, WEIGHTS)) == 0  # one search, no outcome


# Jobs and searches


def test_a_job_can_be_changed_in_some_of_its_fields() -> None:
    before = job(opening=["e2e4"], rules="bare")
    after = before.replace(number=7, learn_at="position")
    assert (after.number, after.learn_at, after.rules, after.opening) == (
        7, "position", "bare", ["e2e4"]
    )  # fmt: skip
    assert before.number == 0
    assert after.first is before.first
    assert before.replace().number == before.number


def test_a_changed_job_is_checked_like_any() -> None:
    with pytest.raises(ValueError, match="learn_at \"leaves\" is none of 'leaf'"):
        job().replace(learn_at="leaves")
    with pytest.raises(ValueError, match="adjudication 'judge' needs judge="):
        job().replace(adjudication="judge")
    with pytest.raises(TypeError, match="depth"):
        job().replace(depth=3)


@pytest.mark.parametrize("remembers", [False, True])
def test_a_flag_ends_a_search(remembers: bool) -> None:
    stop = Stop()
    stop.set()
    deep = player("chess/standard", search=AlphaBeta(depth=40))
    start = Position.start("chess")
    search = Searcher("chess").search if remembers else _kernel.search
    with pytest.raises(KeyboardInterrupt):
        search(start, deep.evaluation, deep.settings, seed=0, stop=stop)
