"""Workers: the order of results, what ends with the block, and no process left behind."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from plywise._kernel import Stop
from plywise.distributed import Workers, processes, threads, workers_for
from plywise.errors import BadSetting


def square_late(job: int, stop: Stop) -> int:
    time.sleep(0.02 * (job % 3))
    return job * job


def wait_for_stop(job: float, stop: Stop) -> None:
    end = time.monotonic() + job
    while time.monotonic() < end:
        if stop.is_set:
            raise KeyboardInterrupt
        time.sleep(0.005)


def fail(job: int, stop: Stop) -> int:
    raise ValueError(f"job {job}")


def own_pid(job: int, stop: Stop) -> int:
    return os.getpid()


BOTH = pytest.mark.parametrize("workers", [threads(2), processes(2)], ids=repr)


@BOTH
def test_results_come_in_the_order_of_the_jobs(workers: Workers) -> None:
    with workers:
        assert list(workers.ordered(square_late, range(20))) == [n * n for n in range(20)]


@BOTH
def test_jobs_are_drawn_a_few_at_a_time(workers: Workers) -> None:
    drawn = []

    def jobs():  # type: ignore[no-untyped-def]
        for n in range(100):
            drawn.append(n)
            yield n

    with workers:
        assert next(iter(workers.ordered(square_late, jobs()))) == 0
    assert len(drawn) <= 10


@BOTH
def test_an_error_of_the_work_reaches_the_caller(workers: Workers) -> None:
    with workers, pytest.raises(ValueError, match="job 7"):
        workers.submit(fail, 7).result()


@BOTH
def test_leaving_the_block_abandons_what_is_running(workers: Workers) -> None:
    with workers:
        workers.submit(square_late, 0).result()  # the processes are there
        for _ in range(8):
            workers.submit(wait_for_stop, 60.0)
        begun = time.monotonic()
    assert time.monotonic() - begun < 30.0


@BOTH
def test_blocks_may_be_nested_and_used_again(workers: Workers) -> None:
    for _ in range(2):
        with workers:
            with workers:
                assert workers.submit(square_late, 2).result() == 4
            assert workers.submit(square_late, 3).result() == 9


def test_work_outside_a_block_is_refused() -> None:
    with pytest.raises(RuntimeError, match="inside a `with` block"):
        threads(1).submit(square_late, 1)


def test_a_dead_worker_is_an_error_not_a_hang() -> None:
    with processes(1) as workers:
        os.kill(workers.submit(own_pid, 0).result(), signal.SIGKILL)
        with pytest.raises(RuntimeError):
            workers.submit(wait_for_stop, 60.0).result()


@pytest.mark.parametrize("count", [0, -1, 99_999])
def test_a_number_of_workers_that_makes_no_sense_is_refused(count: int) -> None:
    with pytest.raises(BadSetting, match=f"{count} workers; give a number from 1 to"):
        workers_for(count)


def test_processes_end_with_their_parent_even_if_it_is_killed(tmp_path: Path) -> None:
    script = tmp_path / "parent.py"
    script.write_text(
        "import time\n"
        "from plywise.distributed import processes\n"
        "from test_distributed import own_pid, wait_for_stop\n"
        "if __name__ == '__main__':\n"
        "    with processes(1) as workers:\n"
        "        print(workers.submit(own_pid, 0).result(), flush=True)\n"
        "        workers.submit(wait_for_stop, 60.0).result()\n"
    )
    paths = [str(Path(__file__).parent), os.environ.get("PYTHONPATH", "")]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, paths))}
    with subprocess.Popen(
        [sys.executable, str(script)],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,  # the killed parent's semaphores are reported there
        text=True,
        env=environment,
    ) as parent:
        assert parent.stdout is not None
        child = int(parent.stdout.readline())
        parent.kill()
    deadline = time.monotonic() + 30.0
    while _is_alive(child) and time.monotonic() < deadline:
        time.sleep(0.02)
    assert not _is_alive(child)


def _is_alive(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except FileNotFoundError:
        return False
