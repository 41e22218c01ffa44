"""Experiments at tiny sizes: not what they find is tested, but that they find it rightly."""

import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from plywise.errors import BadSetting, UnknownName
from plywise.experiments import experiment, names, reproduce
from plywise.experiments.kit import study
from plywise.experiments.kit.plan import ExperimentPlan, Size
from plywise.experiments.kit.progress import common_target, progress, settled
from plywise.experiments.kit.result import Result, Row, lines, markdown
from plywise.experiments.kit.writer import write
from plywise.learning.walk import learn_walk
from plywise.report.traces import Trace

TINY = Size(seeds=2, games=8, match_games=4, depths=(1,))


def plan(name, tmp_path, size=TINY, **more):
    return ExperimentPlan(experiment=experiment(name), size_name="quick", size=size,
                work=tmp_path / "work", **more)  # fmt: skip


def run(name, tmp_path, size=TINY, **more) -> Result:
    one = plan(name, tmp_path, size, **more)
    return one.experiment.run(one)


def test_all_experiments_are_there():
    assert names() == [
        "backgammon-leaf", "backgammon-td", "bayes-othello", "bayes-v-alphabeta", "brain",
        "chess-depths", "chess-match", "chess-values", "coherence-chess", "connect-four",
        "extensions", "flat-start", "frontier", "hand-made", "knpk", "lag", "no-search",
        "online-best", "pawn-ranks-rings", "piece-squares", "probes-saturation",
        "random-evaluations", "rivals", "self-play", "shogi-cross", "shogi-match", "shogi-own",
        "shogi-values", "spikes-discrete", "spikes-tree-game", "spikes-uniform", "steepness",
        "table-probes", "td-directed", "tdleaf-nodes", "tdleaf-online", "tdleaf-study",
        "treestrap", "walk", "worked-example",
    ]  # fmt: skip


@pytest.mark.parametrize("name", names())
def test_every_experiment_has_its_sizes_and_a_source(name):
    found = experiment(name)
    assert found.name == name
    assert {"quick", "paper"} <= set(found.sizes) <= {"quick", "middle", "paper"}
    assert all(depth <= 4 for depth in found.sizes["quick"].depths)
    assert found.source.startswith(
        ("Thesis", "van der Spoel 2007", "Baxter, Tridgell", "Veness, Silver", "Our own")
    )


def test_a_mistyped_name_or_size_is_answered_with_the_nearest():
    with pytest.raises(UnknownName, match="did you mean 'chess-values'"):
        experiment("chess-value")
    with pytest.raises(UnknownName, match="did you mean 'quick'"):
        reproduce("walk", size="quik")


@pytest.mark.parametrize("wrong", [{"seeds": 0}, {"games": -1}, {"minutes": 0.0}])
def test_impossible_numbers_are_refused(wrong):
    with pytest.raises(BadSetting, match=next(iter(wrong))):
        reproduce("walk", **wrong)


def test_matches_are_shortened_only_where_there_are_some():
    with pytest.raises(BadSetting, match="match_games = 4, but this experiment plays no matches"):
        reproduce("walk", match_games=4)
    with pytest.raises(BadSetting, match="match_games = 3; games come in pairs"):
        reproduce("chess-match", match_games=3)


@pytest.fixture(scope="module")
def walk(tmp_path_factory) -> tuple[Result, Path]:
    """The walk with one seed, and with the ten that it takes to see how far one may be off."""
    out = tmp_path_factory.mktemp("results")
    return reproduce("walk", seeds=1, out=out), out / "walk-quick"


def test_the_walk_is_written_with_tables_pictures_and_data(walk):
    result, folder = walk
    kept = json.loads((folder / "result.json").read_text())
    assert {"name", "size", "seconds", "rows"} <= kept.keys()
    assert all({"label", "published", "measured", "error"} <= row.keys() for row in kept["rows"])
    assert kept["command"] == "plywise reproduce walk --size quick --seeds 1"
    assert (kept["seeds"], kept["games"]) == ([0], 1000)
    for file in ("table.md", "performance.png", "weight-b.png", "measure.csv"):
        assert (folder / file).stat().st_size > 100
    assert "1 × 1,000 walks, seed 0" in (folder / "table.md").read_text()
    assert len(result.rows) == 5 + 2 * (3 * 5 + 1)


def test_the_walk_tells_every_figure_of_few_and_of_many_seeds(walk):
    rows = {row.label: row for row in walk[0].rows}
    g = np.stack([learn_walk("coherence:c=.15", seed=seed).measure[1:] for seed in range(10)])
    figures = {
        "g after 250 walks": g[:, 249],
        "g over the last 200": g[:, -200:].mean(axis=1),
        "g over the whole run": g.mean(axis=1),
    }
    for name, values in figures.items():
        few = rows[f"coherence c .15, λ .3: {name}"]
        many = rows[f"coherence c .15, λ .3: {name}, 10 seeds"]
        assert (few.measured, few.error) == (pytest.approx(values[0]), None)
        assert many.measured == pytest.approx(values.mean())
        assert many.error == pytest.approx(values.std(ddof=1) / 10**0.5)


def test_coherence_learns_the_walk_better_than_the_others(walk):
    cells = [(*row.label.split(": "), row.measured) for row in walk[0].rows if row.label[0] != "ψ"]
    whole = {label: g for label, name, g in cells if name == "g over the whole run, 10 seeds"}
    assert max(whole, key=whole.get) == "coherence c .15, λ .3"
    end = {label: g for label, name, g in cells if name == "g over the last 200, 10 seeds"}
    assert end["coherence c .15, λ .3"] > 0.99


def test_chess_values_stand_beside_the_published_ones(tmp_path):
    result = run("chess-values", tmp_path, Size(seeds=2, games=3))
    queen = next(row for row in result.rows if row.label == "queen, last fifth")
    assert (queen.published, queen.published_error) == (11.49, 0.74)
    assert isinstance(queen.measured, float)
    assert queen.error is not None
    assert result.settings["search"]["depth"] == 4
    assert result.settings["lag"] == 1


def test_depths_that_a_size_leaves_out_are_not_run(tmp_path):
    result = run("chess-depths", tmp_path, replace(TINY, depths=(1, 2)))
    cells = {row.label: row.measured for row in result.rows}
    assert isinstance(cells["depth 2, queen"], float)
    assert cells["depth 6, queen"] == "not run"
    assert len(cells) == 6 * 4


def test_a_match_is_played_by_the_learnt_and_by_the_published_values(tmp_path):
    result = run("chess-match", tmp_path)
    cells = {row.label: row for row in result.rows}
    assert cells["depth 1, %"].published == pytest.approx(54.375)
    assert 0.0 <= cells["depth 1, %"].measured <= 100.0
    assert 0.0 <= cells["depth 1, thesis's values, %"].measured <= 100.0
    assert cells["depth 5, %"].measured == "not run"


@pytest.mark.parametrize("name", ["no-search", "steepness", "coherence-chess"])
def test_the_other_experiments_run_and_can_be_written(name, tmp_path):
    size = Size(seeds=2, games=4, match_games=4, depths=(1,))
    result = run(name, tmp_path, size)
    files = write(result, tmp_path / "out")
    assert {file.name for file in files} >= {"result.json", "table.md", "weights.csv"}
    assert any(file.suffix == ".png" for file in files)
    assert all(row.measured is not None for row in result.rows)


def test_the_result_does_not_depend_on_the_workers(tmp_path):
    one = run("no-search", tmp_path / "one", workers=1)
    two = run("no-search", tmp_path / "two", workers=2)
    assert one.rows == two.rows
    assert one.data == two.data


def test_complete_runs_are_used_again(tmp_path, monkeypatch):
    first = run("coherence-chess", tmp_path)

    def fail(*_, **__):
        raise AssertionError("nothing is left to play")

    monkeypatch.setattr("plywise.runs.trainer.Trainer.run", fail)
    monkeypatch.setattr("plywise.play.match.match", fail)
    again = run("coherence-chess", tmp_path)
    assert again.rows == first.rows


def test_a_longer_run_serves_for_a_shorter_one(tmp_path, monkeypatch):
    apart = run("no-search", tmp_path / "apart", replace(TINY, games=5))
    run("no-search", tmp_path / "longer")
    monkeypatch.setattr("plywise.runs.trainer.Trainer.run", None)
    assert run("no-search", tmp_path / "longer", replace(TINY, games=5)).data == apart.data


def test_an_interrupted_reproduction_goes_on_where_it_was(tmp_path, monkeypatch):
    whole = run("no-search", tmp_path / "whole")
    games = 0

    def interrupted(talk):
        nonlocal games
        games += 1
        if games > 11:
            raise KeyboardInterrupt

    with monkeypatch.context() as patched:
        patched.setattr(study._Talk, "game", interrupted)
        with pytest.raises(KeyboardInterrupt):
            run("no-search", tmp_path / "broken")
    assert run("no-search", tmp_path / "broken").data == whole.data


def test_what_would_take_over_an_hour_is_not_run(tmp_path, monkeypatch):
    monkeypatch.setattr(study, "KIND_MINUTES", 0.0)
    one = replace(plan("chess-depths", tmp_path), size_name="paper")
    result = one.experiment.run(one)
    assert {row.measured for row in result.rows} == {"not run"}
    assert "would take" in result.notes[0]
    assert "not run" in markdown(result)


def test_minutes_cut_the_games_once_and_for_all(tmp_path, monkeypatch):
    monkeypatch.setattr(study, "pace", lambda plan, kind: 1.0)
    slow = study.RunKind(label="slow", settings={})
    found = experiment("chess-values")
    size = Size(seeds=5, games=10_000)
    asked = ExperimentPlan(experiment=found, size_name="paper", size=size, work=tmp_path,
                           minutes=60.0, workers=2)  # fmt: skip
    # An hour of two workers, less the reserve, for five seeds at a game a second.
    assert study.fitted(asked, [slow]).size.games == 1250
    # A reproduction that is taken up again on a slower machine must not decide anew.
    monkeypatch.setattr(study, "pace", lambda plan, kind: 9.0)
    assert study.fitted(asked, [slow]).size.games == 1250
    assert study.fitted(replace(asked, minutes=None), [slow]).size.games == 10_000


def test_matches_take_their_own_time_out_of_the_minutes(tmp_path, monkeypatch):
    kinds = [study.RunKind(label=label, settings={}) for label in ("quick", "slow")]
    monkeypatch.setattr(study, "pace", lambda plan, kind: 1.0 if kind.label == "quick" else 10.0)
    size = Size(seeds=1, games=10_000, match_games=100)
    asked = ExperimentPlan(experiment=experiment("chess-match"), size_name="paper", size=size,
                           work=tmp_path, minutes=100.0)  # fmt: skip
    # 5,400 s less the reserve, of which two slow matches take 2,000 and a quick one 100.
    matches = [kinds[0], kinds[1], kinds[1]]
    assert study.fitted(asked, kinds[:1], matches=matches).size.games == 5_400 - 2_100


def test_the_command_says_what_was_really_run(tmp_path):
    one = plan("chess-values", tmp_path, experiment("chess-values").size("quick"))
    assert one.command == "plywise reproduce chess-values --size quick"
    assert one.with_games(50).command.endswith("--games 50")
    assert replace(one, seed=4).command.endswith("--seed 4")


def made_up(weights, start=1.0) -> Trace:
    weights = np.asarray(weights, dtype=float)
    return Trace(
        names=("pawn", "queen"), unit="pawn", weights=weights, rates=weights,
        trace_decay=weights[:, 0], start=np.full(2, start),
    )  # fmt: skip


def test_progress_is_nothing_at_the_start_and_one_at_the_target():
    still = made_up([[1.0, 1.0]] * 40)
    assert progress(still, np.array([1.0, 9.0])) == pytest.approx(np.zeros(40))
    there = made_up([[0.5, 4.5]] * 40)
    assert progress(there, np.array([1.0, 9.0])) == pytest.approx(np.ones(40))


def test_a_run_has_settled_when_it_stays():
    rising = made_up([[0.5, min(4.5, 1 + n / 10)] for n in range(200)])
    game = settled(progress(rising, rising.values()))
    assert 25 < game < 60
    leaving = made_up([[0.5, 4.5]] * 150 + [[0.5, 1.0]] * 50)
    assert settled(progress(leaving, np.array([1.0, 9.0]))) == float("inf")


def test_one_wild_run_does_not_move_the_common_target():
    runs = [made_up([[1.0, queen]] * 4) for queen in (8.0, 9.0, 80.0)]
    assert common_target([runs[:2], runs[2:]]).tolist() == [1.0, 9.0]


def test_a_run_without_a_unit_has_no_part_in_the_common_target():
    sound = [made_up([[0.5, queen]] * 4) for queen in (4.0, 4.5)]
    # Their pawn is not above 0: their queens are raw weights, not pawns.
    wild = [made_up([[pawn, 16.0]] * 4) for pawn in (-0.3, 0.0, -2.0)]
    assert common_target([sound, wild]).tolist() == [1.0, 8.5]
    with pytest.raises(BadSetting, match="none of 3 runs has a pawn above 0"):
        common_target([wild])


def test_a_result_is_told_in_aligned_lines(tmp_path):
    one = plan("walk", tmp_path)
    rows = [Row(label="settled", published="by 900", measured=float("inf"), digits=0)]
    result = one.result(rows=rows, error="half the range", settings={})
    assert lines(result)[1:3] == ["         published  measured", "settled     by 900     never"]
    write(result, tmp_path)
    assert json.loads((tmp_path / "result.json").read_text())["rows"][0]["measured"] is None


def test_means_over_seeds_are_told_with_their_distance_in_standard_errors(tmp_path):
    rows = [
        Row(label="rook", published=5.0, published_error=0.8, published_runs=4, measured=6.0,
            error=0.3),
        Row(label="score", published=54.0, measured=55.0, error=2.0),
    ]  # fmt: skip
    told = lines(plan("walk", tmp_path).result(rows=rows, error="standard error", settings={}))
    assert told[1].split() == ["published", "measured", "apart"]
    assert told[2].endswith("+2.0")  # one over the root of .8² / 4 + .3²
    assert told[3].endswith("55.00 ± 2.00")
