"""Runs that another experiment took further are judged by the games that are asked for."""

from pathlib import Path

import numpy as np
import pytest

import plywise as pw
from plywise.experiments.kit.learnt import last_weights, mean_weights
from plywise.report.reading import trace
from plywise.runs.run import Run

SETTINGS = {
    "search": {"depth": 1}, "features": "centre", "seed": 3, "gate_every": 0, "max_plies": 40,
    "opponents": {"players": "own"},
}  # fmt: skip


@pytest.fixture
def longer(tmp_path: Path) -> Run:
    return pw.learn("chess", **SETTINGS, games=70, out=tmp_path / "longer")


def test_a_longer_run_is_judged_by_the_games_asked_for(longer: Run, tmp_path: Path) -> None:
    shorter = pw.learn("chess", **SETTINGS, games=30, out=tmp_path / "shorter")
    cut, whole = trace(longer).cut(30), trace(shorter)
    assert last_weights(cut).values == last_weights(whole).values
    assert last_weights(cut).values != longer.as_weights(last=True).values
    assert mean_weights(cut).values == pytest.approx(mean_weights(whole).values, rel=1e-12)
    assert mean_weights(cut).values != longer.as_weights().values
    assert [point.as_dict() for point in cut.ratings] == [p.as_dict() for p in whole.ratings]


def test_a_run_of_just_these_games_is_taken_as_it_is(longer: Run) -> None:
    whole = trace(longer).cut(70)
    assert last_weights(whole).values == longer.as_weights(last=True).values
    assert mean_weights(whole).values == longer.as_weights().values


def test_the_steepness_is_no_weight_of_a_feature(tmp_path: Path) -> None:
    rule = {"name": "tdleaf", "learn_steepness": True}
    run = pw.learn("chess", rule=rule, search={"depth": 1}, games=8, gate_every=0, max_plies=30,
                   out=tmp_path / "steep")  # fmt: skip
    cut = trace(run).cut(6)
    assert len(run.names) == len(last_weights(cut).values) + 1
    assert np.array_equal(last_weights(cut).values, run.history.weights[5][:-1])
    assert len(mean_weights(cut).values) == len(last_weights(cut).values)
