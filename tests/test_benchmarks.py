"""The benchmarks run, beside real engines and beside bad ones. No time is asserted anywhere."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import plywise as pw
from conftest import require_engine, require_ray
from plywise import _kernel
from plywise.evaluation.gammon import Gammon
from plywise.evaluation.weights import Weights

FOLDER = Path(__file__).resolve().parents[1] / "benchmarks"


def run(script: str, *options: str) -> dict[str, Any]:
    """What a benchmark measured."""
    command = [sys.executable, str(FOLDER / f"{script}.py"), *options, "--json"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=300, check=False)
    assert done.returncode == 0, done.stderr
    result: dict[str, Any] = json.loads(done.stdout)
    return result


def search_speed(*options: str) -> dict[str, dict[str, Any]]:
    few = ("--depth", "3", "--positions", "3", "--rounds", "1")
    return {speed["name"]: speed for speed in run("search_speed", *few, *options)["speeds"]}


@pytest.mark.engine
@pytest.mark.parametrize(
    ("command", "names"),
    [
        ("hoichess", ["hoichess"]),
        ("stockfish", ["stockfish classical", "stockfish NNUE"]),
        ("gnuchess", ["gnuchess"]),
    ],
)
def test_the_search_is_measured_beside_an_engine(command: str, names: list[str]) -> None:
    require_engine(command)
    speeds = search_speed("--engine", command)
    assert list(speeds) == ["plywise", "plywise playing", *names]
    for speed in speeds.values():
        assert speed["trouble"] == ""
        assert speed["nodes"] > 100
        assert speed["nodes_per_second"] > 0


@pytest.mark.ray
@pytest.mark.xdist_group("ray")
def test_what_a_cluster_costs_is_measured() -> None:
    require_ray()
    costs = run("cluster", "--machines", "1", "--scale", "0.4", "--work", "match")["costs"]
    assert [cost["machines"] for cost in costs] == [0, 1]
    assert all(cost["worked"] > 0 for cost in costs)
    assert costs[1]["ray"] > 0


def test_without_an_engine_the_search_is_measured_alone() -> None:
    assert list(search_speed("--engine", "no such engine")) == ["plywise", "plywise playing"]


def test_the_cost_of_a_bayesian_node_is_measured() -> None:
    told = run("bayesian_cost", "--least", "1", "--sizes", "10000", "50000")
    assert [row["nodes"] for row in told["rows"][:2]] == [10_000, 50_000]
    assert all(row["nodes_a_second"] > 0 for row in told["rows"])


def test_intervals_are_measured_beside_each_other() -> None:
    rows = run("interval_coverage", "--matches", "100", "--pairs", "5", "20")["rows"]
    found = {(row["pairs"], row["interval"]): row for row in rows}
    normal, ours = found[20, "normal"], found[20, "plywise"]
    assert normal["least"] < 0.87 < 0.93 < ours["least"]
    assert normal["named"]["93 %"][0] < 0.88 < 0.93 < ours["named"]["93 %"][0]
    assert ours["width"] < 1.1 * normal["width"]


def test_games_in_python_are_measured_beside_the_kernels() -> None:
    speeds = run("own_games", "--depth", "1", "--games", "2", "--rounds", "1")["speeds"]
    own = ["plywise.games.connect_four:ConnectFour", "tic-tac-toe"]
    assert list(speeds) == [*own, "othello", "chess"]
    assert all(speed["nodes_per_second"] > 0 for speed in speeds.values())


def test_what_games_in_python_learn_is_measured() -> None:
    few = ("--learn", "--seeds", "1", "--games", "10", "--match", "4")
    found = run("own_games", *few)
    assert list(found["connect_four"][0]["scores"]) == ["start", "three in a line"]
    assert found["tic_tac_toe"][0]["lost"] == [0, 0]
    assert min(found["before"]) > 100


def test_perft_is_checked_and_measured() -> None:
    assert run("perft_speed", "--depth", "4", "--rounds", "1")["nodes"] == 197_281


@pytest.mark.engine
@pytest.mark.parametrize("command", ["gnushogi", "fairy-stockfish"])
def test_shogi_is_measured_beside_an_engine(command: str) -> None:
    require_engine(command)
    few = ("--depth", "2", "--positions", "2", "--perft", "3", "--rounds", "1", "--scale", "0.01")
    result = run("shogi_speed", *few)
    searched = {speed["name"]: speed for speed in result["search"]}
    assert searched["plywise"]["nodes"] > 100
    assert (searched[command]["trouble"], searched[command]["nodes"] > 100) == ("", True)
    assert {speed["nodes"] for speed in result["perft"] if not speed["trouble"]} == {25_470}
    assert [row["depth"] for row in result["learning"]] == [1, 2, 3]


def test_learning_is_measured_with_one_worker_and_with_two() -> None:
    few = ("--depths", "1", "--pair-depth", "1", "--scale", "0.01")
    result = run("learning_speed", *few)
    assert [row["workers"] for row in result["alone"] + result["pair"]] == [1, 1, 2]
    assert result["ratio"] > 0


def test_learning_beyond_the_search_is_measured() -> None:
    rows = run("credit_speed", "--games", "2", "--weights", "5", "50")["rows"]
    assert [row["weights"] for row in rows] == [5, 50]
    assert all(row["kernel"] > 0 < row["arrays"] for row in rows)


def test_imports_are_measured() -> None:
    assert run("import_time", "--times", "2")["median"] > 0


def test_tables_are_for_people() -> None:
    script = str(FOLDER / "perft_speed.py")
    command = [sys.executable, script, "--depth", "4", "--rounds", "1"]
    text = subprocess.run(command, capture_output=True, text=True, timeout=60, check=True).stdout
    assert "197,281" in text
    assert "nodes/s" in text
    assert _kernel.version in text


@pytest.fixture
def benchmarks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(FOLDER))


def test_a_debug_build_is_refused(benchmarks: None, monkeypatch: pytest.MonkeyPatch) -> None:
    import tables

    monkeypatch.setattr(_kernel, "is_release", False)
    with pytest.raises(SystemExit, match="debug build"):
        tables.refuse_debug_build()


BAD = {
    "hangs": "import time; time.sleep(60)",
    "ends": "pass",
    "floods": "while True: print('info string ' + 'x' * 1000)",
    "says no nodes": (
        "import sys\n"
        "for line in sys.stdin:\n"
        "    answer = {'uci': 'uciok', 'isready': 'readyok', 'go': 'bestmove e2e4'}\n"
        "    print(answer.get(line.split()[0], ''), flush=True)\n"
    ),
    "closes its ears": "import sys, time; sys.stdin.close(); print('uciok'); time.sleep(60)",
}


@pytest.mark.parametrize("protocol", ["uci", "xboard"])
@pytest.mark.parametrize("how", BAD)
def test_a_bad_engine_spoils_its_own_row_and_leaves_no_process(
    benchmarks: None, how: str, protocol: str
) -> None:
    import engines
    import search_speed

    bad = engines.Engine(name=how, command=(sys.executable, "-c", BAD[how]), protocol=protocol)
    fen = _kernel.Position.start("chess")
    before = children()  # other tests may have some of their own
    ours, playing, theirs = search_speed.measure([bad], [str(fen)], depth=1, rounds=1, patience=0.5)
    assert (ours.trouble, playing.trouble) == ("", "")
    assert how in theirs.trouble
    assert children() <= before


def children() -> set[int]:
    """The processes that this one has started and that still are."""
    tasks = Path("/proc/self/task")
    if not tasks.is_dir():
        return set()
    return {int(pid) for task in tasks.iterdir() for pid in (task / "children").read_text().split()}


@pytest.mark.engine
def test_games_between_engines_are_measured() -> None:
    require_engine("stockfish")
    told = run("foreign_engines", "--games", "2", "--nodes", "50", "--rounds", "1")
    assert {"plywise", "plywise, a process a game"} <= told["seconds"].keys()
    assert all(seconds > 0 for times in told["seconds"].values() for seconds in times)


def test_looking_at_a_long_run_is_measured() -> None:
    told = run("history", "--games", "3000", "--features", "half-board", "--no-report")
    assert told["weights"] == 157
    assert told["files"]["weights-every-1.bin"] > 7.0
    assert set(told["looks"]) == {"first look", "another look"}
    assert all(one["megabytes"] > 1 for one in told["looks"].values())


def test_feature_sets_and_networks_are_measured() -> None:
    told = run("feature_speed", "--depth", "2", "--positions", "2", "--rounds", "1")
    speeds = {speed["name"]: speed for speed in told["speeds"]}
    assert {"material", "rich", "rich and 32 units", "rich and 64 units"} <= speeds.keys()
    assert all(speed["nodes"] > 10 and speed["of_material"] > 0 for speed in speeds.values())


def test_what_learning_costs_a_game_is_measured() -> None:
    costs = run("learning_cost", "--games", "20", "--nodes", "20")["costs"]
    assert [cost["name"] for cost in costs] == ["the papers' rule", "least squares"]
    assert all(cost["games"] == 20 and 0 < cost["mean"] <= cost["most"] for cost in costs)


def test_backgammon_is_measured() -> None:
    told = run("backgammon_speed", "--scale", "0.002", "--rounds", "1")
    speeds = {speed["name"]: speed for speed in told["speeds"]}
    assert speeds["plays generated, perft 4"]["count"] == 202_782
    assert {"two-ply moves in games, raw", "two-ply moves by pw.search, expert"} <= speeds.keys()
    for speed in speeds.values():
        assert speed["a_second"] > 0 or "not installed" in speed["trouble"]


def test_networks_of_backgammon_are_judged(tmp_path: Path) -> None:
    backgammon = pw.game("backgammon")
    networks = Gammon(backgammon.features("raw"), hidden=16, seed=1)
    weights = Weights(
        game="backgammon", features="raw", values=tuple(networks.weights),
        evaluation=str(networks.shape),
    )  # fmt: skip
    file = str(weights.save(tmp_path / "networks.json"))
    matches = ("--games", "20", "--pairs", "2", "--data", str(tmp_path / "none"))
    told = run("backgammon_judge", file, *matches)
    figures = {figure["name"]: figure for figure in told["figures"]}
    assert figures["points a game v pubeval"]["count"] == 10
    assert figures["points a game v pubeval"]["value"] < 0
    assert figures["data of others"]["trouble"]
    assert "gnubg" in " ".join(figures)


@pytest.mark.engine
def test_the_ladder_in_points_is_measured() -> None:
    require_engine("gnubg")
    told = run("points_ladder", "--games", "2", "--kernel-games", "4", "--workers", "1")
    assert len(told["matches"]) == 21
    assert {m["games"] for m in told["matches"]} == {2, 4}
    assert told["fit"]["strengths"]["pubeval"] == 0.0


def test_the_page_is_weighed_with_all_that_it_asks_for() -> None:
    command = [sys.executable, str(FOLDER / "page_speed.py"), "--only", "weight", "--json"]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    rows = {name: figure for name, figure, _ in json.loads(done.stdout.splitlines()[-1])["rows"]}
    size, _, files = rows["page of a run, without its data"].partition(" kB, ")
    assert 5 < float(size) <= 60  # kilobytes, and not a time: they are the same everywhere
    assert int(files.split()[0]) <= 8
