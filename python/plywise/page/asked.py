"""What an address or a question asks for, checked before anything is done with it."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from starlette.requests import Request

from plywise.errors import BadInput
from plywise.page.table import LONGEST, MOST_MOVES, Table

MOST_SEED = 2**32 - 1


def text(of: Mapping[str, Any], name: str, usual: str = "", longest: int = 400) -> str:
    """A text of a question.

    >>> text({"game": "chess"}, "game"), text({}, "game", "chess")
    ('chess', 'chess')
    """
    found = of.get(name, usual)
    if not isinstance(found, str) or len(found) > longest:
        raise BadInput(f"{name} is no text of at most {longest} characters")
    return found or usual


def number(of: Mapping[str, Any], name: str, usual: int, most: int) -> int:
    """A whole number of a question, from 0.

    >>> number({"seed": "7"}, "seed", 0, 9), number({}, "seed", 3, 9)
    (7, 3)
    """
    found = of.get(name, usual)
    if isinstance(found, str) and found.isascii() and found.isdigit() and len(found) < 16:
        found = int(found)
    if isinstance(found, bool) or not isinstance(found, int) or not 0 <= found <= most:
        raise BadInput(f"{name}={str(found)[:40]!r}; give a whole number from 0 to {most}")
    return found


def moves(of: Mapping[str, Any], name: str = "moves") -> tuple[str, ...]:
    """Moves of a question: a list of texts, or one text with spaces between.

    >>> moves({"moves": "e2e4 e7e5"})
    ('e2e4', 'e7e5')
    """
    found = of.get(name, ())
    words = found.split() if isinstance(found, str) else found
    is_list = isinstance(words, list | tuple) and all(isinstance(each, str) for each in words)
    if not is_list or len(words) > MOST_MOVES or any(len(each) > 80 for each in words):
        raise BadInput(f"{name} are no list of at most {MOST_MOVES} moves")
    return tuple(words)


def table(of: Mapping[str, Any], game: str, *, free_dice: bool = False) -> Table:
    """The game at a table that a question is about."""
    return Table(
        game=game,
        start=text(of, "position", longest=LONGEST),
        moves=moves(of),
        seed=number(of, "seed", 0, MOST_SEED),
        free_dice=free_dice,
    )


async def body(request: Request) -> dict[str, Any]:
    """A question that was posted."""
    try:
        found = json.loads(await request.body())
    except (ValueError, RecursionError):
        raise BadInput("the question is no JSON") from None
    if not isinstance(found, dict):
        raise BadInput("the question is no JSON object")
    return found
