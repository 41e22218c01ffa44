"""The experiments on learning against others, small: own players, few nodes, few weights."""

import math
from dataclasses import replace
from pathlib import Path

import pytest

from plywise.experiments import (
    online,
    online_best,
    reproduce,
    self_play_online,
    td_directed,
    tdleaf_nodes,
    tdleaf_study,
)
from plywise.experiments.online import BEST, BUDGETS, PAPERS, SOURCE, Arm, Budget, Found, Rated
from plywise.experiments.tdleaf_online import ARMS


@pytest.fixture
def small(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Players that look at forty nodes, and runs that have a handful of weights."""
    pytest.importorskip("matplotlib")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setitem(BUDGETS, "quick", Budget(pool="own", nodes=40))
    monkeypatch.setitem(online_best.LEARNING, "quick", Budget(pool="own", nodes=40))
    monkeypatch.setitem(online_best.JUDGED, "quick", (30, 60))
    few = zip(online_best.ARMS, ("centre", "material", "centre"), strict=True)
    fewer = tuple(replace(arm, features=features) for arm, features in few)
    monkeypatch.setattr(online_best, "ARMS", fewer)
    for module in (self_play_online, td_directed):
        few = tuple(replace(arm, features="centre") for arm in module.ARMS)
        monkeypatch.setattr(module, "ARMS", few)


def test_the_settings_are_those_of_the_papers_and_of_the_source() -> None:
    few = [Arm(label=str(n), settings=s, features="centre") for n, s in enumerate((PAPERS, SOURCE))]
    papers, source = (arm.kind(BUDGETS["quick"]).config(games=4, seed=1) for arm in few)
    assert (papers.rule.trace_decay, papers.rule.blunders, papers.batch) == (0.7, "gains", 1)
    assert papers.rule.squash.predict([1.0])[0] == pytest.approx(0.25)
    assert papers.rule.frozen == ("pawn",)
    assert papers.start[:5] == (1.0, 4.0, 4.0, 6.0, 12.0)
    assert not any(papers.start[5:])
    assert papers.ballot == 6
    assert (source.rule.blunders, source.rule.draws, source.batch) == ("source", "skip", 4)
    # A pawn's worth of change for a double sum of 1: a hundredth in the papers, a thousandth later.
    beta = math.atanh(0.25)
    assert papers.step_size["step"] * beta == pytest.approx(0.01)
    assert source.step_size["step"] * beta == pytest.approx(0.001)
    assert papers.opponents is not None
    assert papers.opponents.choice == "graded"


def test_every_arm_has_a_label_and_settings_of_its_own() -> None:
    for arms in (ARMS, tdleaf_study.ARMS, tdleaf_nodes.arms("paper")):
        assert len({arm.label for arm in arms}) == len(arms)
        told = {repr((arm.settings, arm.features, arm.nodes)) for arm in arms}
        assert len(told) == len(arms)
    assert Arm(label="x", settings=BEST, features="rich").settings["step_size"]["pieces"] == 0.06


def test_a_gain_is_told_with_the_error_of_both_ratings() -> None:
    before = {"one": Rated(elo=1500.0, error=30.0)}
    after = {"one": [Rated(elo=1600.0, error=40.0)], "two": []}
    found = Found(budget=BUDGETS["quick"], study=None, before=before, after=after)  # type: ignore[arg-type]
    assert found.gain("one") == Rated(elo=100.0, error=50.0)
    assert found.gain("two") is None
    several = replace(found, after={"one": [Rated(elo=e, error=10.0) for e in (1500.0, 1700.0)]})
    gain = several.gain("one")
    assert gain is not None
    assert gain.elo == 100.0
    # The runs differ by more than their games leave open; t of two runs is that of one freedom.
    assert gain.error == pytest.approx(12.706 * 100.0)
    assert several.reached("one") == replace(gain, elo=1600.0)
    assert several.reached("two") is None


def test_leaves_and_positions_are_learnt_from_and_rated(small: None, tmp_path: Path) -> None:
    found = reproduce("td-directed", games=6, match_games=4, out=tmp_path / "out")
    assert [row.label for row in found.rows] == ["TDLeaf: gain, Elo", "TD-Directed: gain, Elo"]
    assert all(isinstance(row.measured, float) for row in found.rows)
    assert [row.published for row in found.rows] == [500.0, 200.0]
    assert "'own', 40 nodes" in found.tables[0].title
    assert any("after game n − 4" in note and "`playing`" in note for note in found.notes)
    again = reproduce("td-directed", games=6, match_games=4, out=None)
    assert [row.measured for row in again.rows] == [row.measured for row in found.rows]


def test_who_learnt_alone_plays_who_learnt_from_others(small: None, tmp_path: Path) -> None:
    found = reproduce("self-play", games=6, match_games=4, out=tmp_path / "out")
    first, second = found.rows[:2]
    assert first.label == "the papers' rule, itself v others: score, %"
    assert first.published == 11.0
    assert isinstance(first.measured, float)
    assert 0.0 <= first.measured <= 100.0
    assert second.label == "least squares, itself v others: score, %"
    alone = online.PAPERS["rule"]
    assert "blunders" in alone  # the filter is left out where there is no opponent
    settings = found.settings["learning"]["the papers' rule, itself"]
    assert "blunders" not in settings["rule"]
    assert settings["opponents"] == "self"


def test_the_best_is_rated_at_several_budgets_half_way_and_in_the_end(
    small: None, tmp_path: Path
) -> None:
    found = reproduce("online-best", games=12, match_games=6, out=tmp_path / "out")
    assert [row.label for row in found.rows] == [
        "rich: gain by the pool 'own', 30 nodes, Elo",
        "rich: gain by the pool 'own', 60 nodes, Elo",
        "knightcap: gain by the pool 'own', 30 nodes, Elo",
        "knightcap: gain by the pool 'own', 60 nodes, Elo",
        "rich, own turns: gain by the pool 'own', 30 nodes, Elo",
        "rich, own turns: gain by the pool 'own', 60 nodes, Elo",
        "rich: gain in 6 games, by the pool 'own', 60 nodes, Elo",
        "rich: learnt, by the pool 'own', 60 nodes, Elo",
        "knightcap: learnt, by the pool 'own', 60 nodes, Elo",
        "rich, own turns: learnt, by the pool 'own', 60 nodes, Elo",
    ]
    rich, _, own_turns = found.settings["learning"].values()
    assert rich["opponents"] == {"players": "own", "both_turns": True}
    assert own_turns["opponents"] == "own"
    assert all(isinstance(row.measured, float) for row in found.rows)
    assert [table.title for table in found.tables] == [
        "Ratings by the pool 'own', 30 nodes a move", "Ratings by the pool 'own', 60 nodes a move",
    ]  # fmt: skip
    assert any("40 nodes a move" in note for note in found.notes)  # those of the games themselves
    assert not any("Not rated" in note for note in found.notes)
    assert Budget(pool="own", nodes=1, strangers=True).rungs() == []


def test_rule_and_step_are_learnt_and_judged_by_few_nodes_and_by_many(
    small: None, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setitem(tdleaf_nodes.NODES, "quick", (30, 40))
    monkeypatch.setitem(tdleaf_nodes.JUDGED, "quick", (30, 60))
    whole = tdleaf_nodes.arms
    monkeypatch.setattr(
        tdleaf_nodes, "arms", lambda size: [replace(a, features="centre") for a in whole(size)]
    )
    found = reproduce("tdleaf-nodes", games=8, match_games=8, out=tmp_path / "out")
    assert [row.label for row in found.rows] == [
        f"{step}, {nodes} nodes: gain by the pool 'own', {judged} nodes, Elo"
        for judged in (30, 60)
        for nodes in (30, 40)
        for step in ("as published", "a tenth of the step")
    ]
    learning = found.settings["learning"]
    assert [one["search"]["nodes"] for one in learning.values()] == [30, 30, 40, 40]
    assert all(isinstance(row.measured, float) for row in found.rows)
