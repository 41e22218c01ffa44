"""A search by its name on the command line: `alpha-beta:null_move=2`, `playing`, `random`."""

from dataclasses import fields
from typing import TYPE_CHECKING, Annotated, Any

import typer

if TYPE_CHECKING:
    from plywise.searching import Searching

KINDS = ("alpha-beta", "mtd", "thesis", "knightcap", "playing", "random")

WORDS = ("check_extension",)
"""Options whose values are words."""

Using = Annotated[
    str,
    typer.Option(
        "--using",
        metavar="SEARCH",
        help="`alpha-beta`, `mtd`, a profile (`thesis`, `knightcap`, `playing`), each with options "
        "after a colon (`alpha-beta:null_move=2,quiescence=no`), or `random` moves.",
        autocompletion=lambda incomplete: [k for k in KINDS if k.startswith(incomplete)],
    ),
]


def search_named(text: str, **limits: int | None) -> "Searching":
    """The search that `text` names, with limits from options of their own.

    Where nodes or time are the limit and no depth is given, it is as deep as they allow.

    >>> search_named("alpha-beta:null_move=2", depth=3)
    AlphaBeta(depth=3, null_move=2)
    >>> search_named("thesis:nodes=5000")
    AlphaBeta(depth=125, nodes=5000, history_draws=False)
    >>> search_named("random")
    RandomPlay()
    """
    from plywise._kernel import MAX_DEPTH
    from plywise.naming import unknown
    from plywise.searching import PROFILES, AlphaBeta, profile, searching

    kind, _, rest = text.partition(":")
    if kind not in KINDS:
        raise unknown("search", kind, KINDS)
    if kind == "random":
        return searching({"kind": kind})
    known = [field.name for field in fields(AlphaBeta)]
    settings: dict[str, Any] = {key: value for key, value in limits.items() if value is not None}
    for item in filter(None, rest.split(",")):
        key, _, value = item.partition("=")
        if key not in known:
            raise unknown("search option", key, known)
        settings[key] = _value(key, value)
    if "depth" not in settings and any(settings.get(name) for name in ("nodes", "movetime")):
        settings["depth"] = MAX_DEPTH
    if kind in PROFILES:
        return profile(kind, **settings)
    return searching({"kind": kind, **settings})


def _value(key: str, text: str) -> bool | int | float | str | None:
    """A setting as Python has it.

    >>> _value("quiescence", "no"), _value("probes", "8"), _value("noise", ".1")
    (False, 8, 0.1)
    """
    from plywise.errors import BadSetting

    if key in WORDS:
        return None if text == "none" else text
    words = {"yes": True, "true": True, "no": False, "false": False, "none": None}
    if text.lower() in words:
        return words[text.lower()]
    try:
        return float(text) if "." in text else int(text)
    except ValueError:
        raise BadSetting(
            f"search option {key}={text!r} is neither a number nor yes, no or none"
        ) from None
