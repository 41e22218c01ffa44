"""Games that users add, by name: loaded where they are first asked for, in any process.

A name is `path/to/mygame.py:Nim` or `package.module:Nim`, or `my.ini:courier` (`described`). Paths
are made absolute, so that a run goes on from any directory. A class of the running script, or one
typed at a prompt, has a name too.
"""

from __future__ import annotations

import inspect
import math
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

from plywise import _kernel
from plywise.checks import is_real, shown
from plywise.errors import BadSetting
from plywise.games.described import described, is_described
from plywise.games.facts import GameFacts
from plywise.games.loading import PROMPT, module_at, where_is
from plywise.games.rules import Rules
from plywise.naming import unknown

SHIPPED = {"tic-tac-toe": "plywise.games.tic_tac_toe:TicTacToe"}
"""The games written in Python that come with plywise and have a short name."""


def game_names() -> list[str]:
    """The names of all games that come with plywise.

    >>> "chess" in game_names(), "tic-tac-toe" in game_names()
    (True, True)
    """
    return [*_kernel.games(), *SHIPPED]


def game_name(what: Any) -> str:
    """The name of the game that a user means: a name, rules, their class, or a `Game`.

    >>> game_name("chess")
    'chess'
    >>> game_name("plywise.games.tic_tac_toe:TicTacToe")
    'tic-tac-toe'
    """
    if isinstance(what, type) and issubclass(what, Rules):
        return registered(made(what))
    if isinstance(what, Rules):
        return registered(what)
    name = getattr(what, "name", what)
    if not isinstance(name, str):
        raise BadSetting(f"{shown(what)} is no game; give a name, or rules derived from pw.Rules")
    return name if name in _kernel.games() else loaded(name)


def loaded(name: str) -> str:
    """The full name of a game in Python or in a text, which is known from then on.

    >>> loaded("tic-tac-toe")
    'tic-tac-toe'
    >>> loaded("ches")
    Traceback (most recent call last):
    ...
    plywise.UnknownName: unknown game 'ches'; did you mean 'chess'? ...
    """
    if is_described(name):
        return described(name)
    if _kernel.rules(name) is not None:
        return name
    where, _, what = SHIPPED.get(name, name).rpartition(":")
    if not where and what.endswith(".py"):
        where, what = what, ""
    if not where:
        raise unknown("game", name, game_names())
    return registered(_rules_in(module_at(where), what, name))


def registered(rules: Rules) -> str:
    """The name of these rules, which the kernel knows from then on."""
    name = name_of(rules)
    known = _kernel.rules(name)
    if known is None or type(known) is not type(rules):
        _refuse_bad_facts(rules)
        _kernel.register(name, rules)
    return name


def made(kind: type[Rules]) -> Rules:
    """The rules of a class; BadSetting where some are missing."""
    if missing := sorted(getattr(kind, "__abstractmethods__", ())):
        raise BadSetting(f"the class {kind.__name__} lacks these rules: {', '.join(missing)}")
    try:
        inspect.signature(kind).bind()
    except TypeError as error:
        raise BadSetting(
            f"the class {kind.__name__} cannot be made without arguments ({error}); name what you "
            f"mean at the top of its file (small = {kind.__name__}(...)), and ask for that"
        ) from None
    return kind()


def name_of(rules: Rules) -> str:
    """The name by which other processes, and later runs, will find these rules.

    >>> from plywise.games.tic_tac_toe import TicTacToe
    >>> name_of(TicTacToe())
    'tic-tac-toe'
    """
    kind = type(rules)
    module = sys.modules.get(kind.__module__)
    top = {} if module is None else vars(module)
    what = next((name for name, value in top.items() if value is rules), kind.__qualname__)
    found = top.get(what)
    if found is not rules and found is not kind:
        module = None  # it was typed at a prompt, or inside a function: nobody else can find it
    if found is not rules:
        _refuse_arguments(rules)
    name = f"{PROMPT if module is None else where_is(module)}:{what}"
    return next((short for short, full in SHIPPED.items() if full == name), name)


def is_found_elsewhere(name: str) -> bool:
    """Whether another process could load the game of that name."""
    return not name.startswith(f"{PROMPT}:")


def portable(name: str) -> str:
    """The name of a game without the folder that its file lies in.

    >>> portable("/home/me/games/mygame.py:Nim"), portable("chess")
    ('mygame.py:Nim', 'chess')
    """
    where, colon, what = name.rpartition(":")
    is_file = where.endswith(".py") or is_described(name)
    return f"{Path(where).name}:{what}" if colon and is_file else name


def title(game: str) -> str:
    """What files and tables call a game.

    >>> title("chess"), title("tic-tac-toe")
    ('chess', 'tic-tac-toe')
    """
    if is_described(game):
        return game.rpartition(":")[2]
    rules = _kernel.rules(game)
    return game if rules is None else str(rules.name)


def _rules_in(module: ModuleType, what: str, name: str) -> Rules:
    """The rules that `what` names in a module; all that it has, where there is no choice."""
    kinds = {
        key: value
        for key, value in vars(module).items()
        if isinstance(value, type) and issubclass(value, Rules) and value is not Rules
    }
    own = {key: kind for key, kind in kinds.items() if kind.__module__ == module.__name__}
    if not what and len(own) == 1:
        return made(next(iter(own.values())))
    found = vars(module).get(what)  # a module's own __getattr__ is not asked
    if isinstance(found, Rules):
        return found
    if isinstance(found, type) and issubclass(found, Rules):
        return made(found)
    if found is not None:
        raise BadSetting(f"{name} is {found!r}, and no rules of a game: derive a class of pw.Rules")
    raise unknown(f"game in {where_is(module)}", what, own)


def _refuse_arguments(rules: Rules) -> None:
    """Other processes make the rules anew, so that nothing may depend on how these were made."""
    kind = type(rules)
    taken = inspect.signature(kind).parameters.values()
    needed = [parameter for parameter in taken if parameter.default is parameter.empty]
    if not taken or (not needed and vars(kind()) == vars(rules)):
        return
    raise BadSetting(
        f"this {kind.__name__} was made with arguments, and nobody else could make it again: give "
        f"it a name at the top of its file (small = {kind.__name__}(...)), or derive a class "
        "without any"
    )


def _refuse_bad_facts(rules: Rules) -> None:
    players, kind = rules.players, type(rules).__name__
    two = isinstance(players, tuple) and len(players) == 2
    if not two or not all(isinstance(player, str) for player in players):
        raise BadSetting(f"{kind}.players is {players!r}; give two texts, as ('White', 'Black')")
    if not isinstance(rules.max_plies, int) or not 1 <= rules.max_plies <= 100_000:
        raise BadSetting(f"{kind}.max_plies is {rules.max_plies!r}; give a number of plies")
    if not isinstance(rules.facts, GameFacts):
        raise BadSetting(f"{kind}.facts is {shown(rules.facts)}; give pw.GameFacts(depth=2, …)")
    _refuse_bad_outcomes(rules)
    if not isinstance(rules.name, str) or not rules.name.replace("-", "").isalnum():
        raise BadSetting(f"{kind}.name is {rules.name!r}; give letters, digits and dashes")


def _refuse_bad_outcomes(rules: Rules) -> None:
    given, kind = rules.outcomes, type(rules).__name__
    is_list = isinstance(given, tuple | list) and len(given) > 1
    if not is_list or not all(is_real(one) and math.isfinite(one) for one in given):
        raise BadSetting(
            f"{kind}.outcomes is {shown(given)}; give all scores that a game can end with, as "
            "(-2.0, -1.0, 1.0, 2.0)"
        )
    if list(given) != sorted(set(given)):
        raise BadSetting(f"{kind}.outcomes is {shown(given)}; give each once, the least first")
