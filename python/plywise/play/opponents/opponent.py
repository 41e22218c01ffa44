"""An engine with its limits: how strong it is to be, and how far it may look."""

import select
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import get_args

from plywise._kernel import Settings, Stop
from plywise.errors import BadSetting
from plywise.games.declared import facts_of
from plywise.games.facts import Protocol
from plywise.naming import unknown
from plywise.play.opponents.engine import Engine, Limit
from plywise.play.opponents.failure import EngineFailed
from plywise.play.opponents.seat import Seat
from plywise.play.opponents.session import Announced, Option, Orders

LIMITS: tuple[Limit, ...] = get_args(Limit)
PATIENCE = 30.0


@dataclass(frozen=True, kw_only=True)
class Opponent:
    """An engine as a player.

    >>> from plywise.play.opponents.engine import KNOWN
    >>> Opponent(engine=KNOWN["stockfish"], elo=1600, limits={"nodes": 10000}).name
    'stockfish:elo=1600,nodes=10000'
    """

    engine: Engine
    """Which program."""
    limits: Mapping[str, int] = field(default_factory=dict)
    """By what each search ends: depth, nodes, movetime (milliseconds); together if several."""
    game: str = "chess"
    """What it is to play."""
    elo: int | None = None
    """The strength that the engine itself promises (UCI_Elo)."""
    options: Mapping[str, str] = field(default_factory=dict)
    """Options by the engine's own names."""
    patience: float = PATIENCE
    """Seconds that it has for any answer before it has lost the game."""
    is_fresh: bool = False
    """Whether every game is to have a process of its own."""
    version: str = ""
    """What it calls itself, once it was asked."""

    @property
    def name(self) -> str:
        """The engine and all that makes it weaker, as `spec.opponent` reads it."""
        elo = {} if self.elo is None else {"elo": self.elo}
        fresh = {"fresh": "yes"} if self.is_fresh else {}
        words = {**elo, **self.limits, **self.options, **fresh}
        given = [f"{key}={value}" for key, value in words.items()]
        return f"{self.engine.name}:{','.join(given)}" if given else self.engine.name

    @property
    def protocol(self) -> Protocol:
        """What is spoken with it."""
        return self.engine.protocol_for(self.game)

    @property
    def all_options(self) -> dict[str, str]:
        """The options that must be set, the variant and the strength included.

        >>> from plywise.play.opponents.engine import KNOWN
        >>> Opponent(engine=KNOWN["fairy-stockfish"], game="three-check").all_options
        {'UCI_Variant': '3check'}
        """
        variant = facts_of(self.game).variant
        strength = {"UCI_LimitStrength": "true", "UCI_Elo": str(self.elo)}
        depth = {self.engine.depth_option: str(self.limits.get("depth"))}
        return {
            **({"UCI_Variant": variant} if variant else {}),
            **({} if self.elo is None else strength),
            **(depth if self.engine.depth_option and "depth" in self.limits else {}),
            **self.options,
        }

    @property
    def orders(self) -> Orders:
        """What a session tells it to be and to do."""
        limits = dict(self.limits)
        if self.engine.depth_option:
            limits.pop("depth", None)
        return Orders(limits=limits, options=self.all_options, patience=self.patience)

    def settings(self, scale: int) -> Settings:
        """Nothing for the kernel: it never searches for somebody else's engine."""
        del scale
        return Settings(random_play=True)

    def as_dict(self) -> dict[str, object]:
        """All that is known of it, as it is written to files."""
        return {
            "kind": "engine", "engine": self.engine.name, "version": self.version,
            "command": list(self.engine.command), "protocol": self.protocol,
            "limits": dict(self.limits), "options": self.all_options, "patience": self.patience,
            **({"fresh": True} if self.is_fresh else {}),
        }  # fmt: skip

    def limited_by(self, others: Mapping[str, int | None]) -> "Opponent":
        """The same with limits: its own if it has any, otherwise those of the other side.

        A `clock` among them is enough, and kept elsewhere.
        """
        if self.limits or not self.engine.limits:
            return self
        given = {name: limit for name, limit in others.items() if limit is not None}
        if given.pop("clock", None) is not None and not given:
            return self
        if not given:
            raise BadSetting(
                f"{self.name} needs a limit, as in '{self.engine.name}:{self.engine.usual}'"
            )
        refuse_limits(self.engine, given)
        return replace(self, limits=given)

    def seat(self, stop: Stop | None = None) -> Seat:
        """Its seat at one game; `stop` ends it early, by KeyboardInterrupt."""
        return Seat(self, stop)

    def greeted(self) -> tuple["Opponent", Announced]:
        """The same after a trial start, its options checked against what it announces.

        Whatever is wrong before the first game is the user's business, not the engine's defeat.
        """
        if not hasattr(select, "poll"):
            raise BadSetting("other engines can play on Linux and macOS only")
        if self.engine.path() is None:
            how = f"; on Debian: {self.engine.install}" if self.engine.package else ""
            raise BadSetting(f"{self.engine.name} is not there ({self.engine.command[0]}){how}")
        try:
            with self.seat() as seat:
                announced = seat.greet()
        except EngineFailed as failure:
            other = "xboard" if self.protocol == "uci" else "uci"
            raise BadSetting(
                f"{self.name} does not speak {self.protocol}: {failure}; "
                f"give it more time (patience) or try {other}:PATH"
            ) from None
        options = _announced_options(self, announced)
        return replace(self, version=announced.name, options=options), announced


def _announced_options(opponent: Opponent, announced: Announced) -> dict[str, str]:
    """The options by the names that the engine announces, each within its range."""
    known = announced.options
    _refuse_game(opponent, announced)
    if "depth" in opponent.limits and (deep := known.get(opponent.engine.depth_option)):
        _refuse_value(opponent, "depth", deep, str(opponent.limits["depth"]))
    if opponent.elo is not None:
        if "UCI_Elo" not in known:
            raise BadSetting(f"{opponent.engine.name} cannot be set to an Elo; limit its depth")
        _refuse_value(opponent, "elo", known["UCI_Elo"], str(opponent.elo))
    by_plain_name = {_plain(name): name for name in known}
    options = {}
    for key, value in opponent.options.items():
        name = by_plain_name.get(_plain(key))
        if name is None:
            words = ["elo", "fresh", *LIMITS, *known]
            raise unknown(f"option of {opponent.engine.name}", key, words)
        _refuse_value(opponent, key, known[name], value)
        options[name] = value
    return options


def _refuse_game(opponent: Opponent, announced: Announced) -> None:
    """BadSetting for a variant of chess that the engine does not announce."""
    variant = facts_of(opponent.game).variant
    option = announced.options.get("UCI_Variant")
    if variant and (option is None or not option.accepts(variant)):
        known = "" if option is None else f"; its variants are {', '.join(option.choices)}"
        raise BadSetting(f"{opponent.engine.name} does not play {opponent.game}{known}")


def _refuse_value(opponent: Opponent, key: str, option: Option, value: str) -> None:
    if not option.accepts(value):
        raise BadSetting(f"{opponent.engine.name}:{key}={value} is not what it allows: {option}")


def _plain(name: str) -> str:
    """An option's name without what is easily mistyped.

    >>> _plain("Skill Level") == _plain("skill_level")
    True
    """
    return "".join(c for c in name.lower() if c.isalnum())


def refuse_limits(engine: Engine, limits: Mapping[str, int]) -> None:
    """BadSetting for a limit that the engine would not keep."""
    for name, limit in limits.items():
        if name not in engine.limits:
            raise BadSetting(
                f"{engine.name} cannot be limited by {name}={limit}; "
                f"write '{engine.name}:{engine.usual}'"
            )
