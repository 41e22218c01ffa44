"""A Ray cluster for the tests: a head without processors, and machines of one each.

All of it listens on the loopback interface alone.
"""

import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

import plywise

PATIENCE = 240.0
"""Seconds for what starts slowly on a busy machine."""
STORE = 80 * 2**20
SLOWLY = {
    "RAY_raylet_start_wait_time_s": "200",
    "RAY_gcs_server_port_wait_time_s": "200",
    "RAY_worker_register_timeout_seconds": "200",
}
ENVIRONMENT = {
    "RAY_ENABLE_WINDOWS_OR_OSX_CLUSTER": "0",  # Ray's switch for "this machine alone"
    "RAY_USAGE_STATS_ENABLED": "0",
    "RAY_AUTH_MODE": "disabled",
    "RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO": "0",
    **SLOWLY,
}
TESTS = Path(__file__).parent
PACKAGE = Path(plywise.__file__).parents[1]


@contextmanager
def started(machines: int = 2) -> Iterator[Any]:
    """A cluster of so many machines; RAY_ADDRESS names it to this process and to its children."""
    with pytest.MonkeyPatch.context() as patch:
        for name, value in ENVIRONMENT.items():
            patch.setenv(name, value)
        paths = [str(TESTS), str(PACKAGE), os.environ.get("PYTHONPATH", "")]
        patch.setenv("PYTHONPATH", os.pathsep.join(filter(None, paths)))
        import ray
        from ray._private import ray_constants
        from ray.cluster_utils import Cluster

        patch.setattr(ray_constants, "ENABLE_RAY_CLUSTER", False)
        head = {"num_cpus": 0, "include_dashboard": False, "object_store_memory": STORE}
        cluster = Cluster(initialize_head=True, head_node_args=head)
        try:
            patch.setenv("RAY_ADDRESS", cluster.address)
            for _ in range(machines):
                added(cluster)
            yield cluster
        finally:
            ray.shutdown()
            cluster.shutdown()


def added(cluster: Any, **more: Any) -> Any:
    """One machine more."""
    return cluster.add_node(num_cpus=1, object_store_memory=STORE, **more)


def tasks_running() -> list[int]:
    """The processes of this machine that do a chunk of ours just now, as Ray names them."""
    found = []
    for path in Path("/proc").glob("[0-9]*/cmdline"):
        try:
            title = path.read_bytes()
        except OSError:
            continue
        if title.startswith((b"ray::_answer", b"ray::_Living.answer")):
            found.append(int(path.parent.name))
    return found


def until(condition: Any, seconds: float = PATIENCE) -> bool:
    """Whether the condition came to hold in time."""
    end = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > end:
            return False
        time.sleep(0.05)
    return True
