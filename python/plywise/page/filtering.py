"""The filter over runs: words that must be found, and `game:chess depth>2` about what is known."""

import operator
import re
from collections.abc import Callable
from typing import Any

from plywise.page.watching import Line

COMPARED: dict[str, Callable[[Any, Any], bool]] = {
    "<": operator.lt, ">": operator.gt, "<=": operator.le, ">=": operator.ge, "=": operator.eq,
    ":": operator.eq,
}  # fmt: skip
TERM = re.compile(r"([a-z]+)(<=|>=|<|>|=|:)(.*)")
TEXTS = ("game", "features", "state", "name", "search")
NUMBERS = ("depth", "games", "seed", "speed", "target")
SORTS = ("name", "state", "game", "games", "speed", "left", "gate")


def passes(line: Line, query: str) -> bool:
    """Whether a run is one of those that are asked for.

    >>> from pathlib import Path
    >>> from plywise.page.places import Place
    >>> one = Line(place=Place("run", "first", Path()), state="done", game="chess", depth=4)
    >>> passes(one, "game:chess depth>2"), passes(one, "depth<3"), passes(one, "fir done")
    (True, False, True)
    """
    return all(_passes(line, word) for word in query.lower().split())


def _passes(line: Line, word: str) -> bool:
    found = TERM.fullmatch(word)
    if found is None or found[1] not in (*TEXTS, *NUMBERS):
        return word in _text(line)
    name, sign, wanted = found.groups()
    if name in TEXTS:
        known = line.place.title if name == "name" else getattr(line, name)
        return wanted in str(known).lower()
    value = getattr(line, name)
    try:
        return value is not None and COMPARED[sign](value, float(wanted))
    except ValueError:
        return False


def _text(line: Line) -> str:
    words = (line.place.title, line.state, line.game, line.features, line.search)
    return " ".join(words).lower()


def ordered(lines: list[Line], by: str) -> list[Line]:
    """The runs by `games`, or `-games` from the largest; unless told, learning ones first."""
    name, is_down = by.removeprefix("-"), by.startswith("-")
    if name not in SORTS:
        return sorted(lines, key=lambda line: (line.state != "learning", line.place.title))

    def key(line: Line) -> tuple[bool, Any]:
        value = {
            "name": line.place.title,
            "left": line.left,
            "gate": None if line.gate is None else line.gate.score,
        }.get(name, getattr(line, name, None))
        return value is None, value if value is not None else 0

    found = sorted(lines, key=key)
    known = [line for line in found if not key(line)[0]]
    return (known[::-1] if is_down else known) + [line for line in found if key(line)[0]]
