"""A kernel game on record: the moves lead to the outcome, each prediction is its search's."""

import math
from typing import Any

import numpy as np
import pytest

from kernel_games import MATERIAL, MIDDLE, WEIGHTS, job, positions_of
from plywise import _kernel

GAMES = [
    *({"number": n, "depth": 1 + n % 3} for n in range(9)),
    {"number": 9, "opening": ["e2e4", "c7c5", "g1f3"]},
    {"number": 10, "start": MIDDLE},
    {"number": 11, "start": "8/8/4k3/8/4B3/2N1K3/8/8 w - - 80 60"},
    {"number": 12, "start": "k7/p1p5/P1P5/8/8/5p1p/5P1P/7K w - - 0 1"},
    {"number": 13, "max_plies": 20, "adjudication": "draw"},
    {"number": 14, "search": {"random_play": True}, "max_plies": 400},
]


@pytest.mark.parametrize("given", GAMES, ids=lambda given: str(given["number"]))
def test_the_moves_of_a_record_lead_to_its_outcome(given: dict[str, Any]) -> None:
    record = _kernel.play_game(one := job(**given))
    positions = positions_of(record)
    assert all(p.outcome is None for p in positions[:-1])
    assert record.plies == len(record.moves) <= one.max_plies
    assert record.moves[: record.opening_plies] == one.opening
    end = positions[-1]
    if end.outcome is not None:
        assert (record.outcome, record.reason) == (end.outcome, end.outcome_reason)
        return
    assert record.plies == one.max_plies
    ahead = np.sign(MATERIAL.real_value(end)) if one.adjudication == "agree" else 0
    assert record.outcome == 0.5 + ahead / 2
    assert record.reason == ("adjudicated win" if ahead else "adjudicated draw")


@pytest.mark.parametrize("given", GAMES[:-1], ids=lambda given: str(given["number"]))
def test_each_prediction_is_what_the_search_says_there(given: dict[str, Any]) -> None:
    record = _kernel.play_game(one := job(**given))
    positions = positions_of(record)
    assert len(record.values) == record.plies - record.opening_plies
    assert record.ply_numbers.tolist() == list(range(record.opening_plies, record.plies))
    nodes = 0
    for i, ply in enumerate(record.ply_numbers.tolist()):
        root = positions[ply]
        seed = _kernel.move_seed(one.seed, one.number, ply)
        found = _kernel.search(root, MATERIAL, one.first_search, seed)
        nodes += found.nodes
        assert record.moves[ply] == found.move
        assert record.predicted_replies[i] == (found.line[1] if len(found.line) > 1 else None)
        assert record.movers[i] == (root.turn == "second")
        check_prediction(record, i, found, root)
    assert record.nodes == nodes


def row(record: _kernel.GameRecord, i: int) -> list[tuple[int, float]]:
    """The gradient of prediction `i`."""
    begin, end = record.indptr[i : i + 2]
    indices, data = record.indices[begin:end].tolist(), record.data[begin:end].tolist()
    return list(zip(indices, data, strict=True))


def check_prediction(
    record: _kernel.GameRecord, i: int, found: _kernel.SearchResult, root: _kernel.Position
) -> None:
    """The leaf's value and gradient, or the score of a result by the rules and no gradient."""
    if found.kind == "result":
        first_is_ahead = np.sign(found.value) * (1 if root.turn == "first" else -1)
        assert record.kinds[i] == 1
        assert record.results[i] == 0.5 + first_is_ahead / 2
        assert row(record, i) == []
        return
    assert record.kinds[i] == (3 if len(root.moves) == 1 else 0)
    assert math.isnan(record.results[i])
    assert record.values[i] == MATERIAL.real_value(found.leaf)
    assert row(record, i) == MATERIAL.gradient(found.leaf)


def test_td_directed_records_the_positions_of_the_game() -> None:
    record = _kernel.play_game(job(2, learn_at="position"))
    for i, root in enumerate(positions_of(record)[:-1]):
        assert record.values[i] == MATERIAL.real_value(root)
        assert row(record, i) == MATERIAL.gradient(root)
    assert set(record.kinds.tolist()) <= {0, 3}


def test_a_match_records_no_predictions() -> None:
    record = _kernel.play_game(job(2, learn_at="none"))
    assert record.plies > 0
    assert len(record.values) == len(record.data) == len(record.predicted_replies) == 0
    assert record.indptr.tolist() == [0]


def test_the_gradient_is_the_derivative_of_the_real_value() -> None:
    record = _kernel.play_game(job(4))
    for root in positions_of(record)[::5]:
        gradient = dict(MATERIAL.gradient(root))
        for i in range(5):
            weights = [w + (i == j) for j, w in enumerate(WEIGHTS)]
            moved = _kernel.Evaluation("chess", "material", weights)
            rise = moved.real_value(root) - MATERIAL.real_value(root)
            assert rise == pytest.approx(gradient.get(i, 0.0), abs=1e-12)
        sign = 1 if root.turn == "first" else -1
        assert MATERIAL.value(root) == round(1000 * sign * MATERIAL.real_value(root))


def test_the_fifty_move_rule_can_be_switched_off() -> None:
    # The thesis had none; the game then ends by repetition, material or its last ply.
    near = "8/8/4k3/8/4B3/2N1K3/8/8 w - - 98 120"
    quiet = {"depth": 1, "start": near, "max_plies": 30}
    with_rule = _kernel.play_game(job(1, **quiet))
    without = _kernel.play_game(job(1, **quiet, fifty_moves=False))
    assert with_rule.reason == "fifty moves"
    assert with_rule.plies == 2
    assert without.plies > 2
