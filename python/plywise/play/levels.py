"""How strong plywise plays against people: by a measured rating, else by nodes or depth."""

from __future__ import annotations

import re
from typing import Any

from plywise._kernel import MAX_DEPTH, games
from plywise.errors import BadSetting
from plywise.games import strength
from plywise.games.declared import facts_of
from plywise.games.described import is_described
from plywise.games.points import needs_expectimax
from plywise.naming import unknown

NODES = (50, 200, 1_000, 5_000, 20_000, 100_000)
FEW_NODES = (20, 100, 500, 2_000)
"""For games whose rules are Python."""
DEPTHS = (1, 2)
"""Of expectimax."""
RATINGS = (950, 1100, 1300, 1500, 1700, 1900, 2100, 2250)
LEVEL = re.compile(r"(elo|nodes|depth):([0-9]{1,9})")
MILLISECONDS = 8_000
"""However slow the machine is, a move is made after so long."""
RATED = "plywise"
"""The set whose ratings were measured."""
LIKED = (RATED, "standard")
"""The published sets that play where nobody says, if a game has them."""


def published_sets(game: str) -> list[str]:
    """The published sets of a game, those that play where nobody says first.

    >>> published_sets("chess")[:2], published_sets("knpk")
    (['chess/plywise', 'chess/standard'], [])
    """
    published = facts_of(game).published
    liked = [name for name in LIKED if name in published]
    names = [*liked, *(name for name in published if name not in liked)]
    return [f"{game}/{name}" for name in names]


def usual_weights(game: str) -> str:
    """What plays where nobody says; empty where nothing is published.

    >>> usual_weights("shogi"), usual_weights("tic-tac-toe")
    ('shogi/plywise', '')
    """
    return next(iter(published_sets(game)), "")


def levels(game: str, weights: str = "") -> list[tuple[str, str]]:
    """The levels of a game, as addresses and commands have them and for people, the weakest first.

    >>> levels("chess", "chess/plywise")[0], levels("othello")[0], levels("backgammon")[0]
    (('elo:950', 'Elo 950'), ('nodes:50', '50 nodes a move'), ('depth:1', '1 ply'))
    """
    if needs_expectimax(game):
        known = [f"depth:{plies}" for plies in DEPTHS]
    else:
        counts = NODES if is_in_kernel(game) else FEW_NODES
        known = [f"elo:{elo}" for elo in _ratings(game, weights)]
        known += [f"nodes:{count}" for count in counts]
    return [(level, level_told(level)) for level in known]


def usual_level(game: str, weights: str = "") -> str:
    """What is played at where nobody says.

    >>> usual_level("chess", "chess/plywise"), usual_level("shogi"), usual_level("dice-race")
    ('elo:1300', 'nodes:1000', 'depth:1')
    """
    if needs_expectimax(game):
        return "depth:1"
    if _ratings(game, weights):
        return "elo:1300"
    return "nodes:1000" if is_in_kernel(game) else "nodes:500"


def level_read(game: str, weights: str, text: str) -> str:
    """The level that somebody means: a rating, a level as `levels` has it, or a word.

    >>> level_read("chess", "chess/plywise", "1300"), level_read("othello", "", "weakest")
    ('elo:1300', 'nodes:50')
    >>> level_read("othello", "", "1300")
    Traceback (most recent call last):
    ...
    plywise.BadSetting: no ratings were measured for this; give one of nodes:50, nodes:200, ...
    """
    known = [level for level, _ in levels(game, weights)]
    words = {"weakest": known[0], "usual": usual_level(game, weights), "strongest": known[-1]}
    if text in words:
        return words[text]
    level = f"elo:{text}" if text.isascii() and text.isdigit() else text
    if LEVEL.fullmatch(level) is None:
        raise unknown("level", text[:40], [*words, *known])
    if level.startswith("elo:"):
        _refuse_unmeasured(game, weights, int(level.removeprefix("elo:")), known)
    return level


def _refuse_unmeasured(game: str, weights: str, elo: int, known: list[str]) -> None:
    """BadSetting for a rating that nobody measured: it would be a promise without a ground."""
    if not _ratings(game, weights):
        measured = f" but {game}/{RATED}" if facts_of(game).rated else ""
        raise BadSetting(
            f"no ratings were measured for this{measured}; give one of {', '.join(known)}"
        )
    low, high = strength.limits(facts_of(game).rated) or (elo, elo)
    if not low <= elo <= high:
        raise BadSetting(f"Elo {elo} is outside what was measured, {low} to {high}")


def level_told(level: str) -> str:
    """A level for people.

    >>> [level_told(level) for level in ("elo:1300", "nodes:5000", "depth:1")]
    ['Elo 1300', '5,000 nodes a move', '1 ply']
    """
    kind, _, number = level.partition(":")
    if kind == "elo":
        return f"Elo {number}"
    if kind == "nodes":
        return f"{int(number):,} nodes a move"
    return f"{number} {'ply' if int(number) == 1 else 'plies'}"


def _ratings(game: str, weights: str) -> tuple[int, ...]:
    """Ratings between those that were measured, of the weights that they were measured with."""
    limits = strength.limits(facts_of(game).rated)
    if limits is None or weights != f"{game}/{RATED}":
        return ()
    return tuple(elo for elo in RATINGS if limits[0] <= elo <= limits[1])


def is_in_kernel(game: str) -> bool:
    """Whether no rule of it is Python.

    >>> [is_in_kernel(game) for game in ("chess", "my.ini:courier", "tic-tac-toe")]
    [True, True, False]
    """
    return game in games() or is_described(game)


def search_at(game: str, level: str, most_nodes: int) -> Any:
    """The search of a level; BadSetting for one that there is not.

    >>> search_at("shogi", "nodes:500", 1000).nodes, search_at("chess", "elo:1265", 10_000).nodes
    (500, 200)
    """
    from plywise.searching.expectimax import Expectimax
    from plywise.searching.usual import usual_search
    from plywise.searching.written import search_written

    found = LEVEL.fullmatch(level)
    if found is None:
        raise BadSetting(f"level={level[:40]!r}; write elo:1300, nodes:1000 or depth:2")
    kind, number = found[1], int(found[2])
    if needs_expectimax(game):
        return Expectimax(depth=min(number, 3) if kind == "depth" else 1, movetime=MILLISECONDS)
    facts = facts_of(game)
    if kind == "elo":
        if not facts.rated:
            raise BadSetting(f"nobody has measured ratings in {game}; write nodes:1000")
        number = strength.nodes_for(number, facts.rated)
    if kind == "depth":
        return usual_search(game, depth=min(number, MAX_DEPTH), movetime=MILLISECONDS)
    nodes = max(1, min(number, most_nodes))
    if facts.protocols:  # an engine of ours plays it: so it does here
        noise = strength.EVALUATION_NOISE
        return search_written(f"playing:{noise},nodes={nodes},movetime={MILLISECONDS}")
    return usual_search(game, nodes=nodes, movetime=MILLISECONDS)
