"""Work elsewhere, without a cluster: chunks, order, losses, and what travels."""

import os
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from concurrent.futures import CancelledError, ThreadPoolExecutor
from contextlib import nullcontext
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import plywise as pw
from plywise._kernel import Stop
from plywise.distributed import on
from plywise.distributed.chunks import Pace, chunk_size
from plywise.distributed.dispatching import MOST_LOSSES, Lost
from plywise.distributed.elsewhere import Elsewhere
from plywise.distributed.far_end import CodeFile, answer, asked, take_over
from plywise.distributed.handshake import here
from plywise.distributed.packing import narrowed, packed, unpacked
from plywise.errors import BadInput, BadSetting
from plywise.experiments import ExperimentPlan, Size, experiment
from plywise.learning.config import LearnConfig
from plywise.learning.self_play import SelfPlay, play
from plywise.runs.legs import Leg, learn_elsewhere, read_folder, take_in, walk
from plywise.runs.trainer import Trainer
from small_runs import small

BadChunk = Callable[[int], bool]


class NextRoom:
    """A place in this process, by the very messages that go to other machines.

    `loses` says of the n-th chunk whether it gets lost.
    """

    def __init__(self, hands: int = 2, loses: BadChunk = lambda n: False) -> None:
        self._crew = ThreadPoolExecutor(hands)
        self._hands, self._loses = hands, loses
        self.chunks: list[int] = []
        self._lock = threading.Lock()

    def hands(self) -> int:
        return self._hands

    def send(
        self, chunk: bytes, *, lives_on: bool, back: Callable[[bytes | BaseException], None]
    ) -> None:
        with self._lock:
            self.chunks.append(len(unpacked(unpacked(chunk)[2])[1]))
            number = len(self.chunks)

        def done() -> None:
            back(Lost("gone") if self._loses(number) else answer(chunk))

        self._crew.submit(done)

    def abandon(self) -> None:
        self._crew.shutdown(wait=False, cancel_futures=True)


def there(line: NextRoom, most: int = 100) -> Elsewhere:
    return Elsewhere("next-room", line, most, ())


def slowly_squared(job: int, stop: Stop) -> int:
    time.sleep(0.004)
    if job == 13:
        raise ValueError("thirteen")
    return job * job


def test_results_come_in_order_and_short_jobs_go_together() -> None:
    line = NextRoom()
    with there(line) as crew:
        jobs = [n for n in range(400) if n != 13]
        assert list(crew.ordered(slowly_squared, jobs)) == [n * n for n in jobs]
    assert sum(line.chunks) == 399
    assert max(line.chunks) >= 10
    assert len(line.chunks) < 200


def test_what_gets_lost_is_sent_again() -> None:
    line = NextRoom(loses=lambda n: n % 3 == 1)
    with there(line) as crew:
        assert list(crew.ordered(slowly_squared, range(12))) == [n * n for n in range(12)]
    assert sum(line.chunks) > 12


def test_what_gets_lost_every_time_is_an_error_and_no_hang() -> None:
    line = NextRoom(loses=lambda n: True)
    with there(line) as crew, pytest.raises(BadInput, match=r"lost 21 times \(gone\)"):
        crew.submit(slowly_squared, 1).result(60)
    assert len(line.chunks) == MOST_LOSSES + 1


def test_an_error_is_that_of_its_own_job() -> None:
    with there(NextRoom()) as crew:
        futures = [crew.submit(slowly_squared, n) for n in range(10, 16)]
        with pytest.raises(ValueError, match="thirteen"):
            futures[3].result(60)
        assert [one.result(60) for one in futures[:3] + futures[4:]] == [100, 121, 144, 196, 225]


def test_a_job_that_cannot_be_packed_does_not_harm_the_others() -> None:
    with there(NextRoom()) as crew:
        bad = crew.submit(slowly_squared, threading.Lock())
        good = crew.submit(slowly_squared, 3)
        with pytest.raises(TypeError, match="pickle"):
            bad.result(60)
        assert good.result(60) == 9


def test_who_waits_is_told_when_the_crew_is_abandoned() -> None:
    with there(NextRoom(hands=1)) as crew:
        futures = [crew.submit(slowly_squared, n) for n in range(300)]
    assert all(one.done() for one in futures)
    with pytest.raises(CancelledError):
        futures[-1].result()


def test_every_hand_gets_something_before_chunks_grow() -> None:
    assert chunk_size(50, waiting=8, under_way=0, hands=8, busy=0) == 1
    assert chunk_size(50, waiting=64, under_way=0, hands=8, busy=0) == 4
    assert chunk_size(1, waiting=5, under_way=16, hands=8, busy=16) == 0
    pace = Pace()
    pace.note(10, 0.1)
    assert pace.full == 20


KINDS = st.sampled_from(["f8", "f4", "i8", "i4", "u1"])
SMALL = st.lists(st.integers(-300, 300), max_size=60)


@given(KINDS, st.one_of(st.binary(max_size=480), SMALL))
def test_arrays_travel_to_the_bit(kind: str, numbers: Any) -> None:
    if isinstance(numbers, bytes):  # any bits at all, NaNs and infinities among them
        array = np.frombuffer(numbers[: len(numbers) // 8 * 8], dtype=kind)
    else:
        array = np.array(numbers).astype(kind)
    again = unpacked(packed({"array": array, "list": [array, array]}))
    assert again["array"].tobytes() == array.tobytes()
    assert (again["array"].dtype, again["list"][1].shape) == (array.dtype, array.shape)
    assert narrowed(array).astype(array.dtype).tobytes() == array.tobytes()


def test_a_game_s_record_takes_a_fifth_of_its_bytes_and_loses_none() -> None:
    import pickle

    config = LearnConfig(search={"depth": 1}, games=10)
    played = play(SelfPlay(config).job(1, config.start_vector), Stop())
    data = packed(played)
    assert unpacked(data).record == played.record
    assert len(data) < len(pickle.dumps(played)) / 5


def test_who_differs_is_refused_with_what_mends_it() -> None:
    own = here()
    assert own.why_not(own, "hill") == ""
    older = replace(own, version="0.1.0")
    line = f"pip install 'plywise[ray]=={own.version}'"
    assert line in own.why_not(older, "hill")
    for field in ("kernel", "code", "games", "numbers", "python"):
        assert own.why_not(replace(own, **{field: "other"}), "hill").startswith("hill ")
    mac = replace(own, kernel="other", platform="Darwin arm64")
    assert own.why_not(mac, "hill") == ""  # another file, which plays the same games
    found = unpacked(answer(asked(older, (), slowly_squared, [2])))
    assert "plywise[ray]==0.1.0" in found.refused  # the far end refuses too, who joined later


def test_a_file_that_was_changed_on_the_way_is_refused() -> None:
    sent = CodeFile.of("/elsewhere/mine.py", b"A = 1")
    with pytest.raises(BadInput, match="its hash differs"):
        take_over(replace(sent, text=b"A = 2"))


@pytest.mark.parametrize(
    "where", ["ray://", "ray:local", "ray://local:0", "ray://local:x", "ray://a b:1", "ray://h:0"]
)
def test_an_address_that_cannot_be_is_refused(where: str) -> None:
    with pytest.raises(BadSetting, match="is no address of a Ray cluster"):
        on(where)


@pytest.mark.parametrize("workers", [0, -1, 10**6])
def test_a_number_of_hands_that_makes_no_sense_is_refused(workers: int) -> None:
    with pytest.raises(BadSetting, match="workers; give a number"):
        on("ray", workers)


def test_without_ray_the_extra_is_named(tmp_path: Path) -> None:
    (tmp_path / "sitecustomize.py").write_text("import sys\nsys.modules['ray'] = None\n")
    paths = [str(tmp_path), os.environ.get("PYTHONPATH", "")]
    done = subprocess.run(
        [sys.executable, "-m", "plywise", "learn", "chess", "--on", "ray", "--out", "run"],
        capture_output=True, text=True, check=False, timeout=120, cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, paths))},
    )  # fmt: skip
    assert done.returncode == 2
    assert "pip install 'plywise[ray]'" in done.stderr
    assert not (tmp_path / "run").exists()


def files_of(folder: Path) -> dict[str, bytes]:
    timeless = (".bin", ".txt", ".pgn", ".toml")
    return {k: v for k, v in read_folder(folder).items() if k.endswith(timeless)}


def test_a_run_in_legs_is_the_run_in_one_piece(tmp_path: Path) -> None:
    config = small(games=12, batch=3, gate_every=5, gate_games=2)
    Trainer(config, tmp_path / "whole", workers=1).run()
    Trainer(config, tmp_path / "legs", workers=1).run(games=0, pgn=False)
    legs = 0
    is_over = False
    while not is_over:
        files = read_folder(tmp_path / "legs")
        done = walk(Leg(settings=config.as_dict(), files=files, seconds=0.0), Stop())
        take_in(tmp_path / "legs", done)
        legs, is_over = legs + 1, done.is_over
    assert legs >= 12
    assert files_of(tmp_path / "legs") == files_of(tmp_path / "whole")


def test_a_run_goes_elsewhere_and_comes_back(tmp_path: Path) -> None:
    config = small(games=20)
    counted: list[int] = []
    with there(NextRoom()) as crew:
        run = learn_elsewhere(
            config, tmp_path / "there", crew, Stop(), on_game=lambda: counted.append(1)
        )
    assert (len(run.history), len(counted), run.is_complete) == (20, 20, True)
    Trainer(config, tmp_path / "here", workers=1).run()
    assert files_of(tmp_path / "there") == files_of(tmp_path / "here")


def test_weights_that_run_away_elsewhere_are_told_here(tmp_path: Path) -> None:
    config = small(games=40, step_size="fixed:1e300")
    with there(NextRoom()) as crew, pytest.raises(pw.WeightsDiverged):
        learn_elsewhere(config, tmp_path / "there", crew, Stop())
    with pytest.raises(pw.WeightsDiverged):
        Trainer(config, tmp_path / "here", workers=1).run()
    assert files_of(tmp_path / "there") == files_of(tmp_path / "here")


def test_ctrl_c_does_not_wait_for_a_leg(tmp_path: Path) -> None:
    stop = Stop()
    line = NextRoom()
    threading.Timer(0.5, stop.set).start()
    with there(line) as crew, pytest.raises(KeyboardInterrupt):
        learn_elsewhere(small(games=100_000), tmp_path, crew, stop)


@pytest.mark.parametrize(
    ("name", "size"),
    [
        ("no-search", Size(seeds=2, games=6)),
        ("random-evaluations", Size(seeds=1, games=4, match_games=2, depths=(1,))),
    ],
)
def test_an_experiment_elsewhere_finds_the_same(name: str, size: Size, tmp_path: Path) -> None:
    """Learning runs are sent as legs, cells by the functions that compute them."""

    def rows(folder: str, crew: Elsewhere | None = None) -> Any:
        found = experiment(name)
        plan = ExperimentPlan(
            experiment=found, size_name="quick", size=size, work=tmp_path / folder, crew=crew,
            seed=found.first_seed,
        )  # fmt: skip
        with crew or nullcontext():
            result = found.run(plan)
        return result.rows, result.data

    line = NextRoom()
    assert rows("there", there(line)) == rows("here")
    assert line.chunks
