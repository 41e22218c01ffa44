"""Whom a run plays: given players in turns, or whoever of them is near to its own rating."""

import math
from collections import deque
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, fields, replace
from pathlib import Path
from typing import Any, Literal, get_args

from plywise._kernel import random_u64
from plywise.checks import is_real, shown
from plywise.errors import BadSetting, UntrustedCode
from plywise.evaluation.weights import Weights, resolve
from plywise.games.loading import is_reading, is_trusting
from plywise.naming import refuse_unknown, unknown
from plywise.play.opponents import Opponent, is_opponent, opponent
from plywise.play.opponents.failure import is_failure
from plywise.play.player import RANDOM
from plywise.play.record import OWN, GameRecord
from plywise.play.statistics import score_of

__all__ = ["Choice", "Opponents", "Rival", "Standing", "opponents_for"]

Choice = Literal["turns", "near"]
"""Who is next: one after the other, or one near to the run's own rating."""
CHOICES: tuple[Choice, ...] = get_args(Choice)
STREAM = 0x006F_7070_6F6E_656E  # "opponen": this choice's chance is apart from the games' own
NEAR = 150.0
"""Elo by which an opponent may be off before it is taken clearly less often."""
K = 32.0
"""How far one game moves the run's own rating at most (Elo's usual K for a new player)."""
MOST_FAILURES = 3
"""After so many failures of engines in a row the run stops: such games teach nothing."""


@dataclass(frozen=True, kw_only=True)
class Rival:
    """One opponent: an engine or random moves by its name, or weights with their numbers.

    A run keeps the numbers: it does not depend on what a name means tomorrow.

    >>> rival("stockfish:elo=1400,nodes=1000").rating, rival("chess/standard@1500").rating
    (1400.0, 1500.0)
    """

    name: str
    """As `match` takes it: "stockfish:elo=1400,nodes=1000", "random", or what the weights are."""
    rating: float | None = None
    """Its rating, where known."""
    weights: Weights | None = None
    """What it judges by, if it is ours."""

    @property
    def is_any_program(self) -> bool:
        """Whether it is a program of the user's, or has options that may name files.

        A known engine with its limits alone is neither.
        """
        if self.weights is not None or self.name == RANDOM:
            return False
        engine = opponent(self.name)
        return not engine.engine.package or bool(engine.options)

    def as_dict(self) -> dict[str, Any]:
        """The same as TOML knows it."""
        rated = {} if self.rating is None else {"rating": self.rating}
        if self.weights is None:
            return {"name": self.name, **rated}
        judged = {name: getattr(self.weights, name) for name in ("game", "features", "scale")}
        return {"name": self.name, **rated, **judged, "values": list(self.weights.values)}


@dataclass(frozen=True, kw_only=True)
class Opponents:
    """All opponents of a run, and how the next one is chosen."""

    players: tuple[Rival, ...]
    """Who they are."""
    choice: Choice = "turns"
    """"turns": each in its turn, two games each; "near": by lot, those near to the run's own rating
    more often."""
    rating: float | None = None
    """The run's own rating before its first game; by default the mean of its opponents'."""

    def __post_init__(self) -> None:
        if self.choice not in CHOICES:
            raise unknown("choice of opponents", str(self.choice), CHOICES)
        if self.rating is not None and not is_real(self.rating):
            raise BadSetting(f"rating {shown(self.rating)} is no number")
        if not self.players:
            raise BadSetting("no opponent is given; name one, or 'self' for self-play")
        unrated = [player.name for player in self.players if player.rating is None]
        if self.choice == "near" and unrated:
            raise BadSetting(
                f"who is near is told by ratings, and {unrated[0]!r} has none; "
                f"write '{unrated[0]}@1500'"
            )

    def start_rating(self) -> float | None:
        """The run's own rating before its first game; None where nobody is rated."""
        rated = [player.rating for player in self.players if player.rating is not None]
        if self.rating is not None or not rated:
            return self.rating
        return sum(rated) / len(rated)

    def chosen(self, number: int, *, seed: int, rating: float | None) -> int:
        """The place of the opponent of game `number`, at which the run has this rating.

        >>> two = opponents_for(["chess/standard@1300", "stockfish:elo=1700,nodes=1000"])
        >>> [two.chosen(number, seed=1, rating=None) for number in range(1, 6)]
        [0, 0, 1, 1, 0]
        """
        if self.choice == "turns" or rating is None:
            return (number - 1) // 2 % len(self.players)
        squares = [((player.rating or 0.0) - rating) ** 2 for player in self.players]
        # Measured from the nearest one: it has a chance however far away all of them are.
        chances = [math.exp((min(squares) - s) / (2.0 * NEAR**2)) for s in squares]
        lot = (random_u64(seed ^ STREAM, number, 1)[0] >> 11) / (1 << 53) * sum(chances)
        for place, chance in enumerate(chances):
            lot -= chance
            if lot < 0.0:
                return place
        return squares.index(min(squares))

    def as_dict(self) -> dict[str, Any]:
        """The same as TOML knows it; `opponents_for` takes it back."""
        rated = {} if self.rating is None else {"rating": self.rating}
        players = [player.as_dict() for player in self.players]
        return {"choice": self.choice, **rated, "players": players}


_named: set[str] = set()
"""The engines that were named in this process, and not by a file."""


def name_engines(opponents: Opponents | None) -> None:
    """Take all of them as named by the user, who trusts the settings that they stand in."""
    if opponents is not None:
        _named.update(player.name for player in opponents.players)


def refuse_unnamed(rival: Rival) -> None:
    """UntrustedCode for a program that only a file has named: a file alone runs no code."""
    if rival.is_any_program and rival.name not in _named and not is_trusting():
        raise UntrustedCode(
            f"the settings name the program {rival.name!r} as an opponent, and a file alone runs "
            f"none; if you trust it, name it again (--opponents {rival.name!r}), or say --trust, "
            "in Python trust=True"
        )


def opponents_for(given: Any, *, game: str = "chess") -> Opponents | None:
    """The opponents that a user means; None for "self".

    One player or several: a weight set, a file, a run, an engine, each with `@RATING` after its
    name if it has none of its own; or a table of the fields of `Opponents`.

    >>> opponents_for("self") is None
    True
    >>> opponents_for(["chess/standard", "random"]).players[0].weights.values
    (1.0, 3.0, 3.0, 5.0, 9.0)
    """
    if given is None or isinstance(given, Opponents):
        return given
    if isinstance(given, str) and given == OWN:
        return None
    if isinstance(given, Mapping) and "players" in given:
        refuse_unknown("setting of opponents", given, (f.name for f in fields(Opponents)))
        table = {str(key): value for key, value in given.items()}
        return Opponents(**{**table, "players": _rivals(given["players"], game)})
    return Opponents(players=_rivals(given, game))


def _rivals(given: Any, game: str) -> tuple[Rival, ...]:
    one = isinstance(given, str | Path | Weights | Opponent | Rival | Mapping)
    if one or hasattr(given, "as_weights") or not isinstance(given, Iterable):
        given = [given]
    return tuple(rival(what, game=game) for what in given)


def rival(what: Any, *, game: str = "chess") -> Rival:
    """The opponent that `what` means."""
    if isinstance(what, Rival):
        return what
    if isinstance(what, Mapping):
        return _from_table(what)
    if isinstance(what, Opponent):
        what = what.name
    text, rating = _rated(what) if isinstance(what, str) else (what, None)
    if text == OWN:
        raise BadSetting("'self' cannot be one opponent among others")
    if isinstance(text, str) and is_opponent(text):
        if not is_reading():
            _named.add(text)
        elo = opponent(text).elo
        return Rival(name=text, rating=float(elo) if rating is None and elo else rating)
    if text == RANDOM:
        return Rival(name=RANDOM, rating=rating)
    weights = resolve(text, game=game)
    if weights.game != game:
        raise BadSetting(f"{weights.label} are weights for {weights.game}, not for {game}")
    name = str(text) if isinstance(text, str | Path) else weights.label or "weights"
    return Rival(name=name, rating=rating, weights=_numbers_alone(weights, name))


def _numbers_alone(weights: Weights, name: str) -> Weights:
    """The weights as a run's settings keep them."""
    values = tuple(float(value) for value in weights.values)
    return replace(weights, values=values, label=name, made_by={})


def _rated(text: str) -> tuple[str, float | None]:
    """The name, and the rating after its @ if there is one."""
    name, at, elo = text.rpartition("@")
    try:
        rating = float(elo) if at else math.nan
    except ValueError:
        return text, None
    return (name, rating) if math.isfinite(rating) else (text, None)


def _from_table(table: Mapping[str, Any]) -> Rival:
    known = ("name", "rating", "game", "features", "scale", "values")
    refuse_unknown("setting of an opponent", table, known)
    name, rating = table.get("name"), table.get("rating")
    if not isinstance(name, str) or not (rating is None or is_real(rating)):
        raise BadSetting(
            f"{shown(dict(table))} is no opponent; give name, and rating if it has one"
        )
    if "values" not in table:
        return Rival(name=name, rating=None if rating is None else float(rating))
    if missing := {"game", "features", "scale"} - table.keys():
        raise BadSetting(f"opponent {name!r} has values, but no {', '.join(sorted(missing))}")
    judged = {key: table[key] for key in ("game", "features", "scale")}
    weights = _numbers_alone(Weights(**judged, values=tuple(table["values"])), name)
    return Rival(name=name, rating=None if rating is None else float(rating), weights=weights)


@dataclass(kw_only=True)
class Standing:
    """The run's own rating after each of the last `lag` games, by Elo's rule; and who failed."""

    opponents: Opponents | None
    lag: int
    _ratings: "deque[float | None]" = field(init=False)
    _failures: list[str] = field(init=False, default_factory=list)

    def __post_init__(self) -> None:
        start = None if self.opponents is None else self.opponents.start_rating()
        self._ratings = deque([start] * self.lag, maxlen=self.lag)

    def before(self, age: int) -> float | None:
        """The rating so many games ago; None where nobody is rated."""
        return self._ratings[-1 - age]

    def note(self, record: GameRecord) -> None:
        """Take a game in. A failure of the opponent says nothing of the strength."""
        own = self._ratings[-1]
        failed = is_failure(record.reason)
        self._failures = [*self._failures, record.reason] if failed else []
        side = record.own_side
        if side is not None and own is not None and not failed and record.is_finished:
            first = side == "first"
            other = record.ratings[1 if first else 0]
            score = record.outcome if first else 1.0 - record.outcome
            own = own if other is None else own + K * (score - score_of(own - other))
        self._ratings.append(own)

    def check(self) -> None:
        """BadSetting if an engine fails again and again."""
        if len(self._failures) >= MOST_FAILURES:
            raise BadSetting(
                f"{self._failures[-1]}, in {len(self._failures)} games in a row: there is nothing "
                "to learn from such an opponent; the games before are saved"
            )

    def state(self) -> dict[str, Any]:
        """All of it, as JSON knows it; nothing in self-play."""
        if self.opponents is None:
            return {}
        return {"standing": {"ratings": list(self._ratings), "failures": self._failures}}

    def restore(self, state: Mapping[str, Any]) -> None:
        """Go on from a `state`, bit for bit; the failures that stopped a run may be mended."""
        if "standing" in state:
            self._ratings.extend(state["standing"]["ratings"])
            failures = list(state["standing"]["failures"])
            self._failures = failures if len(failures) < MOST_FAILURES else []
