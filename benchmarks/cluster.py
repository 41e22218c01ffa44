"""What a cluster costs: the same work by threads and on simulated machines of one Ray cluster.

    .venv/bin/python benchmarks/cluster.py [--machines 2 4] [--json]

Machines are simulated (`ray.cluster_utils.Cluster`): a head without processors and N nodes of one
each, all on this machine and its loopback interface, so that more of them than cores gain nothing.
What is measured is the processor time of everything: of the processes that play and learn, and of
Ray's own (scheduler, agents, log readers). Efficiency is the processor time of the same work by
threads divided by that; on a busy machine it says more than the clock does.
"""

import argparse
import json
import os
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import plywise as pw
from plywise.distributed import cores

ENVIRONMENT = {
    "RAY_ENABLE_WINDOWS_OR_OSX_CLUSTER": "0",  # Ray's switch for "this machine alone"
    "RAY_USAGE_STATS_ENABLED": "0",
    "RAY_AUTH_MODE": "disabled",
    "RAY_raylet_start_wait_time_s": "200",
    "RAY_worker_register_timeout_seconds": "200",
}
STORE = 80 * 2**20
TICKS = os.sysconf("SC_CLK_TCK")


@dataclass(frozen=True, kw_only=True)
class Cost:
    """What some work took."""

    what: str
    machines: int
    """0 for threads of this process."""
    seconds: float
    worked: float
    """Seconds of processor, of this process and of those that play."""
    ray: float
    """Seconds of processor that Ray's own processes took meanwhile."""


def works(scale: float, named: str = "") -> dict[str, Callable[[Any], object]]:
    """The work to be measured, by what it is called; that whose name begins so."""

    def values(workers: Any) -> object:
        games = max(20, round(60 * scale))
        return pw.values("chess", seeds=8, games=games, depth=2, match_games=0, workers=workers)

    def match(workers: Any) -> object:
        games = max(20, round(1000 * scale) * 2)
        return pw.match("chess/thesis", "chess/standard", games=games, depth=1, workers=workers)

    def chunks(workers: Any) -> object:  # two or three pairs make the 0.2 s of a chunk
        games = max(20, round(150 * scale) * 2)
        return pw.match("chess/thesis", "chess/standard", games=games, depth=3, workers=workers)

    def single(workers: Any) -> object:  # a pair takes longer than 0.1 s: it is a chunk of its own
        games = max(8, round(40 * scale) * 2)
        return pw.match("chess/thesis", "chess/standard", games=games, depth=4, workers=workers)

    def learning(lag: int) -> Callable[[Any], object]:
        games = max(8 * lag, round(256 * scale))
        settings: dict[str, Any] = {"games": games, "gate_every": 0, "search": {"depth": 2}}
        return lambda workers: pw.learn("chess", **settings, lag=lag, workers=workers).weights

    known: dict[str, Callable[[Any], object]] = {
        "values, 8 seeds": values,
        "match of 2,000 games": match,
        "few pairs a chunk, depth 3": chunks,
        "single pairs, depth 4": single,
        "learning, lag 16": learning(16),
        "learning, lag 64": learning(64),
    }
    return {what: work for what, work in known.items() if what.startswith(named)}


def spent() -> tuple[float, float]:
    """Seconds of processor so far: of this process and Ray's workers, and of Ray's own processes.

    Those that have ended count with whoever waited for them.
    """
    parents, times, titles = {}, {}, {}
    for path in Path("/proc").glob("[0-9]*/stat"):
        try:
            text = path.read_text()
            titles[int(path.parent.name)] = (path.parent / "cmdline").read_bytes()
        except OSError:
            continue
        pid, rest = int(path.parent.name), text.rpartition(")")[2].split()
        parents[pid] = int(rest[1])
        times[pid] = sum(map(int, rest[11:15])) / TICKS
    own, ray = 0.0, 0.0
    for pid, seconds in times.items():
        if pid == os.getpid():
            own += seconds
        elif _is_ours(pid, parents):
            plays = titles.get(pid, b"").startswith((b"ray::_answer", b"ray::IDLE", b"ray::_g"))
            own, ray = (own + seconds, ray) if plays else (own, ray + seconds)
    return own, ray


def _is_ours(pid: int, parents: dict[int, int]) -> bool:
    while pid > 1:
        pid = parents.get(pid, 0)
        if pid == os.getpid():
            return True
    return False


def measured(what: str, work: Callable[[Any], object], workers: Any, machines: int) -> Cost:
    """Do the work, and say what it took."""
    begun, before = time.monotonic(), spent()
    work(workers)
    after = spent()
    return Cost(
        what=what, machines=machines, seconds=time.monotonic() - begun,
        worked=after[0] - before[0], ray=after[1] - before[1],
    )  # fmt: skip


def on_clusters(machines: list[int], chosen: dict[str, Callable[[Any], object]]) -> list[Cost]:
    """The work on clusters of so many machines, one more after the other."""
    os.environ.update(ENVIRONMENT)
    home = str(Path(pw.__file__).parents[1])
    os.environ["PYTHONPATH"] = os.pathsep.join([home, os.environ.get("PYTHONPATH", "")])
    from ray.cluster_utils import Cluster

    head = {"num_cpus": 0, "include_dashboard": False, "object_store_memory": STORE}
    cluster = Cluster(initialize_head=True, head_node_args=head)
    os.environ["RAY_ADDRESS"] = cluster.address
    found: list[Cost] = []
    try:
        there = 0
        for wanted in sorted(machines):
            for _ in range(wanted - there):
                cluster.add_node(num_cpus=1, object_store_memory=STORE)
            there = wanted
            crew = pw.distributed.on("ray")
            pw.match("chess/thesis", "random", games=200, depth=1, workers=crew)  # all are awake
            for what, work in chosen.items():
                found.append(measured(what, work, crew, wanted))
                print(_line(found[-1]), file=sys.stderr)
    finally:
        import ray

        ray.shutdown()
        cluster.shutdown()
    return found


def _line(cost: Cost) -> str:
    where = f"{cost.machines} machines" if cost.machines else "threads"
    return f"{cost.what:26} {where:10} {cost.seconds:7.1f} s, {cost.worked:6.1f} + {cost.ray:.1f} s"


def table(costs: list[Cost]) -> list[str]:
    """The costs beside those of threads."""
    threads = {cost.what: cost for cost in costs if not cost.machines}
    lines = ["| work | machines | processor, s | efficiency | with Ray's own | clock, s |",
             "|---|---:|---:|---:|---:|---:|"]  # fmt: skip
    for cost in costs:
        base = threads[cost.what].worked
        alone, whole = base / cost.worked, base / (cost.worked + cost.ray)
        shown = (f"{alone:.0%}", f"{whole:.0%}") if cost.machines else ("", "")
        lines.append(
            f"| {cost.what} | {cost.machines or 'threads'} | {cost.worked:.1f} + {cost.ray:.1f} | "
            f"{shown[0]} | {shown[1]} | {cost.seconds:.1f} |"
        )
    return lines


def main() -> None:
    """Measure, and print a table."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--machines", type=int, nargs="+", default=[2, 4])
    parser.add_argument("--scale", type=float, default=1.0, help="of the games of all work")
    parser.add_argument("--work", default="", help="only what begins so, as: match")
    parser.add_argument("--json", action="store_true")
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as place:
        os.chdir(place)
        chosen = works(asked.scale, asked.work)
        costs = [measured(what, work, cores(), 0) for what, work in chosen.items()]
        for cost in costs:
            print(_line(cost), file=sys.stderr)
        costs += on_clusters(asked.machines, chosen)
    if asked.json:
        told = {"cores": cores(), "load": os.getloadavg(), "costs": [asdict(c) for c in costs]}
        print(json.dumps(told))
    else:
        print("\n".join(table(costs)))
        print(f"\n{cores()} cores, load {os.getloadavg()[0]:.1f}")


if __name__ == "__main__":
    main()
