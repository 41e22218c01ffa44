"""The rungs of a ladder in points as players: whom there is to play against here."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from hashlib import sha256

import numpy as np

from plywise.checks import kind
from plywise.errors import BadSetting
from plywise.games.declared import all_facts, facts_of
from plywise.games.points_ladder import PointsLadder, PointsRung
from plywise.naming import listed, unknown
from plywise.play.match import greeted
from plywise.play.opponents import is_opponent, opponent
from plywise.play.player import Player, player
from plywise.searching.written import search_written

DIGITS = 16
"""Of a digest that are compared."""


def points_ladder(game: str) -> PointsLadder:
    """The ladder of a game; BadSetting where it has none.

    >>> points_ladder("backgammon").zero
    'pubeval'
    >>> points_ladder("chess")
    Traceback (most recent call last):
    ...
    plywise.BadSetting: chess has no ladder in points a game (those have one: backgammon)
    """
    ladder = facts_of(game).points_ladder
    if ladder is None:
        having = [name for name, facts in all_facts().items() if facts.points_ladder]
        raise BadSetting(
            f"{game} has no ladder in points a game (those have one: {listed(having)})"
        )
    return ladder


def points_pool(ladder: PointsLadder, names: Sequence[str] | None = None) -> list[PointsRung]:
    """The rungs of those names, or all whose players are installed; the weakest first.

    >>> [rung.name for rung in points_pool(points_ladder("backgammon"), ["standard", "pubeval"])]
    ['pubeval', 'standard']
    """
    if names is None or (isinstance(names, Sequence) and not len(names)):
        return [rung for rung in ladder.rungs if is_here(rung)]
    hint = f"give a list of rungs, as [{ladder.zero!r}]"
    known = [rung.name for rung in ladder.rungs]
    kind("opponents", names, Iterable, hint)
    for name in names:
        kind("opponents", name, str, hint)
        if name not in known:
            raise unknown("rung of the ladder", name, known)
    return [rung for rung in ladder.rungs if rung.name in names]


def is_here(rung: PointsRung) -> bool:
    """Whether its player can be asked: it is one of ours, or an engine that is installed.

    >>> is_here(points_ladder("backgammon").rung("standard"))
    True
    """
    return not is_opponent(rung.player) or opponent(rung.player).engine.path() is not None


def rung_player(rung: PointsRung, game: str, *, patience: float) -> Player:
    """The player of a rung, called as the rung is; an engine is one that was found to answer.

    >>> two_plies = points_ladder("backgammon").rung("standard-2ply")
    >>> rung_player(two_plies, "backgammon", patience=30.0).search
    Expectimax(depth=2, candidates=5, margin=0.15)
    """
    search = search_written(rung.search) if rung.search else None
    found = greeted(player(rung.player, search=search, game=game), [], patience)
    return replace(found, name=rung.name)


def weights_digest(rung: PointsRung, game: str) -> str:
    """The beginning of the SHA-256 of a rung's weights; empty where it has none of ours.

    >>> pubeval = points_ladder("backgammon").rung("pubeval")
    >>> weights_digest(pubeval, "backgammon")
    ''
    """
    if not rung.search:
        return ""
    weights = player(rung.player, game=game).evaluation.weights
    data = np.array(weights, dtype="<f8").tobytes()
    return sha256(data).hexdigest()[:DIGITS] if data else ""
