"""The same bits on a cluster as here, whatever happens to its machines."""

import json
import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import plywise as pw
from conftest import require_ray
from kernel_games import job
from mock_opponents import left_behind, mock
from plywise._kernel import Stop
from plywise.distributed import Elsewhere, dispatching, on, threads
from plywise.errors import BadInput, BadSetting
from plywise.play.match_plan import Task, play_pair
from plywise.play.rating import rate
from plywise.runs.trainer import Trainer
from ray_cluster import PATIENCE, added, started, tasks_running, until

pytestmark = [
    pytest.mark.ray,
    pytest.mark.xdist_group("ray"),
    pytest.mark.filterwarnings("ignore"),  # Ray has warnings of its own
]


@pytest.fixture(scope="module")
def cluster() -> Iterator[Any]:
    require_ray()
    with started(2) as made:
        yield made


@pytest.fixture
def crew(cluster: Any) -> Elsewhere:
    return on("ray")


def learnt(workers: Any, on_game: Callable[[Any], object] | None = None, **more: Any) -> pw.Run:
    settings: dict[str, Any] = {
        "search": {"depth": 2}, "games": 160, "lag": 16, "seed": 5, "gate_every": 80,
        "gate_games": 20, "max_plies": 120,
    }  # fmt: skip
    return pw.learn("chess", **{**settings, **more}, workers=workers, on_game=on_game)


@pytest.fixture(scope="module")
def by_threads() -> pw.Run:
    return learnt(2)


def same(run: pw.Run, other: pw.Run) -> bool:
    """Whether two runs have the same weights after every game, and the same gates."""
    a, b = (list(map(tuple, one.history.weights[:])) for one in (run, other))
    scores = [[gate.score for gate in one.gates] for one in (run, other)]
    return len(a) > 0 and a == b and scores[0] == scores[1]


def test_learning_gives_the_same_bits_as_threads(crew: Elsewhere, by_threads: pw.Run) -> None:
    assert crew.count == 2
    assert len(crew.machines) == 2
    assert same(learnt(crew), by_threads)


def test_matches_and_arenas_give_the_same_games_as_threads(crew: Elsewhere) -> None:
    def found(workers: Any) -> list[Any]:
        one = pw.match("chess/thesis", "random", games=40, depth=1, seed=3, workers=workers)
        two = pw.arena("othello", "uct", "best-first", nodes=60, pairs=6, seed=2, workers=workers)
        return [*one.records, *two.records, str(one), str(two)]

    assert found(crew) == found(2)


def test_a_player_is_rated_there(crew: Elsewhere) -> None:
    told: list[int] = []
    found = rate(
        "chess/standard", games=12, opponents=["own"], search=pw.AlphaBeta(depth=1), seed=3,
        max_plies=60, workers=crew, on_pair=lambda rating: told.append(rating.games),
    )  # fmt: skip
    assert found.games == 12
    assert told == [2, 4, 6, 8, 10, 12]


def test_values_are_the_same_and_lie_in_the_same_folders(crew: Elsewhere, tmp_path: Path) -> None:
    def found(workers: Any, folder: str) -> Any:
        told = pw.values(
            "chess", seeds=3, games=40, depth=1, match_games=20, max_plies=80, workers=workers,
            out=tmp_path / folder,
        )  # fmt: skip
        files = {
            path.relative_to(tmp_path / folder): path.read_bytes()
            for path in (tmp_path / folder).rglob("*")
            if path.suffix in (".bin", ".txt", ".pgn") or path.name == "values.json"
        }
        return told.as_dict(), files

    assert found(crew, "there") == found(2, "here")


def work_on(job: str, stop: Stop) -> Any:
    """Work for the tests that other processes import."""
    if job == "pid":
        return os.getpid()
    if job == "bad setting":
        raise BadSetting("depth = -1 is no depth")
    error = ValueError(f"no move in {job}")
    error.add_note("in game 7")
    raise error


def test_an_exception_comes_back_as_itself(crew: Elsewhere) -> None:
    with crew:
        with pytest.raises(BadSetting, match="depth = -1 is no depth"):
            crew.submit(work_on, "bad setting").result(PATIENCE)
        with pytest.raises(ValueError, match="no move in e4") as caught:
            crew.submit(work_on, "e4").result(PATIENCE)
        assert caught.value.__notes__ == ["in game 7"]
        with pytest.raises(BadSetting, match="function at the top of a module"):
            crew.submit(lambda job, stop: job, "e4").result(PATIENCE)


def die_on(job: Any, stop: Any) -> Any:
    os._exit(3)


def test_work_that_always_ends_its_worker_is_given_up(
    crew: Elsewhere, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(dispatching, "MOST_LOSSES", 2)
    with (
        crew,
        pytest.raises(BadInput, match=r"lost 3 times .* without --on"),
    ):
        crew.submit(die_on, "e4").result(PATIENCE)


def test_a_killed_worker_costs_time_and_no_bit(crew: Elsewhere, by_threads: pw.Run) -> None:
    killed: list[int] = []

    def kill(progress: Any) -> None:
        for pid in tasks_running()[: 2 - len(killed)]:
            os.kill(pid, signal.SIGKILL)
            killed.append(pid)

    assert same(learnt(crew, kill), by_threads)
    assert len(killed) == 2


def test_a_machine_that_goes_in_mid_run_costs_time_and_no_bit(
    cluster: Any, crew: Elsewhere, by_threads: pw.Run
) -> None:
    extra = added(cluster)
    gone: list[int] = []

    def take_away(progress: Any) -> None:
        if not gone and (busy := tasks_running()):
            gone.extend(busy)
            cluster.remove_node(extra, allow_graceful=False)

    more = on("ray")
    assert more.count == 3
    assert same(learnt(more, take_away), by_threads)
    assert gone


NIM = """
import plywise as pw

class Nim(pw.Rules):
    max_plies = 12
    repeats = False
    def start(self): return (1, 3, 5, 0)
    def turn(self, state): return "second" if state[-1] else "first"
    def moves(self, state):
        if WRONG and sum(state[:3]) == 4:
            raise ZeroDivisionError(f"no moves in {state}")
        return [f"{i}-{n}" for i, heap in enumerate(state[:3]) for n in range(1, heap + 1)]
    def after(self, state, move):
        *heaps, mover = state
        which, taken = map(int, move.split("-"))
        heaps[which] -= taken
        return (*heaps, 1 - mover)
    def outcome(self, state): return None if any(state[:3]) else float(state[-1] == 1)

@pw.feature(Nim)
def heaps(position, side):
    return sum(map(bool, position.state[:3])) if position.turn == side else 0
"""


def test_a_game_in_python_travels_as_its_file(crew: Elsewhere, tmp_path: Path) -> None:
    file = tmp_path / "nim_sent.py"
    file.write_text(NIM.replace("WRONG", "False"))
    game = pw.game(f"{file}:Nim").name
    settings: dict[str, Any] = {
        "features": "heaps", "search": {"depth": 2}, "games": 24, "gate_every": 0, "seed": 2,
    }  # fmt: skip
    here = pw.learn(game, **settings, workers=1)
    file.unlink()  # it is not there for the others, as on another machine
    assert same(pw.learn(game, **settings, workers=crew), here)


def test_an_error_in_a_game_of_ones_own_is_that_error(crew: Elsewhere, tmp_path: Path) -> None:
    file = tmp_path / "nim_broken.py"
    file.write_text(NIM.replace("WRONG", "True"))
    game = pw.game(f"{file}:Nim").name
    with pytest.raises(ZeroDivisionError, match="no moves in"):
        pw.learn(game, features="heaps", search={"depth": 2}, games=8, gate_every=0, workers=crew)


def test_engines_live_on_with_their_workers_and_end_with_the_crew(
    noted: Path, crew: Elsewhere
) -> None:
    def games(workers: Any) -> list[Any]:
        settings: dict[str, Any] = {"games": 16, "depth": 1, "seed": 1, "max_plies": 16}
        found = pw.match("chess/standard", mock("plays_well"), **settings, workers=workers)
        assert found.failures == (0, 0)
        return [record.moves for record in found.records]

    assert games(crew) == games(threads(2))
    assert not left_behind(noted)


def test_a_lost_engine_s_game_is_played_again(crew: Elsewhere) -> None:
    killed: list[int] = []

    def kill(result: pw.MatchResult) -> None:
        if not killed and tasks_running():
            killed.extend(tasks_running()[:1])
            os.kill(killed[0], signal.SIGKILL)

    def games(workers: Any, on_pair: Any = None) -> list[Any]:
        settings: dict[str, Any] = {"games": 24, "depth": 2, "seed": 1, "max_plies": 60}
        who = mock("plays_well")
        found = pw.match("chess/standard", who, **settings, workers=workers, on_pair=on_pair)
        return [record.moves for record in found.records]

    assert games(crew, kill) == games(threads(2))
    assert len(killed) == 1


def test_a_missing_engine_is_no_lost_game(crew: Elsewhere, tmp_path: Path) -> None:
    who = mock("plays_well")
    engine = replace(who.engine, command=(str(tmp_path / "gone"), *who.engine.command[1:]))
    sides = (None, replace(who, engine=engine))
    pair = tuple(Task(job(number, depth=1), ("a", "b"), sides) for number in range(2))
    with crew, pytest.raises(BadSetting, match="must be installed on every machine"):
        crew.submit(play_pair, pair).result(PATIENCE)


def run_cli(*words: str | Path, **more: Any) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(
        [sys.executable, "-m", "plywise", *map(str, words)], capture_output=True, text=True,
        check=False, timeout=PATIENCE, **more,
    )  # fmt: skip


@pytest.fixture
def other_release(tmp_path: Path) -> Path:
    """An installation of plywise that says of itself to be an older one."""
    home = Path(pw.__file__).parent
    copy = tmp_path / "plywise"
    ignored = shutil.ignore_patterns("*.so", "__pycache__", "*.csv")
    shutil.copytree(home, copy, ignore=ignored)
    for kernel in home.glob("_kernel*.so"):
        (copy / kernel.name).symlink_to(kernel)
    handshake = copy / "distributed" / "handshake.py"
    handshake.write_text(handshake.read_text().replace("version=_kernel.version", 'version="0.1"'))
    return tmp_path


def test_another_version_is_refused_with_the_line_that_mends_it(
    cluster: Any, other_release: Path
) -> None:
    paths = os.pathsep.join([str(other_release), os.environ["PYTHONPATH"]])
    machine = added(cluster, env_vars={"PYTHONPATH": paths})
    try:
        done = run_cli("doctor", "--on", "ray", "--json")
        with pytest.raises(BadSetting, match=r"has plywise 0\.1 and this machine"):
            on("ray")
    finally:
        cluster.remove_node(machine)
    assert done.returncode == 2, done.stderr
    assert f"pip install 'plywise[ray]=={pw.__version__}'" in done.stderr
    assert "asks for no token" in done.stderr  # this one does not: its user is told
    assert "Traceback" not in done.stderr
    told = json.loads(done.stdout.splitlines()[-1])
    assert (told["cores"], len(told["machines"])) == (2, 3)
    assert sorted(bool(one["why_not"]) for one in told["machines"]) == [False, False, True]


DEEP = ("learn", "chess", "--depth", "8", "--games", "40", "--seed", "2", "--gate-every", "0")
"""Games of minutes: a task that has ended did not end by itself."""


def test_ctrl_c_leaves_no_task_behind(cluster: Any, tmp_path: Path) -> None:
    words = [*DEEP, "--out", str(tmp_path / "run"), "--on", "ray"]
    process = subprocess.Popen(
        [sys.executable, "-m", "plywise", *words], stderr=subprocess.PIPE, text=True
    )
    try:
        # Both: tasks of the test before may still be on the list.
        assert until(lambda: (tmp_path / "run" / "config.toml").exists())
        assert until(lambda: len(tasks_running()) == 2)
        process.send_signal(signal.SIGINT)
        _, told = process.communicate(timeout=PATIENCE)
    finally:
        process.kill()
    assert process.returncode == 130
    assert "--resume" in told
    assert until(lambda: not tasks_running(), 5.0)  # the last of them may be just being ended


SMALL = ("learn", "chess", "--depth", "2", "--games", "60", "--seed", "2", "--gate-every", "0")


def test_a_run_whose_command_was_killed_goes_on_with_the_same_bits(
    cluster: Any, tmp_path: Path
) -> None:
    words = [*SMALL, "--out", str(tmp_path / "there"), "--on", "ray"]
    process = subprocess.Popen([sys.executable, "-m", "plywise", *words], stderr=subprocess.DEVNULL)
    assert until(lambda: (tmp_path / "there" / "checkpoints").exists() and tasks_running())
    process.kill()
    process.wait()
    assert until(lambda: not tasks_running())
    done = run_cli(*words, "--resume")
    assert done.returncode == 0, done.stderr
    there = pw.load(tmp_path / "there")
    assert len(there.history) == 60
    assert same(there, Trainer(there.config, workers=2).run())
