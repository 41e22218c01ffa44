"""Options of a search as people write them: `null_move=2,pvs=no`."""

from __future__ import annotations

from dataclasses import fields
from typing import Any

from plywise._kernel import MAX_DEPTH
from plywise.errors import BadSetting
from plywise.naming import unknown
from plywise.search_names import PLATFORM, PROFILES, SELECTIVE, WRITTEN
from plywise.searching.expectimax import Expectimax
from plywise.searching.profiles import profile
from plywise.searching.selective import MOST_NODES, selective_written
from plywise.searching.settings import AlphaBeta, Searching, present_name, searching

Setting = bool | int | float | str | None

WORDED = ("check_extension",)
"""Options whose values are words."""
NAMES = (*PLATFORM, *WRITTEN, *PROFILES, *SELECTIVE)
"""All searches as people may write them."""


def search_written(text: str, **limits: int | None) -> Searching:
    """The search that a text names, with limits from elsewhere.

    Where nodes or time are the limit and no depth is given, it is as deep as they allow; selective
    searches know no depth. A `clock` (milliseconds) is a limit that is kept elsewhere.

    >>> search_written("alpha-beta:null_move=2", depth=3)
    AlphaBeta(depth=3, null_move=2)
    >>> search_written("thesis:nodes=5000")
    AlphaBeta(depth=125, nodes=5000, history_draws=False)
    >>> search_written("uct:c=1", nodes=300), search_written("random")
    (UCT(nodes=300, c=1), RandomPlay())
    >>> search_written("bayesian", depth=3)
    Traceback (most recent call last):
    ...
    plywise.BadSetting: bayesian looks as deep as it likes; give nodes or movetime, not depth 3
    """
    kind, _, rest = text.partition(":")
    if kind not in NAMES:
        raise unknown("search", kind, NAMES)
    if kind in SELECTIVE:
        return _without_depth(kind, rest, **limits)
    kind = WRITTEN.get(kind, kind)
    if kind == "random":
        return searching({"kind": kind})
    on_clock = limits.pop("clock", None) is not None
    settings: dict[str, Any] = {key: value for key, value in limits.items() if value is not None}
    settings |= written_options(rest, Expectimax if kind == Expectimax.kind else AlphaBeta)
    is_limited = on_clock or any(settings.get(name) for name in ("nodes", "movetime"))
    if "depth" not in settings and is_limited:
        settings["depth"] = MAX_DEPTH
    if kind in PROFILES:
        return profile(kind, **settings)
    return searching({"kind": kind, **settings})


def name_and_search(text: str, **limits: int | None) -> tuple[str, Searching | None]:
    """The name of weights, and the search after its `@` if there is one; limits as above.

    >>> name_and_search("chess/standard@thesis:depth=3")
    ('chess/standard', AlphaBeta(depth=3, history_draws=False))
    >>> name_and_search("mine@home.json")
    ('mine@home.json', None)
    """
    name, at, using = text.rpartition("@")
    if not at or using.partition(":")[0] not in NAMES:
        return text, None
    return name, search_written(using, **limits)


def _without_depth(kind: str, options: str, **limits: int | None) -> Searching:
    if (depth := limits.pop("depth", None)) is not None:
        raise BadSetting(
            f"{kind} looks as deep as it likes; give nodes or movetime, not depth {depth}"
        )
    if limits.pop("clock", None) is not None and limits.get("nodes") is None:
        limits["nodes"] = MOST_NODES
    return selective_written(kind, options, **limits)


def written_options(
    text: str, kind: type[AlphaBeta | Expectimax] = AlphaBeta
) -> dict[str, Setting]:
    """The options of a search that a text sets, not yet checked against their ranges.

    >>> written_options("null_move=2, pvs=no, check_extension=checks")
    {'null_move': 2, 'pvs': False, 'check_extension': 'checks'}
    >>> written_options("null_moove=2")
    Traceback (most recent call last):
    ...
    plywise.UnknownName: unknown search option 'null_moove'; did you mean 'null_move'? ...
    """
    known = [field.name for field in fields(kind)]
    given: dict[str, Setting] = {}
    for item in filter(None, (part.strip() for part in text.split(","))):
        name, _, value = item.partition("=")
        name = present_name(name)
        if name not in known:
            raise unknown("search option", name, known)
        given[name] = written_setting(name, value)
    return given


def written_setting(name: str, text: str) -> Setting:
    """A setting as Python has it.

    >>> written_setting("quiescence", "no"), written_setting("probes", "8")
    (False, 8)
    """
    words = {"yes": True, "true": True, "no": False, "false": False, "none": None}
    if text.lower() in words:
        return words[text.lower()]
    if name in WORDED:
        return text
    try:
        return float(text) if "." in text else int(text)
    except ValueError:
        raise BadSetting(
            f"search option {name}={text!r} is neither a number nor yes, no or none"
        ) from None
