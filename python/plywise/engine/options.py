"""The options that a GUI can set: each declared once, with its kind and range."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from plywise import _kernel, engine, search_names
from plywise.errors import BadSetting
from plywise.games.declaration import RULES
from plywise.games.declared import facts_of
from plywise.games.dialect import UCI, dialect_of
from plywise.games.strength import EVALUATION_NOISE, limits, nodes_for
from plywise.naming import unknown

Value = int | bool | str

PROFILES: Final = tuple(reversed(search_names.PROFILES))
"""Named sets of search settings; the first is what a game is played with."""
LARGEST_HASH: Final = 65_536
"""Megabytes."""


@dataclass(frozen=True, kw_only=True)
class Option:
    """A button: it has a name and no value."""

    name: str

    @property
    def default(self) -> Value:
        """What it is before anyone sets it."""
        return ""

    def announcement(self) -> str:
        """The line after `uci`."""
        return f"option name {self.name} type button"

    def read(self, text: str) -> Value:
        """The value of a text, or BadSetting."""
        return text


@dataclass(frozen=True, kw_only=True)
class Spin(Option):
    """A whole number in a range.

    >>> hash = Spin(name="Hash", at_first=16, least=1, most=1024)
    >>> hash.announcement()
    'option name Hash type spin default 16 min 1 max 1024'
    >>> hash.read("99999999")
    Traceback (most recent call last):
    ...
    plywise.BadSetting: Hash '99999999' is not a whole number from 1 to 1024; it stays as it was
    """

    at_first: int
    least: int
    most: int

    @property
    def default(self) -> int:
        """What it is before anyone sets it."""
        return self.at_first

    def announcement(self) -> str:
        """The line after `uci`."""
        span = f"min {self.least} max {self.most}"
        return f"option name {self.name} type spin default {self.default} {span}"

    def read(self, text: str) -> int:
        """The number."""
        number = engine.words.whole(text)
        if number is None or not self.least <= number <= self.most:
            allowed = f"a whole number from {self.least} to {self.most}"
            raise BadSetting(f"{self.name} {text!r} is not {allowed}; it stays as it was")
        return number


@dataclass(frozen=True, kw_only=True)
class Check(Option):
    """Yes or no.

    >>> Check(name="Ponder").read("True")
    True
    """

    at_first: bool = False

    @property
    def default(self) -> bool:
        """What it is before anyone sets it."""
        return self.at_first

    def announcement(self) -> str:
        """The line after `uci`."""
        return f"option name {self.name} type check default {str(self.default).lower()}"

    def read(self, text: str) -> bool:
        """Whether it is `true`."""
        if text.lower() not in ("true", "false"):
            raise BadSetting(f"{self.name} {text!r} is neither true nor false; it stays as it was")
        return text.lower() == "true"


@dataclass(frozen=True, kw_only=True)
class Text(Option):
    """Any text; GUIs write an empty one as `<empty>`."""

    at_first: str = ""
    type: str = "string"
    """What the announcement says that it is."""

    @property
    def default(self) -> str:
        """What it is before anyone sets it."""
        return self.at_first

    def announcement(self) -> str:
        """The line after `uci`."""
        return f"option name {self.name} type {self.type} default {self.default or '<empty>'}"

    def read(self, text: str) -> str:
        """The text."""
        return "" if text == "<empty>" else text


@dataclass(frozen=True, kw_only=True)
class Choice(Option):
    """One of some words."""

    words: Sequence[str]

    @property
    def default(self) -> str:
        """The first of them."""
        return self.words[0]

    def announcement(self) -> str:
        """The line after `uci`."""
        choices = " ".join(f"var {word}" for word in self.words)
        return f"option name {self.name} type combo default {self.default} {choices}"

    def read(self, text: str) -> str:
        """The word, however it was capitalised."""
        known = {word.lower(): word for word in self.words}
        if text.lower() not in known:
            raise unknown(f"choice for {self.name}", text, self.words)
        return known[text.lower()]


def declared(
    weights: str,
    rated: Sequence[tuple[int, int]],
    game: str,
    search: str = EVALUATION_NOISE,
    brain: str = "",
) -> dict[str, Option]:
    """All options of an engine that was started with these weights for a game, by our names."""
    elo, facts, dialect = limits(rated), facts_of(game), dialect_of(game)
    options = [
        Spin(name="Threads", at_first=1, least=1, most=_kernel.MAX_THREADS),
        Spin(name="Hash", at_first=16, least=1, most=LARGEST_HASH),
        Option(name="Clear Hash"),
        Check(name="Ponder"),
        Spin(name="MultiPV", at_first=1, least=1, most=256),
        Spin(name="Move Overhead", at_first=30, least=0, most=5000),
        *([Choice(name="UCI_Variant", words=[facts.variant])] if facts.variant else []),
        *([Check(name="UCI_Chess960")] if dialect is UCI else []),
        *([Choice(name="EnteringKingRule", words=RULES)] if facts.entering_king else []),
        *([Check(name="UCI_LimitStrength")] if elo else []),
        *([Spin(name="UCI_Elo", at_first=elo[1], least=elo[0], most=elo[1])] if elo else []),
        Text(name="Weights", at_first=weights, type=dialect.path_type),
        Text(name="Brain", at_first=brain, type=dialect.path_type),
        Choice(name="Profile", words=PROFILES),
        Text(name="Search", at_first=search),
        Spin(name="Seed", at_first=0, least=0, most=2**31 - 1),
    ]
    return {option.name: replace(option, name=dialect.option(option.name)) for option in options}


class Options:
    """The options and what they are set to; names are read in any capitals.

    The engine knows each by one name, whatever the GUI's protocol calls it.

    >>> options = Options("chess/standard")
    >>> options.read("hash", "64")
    ('Hash', 64)
    >>> options.read("Hush", "64")
    Traceback (most recent call last):
    ...
    plywise.UnknownName: unknown option 'Hush'; did you mean 'Hash'? (known: ...)
    """

    def __init__(
        self,
        weights: str,
        rated: Sequence[tuple[int, int]] | None = None,
        game: str = "chess",
        search: str = EVALUATION_NOISE,
        brain: str = "",
    ) -> None:
        self.rated = facts_of(game).rated if rated is None else rated
        self._by_name = declared(weights, self.rated, game, search, brain)
        self._values: dict[str, Value] = {
            name: option.default for name, option in self._by_name.items()
        }

    @property
    def all(self) -> list[Option]:
        """The options as they are announced."""
        return list(self._by_name.values())

    @property
    def by_name(self) -> dict[str, Option]:
        """The options by our names of them."""
        return self._by_name

    def value(self, name: str) -> Value:
        """What an option is set to, by our name of it."""
        return self._values[name]

    def read(self, name: str, text: str | None) -> tuple[str, Value]:
        """Our name of an option and the value of a text, not yet set."""
        by_name = {option.name.lower(): own for own, option in self._by_name.items()}
        own = by_name.get(name.lower())
        if own is None:
            raise unknown("option", name, [option.name for option in self.all])
        option = self._by_name[own]
        if text is None and type(option) is not Option:
            raise BadSetting(f"{option.name} needs a value: 'setoption name {option.name} value …'")
        return own, option.read(text or "")

    def set(self, name: str, value: Value) -> None:
        """Set an option by our name of it."""
        self._values[name] = value

    def number(self, name: str) -> int:
        """The value of a spin."""
        return int(self._values[name])

    def is_on(self, name: str) -> bool:
        """The value of a check; an option that is not there is off."""
        return bool(self._values.get(name, False))

    def text(self, name: str) -> str:
        """The value of a text or a choice; empty for an option that is not there."""
        return str(self._values.get(name, ""))

    @property
    def node_limit(self) -> int | None:
        """Nodes a move where the strength is limited."""
        if not self.is_on("UCI_LimitStrength"):
            return None
        return nodes_for(self.number("UCI_Elo"), self.rated)
