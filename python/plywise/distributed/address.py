"""Where work is done, by an address: `ray`, `ray://host:10001`, `ray://local:2`."""

from collections.abc import Sequence
from importlib import import_module
from pkgutil import iter_modules
from types import ModuleType

from plywise.checks import is_whole, kind, shown
from plywise.distributed.elsewhere import Elsewhere, Machine
from plywise.distributed.local import MOST_WORKERS
from plywise.errors import BadSetting
from plywise.naming import unknown

PLACES = "plywise.distributed.places"


def on(where: str, workers: int | None = None) -> Elsewhere:
    """The workers at an address, ready to be used as `workers=` anywhere; at most `workers` hands.

    `ray` is the cluster that this machine belongs to, `ray://host:10001` one that is reached as a
    Ray client, `ray://local:2` a cluster of two processes on this machine alone, for trials. All
    machines must have the same version: each says who it is and plays some games before the first
    job, and BadSetting tells which one differs. What is computed does not depend on the place.

    >>> on("rya")
    Traceback (most recent call last):
    ...
    plywise.UnknownName: unknown place 'rya'; did you mean 'ray'? ...
    """
    kind("on", where, str, "give an address, as 'ray' or 'ray://host:10001'")
    if workers is not None and (not is_whole(workers) or not 1 <= workers <= MOST_WORKERS):
        raise BadSetting(f"{shown(workers)} workers; give a number from 1 to {MOST_WORKERS}")
    found: Elsewhere = place_at(where).workers(where, MOST_WORKERS if workers is None else workers)
    return found


def machines_on(where: str) -> Sequence[Machine]:
    """What the machines at an address have, whether or not they can work for us."""
    found: Sequence[Machine] = place_at(where).machines(where)
    return found


def place_at(where: str) -> ModuleType:
    """The kind of place that an address means."""
    known = places()
    scheme = where.partition(":")[0]
    if scheme not in known:
        raise unknown("place", scheme, known)
    return known[scheme]


def places() -> dict[str, ModuleType]:
    """The kinds of places by how their addresses begin; nothing of theirs is started.

    >>> sorted(places())
    ['ray']
    """
    found = (
        import_module(f"{PLACES}.{one.name}")
        for one in iter_modules(import_module(PLACES).__path__)
        if not one.name.startswith("_")
    )
    return {module.SCHEME: module for module in found}
