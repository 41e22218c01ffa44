"""Plays as people write them: where each checker comes from and goes to."""

import re

from plywise.checks import shown
from plywise.errors import BadInput

BAR, OFF = 25, 0
"""The numbers that some write for them."""
WORD = re.compile(r"(bar|[0-9]{1,2})((?:/(?:off|[0-9]{1,2})\*?)+)(?:\(([1-4])\))?", re.IGNORECASE)
PLACE = re.compile(r"/([a-z0-9]+)(\*?)")
HINT = "steps are written as 8/5, 13/7*, 8/5(2), 24/18*/13, bar/21 or 6/off"


def read_play(text: str) -> str:
    """A play with every step told, whoever wrote it: the text that `Turn.play` keeps.

    >>> read_play("8/5(2) 24/18*/13 25/21 6/0")
    '8/5 8/5 24/18* 18/13 bar/21 6/off'
    >>> read_play("5/8")
    Traceback (most recent call last):
    ...
    plywise.BadInput: '5/8' goes from 5 to 8; checkers go from higher points to lower ones
    """
    return " ".join(step for word in text.split() for step in _steps(word))


def check_play(play: str, dice: tuple[int, int]) -> None:
    """BadInput unless the text is as `read_play` gives it, with no more steps than dice.

    >>> check_play("8/5 6/5", (3, 1))
    >>> check_play("8/5 6/5 4/3", (3, 1))
    Traceback (most recent call last):
    ...
    plywise.BadInput: '8/5 6/5 4/3' has 3 steps, and 31 gives 2 of them
    """
    if not isinstance(play, str) or (steps := read_play(play)) != play:
        raise BadInput(f"{shown(play)} is no play as it is kept; {HINT}, through `read_play`")
    most = 4 if dice[0] == dice[1] else 2
    if len(steps.split()) > most:
        raise BadInput(
            f"{play!r} has {len(steps.split())} steps, and {dice[0]}{dice[1]} gives {most} of them"
        )


def numbered(play: str) -> str:
    """A play as .mat has it, with 25 for the bar and 0 for checkers that are off.

    >>> numbered("bar/21* 6/off")
    '25/21* 6/0'
    """
    return play.replace("bar", str(BAR)).replace("off", str(OFF))


def _steps(word: str) -> list[str]:
    found = WORD.fullmatch(word)
    if found is None:
        raise BadInput(f"{shown(word)} is no step; {HINT}")
    steps, start = [], _number(found[1], word)
    for place, hit in PLACE.findall(found[2].lower()):
        end = _number(place, word)
        if not start > end or (start, end) == (BAR, OFF):
            raise BadInput(
                f"{word!r} goes from {found[1]} to {place}; checkers go from higher points to "
                "lower ones"
            )
        steps.append(f"{_name(start)}/{_name(end)}{hit}")
        start = end
    again = [step.removesuffix("*") for step in steps]  # the first has hit already
    return steps + again * (int(found[3] or 1) - 1)


def _number(place: str, word: str) -> int:
    number = {"bar": BAR, "off": OFF}.get(place.lower())
    number = int(place) if number is None else number
    if number > BAR:
        raise BadInput(f"{word!r}: there is no point {number}; {HINT}")
    return number


def _name(number: int) -> str:
    return {BAR: "bar", OFF: "off"}.get(number, str(number))
