"""Python files and modules by name: what games and features of one's own are loaded from."""

from __future__ import annotations

import sys
from hashlib import sha256
from importlib import import_module
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType

from plywise.errors import BadInput

PROMPT = "__main__"
"""Where things are that were typed in."""
_SPAWNED = "__mp_main__"
"""How spawned processes call the script of their parent."""
_LOADED = "_plywise_game_"
"""How the modules of files begin: a file may have the name of some other module."""


def module_at(where: str) -> ModuleType:
    """The module of a file (`path/to/mygame.py`) or of a name (`package.module`)."""
    return _file(where) if where.endswith(".py") else _module(where)


def where_is(module: ModuleType) -> str:
    """What `module_at` finds it by: its path, where it is a file that was run or loaded.

    >>> import plywise.games.tic_tac_toe
    >>> where_is(plywise.games.tic_tac_toe)
    'plywise.games.tic_tac_toe'
    """
    if module.__name__ not in (PROMPT, _SPAWNED) and not is_file(module.__name__):
        return module.__name__
    path = getattr(module, "__file__", None)
    return PROMPT if path is None else str(Path(path).resolve())


def is_file(module: str) -> bool:
    """Whether the module of that name was loaded as a file, so that no import finds it."""
    return module.startswith(_LOADED)


def _file(where: str) -> ModuleType:
    """The module of a file; the running script is not run again."""
    path = Path(where).resolve()
    if not path.is_file():
        raise BadInput(f"no file {where!r}; paths are relative to {str(Path.cwd())!r}")
    running = sys.modules.get(PROMPT)
    if running is not None and where_is(running) == str(path):
        return running
    name = f"{_LOADED}{path.stem}_{sha256(str(path).encode()).hexdigest()[:8]}"
    if name not in sys.modules:
        _load(name, path)
    return sys.modules[name]


def _load(name: str, path: Path) -> None:
    spec = spec_from_file_location(name, path)
    if spec is None or spec.loader is None:
        raise BadInput(f"{str(path)!r} cannot be loaded as a Python file")
    if (folder := str(path.parent)) not in sys.path:
        sys.path.append(folder)  # as for a script: what lies beside it can be imported
    module = sys.modules[name] = module_from_spec(spec)
    try:
        spec.loader.exec_module(module)
    except BaseException as error:
        del sys.modules[name]
        error.add_note(f"while loading the file {path}")
        raise


def _module(where: str) -> ModuleType:
    """The module of that name, also from the present directory."""
    try:
        return import_module(where)
    except ModuleNotFoundError as error:
        if error.name is None or not f"{where}.".startswith(f"{error.name}."):
            raise  # found, but it misses something itself
    except (TypeError, ValueError):
        pass  # no name of a module
    here = str(Path.cwd())
    if here not in sys.path:
        sys.path.append(here)
        return _module(where)
    raise BadInput(
        f"no module {where!r}; write path/to/mygame.py:Nim or package.module:Nim "
        f"(modules are looked for in {here!r} too)"
    )
