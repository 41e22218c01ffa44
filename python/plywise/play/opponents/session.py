"""What all protocols have in common: a greeting, a new game, and one move after the other."""

import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple, TypeAlias

from plywise.play.opponents.failure import LATE, EngineFailed
from plywise.play.opponents.process import EngineProcess
from plywise.play.time_control import OutOfTime, TimeControl, Turn

MOST_DIGITS = 100
"""Longer numbers are nobody's setting, and Python refuses to read those of thousands."""
LONGEST_NAME = 80


def told_name(text: str) -> str:
    r"""What an engine calls itself, on one line that a terminal may be shown.

    >>> told_name(" Any 1.0\x1b[2J")
    'Any 1.0 [2J'
    """
    printable = "".join(c if c.isprintable() else " " for c in text[:LONGEST_NAME])
    return printable.strip()


@dataclass(frozen=True, kw_only=True)
class Option:
    """An option as the engine announces it.

    >>> print(Option(name="UCI_Elo", kind="spin", least=1350, most=2850))
    UCI_Elo (1350 to 2850)
    """

    name: str
    kind: str
    """"check", "spin", "combo", "string" or "button"; or "real", which no protocol has."""
    least: int | None = None
    most: int | None = None
    choices: tuple[str, ...] = ()

    def __str__(self) -> str:
        if self.kind in ("spin", "real"):
            return f"{self.name} ({self.least} to {self.most})"
        if self.kind == "check":
            return f"{self.name} (true or false)"
        return f"{self.name} ({', '.join(self.choices)})" if self.choices else self.name

    def accepts(self, value: str) -> bool:
        """Whether it can be set to that."""
        if self.kind == "check":
            return value in ("true", "false")
        if self.kind == "combo":
            return value in self.choices
        if self.kind not in ("spin", "real"):
            return True
        digits = value.removeprefix("-")
        if self.kind == "real":
            digits = digits.replace(".", "", 1)
        if not (digits.isascii() and digits.isdecimal()) or len(value) > MOST_DIGITS:
            return False
        number = float(value) if self.kind == "real" else int(value)
        return (self.least is None or self.least <= number) and (
            self.most is None or number <= self.most
        )


@dataclass(frozen=True, kw_only=True)
class Announced:
    """What an engine says of itself when it is greeted."""

    name: str = ""
    """Its name and version."""
    options: Mapping[str, Option] = field(default_factory=dict)
    """Its options by name."""
    takes_positions: bool = True
    """Whether a game may begin elsewhere than at the start."""


@dataclass(frozen=True, kw_only=True)
class Orders:
    """What a session tells its engine to be and to do."""

    limits: Mapping[str, int]
    """By what it searches: depth, nodes, movetime (milliseconds)."""
    options: Mapping[str, str]
    """Options that must be set."""
    patience: float
    """Seconds that it has for every answer; a time for the move comes on top of it."""

    @property
    def seconds(self) -> float:
        """How long a move may take."""
        return self.patience + self.limits.get("movetime", 0) / 1000


class Iterated(NamedTuple):
    """What an engine tells of its search while it goes on."""

    depth: int
    nodes: int
    """All so far."""
    seconds: float
    """Spent so far."""
    move: str
    """The one that it prefers."""


Listener: TypeAlias = Callable[[Iterated], object]
"""Who is told of an engine's search as it goes on; an engine need not tell."""


class Session(ABC):
    """A conversation with a running engine, from the greeting to the last move of its last game."""

    def __init__(self, process: EngineProcess, orders: Orders) -> None:
        self.process = process
        self.orders = orders
        self.asked_at = 0.0
        """When it was last told to think, by the monotonic clock."""

    @abstractmethod
    def greet(self) -> Announced:
        """Say hello; what the engine says of itself."""

    @abstractmethod
    def begin(self, start: str | None, control: TimeControl | None = None) -> None:
        """Set the engine up for a game from `start` (None: the game's own), perhaps on a clock."""

    @abstractmethod
    def move(
        self,
        moves: Sequence[str],
        on_iteration: Listener | None = None,
        turn: Turn | None = None,
    ) -> str:
        """What it plays after `moves`, the whole game so far; anything may come back.

        On a clock, OutOfTime if nothing comes back before its flag falls.
        """

    def tell_to_think(self, *lines: str) -> None:
        """Tell it the last that it waits for; its time counts from here."""
        self.asked_at = time.monotonic()
        self.say(*lines)

    def its_move(self, wanted: Callable[[str], str | None], turn: Turn | None) -> str:
        """The move that `wanted` finds in what it says, in the time that it has."""
        if turn is None:
            return self.process.answer(wanted, within=self.orders.seconds, what="move")
        left = self.asked_at + turn.seconds - time.monotonic()
        try:
            return self.process.answer(wanted, within=left, what="move")
        except EngineFailed as failure:
            if str(failure).startswith(LATE):
                raise OutOfTime from None
            raise

    @property
    def may_play_again(self) -> bool:
        """Whether the protocol can end a game cleanly: what is said after `begin` is about it."""
        return False

    def game_over(self, score: float) -> None:  # noqa: B027 - most protocols have no word for it
        """Tell it that the game is over, with this score for it, where the protocol says so."""

    def say(self, *lines: str) -> None:
        """Tell it something."""
        self.process.say(*lines, within=self.orders.patience)
