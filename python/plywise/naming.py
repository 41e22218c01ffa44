"""Names that users type, and what to say when they mistype them."""

from collections.abc import Iterable

from plywise.checks import shown
from plywise.errors import UnknownName

MOST_LISTED = 16
"""Names that a message can bear; a board's worth of squares is cut short."""
MOST_CHOICES = 40
"""The same where a user has to choose one of them."""


def listed(names: Iterable[str], most: int = MOST_LISTED) -> str:
    """The names for a message, the first few of them where they are many.

    >>> listed(["pawn", "knight"]), listed(f"pawn a{n}" for n in range(99))
    ('pawn, knight', 'pawn a0, pawn a1, pawn a2, pawn a3, … (99 names)')
    """
    every = list(names)
    if len(every) <= most:
        return ", ".join(every)
    return f"{', '.join(every[:4])}, … ({len(every)} names)"


def refuse_unknown(kind: str, given: Iterable[str], known: Iterable[str]) -> None:
    """UnknownName for the first of the `given` names that is not among the `known` ones."""
    choices = list(known)
    for name in given:
        if name not in choices:
            raise unknown(kind, str(name), choices)


def unknown(kind: str, name: object, known: Iterable[str]) -> UnknownName:
    """The error for a `name` that is not among the `known` ones, with the nearest of them.

    >>> unknown("game", "ches", ["chess", "walk"])
    UnknownName("unknown game 'ches'; did you mean 'chess'? (known: chess, walk)")
    >>> unknown("game", "tiddlywinks", ["chess", "walk"])
    UnknownName("unknown game 'tiddlywinks' (known: chess, walk)")
    """
    from difflib import get_close_matches

    choices = sorted(known)
    near = get_close_matches(str(name), choices, n=1, cutoff=0.5)
    hint = f"; did you mean {near[0]!r}?" if near else ""
    return UnknownName(
        f"unknown {kind} {shown(name)}{hint} (known: {listed(choices, MOST_CHOICES)})"
    )
