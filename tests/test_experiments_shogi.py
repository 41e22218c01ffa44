"""The experiments on shogi, at tiny sizes, and the published figures that they compare with."""

import numpy as np
import pytest

from plywise.evaluation.weights import resolve
from plywise.experiments import experiment
from plywise.experiments.kit.plan import ExperimentPlan, Size
from plywise.experiments.kit.writer import write
from plywise.experiments.published_shogi import (
    DEPTHS,
    PIECES,
    RUNS,
    has_dragon_and_horse_on_top,
    in_rooks,
    is_in_order,
)
from plywise.experiments.shogi import kind, mean_weights, own_kind, studied, values

TINY = Size(seeds=2, games=4, match_games=4, depths=(1,))


def plan(name, tmp_path, size=TINY, **more):
    return ExperimentPlan(experiment=experiment(name), size_name="quick", size=size,
                          work=tmp_path / "work", workers=2, **more)  # fmt: skip


def run(name, tmp_path, size=TINY):
    one = plan(name, tmp_path, size)
    return one.experiment.run(one)


def test_the_published_runs_have_the_published_means():
    # Tables 4 and 5 against table 1 of Beal and Smith 2001, all of them rounded.
    for depth, runs in RUNS.items():
        assert runs.shape == (5, 13)
        assert runs.mean(axis=0) == pytest.approx(DEPTHS[depth], abs=0.011)


def test_a_rook_is_five_in_every_published_set():
    for name in ("shogi/yss", "shogi/gnu", "shogi/beginner"):
        assert resolve(name).as_dict()["rook"] == 5.0
    assert in_rooks(RUNS[3])[:, PIECES.index("rook")] == pytest.approx(np.full(5, 5.0))


def test_the_order_breaks_by_one_pair_that_is_turned_round():
    published = np.array(DEPTHS[4])
    assert is_in_order(published)
    turned = published.copy()
    turned[[1, 2]] = turned[[2, 1]]
    assert not is_in_order(turned)
    assert has_dragon_and_horse_on_top(published)
    published[PIECES.index("tokin")] = 1.5
    assert not has_dragon_and_horse_on_top(published)


def test_the_step_size_falls_over_the_first_half_of_the_games():
    settings = kind(2, 6_000).config(games=6_000, seed=1)
    assert settings.step_size == {"name": "decay", "start": 0.05, "end": 0.002, "games": 3_000}
    assert (settings.game, settings.max_plies, settings.adjudication) == ("shogi", 600, "draw")
    assert set(settings.start) == {1.0}
    assert settings.ballot == 0


def test_the_fall_of_the_step_size_follows_the_games_that_fit(tmp_path, monkeypatch):
    monkeypatch.setattr("plywise.experiments.kit.study.pace", lambda plan, kind: 10.0)
    monkeypatch.setattr("plywise.experiments.kit.study.ROUND_GAMES", 2)
    asked = plan("shogi-values", tmp_path, Size(seeds=1, games=80, depths=(1,)), minutes=0.2)
    fitting, _, traces = studied(asked)
    assert fitting.size.games == 2
    assert traces[1][0].settings["step_size.games"] == 1


def test_learnt_values_stand_beside_the_published_ones(tmp_path):
    result = run("shogi-values", tmp_path)
    rows = {row.label: row for row in result.rows}
    assert rows["depth 4, dragon"].published == pytest.approx(1.66 / 1.09 * 5)
    assert rows["depth 2: dragon and horse the highest, % of runs"].published == 100.0
    assert isinstance(rows["depth 1, lance"].measured, float)
    assert rows["depth 1, lance"].error is not None
    assert rows["depth 4, dragon"].measured == "not run"
    assert len(rows) == 2 * 4 + 4 * 12
    files = {file.name for file in write(result, tmp_path / "out")}
    assert {"depths-main.png", "depths-promoted.png", "weights-main.png", "weights-promoted.png",
            "weights.csv"} <= files  # fmt: skip
    assert result.data["weights.csv"].splitlines()[0].startswith("depth,seed,game,pawn,lance")


def test_what_plays_is_the_mean_of_the_runs_over_their_last_third(tmp_path):
    _, _, traces = studied(plan("shogi-values", tmp_path, Size(seeds=2, games=6, depths=(1,))))
    tails = np.array([one.weights[-2:].mean(axis=0) for one in traces[1]])
    expected = (tails / tails[:, [6]] * 5).mean(axis=0)
    assert mean_weights(traces[1]).values == pytest.approx(expected, abs=1e-4)
    assert values(traces[1])[:, 6] == pytest.approx([5.0, 5.0])


def test_learnt_and_published_values_play_the_same_matches(tmp_path):
    result = run("shogi-match", tmp_path)
    rows = {row.label: row for row in result.rows}
    assert rows["depth 1, learnt v Beginner, %"].published == 55
    assert rows["depth 1, the paper's v Beginner, %"].published == 55
    assert 0.0 <= rows["depth 1, learnt v the paper's, %"].measured <= 100.0
    assert rows["depth 2, learnt v YSS, %"].measured == "not run"
    assert len(rows) == 2 * 12 + 4
    assert len(result.tables[0].rows) == 7
    assert result.settings["match"]["max_plies"] == 600
    assert any(file.name == "matches.png" for file in write(result, tmp_path / "out"))


def test_our_own_settings_need_no_count_of_games_and_play_the_paper_s_set_too(tmp_path):
    settings = own_kind(2, 6_000).config(games=6_000, seed=1)
    assert settings == own_kind(2, 60).config(games=6_000, seed=1)
    assert (settings.rule.trace_decay, settings.step_size["c"]) == (0.7, 0.5)
    result = run("shogi-own", tmp_path)
    rows = {row.label: row for row in result.rows}
    assert len(rows) == 2 + 4 + 12
    assert rows["depth 1, learnt v YSS, %"].published == 51
    assert rows["depth 1, learnt v the paper's, %"].published is None
    assert isinstance(rows["depth 1, dragon"].measured, float)
    assert any("Not the paper's rule" in note for note in result.notes)
    assert result.settings["learning"]["step_size"]["name"] == "coherence"
    assert {"weights-main.png", "weights.csv"} <= {
        file.name for file in write(result, tmp_path / "out")
    }


def test_every_set_plays_every_other(tmp_path):
    result = run("shogi-cross", tmp_path)
    rows = {row.label: row for row in result.rows}
    assert rows["learnt v Beginner, %"].published == pytest.approx(62.2)
    assert rows["each run alone v YSS, mean of the seeds, %"].published == pytest.approx(
        53.7, abs=0.1
    )
    cross = {row[0]: row[1:] for row in result.tables[0].rows}
    assert cross["YSS"][1] == "x"
    ours, theirs = (float(cross[a][b].split()[0]) for a, b in (("YSS", 2), ("Gnu", 1)))
    assert ours + theirs == pytest.approx(100.0)
    assert cross["Gnu"][1].endswith("(41)")


def test_sets_that_need_no_learning_play_even_if_it_would_take_too_long(tmp_path, monkeypatch):
    monkeypatch.setattr("plywise.experiments.kit.study.KIND_MINUTES", 0.0)
    found = experiment("shogi-cross")
    one = ExperimentPlan(experiment=found, size_name="paper", size=TINY, work=tmp_path)
    rows = {row.label: row.measured for row in found.run(one).rows}
    assert rows["learnt v YSS, %"] == "not run"
    assert isinstance(rows["YSS v Gnu, %"], float)
