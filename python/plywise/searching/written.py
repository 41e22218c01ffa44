"""Options of a search as people write them: `null_move=2,pvs=no`."""

from __future__ import annotations

from dataclasses import fields

from plywise.errors import BadSetting
from plywise.naming import unknown
from plywise.searching.settings import AlphaBeta, Searching, present_name

Setting = bool | int | float | str | None

WORDED = ("check_extension",)
"""Options whose values are words."""


def written_options(text: str, kind: type[Searching] = AlphaBeta) -> dict[str, Setting]:
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
