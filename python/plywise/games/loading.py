"""Python files and modules by name: what games and features of one's own are loaded from.

Code is loaded because a user names it, in a command or a call, and never because a file does: what
reads a file that a stranger may have written does so inside `reading`.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from importlib import import_module
from importlib.abc import SourceLoader
from importlib.util import module_from_spec, spec_from_file_location, spec_from_loader
from pathlib import Path
from types import ModuleType

from plywise.errors import BadInput, UntrustedCode

PROMPT = "__main__"
"""Where things are that were typed in."""
_SPAWNED = "__mp_main__"
"""How spawned processes call the script of their parent."""
_LOADED = "_plywise_game_"
"""How the modules of files begin: a file may have the name of some other module."""
_OURS = "plywise.games."
"""How the modules of the games begin that come with plywise."""

_is_reading: ContextVar[bool] = ContextVar("is_reading", default=False)
"""Whether a file is being read whose word is not enough to run code."""
_adopted: dict[str, bytes] = {}
"""The texts of another machine's files, by their paths there: see `adopt`."""
_TEXT = "__plywise_text__"
"""What a module of a file calls the text that it was loaded from."""
_trusting = False
"""Whether the user of this process trusts all files that it reads."""


_NAMING = (
    "the game or feature yourself before (as the GAME of a command, by pw.game, or by importing it)"
)
"""How a user names code, so that it may be loaded."""


class _Unnamed(Exception):
    """A file names code that the user did not; no mistake in settings, so it is not among them."""

    def __init__(self, where: str, naming: str) -> None:
        super().__init__(where)
        self.naming = naming


@contextmanager
def reading(path: str | Path, *, trust: bool = False) -> Iterator[None]:
    """Read `path` here: code that it names is refused unless it is loaded already, or trusted.

    >>> with reading("found.json"):
    ...     module_at("antigravity")
    Traceback (most recent call last):
    ...
    plywise.errors.UntrustedCode: found.json names code in 'antigravity', and a file...
    """
    token = _is_reading.set(not trust)
    try:
        yield
    except _Unnamed as unnamed:
        raise UntrustedCode(
            f"{path} names code in '{unnamed}', and a file alone runs none; if you trust it, name "
            f"{unnamed.naming}, or say --trust, in Python trust=True"
        ) from None
    finally:
        _is_reading.reset(token)


@contextmanager
def trusting() -> Iterator[None]:
    """Trust all files that are read meanwhile, in every thread: a command's `--trust`."""
    global _trusting
    before, _trusting = _trusting, True
    try:
        yield
    finally:
        _trusting = before


def is_trusting() -> bool:
    """Whether the user of this process trusts all files that it reads."""
    return _trusting


def is_reading() -> bool:
    """Whether a file is being read whose word is not enough to run code."""
    return _is_reading.get() and not _trusting


def module_at(where: str, naming: str = _NAMING) -> ModuleType:
    """The module of a file (`path/to/mygame.py`) or of a name (`package.module`).

    `naming` says how a user names what is looked for there, for the case that only a file did.
    """
    return _file(where, naming) if where.endswith(".py") else _module(where, naming)


def where_is(module: ModuleType) -> str:
    """What `module_at` finds it by: its path, where it is a file that was run or loaded.

    >>> import plywise.games.tic_tac_toe
    >>> where_is(plywise.games.tic_tac_toe)
    'plywise.games.tic_tac_toe'
    """
    if module.__name__ not in (PROMPT, _SPAWNED) and not is_file(module.__name__):
        return module.__name__
    path = getattr(module, "__file__", None)
    if path in _adopted:
        return str(path)
    return PROMPT if path is None else str(Path(path).resolve())


def is_file(module: str) -> bool:
    """Whether the module of that name was loaded as a file, so that no import finds it."""
    return module.startswith(_LOADED)


def _file(where: str, naming: str) -> ModuleType:
    """The module of a file; the running script is not run again."""
    if where in _adopted:
        return _loaded_text(where)
    path = Path(where).resolve()
    if not path.is_file():
        _refuse_unnamed(where, naming)
        raise BadInput(f"no file {where!r}; paths are relative to {str(Path.cwd())!r}")
    running = sys.modules.get(PROMPT)
    if running is not None and where_is(running) == str(path):
        return running
    name = _module_name(path)
    if name not in sys.modules:
        _refuse_unnamed(str(path), naming)
        _load(name, path)
    return sys.modules[name]


def _module_name(path: Path) -> str:
    from hashlib import sha256

    return f"{_LOADED}{path.stem}_{sha256(str(path).encode()).hexdigest()[:8]}"


def code_files() -> list[tuple[str, bytes]]:
    """The files of the user's own that are loaded, with their texts, for other machines.

    The running script is among them if it has the rules of a game.
    """
    loaded = [module for name, module in list(sys.modules.items()) if is_file(name)]
    script = sys.modules.get(PROMPT)
    if script is not None and str(getattr(script, "__file__", "")).endswith(".py"):
        from plywise.games.rules import Rules

        kinds = [one for one in vars(script).values() if isinstance(one, type)]
        if any(issubclass(one, Rules) and one.__module__ == PROMPT for one in kinds):
            loaded.append(script)
    return [(where_is(module), _text_of(module)) for module in loaded]


def _text_of(module: ModuleType) -> bytes:
    """The text of a file as it was loaded; of the script, as it was when it was first asked for."""
    if _TEXT not in vars(module):
        vars(module)[_TEXT] = Path(str(module.__file__)).read_bytes()
    text: bytes = vars(module)[_TEXT]
    return text


def adopt(where: str, text: bytes) -> None:
    """Let a text stand for the file at a path of another machine; it is loaded when asked for.

    >>> adopt("/elsewhere/nim.py", b"HEAPS = (3, 4, 5)")
    >>> module_at("/elsewhere/nim.py").HEAPS
    (3, 4, 5)
    """
    if _adopted.setdefault(where, text) != text:
        raise BadInput(f"{where} has changed since this process was sent it; begin a new one")


class _TextLoader(SourceLoader):
    """Loads a text that was sent as if it were the file that it stands for."""

    def __init__(self, where: str) -> None:
        self.where = where

    def get_filename(self, fullname: str) -> str:
        """The file that tracebacks name."""
        del fullname
        return self.where

    def get_data(self, path: str) -> bytes:
        """The text."""
        return _adopted[str(path)]

    def path_stats(self, path: str) -> Mapping[str, float]:
        """Refused: of a text there is no compiled file."""
        raise OSError(path)


def _loaded_text(where: str) -> ModuleType:
    """The module of a text that stands for a file."""
    name, text = _module_name(Path(where)), _adopted[where]
    if name in sys.modules:
        return sys.modules[name]
    import linecache

    loader = _TextLoader(where)
    spec = spec_from_loader(name, loader, origin=where)
    assert spec is not None, "of a loader there is one"
    module = sys.modules[name] = module_from_spec(spec)
    module.__file__ = where
    vars(module)[_TEXT] = text
    lines = text.decode(errors="replace").splitlines(keepends=True)
    linecache.cache[where] = (len(text), None, lines, where)  # tracebacks show the lines
    try:
        loader.exec_module(module)
    except BaseException as error:
        del sys.modules[name]
        error.add_note(f"while loading {where} on another machine: that file alone was sent there")
        raise
    return module


def _refuse_unnamed(where: str, naming: str) -> None:
    if is_reading():
        raise _Unnamed(where, naming)


def _load(name: str, path: Path) -> None:
    spec = spec_from_file_location(name, path)
    if spec is None or spec.loader is None:
        raise BadInput(f"{str(path)!r} cannot be loaded as a Python file")
    if (folder := str(path.parent)) not in sys.path:
        sys.path.append(folder)  # as for a script: what lies beside it can be imported
    module = sys.modules[name] = module_from_spec(spec)
    vars(module)[_TEXT] = path.read_bytes()
    try:
        spec.loader.exec_module(module)
    except BaseException as error:
        del sys.modules[name]
        error.add_note(f"while loading the file {path}")
        raise


def _module(where: str, naming: str) -> ModuleType:
    """The module of that name, also from the present directory."""
    if where not in sys.modules and not where.startswith(_OURS):
        _refuse_unnamed(where, naming)
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
        return _module(where, naming)
    raise BadInput(
        f"no module {where!r}; write path/to/mygame.py:Nim or package.module:Nim "
        f"(modules are looked for in {here!r} too)"
    )
