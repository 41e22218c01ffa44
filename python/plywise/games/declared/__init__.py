"""The games' declarations, a file a game: `three_check.py` says what is usual in three-check.

A file is read when its game is first asked for. Those with an underscore in front are shared.
"""

from functools import cache
from importlib import import_module
from importlib.util import find_spec

from plywise import _kernel
from plywise.games.facts import GameFacts

__all__ = ["all_facts", "facts_of"]

UNKNOWN = GameFacts()
"""What is usual where nobody says."""


def facts_of(game: str) -> GameFacts:
    """What is usual in a game: as it is declared here, or on the class of a game in Python.

    >>> facts_of("atomic").depth, facts_of("three-check").variant
    (3, '3check')
    >>> facts_of("tic-tac-toe") == GameFacts()
    True
    """
    if (declared := _declared(game)) is not None:
        return declared
    from plywise.games.described import described, facts, is_described
    from plywise.games.python_games import SHIPPED, loaded

    if is_described(game):
        return facts(described(game))
    rules = _kernel.rules(loaded(game) if game in SHIPPED else game)
    found: GameFacts = UNKNOWN if rules is None else rules.facts
    return found


def all_facts() -> dict[str, GameFacts]:
    """The same for all games that come with plywise.

    >>> [name for name, facts in all_facts().items() if "usi" in facts.protocols]
    ['shogi', 'shogi-declaration']
    """
    from plywise.games.python_games import game_names

    return {name: facts_of(name) for name in game_names()}


@cache
def _declared(game: str) -> GameFacts | None:
    """What a file of this folder says; None for a game that has none."""
    if not (game.isascii() and game.replace("-", "").isalnum()):
        return None
    module = f"{__name__}.{game.replace('-', '_')}"
    if find_spec(module) is None:
        return None
    facts: GameFacts = import_module(module).FACTS
    return facts
