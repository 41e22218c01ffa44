"""The connection to a Ray cluster: one a process, checked before the first job."""

import logging
import os
import secrets
import socket
import warnings
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import fields
from pathlib import Path
from typing import Any

import ray
from ray.util.scheduling_strategies import NodeAffinitySchedulingStrategy

from plywise.distributed.elsewhere import Machine
from plywise.distributed.handshake import Identity, here, pip_line
from plywise.distributed.places._ray_line import by_value
from plywise.errors import BadSetting

REACHED = 5.0
"""Seconds in which a port must answer."""
GREETING = 180.0
"""Seconds in which a machine must say who it is: its first process has to start, and to import."""
LOOPBACK = "127.0.0.1"
ONE_MACHINE = "RAY_ENABLE_WINDOWS_OR_OSX_CLUSTER"
"""Ray's own switch, by which all of its processes listen on the loopback interface alone."""
STORE = 128 * 2**20
"""Bytes of the object store of a trial; games are small."""

_TOKEN = secrets.token_hex(32)
"""Of the trials of this process, so that no other user of the machine can use them either."""

_connected: str | None = None
"""The address that this module has connected the process to."""


def connect(where: str, host: str, number: int) -> None:
    """Connect the process to the cluster; BadSetting if it is not there or speaks otherwise."""
    global _connected
    if ray.is_initialized():
        if _connected == where or (_connected is None and not host):
            return
        if _connected is None:
            raise BadSetting(
                f"this program is connected to a Ray cluster already, and not to {where!r}: use "
                "on('ray'), which takes the connection that is there"
            )
        ray.shutdown()
    _connected = None
    if host == "local":
        _start_here(number)
    else:
        _reach(where, host, number)
    _keep_off_stdout()
    _connected = where


def _keep_off_stdout() -> None:
    """Let Ray log what it would print: stdout has results, and lost workers are our business."""
    from ray._private import worker

    def log(data: Mapping[str, Any], **_: Any) -> None:
        logging.getLogger("ray").info("%s", data.get("lines"))

    if hasattr(worker, "print_to_stdstream"):
        worker.print_to_stdstream = log


def _start_here(cores: int) -> None:
    """Start a cluster that nobody outside of this machine can reach."""
    with _alone(), _explained(f"ray://local:{cores}"):
        ray.init(
            address="local", num_cpus=cores, include_dashboard=False, object_store_memory=STORE,
            logging_level="ERROR", log_to_driver=False,
        )  # fmt: skip
    if any(node["NodeManagerAddress"] != LOOPBACK for node in ray.nodes()):
        ray.shutdown()
        raise BadSetting(
            "this version of Ray listens beyond this machine even for a trial; it was stopped "
            "again. Use --workers N, which needs no cluster"
        )


@contextmanager
def _alone() -> Iterator[None]:
    """What is started meanwhile stays on this machine, and tells nobody of itself."""
    from ray._private import ray_constants

    before = ray_constants.ENABLE_RAY_CLUSTER
    set_to = {ONE_MACHINE: "0", "RAY_USAGE_STATS_ENABLED": "0", "RAY_AUTH_TOKEN": _TOKEN}
    kept = {name: os.environ.get(name) for name in (*set_to, "RAY_AUTH_MODE")}
    os.environ.update(set_to)
    ray_constants.ENABLE_RAY_CLUSTER = False
    try:
        yield
    finally:
        ray_constants.ENABLE_RAY_CLUSTER = before
        for name, value in kept.items():
            if value is None:
                os.environ.pop(name, None)
            else:
                os.environ[name] = value


def _reach(where: str, host: str, port: int) -> None:
    found = (host, port) if host else _own_cluster()
    if found is None:
        raise BadSetting(
            "no Ray cluster is running on this machine, and RAY_ADDRESS names none; "
            "docs/machines.md says how to start one"
        )
    try:
        socket.create_connection(found, REACHED).close()
    except OSError as error:
        raise BadSetting(
            f"no Ray cluster answers at {found[0]}:{found[1]} ({error}); is it running, and is the "
            "address right?"
        ) from None
    is_to_warn = is_open(*found, is_client=bool(host))
    address = f"ray://{host}:{port}" if host else "auto"
    with _explained(where):
        ray.init(address=address, logging_level="ERROR", log_to_driver=False)
    if is_to_warn:
        warn_of_open(*found)


@contextmanager
def _explained(where: str) -> Iterator[None]:
    """What Ray says when it cannot connect, as a message of ours."""
    try:
        yield
    except ImportError as error:
        raise BadSetting(
            f"{where!r} is reached by Ray's client, which misses {error.name}; "
            "install it with: pip install 'ray[client]'"
        ) from None
    except (ConnectionError, RuntimeError, ValueError, TimeoutError) as error:
        ray.shutdown()
        lines = [line.strip() for line in str(error).splitlines() if line.strip()]
        told = " ".join(lines[:6])[:600]
        if "ersion" in told:
            raise BadSetting(
                f"the cluster at {where!r} speaks another version than this machine (Ray "
                f"{ray.__version__}): {told}"
            ) from None
        raise BadSetting(f"the cluster at {where!r} cannot be used: {told}") from None


def _own_cluster() -> tuple[str, int] | None:
    """Host and port of the cluster that this machine belongs to, as Ray finds them."""
    from ray._private.services import canonicalize_bootstrap_address

    try:
        found = canonicalize_bootstrap_address("auto")
    except (ConnectionError, ValueError):
        return None
    if found is None:
        return None
    host, _, port = found.removeprefix("ray://").rpartition(":")
    return (host.strip("[]"), int(port)) if port.isdecimal() else None


# ---- who may enter ------------------------------------------------------------------------------


def is_open(host: str, port: int, *, is_client: bool) -> bool:
    """Whether the cluster answers somebody who shows no token; BadSetting if it refuses ours too.

    Ray itself would ask for minutes before it gives up. Tokens are sent, and never shown.
    """
    if _answers(host, port, is_client=is_client, token=""):
        return True
    if not _answers(host, port, is_client=is_client, token=own_token()):
        raise BadSetting(
            f"the Ray cluster at {host}:{port} asks for a token, and "
            + ("does not take this machine's" if own_token() else "this machine shows none")
            + ": set RAY_AUTH_MODE=token, and put the cluster's token into ~/.ray/auth_token"
        )
    return False


def warn_of_open(host: str, port: int) -> None:
    """Warn of a cluster that asks for no token."""
    warnings.warn(
        f"the Ray cluster at {host}:{port} asks for no token: whoever reaches that port can run "
        "any program on its machines. Start it with RAY_AUTH_MODE=token (docs/machines.md)",
        stacklevel=2,
    )


def _answers(host: str, port: int, *, is_client: bool, token: str) -> bool:
    """Whether a small question is answered; where none can be asked, what our own mode says."""
    try:
        import grpc
    except ImportError:
        return os.environ.get("RAY_AUTH_MODE", "").lower() != "token"
    method = (
        "/ray.rpc.RayletDriver/ClusterInfo" if is_client
        else "/ray.rpc.NodeInfoGcsService/CheckAlive"
    )  # fmt: skip
    shown = (("authorization", f"Bearer {token}"),) if token else ()
    with grpc.insecure_channel(f"{host}:{port}") as channel:
        try:
            channel.unary_unary(method)(b"", timeout=REACHED, metadata=shown)
        except grpc.RpcError as error:
            return bool(error.code() != grpc.StatusCode.UNAUTHENTICATED)
    return True


def own_token() -> str:
    """The token of this machine, where Ray looks for it; empty if there is none, or it is off."""
    if os.environ.get("RAY_AUTH_MODE", "token").lower() != "token":
        return ""
    if token := os.environ.get("RAY_AUTH_TOKEN", ""):
        return token.strip()
    path = os.environ.get("RAY_AUTH_TOKEN_PATH") or Path.home() / ".ray" / "auth_token"
    try:
        return Path(path).read_text().strip()
    except OSError:
        return ""


# ---- who is there -------------------------------------------------------------------------------


def _greeting() -> Any:
    import sys

    told = {"python": ".".join(map(str, sys.version_info[:2])), "version": ""}
    try:
        import plywise

        told["version"] = plywise.__version__
        from plywise.distributed.handshake import here

        return here().as_dict()
    except ImportError as error:
        return {**told, "missing": str(error)}


def greeted() -> Sequence[Machine]:
    """Every machine that has processors, with what it says of itself; not one that is just gone."""
    ask = ray.remote(num_cpus=0, max_retries=3)(by_value(_greeting))
    nodes = [n for n in ray.nodes() if n["Alive"] and n["Resources"].get("CPU", 0) >= 1]
    asked = [
        ask.options(scheduling_strategy=NodeAffinitySchedulingStrategy(n["NodeID"], soft=False))
        for n in nodes
    ]
    refs = [one.remote() for one in asked]
    done = set(ray.wait(refs, num_returns=len(refs), timeout=GREETING)[0]) if refs else set()
    found = [_machine(n, ref if ref in done else None) for n, ref in zip(nodes, refs, strict=True)]
    still = {n["NodeID"] for n in ray.nodes() if n["Alive"]}
    return [one for n, one in zip(nodes, found, strict=True) if n["NodeID"] in still]


def _machine(node: Mapping[str, Any], ref: Any) -> Machine:
    name = f"{node['NodeManagerHostname']} ({node['NodeID'][:6]})"
    told, why_not = _told(ref, name)
    resources = node["Resources"]
    return Machine(
        name=name,
        cores=int(resources["CPU"]),
        memory=resources.get("memory", 0.0) / 1e9,
        identity=told,
        why_not=why_not,
    )


def _told(ref: Any, name: str) -> tuple[dict[str, str], str]:
    """What a machine said of itself, and why it cannot work for us, if so."""
    if ref is None:
        return {}, f"{name} did not say who it is within {GREETING:.0f} s"
    try:
        told: dict[str, str] = ray.get(ref)
    except ray.exceptions.RayError as error:
        return {}, f"{name} could not say who it is: {last_line(error)}"
    if "missing" in told:
        has = f"has plywise {told['version']}" if told["version"] else "has no plywise"
        line = pip_line(here().version)
        return told, f"{name} {has}, and this machine {here().version}; there: {line}"
    other = Identity(**{field.name: told.get(field.name, "") for field in fields(Identity)})
    return told, here().why_not(other, name)


def last_line(error: Exception) -> str:
    """What a trace from elsewhere ends with: the error itself."""
    return (str(error).strip().splitlines() or [repr(error)])[-1]
