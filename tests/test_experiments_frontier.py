"""The frontier of rules, step sizes and feature sets: two arms of it, small."""

from pathlib import Path

import pytest

from plywise.experiments import frontier, reproduce, treestrap
from plywise.experiments.arms import Arm, distinct
from plywise.experiments.frontier import GROUPS


def test_every_arm_has_settings_of_its_own() -> None:
    arms = distinct(GROUPS)
    assert len(arms) == 24
    configs = [arm.kind(2).config(games=40, seed=1) for arm in arms]
    assert len({repr(config.as_dict()) for config in configs}) == len(arms)


def test_what_is_learnt_is_played_at_three_searches(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("matplotlib")
    monkeypatch.chdir(tmp_path)
    leaf = {"name": "tdleaf", "trace_decay": 0.7}
    arms = [
        Arm(features="material", rule=leaf, step_size="fixed:.2"),
        Arm(features="tapered", rule="rootstrap", step_size="adagrad:.3"),
    ]
    monkeypatch.setattr(frontier, "GROUPS", {"Both": arms})
    found = reproduce("frontier", seeds=2, games=4, match_games=2, out=tmp_path / "out")
    assert [row.label for row in found.rows][:2] == [
        "material, tdleaf λ 0.7, fixed:.2: % against PeSTO, depth 2",
        "material, tdleaf λ 0.7, fixed:.2: % against PeSTO, depth 3",
    ]
    assert all(isinstance(row.measured, float) for row in found.rows)
    (table,) = found.tables
    assert table.header[-1] == "PeSTO, 5,000 nodes"
    assert len(table.rows) == 2
    again = reproduce("frontier", seeds=2, games=4, match_games=2, out=tmp_path / "again")
    assert [row.measured for row in again.rows] == [row.measured for row in found.rows]


def test_treestrap_is_tried_in_several_ways_at_every_depth(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("matplotlib")
    monkeypatch.chdir(tmp_path)
    assert len(treestrap.arms(4)) == 6
    monkeypatch.setattr(treestrap, "RULES", treestrap.RULES[2:5:2])
    found = reproduce("treestrap", games=3, match_games=2, out=tmp_path / "out")
    assert [table.title for table in found.tables] == ["Searches of 2 plies"]
    labels = [row.label for row in found.rows]
    assert len(set(labels)) == 4
    assert "tapered, treestrap depth 1 bounds False, adagrad:.3, depth 2" in labels[-1]
