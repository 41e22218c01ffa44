"""One labelled position a line, as tuners write them: what stands there, and how it went.

    FEN c9 "1-0";          an EPD with the result among its operations, perhaps `ce 35` too
    FEN;[0.5]              a share of points in brackets, perhaps a score behind it
    FEN | 35 | 1.0         score and result
    FEN 1-0                a result or a share of points behind a FEN, or behind , or ;

Results, shares and scores are the first player's, but for EPD's `ce`, which is the mover's.
"""

from __future__ import annotations

import re
from typing import Final, NamedTuple

from plywise.errors import BadInput
from plywise.games.declared import facts_of
from plywise.play.epd import read_epd

RESULTS: Final = {
    "1-0": 1.0, "0-1": 0.0, "1/2-1/2": 0.5, "1/2": 0.5, "½-½": 0.5, "0.5-0.5": 0.5,
    "w": 1.0, "d": 0.5, "l": 0.0,
}  # fmt: skip
"""What a result may be called."""
OPERATIONS: Final = re.compile(r'\bc\d\s+"|\bce\s+[+-]?\d')
"""What a line has that tells a result or a value by EPD's operations."""
COMMENT: Final = re.compile(r"c\d")
BRACKETS: Final = re.compile(r"[;,]?\s*\[([^\]]*)\]\s*[;,|]?\s*([+-]?\d+(?:\.\d+)?)?\s*;?\s*$")
PARTED: Final = re.compile(r"[;,]\s*([^;,]+?)\s*[;,]?\s*$")
HINT: Final = 'a line is as: FEN c9 "1-0";  FEN;[0.5]  FEN | 35 | 1.0  FEN 1-0'
FEN_FIELDS: Final = 6
EPD_FIELDS: Final = 4


class Label(NamedTuple):
    """A position and what is said of it."""

    text: str
    """The position."""
    outcome: float | None
    """The first player's share of the points, from 0 to 1; None if nothing is said."""
    score: float | None = None
    """What an engine said, in hundredths of a pawn, in the first player's view."""


def read_label(line: str, game: str = "chess") -> Label:
    """What a line says; BadInput where it is none of the forms, or its label is no share of points.

    >>> read_label('4k3/8/8/8/8/8/4P3/4K3 w - - c9 "1-0";')
    Label(text='4k3/8/8/8/8/8/4P3/4K3 w - - 0 1', outcome=1.0, score=None)
    >>> read_label("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1 | 118 | 0.5").score
    118.0
    >>> read_label("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1;[1.5]")
    Traceback (most recent call last):
    ...
    plywise.BadInput: the label '1.5' is outside 0 to 1; 1 is a win of the first player, 0 a loss
    """
    has_epd = facts_of(game).has_epd
    if has_epd and OPERATIONS.search(line):
        return _operations(line, game)
    for form in (_columns, _brackets, _behind):
        found = form(line.strip(), has_epd)
        if found is not None:
            return found._replace(text=_position(found.text, has_epd))
    raise BadInput(f"no label in {line.strip()[:80]!r}; {HINT}")


def share(text: str) -> float:
    """The first player's share of the points that a label says.

    >>> share("1/2-1/2"), share("0.25")
    (0.5, 0.25)
    """
    word = text.strip().strip("\"'").lower()
    if word in RESULTS:
        return RESULTS[word]
    try:
        number = float(word)
    except ValueError:
        raise BadInput(f"the label {text.strip()[:40]!r} is no result; {HINT}") from None
    if not 0.0 <= number <= 1.0:
        raise BadInput(
            f"the label {text.strip()[:40]!r} is outside 0 to 1; 1 is a win of the first player, "
            "0 a loss"
        )
    return number


def _columns(line: str, has_epd: bool) -> Label | None:
    """`FEN | score | result`, or without the score."""
    del has_epd
    text, *rest = line.split("|")
    if not rest:
        return None
    if len(rest) > 2:
        raise BadInput(f"{len(rest) + 1} columns in {line[:80]!r}; write FEN | score | result")
    score = None
    if len(rest) == 2 and rest[0].strip():
        score = _score(rest[0])
    outcome = share(rest[-1]) if rest[-1].strip() else None
    return Label(text, outcome, score)


def _operations(line: str, game: str) -> Label:
    """`FEN c9 "1-0"; ce 35;`."""
    epd = read_epd(line, game)
    comments = [told for opcode, told in epd.operations.items() if COMMENT.fullmatch(opcode)]
    said = epd.operations.get("ce")
    score = None if said is None else _score(said) * (1 if epd.text.split()[1:2] != ["b"] else -1)
    return Label(epd.text, share(comments[0]) if comments else None, score)


def _brackets(line: str, has_epd: bool) -> Label | None:
    """`FEN;[0.5]`, and Ethereal's `FEN [0.5] 35`."""
    del has_epd
    found = BRACKETS.search(line)
    if found is None:
        return None
    score = None if found[2] is None else _score(found[2])
    return Label(line[: found.start()], share(found[1]), score)


def _behind(line: str, has_epd: bool) -> Label | None:
    """A result or a share behind the position."""
    parted = PARTED.search(line)
    if parted is not None:
        return Label(line[: parted.start()], share(parted[1]))
    *fields, last = line.split() or [""]
    # A number behind a FEN's two counters is a label; the second counter itself is none.
    is_label = last.lower() in RESULTS or "." in last
    if has_epd:
        is_label |= len(fields) in (FEN_FIELDS, EPD_FIELDS)
    return Label(" ".join(fields), share(last)) if is_label and fields else None


def _score(text: str) -> float:
    try:
        return float(text)
    except ValueError:
        raise BadInput(
            f"the score {text.strip()[:40]!r} is no number; give hundredths of a pawn"
        ) from None


def _position(text: str, has_epd: bool) -> str:
    """The text of the position; an EPD gets the counters that a FEN has."""
    fields = text.strip().rstrip(";,").split()
    return " ".join([*fields, "0", "1"] if has_epd and len(fields) == EPD_FIELDS else fields)
