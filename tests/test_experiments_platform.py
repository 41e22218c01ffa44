"""The experiments on the search itself, at tiny sizes: probes, extensions, random leaves."""

import json
import subprocess
import sys
import threading
from dataclasses import replace
from pathlib import Path

import pytest
from typer.testing import CliRunner

from plywise.cli.app import app
from plywise.errors import BadInput, BadSetting, DamagedFile
from plywise.experiments import (
    experiment,
    extensions,
    extensions_published,
    probes,
    probes_saturation,
    random_evaluations,
    random_games,
    reproduce,
    table_probes,
    wcsac,
)
from plywise.experiments.kit import cells, solving
from plywise.experiments.kit.cells import CellJob, Kept, computed
from plywise.experiments.kit.plan import ExperimentPlan, Size
from plywise.experiments.kit.result import Result
from plywise.experiments.kit.writer import write
from plywise.experiments.wcsac import Target, Task

BACK_RANK = '6k1/5ppp/8/8/8/8/8/R5K1 w - - bm Ra8#; id "WCSAC.0001";'
FORK = '3q3k/8/8/4N2p/8/8/P7/K7 w - - bm Nf7+; id "none";'


def plan(name: str, tmp_path: Path, games: int = 2, **more) -> ExperimentPlan:
    found = experiment(name)
    size = Size(seeds=1, games=games, depths=more.pop("depths", ()))
    return ExperimentPlan(experiment=found, size_name=more.pop("size_name", "quick"), size=size,
                work=tmp_path / "work", **more)  # fmt: skip


def run(one: ExperimentPlan) -> Result:
    return one.experiment.run(one)


# Cells that are kept.


def numbers(count: int) -> list[CellJob[int]]:
    return [CellJob(key=f"square of {n}", asked=n) for n in range(count)]


def squared(n: int, hand: cells.Hand) -> dict:
    return {"square": n * n, "seconds": 0.5}


def test_cells_come_back_in_the_order_of_the_jobs(tmp_path):
    for workers in (1, 3):
        found = computed(plan("walk", tmp_path / str(workers), workers=workers), "squares",
                         numbers(20), squared)  # fmt: skip
        assert [cell["square"] for cell in found.values()] == [n * n for n in range(20)]
    assert cells.seconds(found, workers=2) == 5.0


def test_a_finished_cell_is_not_computed_again(tmp_path):
    one = plan("walk", tmp_path)
    first = computed(one, "squares", numbers(3), squared)

    def fails(n, hand):
        assert n >= 3, "nothing is left to do"
        return squared(n, hand)

    assert computed(one, "squares", numbers(3), fails) == first
    assert len(computed(one, "squares", numbers(5), fails)) == 5


def test_a_line_that_was_not_finished_is_cut_off(tmp_path):
    path = tmp_path / "cells.jsonl"
    Kept(path).keep("a", {"n": 1})
    with path.open("ab") as file:
        file.write(b'{"key":"b","val')
    kept = Kept(path)
    assert "a" in kept
    assert "b" not in kept
    kept.keep("c", {"n": 3})
    assert Kept(path)["c"] == {"n": 3}
    assert len(path.read_text().splitlines()) == 2


@pytest.mark.parametrize("line", [b"caf\xe9", b"[]", b"{}", b'{"key":[],"value":1}'])
def test_a_line_that_says_nothing_is_refused_with_its_number(tmp_path, line):
    path = tmp_path / "cells.jsonl"
    Kept(path).keep("a", {"n": 1})
    with path.open("ab") as file:
        file.write(line + b"\n")
    with pytest.raises(DamagedFile, match=r"cells\.jsonl, line 2: .*; what it said is found anew"):
        Kept(path)


def test_an_interrupted_experiment_keeps_its_cells_and_ends_its_searches(tmp_path):
    one = plan("walk", tmp_path, workers=2)
    lent, waiting = [], threading.Event()

    def work(n, hand):
        if n < 3:
            return squared(n, hand)
        if n == 3:
            waiting.wait(60)
            raise KeyboardInterrupt
        with hand.remote() as remote:  # a search that would go on for ever
            lent.append(remote)
            waiting.set()
            while not remote.is_finished:
                pass
        return squared(n, hand)

    with pytest.raises(KeyboardInterrupt):
        computed(one, "squares", numbers(5), work)
    assert lent[0].is_finished
    kept = Kept(one.work / "squares.jsonl")
    assert [n for n in range(5) if f"square of {n}" in kept] == [0, 1, 2]


def test_jobs_are_left_out_when_the_time_is_over(tmp_path):
    one = plan("walk", tmp_path, minutes=1.0)
    assert computed(one, "squares", numbers(3), squared, until=0.0) == {}
    assert cells.deadline(one) > 0
    assert cells.deadline(replace(one, minutes=None)) is None


# Problems.


def test_a_bad_line_is_refused_with_its_number(tmp_path):
    file = tmp_path / "some.epd"
    file.write_text(f"{FORK}\n\n# a comment\n8/8/8/8/8/8/8/8 w - - bm Ne4;\n")
    with pytest.raises(BadInput, match=r"some\.epd, line 4"):
        wcsac.tasks(file)


def test_the_thesis_lists_563_problems():
    found = wcsac.targets()
    assert len({target.number for target in found}) == 563
    assert found[0] == Target(number=1, depth=4, gain=5)
    assert set(wcsac.DOUBTFUL) < {target.number for target in found}


def test_without_the_positions_one_is_told_where_to_get_them(tmp_path):
    with pytest.raises(BadInput, match=r"not ours to ship.*--positions FILE"):
        wcsac.tasks(tmp_path / "nowhere.epd")
    file = tmp_path / "few.epd"
    file.write_text(BACK_RANK)
    with pytest.raises(BadInput, match=r"lacks 562 of the 563 problems, the first is WCSAC\.0002"):
        wcsac.tasks(file)
    with pytest.raises(
        BadSetting, match="walk brings its own positions; a file is for: extensions"
    ):
        reproduce("walk", positions=file)


def test_the_numbers_of_the_thesis_are_those_of_the_suite(shared_data):
    suite = shared_data / "chess" / "suites"
    theirs = (suite / "wcsac563.csv").read_text().splitlines()[1:]
    gains = [(t.number, t.depth, "M" if t.gain is None else str(t.gain)) for t in wcsac.targets()]
    assert sorted(",".join(str(cell) for cell in row) for row in gains) == sorted(theirs)
    assert len(wcsac.tasks(suite / "wcsac.epd")) == 563


def test_a_problem_is_solved_by_its_move_with_its_gain_alone():
    task = Task(target=Target(number=1, depth=4, gain=2), position="", moves=("a1a8", "a1b1"))
    assert task.is_solved("a1a8", 2500, 500, 1000)
    assert task.is_solved("a1b1", 2500, 500, 1000)
    assert not task.is_solved("a1c1", 2500, 500, 1000)
    assert not task.is_solved("a1a8", 3500, 500, 1000)
    mate = replace(task, target=Target(number=1, depth=4, gain=None))
    assert not mate.is_solved("a1a8", 30_000, 500, 1000)
    assert mate.is_solved("a1a8", 2**30, 500, 1000)


# Probes of the table.


@pytest.fixture
def small_tables(monkeypatch):
    """Tables that are full at depths 2 and 3."""
    monkeypatch.setattr(probes, "K", 1)
    monkeypatch.setattr(probes, "DEPTHS", (3,) * 30)
    monkeypatch.setitem(probes.EXTENTS, "quick", probes.Extent(sizes=(64, 256)))


def test_the_published_depths_are_those_of_the_appendix(shared_data):
    suite = (shared_data / "chess" / "suites" / "vsb30.epd").read_text().splitlines()
    depths = [int(line.split("acd ")[1].split(";")[0]) for line in suite]
    assert list(probes.DEPTHS) == depths


def test_probes_save_nodes_and_what_was_left_out_is_not_run(small_tables, tmp_path):
    result = run(plan("table-probes", tmp_path))
    rows = {row.label: row for row in result.rows}
    assert isinstance(rows["P=8, 64K: saving, %"].measured, float)
    assert rows["P=8, 64K: saving, %"].published == 15.4
    assert rows["P=8, 16K: saving, %"].measured == "not run"
    assert rows["P=1, 256K: nodes, M"].measured > 0
    assert len(result.rows) == 7 * 6
    assert result.games == 2
    files = {file.name for file in write(result, tmp_path / "out")}
    assert files >= {"result.json", "table.md", "savings.png", "nodes.csv"}


def test_when_the_time_is_over_the_tables_that_were_finished_are_told(small_tables, tmp_path):
    whole = run(plan("table-probes", tmp_path))
    kept = tmp_path / "work" / "probes.jsonl"
    lines = kept.read_text().splitlines(keepends=True)
    kept.write_text("".join(line for line in lines if "256K, Twin" not in line))
    part = run(plan("table-probes", tmp_path, minutes=1e-9))
    for before, after in zip(whole.rows, part.rows, strict=True):
        assert after.measured == ("not run" if "256K" in after.label else before.measured)
    assert part.games == 2


def test_saturation_is_told_from_the_same_searches(small_tables, tmp_path, monkeypatch):
    first = run(plan("table-probes", tmp_path, workers=2))
    monkeypatch.setattr(probes, "_searched", None)
    result = run(plan("probes-saturation", tmp_path))
    assert {row.published for row in result.rows if row.label.startswith("P=8")} == {
        0.1, 1.9, 8.4, 15.0,
    }  # fmt: skip
    files = {file.name for file in write(result, tmp_path / "out")}
    assert files >= {"scatter.png", "by-size.png", "savings.csv"}
    nodes = first.data["nodes.csv"].splitlines()[1:]
    savings = result.data["savings.csv"].splitlines()[1:]
    assert len(nodes) == 2 * 2 * 6 * 3
    assert len(savings) == 2 * 2 * 5 * 3


def test_savings_do_not_depend_on_the_workers(small_tables, tmp_path):
    one = run(plan("table-probes", tmp_path / "one"))
    two = run(plan("table-probes", tmp_path / "two", workers=2))
    assert one.rows == two.rows
    assert one.data == two.data


def test_an_iteration_belongs_to_the_band_of_its_saturation():
    saving = probes_saturation.Saving(scheme="P=8", size=16, position=0, depth=3, saturation=0.1,
                                      per_cent=5.0)  # fmt: skip
    bands = [replace(saving, saturation=s).band for s in (0.0, 0.1, 1.0, 10.0, 99.0, 100.0)]
    assert bands == [0, 1, 2, 3, 3, None]


def test_the_published_savings_are_complete():
    assert table_probes.PUBLISHED.keys() == probes_saturation.PUBLISHED.keys()
    assert all(tuple(cells) == probes.SIZES for cells in table_probes.PUBLISHED.values())


# Extensions.


def test_the_published_bands_add_up_to_the_published_means():
    counts = (206, 176, 136, 45)
    for overall, *bands in extensions_published.PUBLISHED.values():
        for n in range(3):
            weighted = sum(count * band[n] for count, band in zip(counts, bands, strict=True))
            assert round(weighted / 563) == overall[n]
    assert extensions_published.PUBLISHED.keys() == extensions_published.RULES.keys()
    assert len(extensions_published.RULES) == 19


@pytest.fixture
def few_problems(tmp_path, monkeypatch) -> Path:
    """Three easy problems instead of the 563: a mate, a fork, and one that nobody can solve."""
    file = tmp_path / "few.epd"
    hopeless = '6k1/8/8/8/8/8/8/R5K1 w - - bm Ra8; id "WCSAC.0003";'
    file.write_text("\n".join([BACK_RANK, FORK.replace("none", "WCSAC.0002"), hopeless]))
    few = [
        Target(number=1, depth=4, gain=None),
        Target(number=2, depth=6, gain=9),
        Target(number=3, depth=10, gain=5),
    ]
    monkeypatch.setattr(wcsac, "targets", lambda: few)
    monkeypatch.setitem(extensions.LIMIT, "quick", 20_000)
    return file


def test_every_rule_set_solves_what_it_can(few_problems, tmp_path):
    one = plan("extensions", tmp_path, games=3, positions=few_problems, workers=2)
    result = run(one)
    rows = {row.label: row for row in result.rows}
    assert rows["none: c-nodes, thousands"].published == 738.96
    assert rows["all four: c-nodes, thousands"].measured > 0
    assert rows["best rule set"].published == "checks+recaptures+null"
    assert "the 2 of 3 problems that all 19 rule sets solve" in result.notes[0]
    assert "Not solved by one set or more: 3." in result.notes[1]
    cells = [line.split(",") for line in result.data["problems.csv"].splitlines()[1:]]
    assert len(cells) == 3 * 19
    assert {cell[4] for cell in cells if cell[0] == "3"} == {"20000"}
    assert all(cell[3] == "1" for cell in cells if cell[0] == "1")
    files = {file.name for file in write(result, tmp_path / "out")}
    assert files >= {"effort.png", "effort-6-7.png", "branching-6-7.png", "variants.png"}
    assert "effort-10-and-more.png" not in files  # nobody solves the only one
    assert result.command.endswith("--games 3 --positions few.epd")


def test_a_solution_is_the_first_whole_iteration_with_move_and_gain(few_problems):
    task = wcsac.tasks(few_problems)[1]
    found = [(1, 30, 0.0, "a1a2", False), (2, 90, 9.0, "e5f7", True), (3, 400, 9.0, "e5f7", True)]
    value = {"iterations": [iteration(*one) for one in found], "past": False, "seconds": 0.0}
    solved = solving._read(task, value, limit=1000)
    assert (solved.depth, solved.c_nodes, solved.gained_more) == (2, 90, False)
    assert solved.generating == 30
    late = solving._read(task, value, limit=50)
    assert (late.depth, late.c_nodes, late.least_c_nodes) == (None, 50, 50)
    value = {"iterations": [iteration(1, 30, 12.0, "e5f7", False)], "past": True}
    more = solving._read(task, value, limit=1000)
    assert (more.depth, more.c_nodes, more.least_c_nodes) == (None, 1000, 30)
    assert more.gained_more


def test_a_search_whose_value_has_settled_beyond_the_gain_is_past_it():
    task = Task(target=Target(number=1, depth=4, gain=2), position="", moves=("a1a8",))

    def past(move, *values):
        return task.is_past([(move, value) for value in values], 500, 1000)

    assert past("a1a8", 0, 3500, 3500)
    assert not past("a1b1", 0, 3500, 3500)
    assert not past("a1a8", 0, 2500, 3500)
    assert past("a1b1", 2500, 2500, 2500)
    assert not past("a1b1", 3500, 2500, 3500)
    assert not past("a1a8", 1500, 1500, 1500)
    mate = replace(task, target=Target(number=1, depth=4, gain=None))
    assert mate.is_past([("a1b1", 2**30 - n) for n in range(3)], 500, 1000)
    assert not mate.is_past([("a1b1", 9000)] * 3, 500, 1000)


def iteration(depth, c_nodes, gain, move, solves) -> dict:
    return {"depth": depth, "c_nodes": c_nodes, "generating": c_nodes // 3, "gain": gain,
            "move": move, "solves": solves, "singular": 0, "recapture": 0}  # fmt: skip


def test_the_branching_factor_is_that_of_equation_4_1():
    task = Task(target=Target(number=1, depth=6, gain=1), position="", moves=())
    solved = solving.Solved(task=task, depth=5, c_nodes=40 * 3**5, generating=0, singular=0,
                            recapture=0, least_c_nodes=0, gained_more=False)  # fmt: skip
    assert extensions.branching(solved) == pytest.approx(3.0)


def test_fewer_problems_are_a_fixed_sample_of_all(few_problems):
    tasks = wcsac.tasks(few_problems)
    assert solving.shuffled(tasks) == solving.shuffled(tasks)
    assert {task.position for task in solving.shuffled(tasks)} == {t.position for t in tasks}


# Random evaluations.


def test_random_leaves_play_against_none(tmp_path):
    result = run(plan("random-evaluations", tmp_path, games=4, depths=(1, 2)))
    rows = {row.label: row for row in result.rows}
    assert round(rows["LR v LZ, depth 4: score, %"].published, 1) == 96.1
    assert rows["LR v LZ, depth 4: score, %"].measured == "not run"
    assert 0.0 <= rows["MR v MZ, depth 2: score, %"].measured <= 100.0
    games = result.data["games.csv"].splitlines()[1:]
    assert len(games) == 3 * 2 * 4
    reasons = {line.split(",")[-1] for line in games}
    assert not reasons & {"repetition", "fifty moves"}
    files = {file.name for file in write(result, tmp_path / "out")}
    assert files >= {"scores.png", "lengths.png", "games.csv"}


def test_the_games_do_not_depend_on_the_workers(tmp_path):
    one = run(plan("random-evaluations", tmp_path / "one", games=12, depths=(1,)))
    two = run(plan("random-evaluations", tmp_path / "two", games=12, depths=(1,), workers=2))
    assert one.data == two.data


def test_both_sides_have_each_colour_in_turn():
    asked = random_games.Asked(kind="LR v LZ", depth=2, seed=1, first=0, count=2)
    first, second = (random_games._job(asked, number) for number in (0, 1))
    assert first.first_search.as_dict()["leaf_noise"] > 0
    assert first.second_search.as_dict()["leaf_noise"] == 0
    assert second.first_search.as_dict() == first.second_search.as_dict()
    assert (first.rules, first.adjudication, first.max_plies) == ("bare", "judge", 400)


def test_what_would_take_over_an_hour_is_not_run(tmp_path, monkeypatch):
    monkeypatch.setattr(random_games, "CELL_MINUTES", 0.0)
    result = run(plan("random-evaluations", tmp_path, games=2, depths=(1,)))
    assert {row.measured for row in result.rows} == {"not run"}
    assert "would take" in result.notes[1]


def test_at_depth_5_the_games_are_as_few_as_published(tmp_path):
    one = plan("random-evaluations", tmp_path, games=1000)
    assert [random_games._games(one, kind, 5) for kind in random_games.KINDS] == [200, 200, 600]
    published = random_evaluations.PUBLISHED
    assert [sum(published[kind][4]) for kind in random_games.KINDS] == [200, 200, 600]


# The command.


def test_the_command_takes_a_file_of_positions(few_problems, tmp_path):
    words = ["reproduce", "extensions", "--out", str(tmp_path), "--positions"]
    refused = CliRunner().invoke(app, [*words, str(tmp_path / "nowhere.epd")])
    assert refused.exit_code == 2
    assert "not ours to ship" in refused.stderr
    result = reproduce("extensions", games=1, positions=few_problems, out=tmp_path / "out",
                       work=tmp_path / "work")  # fmt: skip
    kept = json.loads((tmp_path / "out" / "extensions-quick" / "result.json").read_text())
    assert kept["command"] == result.command


def test_the_benchmark_of_tactics_counts_what_a_search_finds(few_problems):
    script = Path(__file__).resolve().parents[1] / "benchmarks" / "tactics.py"
    command = [sys.executable, str(script), str(few_problems), "--nodes", "20000", "--json"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120, check=True)
    found = {one["name"]: one["move"] for one in json.loads(done.stdout)["problems"]["few.epd"]}
    assert (found["WCSAC.0001"], found["WCSAC.0002"]) == ("a1a8", "e5f7")
