"""Whom a run plays: given players in turns, or whoever of them is near to its own rating."""

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, fields, replace
from pathlib import Path
from statistics import NormalDist
from typing import Any, Literal, get_args

from plywise._kernel import random_u64
from plywise.checks import is_real, shown
from plywise.errors import BadSetting, UntrustedCode
from plywise.evaluation.weights import Weights, resolve
from plywise.games.loading import is_reading, is_trusting
from plywise.learning.tables import made
from plywise.naming import refuse_unknown, unknown
from plywise.play.opponents import Opponent, is_opponent, opponent
from plywise.play.player import RANDOM
from plywise.play.pools import HELD_OUT, POOLS, without
from plywise.play.record import OWN
from plywise.searching.settings import SEARCHES, Searching, searching
from plywise.searching.written import name_and_search

__all__ = ["Choice", "Opponents", "Rival", "opponents_for"]

Choice = Literal["turns", "near", "graded"]
"""Who is next: one after the other, or one near to the run's own rating."""
CHOICES: tuple[Choice, ...] = get_args(Choice)
STREAM = 0x006F_7070_6F6E_656E  # "opponen": this choice's chance is apart from the games' own
NEAR = 150.0
"""Elo by which an opponent may be off before it is taken clearly less often."""
SPREAD = 120.0
"""Elo, one standard deviation, by which the run looks away from its own rating ("graded")."""


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
    search: Searching | None = None
    """How it searches, if it is ours and does not search as the run does."""

    @property
    def is_engine(self) -> bool:
        """Whether it is somebody else's engine."""
        return self.weights is None and self.name != RANDOM

    @property
    def is_any_program(self) -> bool:
        """Whether it is a program of the user's, or has options that may name files.

        A known engine with its limits alone is neither.
        """
        if not self.is_engine:
            return False
        engine = opponent(self.name)
        return not engine.engine.package or bool(engine.options)

    def as_dict(self) -> dict[str, Any]:
        """The same as TOML knows it."""
        rated = {} if self.rating is None else {"rating": self.rating}
        if self.weights is None:
            return {"name": self.name, **rated}
        judged = {name: getattr(self.weights, name) for name in ("game", "features", "scale")}
        using = {} if self.search is None else {"search": self.search.as_dict()}
        return {"name": self.name, **rated, **judged, "values": list(self.weights.values), **using}


@dataclass(frozen=True, kw_only=True)
class Opponents:
    """All opponents of a run, and how the next one is chosen."""

    players: tuple[Rival, ...]
    """Who they are."""
    choice: Choice = "turns"
    """"turns": each in its turn, two games each; "near": by lot, those near to the run's own rating
    by Elo's rule more often; "graded": whoever is nearest to its likeliest rating over the last
    games, moved by a lot of ± 120 Elo."""
    rating: float | None = None
    """The run's own rating before its first game; by default the mean of its opponents'."""
    held_out: tuple[str, ...] = ()
    """Of a pool, who is not met: kept to rate by what was learnt."""
    both_turns: bool = False
    """Whether the run searches at its opponents' turns too, and so learns from as many positions
    of a game as it would alone."""

    def __post_init__(self) -> None:
        if self.choice not in CHOICES:
            raise unknown("choice of opponents", str(self.choice), CHOICES)
        if self.rating is not None and not is_real(self.rating):
            raise BadSetting(f"rating {shown(self.rating)} is no number")
        if not isinstance(self.both_turns, bool):
            raise BadSetting(f"both_turns = {shown(self.both_turns)}; give true or false")
        if not self.players:
            raise BadSetting("no opponent is given; name one, or 'self' for self-play")
        unrated = [player.name for player in self.players if player.rating is None]
        if self.choice != "turns" and unrated:
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
        if self.choice == "graded":
            lot = _lot(seed, number) or 0.5**54
            return self._nearest(rating + SPREAD * NormalDist().inv_cdf(lot))
        squares = [((player.rating or 0.0) - rating) ** 2 for player in self.players]
        # Measured from the nearest one: it has a chance however far away all of them are.
        chances = [math.exp((min(squares) - s) / (2.0 * NEAR**2)) for s in squares]
        lot = _lot(seed, number) * sum(chances)
        for place, chance in enumerate(chances):
            lot -= chance
            if lot < 0.0:
                return place
        return squares.index(min(squares))

    def _nearest(self, rating: float) -> int:
        """The place of whoever is nearest to a rating; of several the first."""
        apart = [abs((player.rating or 0.0) - rating) for player in self.players]
        return apart.index(min(apart))

    def as_dict(self) -> dict[str, Any]:
        """The same as TOML knows it; `opponents_for` takes it back."""
        rated = {} if self.rating is None else {"rating": self.rating}
        out = {"held_out": list(self.held_out)} if self.held_out else {}
        both_turns = {"both_turns": True} if self.both_turns else {}
        players = [player.as_dict() for player in self.players]
        return {"choice": self.choice, **rated, **out, **both_turns, "players": players}


def _lot(seed: int, number: int) -> float:
    """The chance of game `number`, from 0 to below 1."""
    return (random_u64(seed ^ STREAM, number, 1)[0] >> 11) / (1 << 53)


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
    name if it has none of its own, weights with `@SEARCH` before that if they are not to search as
    the run does; a whole pool by its name (`POOLS`), of which the run meets whoever is nearest to
    its own rating; or a table of the fields of `Opponents`.

    >>> opponents_for("self") is None
    True
    >>> opponents_for(["chess/standard", "random"]).players[0].weights.values
    (1.0, 3.0, 3.0, 5.0, 9.0)
    >>> own = opponents_for("own")
    >>> own.choice, len(own.players), own.players[0].name
    ('graded', 16, 'chess/standard@playing:nodes=125')
    """
    if given is None or isinstance(given, Opponents):
        return given
    if isinstance(given, str) and given == OWN:
        return None
    table: dict[str, Any] = {"players": given}
    if isinstance(given, Mapping) and "players" in given:
        refuse_unknown("setting of opponents", given, (f.name for f in fields(Opponents)))
        table = {str(key): value for key, value in given.items()}
    return Opponents(**_pooled(table, game))


def _pooled(table: dict[str, Any], game: str) -> dict[str, Any]:
    """The fields of `Opponents`, with the players of the pools that are named among them."""
    named = _each(table["players"])
    pools = [name for name in named if isinstance(name, str) and name in POOLS]
    held = table.get("held_out", HELD_OUT[pools[0]] if pools else ())
    held = (held,) if isinstance(held, str) else tuple(held)
    if held and not pools and not isinstance(table["players"], list | tuple):
        raise BadSetting(f"held_out = {list(held)}: only of a pool are players left out")
    rungs_of = {name: POOLS[name](game) for name in pools}
    met = without([rung for rungs in rungs_of.values() for rung in rungs], held) if pools else []
    players: list[Rival] = []
    for what in named:
        if isinstance(what, str) and what in POOLS:
            rungs = [rung for rung in rungs_of[what] if rung in met]
            players += [replace(rival(r.name, game=game), rating=r.elo) for r in rungs]
        else:
            players.append(rival(what, game=game))
    nearest = {"choice": "graded"} if pools else {}
    out = {"held_out": held} if held else {}
    return {**nearest, **table, "players": tuple(players), **out}


def _each(given: Any) -> list[Any]:
    """One player or several, as a list."""
    one = isinstance(given, str | Path | Weights | Opponent | Rival | Mapping)
    if one or hasattr(given, "as_weights") or not isinstance(given, Iterable):
        return [given]
    return list(given)


def rival(what: Any, *, game: str = "chess") -> Rival:
    """The opponent that `what` means."""
    if isinstance(what, Rival):
        return what
    if isinstance(what, Mapping):
        return _from_table(what)
    if isinstance(what, Opponent):
        what = what.name
    text, rating = name_and_rating(what) if isinstance(what, str) else (what, None)
    if text == OWN:
        raise BadSetting("'self' cannot be one opponent among others")
    if isinstance(text, str) and is_opponent(text):
        if not is_reading():
            _named.add(text)
        elo = opponent(text).elo
        return Rival(name=text, rating=float(elo) if rating is None and elo else rating)
    if text == RANDOM:
        return Rival(name=RANDOM, rating=rating)
    what, search = name_and_search(text) if isinstance(text, str) else (text, None)
    weights = resolve(what, game=game)
    if weights.game != game:
        raise BadSetting(f"{weights.label} are weights for {weights.game}, not for {game}")
    name = str(text) if isinstance(text, str | Path) else weights.label or "weights"
    return Rival(name=name, rating=rating, weights=_numbers_alone(weights, name), search=search)


def _numbers_alone(weights: Weights, name: str) -> Weights:
    """The weights as a run's settings keep them."""
    values = tuple(float(value) for value in weights.values)
    return replace(weights, values=values, label=name, made_by={})


def name_and_rating(text: str) -> tuple[str, float | None]:
    """The name, and the rating after its @ if there is one."""
    name, at, elo = text.rpartition("@")
    try:
        rating = float(elo) if at else math.nan
    except ValueError:
        return text, None
    return (name, rating) if math.isfinite(rating) else (text, None)


def _from_table(table: Mapping[str, Any]) -> Rival:
    known = ("name", "rating", "game", "features", "scale", "values", "search")
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
    using = table.get("search")
    return Rival(
        name=name,
        rating=None if rating is None else float(rating),
        weights=weights,
        search=None if using is None else made(using, searching, SEARCHES),
    )
