"""What the lines of xboard's protocol mean: clocks, features, results."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import Final

from plywise.engine.options import Check, Choice, Option, Spin, Text, Value
from plywise.errors import BadInput
from plywise.play.words import Go, whole

RESULT: Final = re.compile(r"(1-0|0-1|1/2-1/2|\*)\s*(?:\{(.*)\})?\s*")
NORMAL: Final = "normal"
"""What xboard calls ordinary chess."""
LEFT_OUT: Final = ("Threads", "Hash", "Ponder", "MultiPV", "Clear Hash", "UCI_Variant", "Weights")
"""Options that have commands of their own here, or no meaning."""
DEFAULT_MINUTES: Final = 5.0


@dataclass(frozen=True)
class Level:
    """The clock as `level`, `st` and `sd` set it.

    >>> Level().told("level", "40 5 0").moves, Level().told("level", "0 2:30 1.5").minutes
    (40, 2.5)
    >>> Level().told("st", "10").seconds
    10.0
    """

    moves: int = 40
    """Moves until the clock is set up again; 0 for all moves."""
    minutes: float = DEFAULT_MINUTES
    increment: float = 0.0
    """Seconds that a move gains."""
    seconds: float | None = None
    """For each move, in place of a clock."""
    depth: int | None = None

    def told(self, word: str, text: str) -> Level:
        """What is left of it, or comes to it, by one of the three commands."""
        try:
            if word == "sd":
                return replace(self, depth=max(1, int(text)))
            if word == "st":
                return replace(self, seconds=_seconds(text))
            moves, base, increment = text.split()
            minutes, _, rest = base.partition(":")
            return replace(
                self,
                moves=max(0, int(moves)),
                minutes=float(minutes) + (float(rest) / 60 if rest else 0.0),
                increment=max(0.0, float(increment)),
                seconds=None,
            )
        except (ValueError, OverflowError):
            raise BadInput(
                f"{word} {text!r} is no clock; 'level 40 5 0', 'st 10' and 'sd 8' would be right"
            ) from None

    def go(self, turn: str, clocks: tuple[int | None, int | None], moves: int) -> Go:
        """The limits of a search of the side to move, with our clock and the other's in ms.

        `moves` is how many moves that side has made.
        """
        if self.seconds is not None:
            return Go(movetime=int(1000 * self.seconds), depth=self.depth)
        start = int(60_000 * self.minutes)
        own, other = (start if clock is None else clock for clock in clocks)
        gain = int(1000 * self.increment)
        first, second = (own, other) if turn == "first" else (other, own)
        return Go(
            first_time=first,
            second_time=second,
            first_increment=gain,
            second_increment=gain,
            moves_to_go=self.moves - moves % self.moves if self.moves else None,
            depth=self.depth,
        )


def _seconds(text: str) -> float:
    minutes, colon, seconds = text.partition(":")
    return 60 * float(minutes) + float(seconds) if colon else float(text)


def milliseconds(text: str) -> int:
    """A clock in hundredths of a second, in milliseconds."""
    hundredths = whole(text.partition(".")[0])
    if hundredths is None:
        raise BadInput(f"{text!r} is no clock; it is a number of hundredths of a second")
    return 10 * hundredths


def read_result(text: str) -> tuple[str, str]:
    """Result and comment of a `result` line.

    >>> read_result("1-0 {Black resigns}"), read_result("*")
    (('1-0', 'Black resigns'), ('*', ''))
    """
    found = RESULT.fullmatch(text.strip())
    if found is None:
        raise BadInput(f"result {text[:60]!r} is none; 'result 1-0 {{Black resigns}}' would be")
    return found[1], found[2] or ""


def read_ratings(text: str) -> tuple[float | None, float | None]:
    """Our rating and the opponent's; 0 is for an unknown one.

    >>> read_ratings("1650 0")
    (1650.0, None)
    """
    numbers = [whole(word) for word in text.split()]
    if len(numbers) != 2 or None in numbers:
        raise BadInput(f"rating {text!r} is none; 'rating 1650 1500' would be")
    own, other = (float(number) if number else None for number in numbers)
    return own, other


def option_feature(option: Option, value: Value) -> str:
    """A `feature option` of one of our options.

    >>> option_feature(Spin(name="Seed", at_first=0, least=0, most=9), 0)
    'feature option="Seed -spin 0 0 9"'
    """
    if isinstance(option, Spin):
        kind = f"-spin {value} {option.least} {option.most}"
    elif isinstance(option, Check):
        kind = f"-check {int(bool(value))}"
    elif isinstance(option, Choice):
        kind = "-combo " + " /// ".join(("*" if w == value else "") + w for w in option.words)
    elif isinstance(option, Text):
        kind = f"-string {value}"
    else:
        kind = "-button"
    return f'feature option="{spoken(option)} {kind}"'


def spoken(option: Option) -> str:
    """An option's name as xboard's protocol has it: some programs take its first word alone."""
    return option.name.replace(" ", "")


def option_value(option: Option, text: str) -> str:
    """What a value of xboard's is in our words: its checks are 0 and 1.

    >>> option_value(Check(name="Ponder"), "1")
    'true'
    """
    return {"1": "true", "0": "false"}.get(text, text) if isinstance(option, Check) else text
