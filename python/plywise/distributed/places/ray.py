"""Ray: `ray`, `ray://host:10001`, `ray://local:2`."""

from collections.abc import Sequence

from plywise.distributed.elsewhere import Elsewhere, Machine
from plywise.distributed.local import MOST_WORKERS, cores
from plywise.errors import BadSetting
from plywise.extras import require

SCHEME = "ray"
FORMS = (
    "ray (the cluster that this machine belongs to)",
    "ray://host:10001 (a cluster elsewhere, as a Ray client)",
    "ray://local:2 (two processes here, for trials)",
)
CLIENT_PORT = 10001


def workers(where: str, most: int) -> Elsewhere:
    """The hands of a cluster; BadSetting if it is not there, or one of its machines differs."""
    found = machines(where)
    if wrong := [machine.why_not for machine in found if machine.why_not]:
        raise BadSetting("; ".join(wrong))
    if not sum(machine.cores for machine in found):
        raise BadSetting(f"the cluster at {where!r} has no processors to work with")
    from plywise.distributed.places._ray_line import RayLine

    return Elsewhere(where, RayLine(), most, found)


def machines(where: str) -> Sequence[Machine]:
    """The machines of a cluster, each asked who it is; BadSetting if the cluster is not there."""
    host, number = parsed(where)
    require("ray", f"work on {where!r}")
    from plywise.distributed.places._ray_cluster import connect, greeted

    connect(where, host, number)
    return greeted()


def parsed(where: str) -> tuple[str, int]:
    """The host and its port; "" for the cluster here, "local" with a number of processes.

    >>> parsed("ray"), parsed("ray://hill:10001"), parsed("ray://local:2")
    (('', 0), ('hill', 10001), ('local', 2))
    >>> parsed("ray://local:many")
    Traceback (most recent call last):
    ...
    plywise.BadSetting: 'ray://local:many' is no address of a Ray cluster; write ray (...
    """
    scheme, slashes, rest = where.partition("://")
    if where == SCHEME:
        return "", 0
    host, colon, digits = rest.rpartition(":")
    if not colon:
        host, digits = rest, ""
    is_local = host == "local"
    number = int(digits) if digits.isdecimal() and digits.isascii() else 0
    if not digits:
        number = cores() if is_local else CLIENT_PORT
    most = MOST_WORKERS if is_local else 65535
    is_odd = bool(set(host) & set("/@? "))
    if scheme != SCHEME or not slashes or not host or is_odd or not 1 <= number <= most:
        raise BadSetting(f"{where!r} is no address of a Ray cluster; write {', '.join(FORMS)}")
    return host, number
