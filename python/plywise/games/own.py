"""Games written in Python, by name: loaded where they are first asked for, in any process.

A name is `path/to/mygame.py:Nim` or `package.module:Nim`. Paths are made absolute, so that a run
goes on from any directory. A class of the running script, or one typed at a prompt, has a name too.
"""

from __future__ import annotations

import inspect
import sys
from hashlib import sha256
from importlib import import_module
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType
from typing import Any

from plywise import _kernel
from plywise.errors import BadInput, BadSetting
from plywise.games.rules import Rules
from plywise.naming import unknown

SHIPPED = {
    "connect-four": "plywise.games.connect_four:ConnectFour",
    "tic-tac-toe": "plywise.games.tic_tac_toe:TicTacToe",
}
"""The games written in Python that come with plywise."""
PROMPT = "__main__"
_LOADED = "_plywise_game_"
"""How the modules of game files are called: they may have the names of others."""


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
        raise BadSetting(f"{what!r} is no game; give a name, or rules derived from pw.Rules")
    return name if name in _kernel.games() else loaded(name)


def loaded(name: str) -> str:
    """The full name of a game written in Python, which is known from then on.

    >>> loaded("tic-tac-toe")
    'tic-tac-toe'
    >>> loaded("ches")
    Traceback (most recent call last):
    ...
    plywise.UnknownName: unknown game 'ches'; did you mean 'chess'? ...
    """
    if _kernel.rules(name) is not None:
        return name
    where, _, what = SHIPPED.get(name, name).rpartition(":")
    if not where and what.endswith(".py"):
        where, what = what, ""
    if not where:
        raise unknown("game", name, game_names())
    module = _file(where) if where.endswith(".py") else _module(where)
    return registered(_rules_in(module, what, name))


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
    where = PROMPT if module is None else _where(module)
    at_top = [name for name, value in vars(module).items() if value is rules] if module else []
    if not at_top:
        _refuse_arguments(rules)
    name = f"{where}:{at_top[0] if at_top else kind.__qualname__}"
    return next((short for short, full in SHIPPED.items() if full == name), name)


def is_found_elsewhere(name: str) -> bool:
    """Whether another process could load the game of that name."""
    where, _, what = name.rpartition(":")
    return where != PROMPT and "<locals>" not in what


def portable(name: str) -> str:
    """The name of a game without the folder that its file lies in.

    >>> portable("/home/me/games/mygame.py:Nim"), portable("chess")
    ('mygame.py:Nim', 'chess')
    """
    where, colon, what = name.rpartition(":")
    return f"{Path(where).name}:{what}" if colon and where.endswith(".py") else name


def title(game: str) -> str:
    """What files and tables call a game.

    >>> title("chess"), title("tic-tac-toe")
    ('chess', 'tic-tac-toe')
    """
    rules = _kernel.rules(game)
    return game if rules is None else str(rules.name)


def _where(module: ModuleType) -> str:
    """A module as names have it: its path, where it is a file that was run or loaded."""
    path = getattr(module, "__file__", None)
    is_file = module.__name__ in (PROMPT, "__mp_main__") or module.__name__.startswith(_LOADED)
    if not is_file:
        return module.__name__
    return PROMPT if path is None else str(Path(path).resolve())


def _file(where: str) -> ModuleType:
    """The module of a file; the running script is not run again."""
    path = Path(where).resolve()
    if not path.is_file():
        raise BadInput(f"no file {where!r}; paths are relative to {str(Path.cwd())!r}")
    running = sys.modules.get(PROMPT)
    if running is not None and _where(running) == str(path):
        return running
    name = f"{_LOADED}{path.stem}_{sha256(str(path).encode()).hexdigest()[:8]}"
    if name in sys.modules:
        return sys.modules[name]
    spec = spec_from_file_location(name, path)
    if spec is None or spec.loader is None:
        raise BadInput(f"{where!r} cannot be loaded as a Python file")
    module = sys.modules[name] = module_from_spec(spec)
    if (folder := str(path.parent)) not in sys.path:
        sys.path.append(folder)  # as for a script: what lies beside it can be imported
    try:
        spec.loader.exec_module(module)
    except BaseException as error:
        del sys.modules[name]
        error.add_note(f"while loading the game file {path}")
        raise
    return module


def _module(where: str) -> ModuleType:
    """The module of that name, also from the present directory."""
    try:
        return import_module(where)
    except ModuleNotFoundError as error:
        if not where.startswith(error.name or "?"):
            raise  # found, but it misses something itself
    except (TypeError, ValueError):
        pass  # no name of a module
    here = str(Path.cwd())
    if here not in sys.path:
        sys.path.append(here)
        return _module(where)
    raise BadInput(
        f"no module {where!r}; give a game as path/to/mygame.py:Nim or package.module:Nim "
        f"(modules are looked for in {here!r} too)"
    )


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
    found = kinds.get(what, getattr(module, what, None) if what.isidentifier() else None)
    if isinstance(found, Rules):
        return found
    if isinstance(found, type) and issubclass(found, Rules):
        return made(found)
    if found is not None:
        raise BadSetting(f"{name} is {found!r}, and no rules of a game: derive a class of pw.Rules")
    raise unknown(f"game in {_where(module)}", what, own)


def _refuse_arguments(rules: Rules) -> None:
    """Other processes make the rules anew, so that nothing may depend on how these were made."""
    try:
        plain = vars(type(rules)()) == vars(rules)
    except TypeError:
        plain = False
    if not plain:
        kind = type(rules).__name__
        raise BadSetting(
            f"this {kind} was made with arguments, and nobody else could make it again: give it a "
            f"name at the top of its file (small = {kind}(...)), or derive a class without any"
        )


def _refuse_bad_facts(rules: Rules) -> None:
    players, kind = rules.players, type(rules).__name__
    two = isinstance(players, tuple) and len(players) == 2
    if not two or not all(isinstance(player, str) for player in players):
        raise BadSetting(f"{kind}.players is {players!r}; give two texts, as ('White', 'Black')")
    if not isinstance(rules.max_plies, int) or not 1 <= rules.max_plies <= 100_000:
        raise BadSetting(f"{kind}.max_plies is {rules.max_plies!r}; give a number of plies")
    if not isinstance(rules.name, str) or not rules.name.replace("-", "").isalnum():
        raise BadSetting(f"{kind}.name is {rules.name!r}; give letters, digits and dashes")
