"""What users give to functions, checked before anything is done: a wrong kind is a `BadSetting`."""

import math
from collections.abc import Callable, Iterable, Mapping
from numbers import Integral, Real
from typing import TYPE_CHECKING, Any

from plywise.errors import BadSetting

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

LONGEST = 80
"""Characters of a value that a message shows."""
MOST_GAMES = 10**9
"""More games than anybody will see the end of: a typing error."""
MOST_ENTRIES, FEW_ENTRIES = 16, 4
"""Entries of a list or table that a message shows, and so many of one that has more."""
MOST_LETTERS = 200
"""Letters of a text in a setting: paths are longer than `LONGEST`."""


def shown(value: object, most: int = LONGEST) -> str:
    """A value for a message, cut short where it is long.

    >>> shown("e2e4"), len(shown([10**400] * 5))
    ("'e2e4'", 81)
    """
    try:
        text = repr(value)
    except Exception:  # a number of many thousand digits has no text in Python
        text = f"<{type(value).__name__}>"
    return text if len(text) <= most else f"{text[:most]}…"


def brief(value: object) -> str:
    """A setting's value for a message: of what is long the first part, and how long it is.

    >>> brief((1.0, 3.0)), brief([1.0] * 1006)
    ('(1.0, 3.0)', '[1.0, 1.0, 1.0, 1.0, … (1006 in all)]')
    >>> brief({"name": "tdleaf", "frozen": ["pawn"] * 99})
    "{'name': 'tdleaf', 'frozen': ['pawn', 'pawn', 'pawn', 'pawn', … (99 in all)]}"
    """
    if isinstance(value, Mapping):
        return f"{{{_first(f'{key!r}: {brief(each)}' for key, each in value.items())}}}"
    if type(value) is list:
        return f"[{_first(map(brief, value))}]"
    if type(value) is tuple and len(value) != 1:
        return f"({_first(map(brief, value))})"
    return shown(value, MOST_LETTERS)


def _first(entries: Iterable[str]) -> str:
    every = list(entries)
    if len(every) <= MOST_ENTRIES and sum(map(len, every)) <= 2 * MOST_LETTERS:
        return ", ".join(every)
    return f"{', '.join(every[:FEW_ENTRIES])}, … ({len(every)} in all)"


def is_whole(value: object) -> bool:
    """Whether it is a whole number, numpy's included: True and False are none.

    >>> is_whole(3), is_whole(True), is_whole(3.0)
    (True, False, False)
    """
    return isinstance(value, Integral) and not isinstance(value, bool)


def is_real(value: object) -> bool:
    """Whether it is a number that a float can hold, infinity and nan among them.

    >>> is_real(2), is_real(0.5), is_real("0.5"), is_real(10**400)
    (True, True, False, False)
    """
    if not isinstance(value, Real) or isinstance(value, bool):
        return False
    try:
        float(value)
    except OverflowError:
        return False
    return True


def whole(name: str, value: Any, *, least: int = 0, most: int = MOST_GAMES) -> int:
    """A whole number in a range.

    >>> whole("games", 2.5, least=1)
    Traceback (most recent call last):
    ...
    plywise.BadSetting: games=2.5; give a whole number from 1 to 1000000000
    """
    if not is_whole(value) or not least <= value <= most:
        raise BadSetting(f"{name}={shown(value)}; give a whole number from {least} to {most}")
    return int(value)


def real(name: str, value: Any, *, above: float = -math.inf, hint: str = "") -> float:
    """A number above another, and not infinite.

    >>> real("steepness", "flat", above=0.0, hint="as 1.0")
    Traceback (most recent call last):
    ...
    plywise.BadSetting: steepness='flat'; give a number above 0, as 1.0
    """
    if not is_real(value) or not above < value < math.inf:
        bound = "" if above == -math.inf else f" above {above:g}"
        raise BadSetting(f"{name}={shown(value)}; give a number{bound}" + (hint and f", {hint}"))
    return float(value)


def kind(name: str, value: Any, kinds: type | tuple[type, ...], hint: str) -> None:
    """BadSetting unless the value is one of these kinds.

    >>> kind("position", "e2e4", int, "give a number")
    Traceback (most recent call last):
    ...
    plywise.BadSetting: position='e2e4'; give a number
    """
    if not isinstance(value, kinds):
        raise BadSetting(f"{name}={shown(value)}; {hint}")


def wrapper(name: str, value: Any, kernel: type, hint: str) -> None:
    """BadSetting unless the value stands for an object of the kernel, which it has as `kernel`.

    >>> from plywise import _kernel
    >>> wrapper("position", "e2e4", _kernel.Position, "give one of a game")
    Traceback (most recent call last):
    ...
    plywise.BadSetting: position='e2e4'; give one of a game
    """
    if not isinstance(getattr(value, "kernel", None), kernel):
        raise BadSetting(f"{name}={shown(value)}; {hint}")


def callback(name: str, value: Callable[..., object] | None) -> None:
    """BadSetting unless it can be called, or is None.

    >>> callback("on_game", print)
    """
    if value is not None and not callable(value):
        raise BadSetting(f"{name}={shown(value)}; give a function, or leave it out")


def numbers(name: str, values: Any) -> "NDArray[np.float64]":
    """An array of numbers.

    >>> numbers("weights", [1, 2.5]).tolist()
    [1.0, 2.5]
    >>> numbers("weights", ["one"])
    Traceback (most recent call last):
    ...
    plywise.BadSetting: weights=['one']; give numbers, all rows of one length
    """
    import numpy as np

    try:
        found = np.asarray(values)
    except ValueError:  # rows of several lengths
        found = np.array(None)
    # Objects are numbers of more than 64 bits, or none: texts that read as numbers are none either.
    objects = found.dtype.kind == "O"
    if found.dtype.kind in "biuf" or (objects and all(map(is_real, found.flat))):
        return found.astype(np.float64, copy=False)
    raise BadSetting(f"{name}={shown(values)}; give numbers, all rows of one length")
