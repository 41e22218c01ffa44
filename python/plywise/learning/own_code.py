"""Rules and step sizes by name: those that come with plywise, and classes of one's own.

What comes with plywise is a file in a folder, and found there by the name that its class declares.
A class of one's own is named like a game, `path/to/mine.py:Mine` or `package.module:Mine`: that is
what a run records, so what nobody could find or make again is refused before the first game.
"""

import inspect
import json
import sys
from collections.abc import Callable, Mapping
from dataclasses import fields
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules
from types import ModuleType
from typing import Any, Protocol, TypeVar

from plywise.checks import shown
from plywise.errors import BadSetting, KernelBug
from plywise.games.loading import PROMPT, is_file, module_at
from plywise.naming import refuse_unknown, unknown

Made = TypeVar("Made")
_OURS = "plywise.learning."
"""How the modules begin of what comes with plywise."""


def declared(package: str, base: type[Any]) -> dict[str, type[Any]]:
    """The classes of that base by their names, each from the file in the package that declares it.

    >>> from plywise.learning.step_size import StepSize
    >>> sorted(declared("plywise.learning.step_size", StepSize))
    ['adagrad', 'adam', 'annealed', 'coherence', 'decay', 'delta-bar-delta', 'fixed', ...]
    """
    found: dict[str, type[Any]] = {}
    for part in iter_modules(import_module(package).__path__):
        module = import_module(f"{package}.{part.name}")
        for kind in vars(module).values():
            own = isinstance(kind, type) and kind.__module__ == module.__name__
            if not own or not issubclass(kind, base) or "name" not in vars(kind):
                continue
            if found.setdefault(vars(kind)["name"], kind) is not kind:
                raise KernelBug(f"two classes in {package} are called {vars(kind)['name']!r}")
    return found


def is_reference(name: str) -> bool:
    """Whether a name leads to code of one's own."""
    return ":" in name


def is_own(kind: type) -> bool:
    """Whether a class is somebody's own, and did not come with plywise."""
    return not kind.__module__.startswith(_OURS)


def recorded_name(kind: type) -> str:
    """What a run calls a class: its name, or where it can be found.

    >>> from plywise.learning.step_size import Fixed
    >>> recorded_name(Fixed)
    'fixed'
    """
    if not is_own(kind):
        return str(kind.name)  # type: ignore[attr-defined]
    module, what = sys.modules.get(kind.__module__), kind.__qualname__
    where = PROMPT if module is None else _where(module)
    if module is None or where == PROMPT or vars(module).get(what) is not kind:
        raise BadSetting(
            f"nobody would find the class {what} again: the module {kind.__module__!r} has no file "
            "with it at the top; classes of a prompt or a notebook, inside a function, or defined "
            "twice cannot be recorded. Put it into a file, and import it from there"
        )
    return f"{where}:{what}"


def class_at(reference: str, base: type[Any], what: str, naming: str) -> type[Any]:
    """The class of that base that a `file.py:Class` leads to; `naming` says how a user names it."""
    where, _, name = reference.rpartition(":")
    module = _loaded_from(where) or module_at(where, naming)
    found = vars(module).get(name)
    if found is None:
        own = (key for key, kind in vars(module).items() if _is_child(kind, base))
        raise unknown(f"{what} in {where}", name, own)
    if not _is_child(found, base):
        raise BadSetting(f"{reference} is no {what}: derive a class from pw.{base.__name__}")
    if missing := sorted(getattr(found, "__abstractmethods__", ())):
        raise BadSetting(f"the {what} {reference} lacks {', '.join(missing)}")
    kind: type[Any] = found
    return kind


def class_named(
    name: str, known: Mapping[str, type[Any]], base: type[Any], what: str, option: str
) -> type[Any]:
    """The class that a name leads to, which is loaded now if it is somebody's own."""
    if is_reference(name):
        naming = f"it again ({option} {name}; in Python, give or import it)"
        return class_at(name, base, what, naming)
    if name not in known:
        raise unknown(what, name, known)
    return known[name]


def settings_of(kind: type) -> list[str]:
    """The settings that a class can be made with."""
    taken = inspect.signature(kind).parameters.values()
    return [p.name for p in taken if p.kind in (p.POSITIONAL_OR_KEYWORD, p.KEYWORD_ONLY)]


def made(kind: type[Made], name: str, settings: Mapping[str, Any]) -> Made:
    """A thing of that class with these settings; one that it does not have is refused."""
    taken = settings_of(kind)
    useful = [setting for setting in taken if setting not in getattr(kind, "refused", ())]
    wrong = [setting for setting in settings if setting not in taken]
    refuse_unknown(f"setting of {name}", wrong, useful)
    try:
        return kind(**settings)
    except TypeError as error:
        if not is_own(kind):
            raise
        raise BadSetting(f"{name} cannot be made with {dict(settings)}: {error}") from error


def refuse_unrecordable(
    thing: object, table: Mapping[str, Any], remade: Callable[[dict[str, Any]], Mapping[str, Any]]
) -> None:
    """BadSetting for a thing of one's own whose `table` would not give it back.

    `remade` gives the table of the thing that is made of what a file would hold.
    """
    kind = type(thing)
    for name, value in table.items():
        if not _fits_toml(value):
            raise BadSetting(
                f"the setting {name} = {shown(value)} of {kind.__name__} cannot be recorded in "
                "config.toml: give numbers, texts, true or false, and lists or tables of these"
            )
    # A field may be left out of the table where it says what goes without saying.
    known = {*table, *(field.name for field in fields(kind))}  # type: ignore[arg-type]
    if lost := [name for name in settings_of(kind) if name not in known]:
        raise BadSetting(
            f"the class {kind.__name__} takes {', '.join(lost)}, but no field of it is called so: "
            "a run records the fields. Write @dataclass above it, and the settings as fields"
        )
    again = remade({key: value for key, value in table.items() if value is not None})
    differing = [key for key, value in table.items() if _plain(again[key]) != _plain(value)]
    if differing:
        changed = ", ".join(f"{key} = {shown(again[key])}" for key in differing)
        raise BadSetting(
            f"a {kind.__name__} made again of its settings is another one: {changed}; a run could "
            "not be resumed with it"
        )


class _Remembering(Protocol):
    def state(self) -> Mapping[str, Any]: ...
    def restore(self, state: Mapping[str, Any]) -> None: ...


def refuse_lost_memory(thing: _Remembering, fresh: _Remembering) -> None:
    """BadSetting where a `fresh` thing of one's own does not take on what another remembers."""
    kind, state = type(thing).__name__, thing.state()
    try:
        text = json.dumps(state, sort_keys=True, allow_nan=False)
    except (TypeError, ValueError) as error:
        raise BadSetting(
            f"{kind}.state() is nothing that a checkpoint can hold ({error}): give numbers, texts, "
            "lists and tables"
        ) from None
    fresh.restore(json.loads(text))
    if json.dumps(fresh.state(), sort_keys=True) != text:
        raise BadSetting(
            f"{kind}.restore() does not bring back what state() told: {shown(state)} became "
            f"{shown(fresh.state())}; a resumed run would learn something else"
        )


def _is_child(kind: object, base: type) -> bool:
    return isinstance(kind, type) and issubclass(kind, base) and kind is not base


def _where(module: ModuleType) -> str:
    """What leads to a module: the path of a single file, the name of a part of a package."""
    name, file = module.__name__, vars(module).get("__file__")
    if not is_file(name) and ("." in name or "__path__" in vars(module)):
        return name
    is_there = isinstance(file, str) and file.endswith(".py") and Path(file).is_file()
    return str(Path(str(file)).resolve()) if is_there else PROMPT


def _loaded_from(where: str) -> ModuleType | None:
    """The module that was loaded already from a file, under whatever name."""
    if not where.endswith(".py"):
        return None
    path = Path(where).resolve()
    for module in list(sys.modules.values()):
        file = getattr(module, "__dict__", {}).get("__file__")
        if isinstance(file, str) and file.endswith(path.name) and Path(file).resolve() == path:
            return module
    return None


def _fits_toml(value: object, top: bool = True) -> bool:
    if isinstance(value, Mapping):
        return all(isinstance(key, str) and _fits_toml(value[key], False) for key in value)
    if isinstance(value, list | tuple):
        return all(_fits_toml(each, False) for each in value)
    # None is left out at the top: the class's own default says it again, or the thing differs.
    return isinstance(value, bool | int | float | str) or (value is None and top)


def _plain(value: Any) -> Any:
    """Tuples as the lists that they become in a file."""
    if isinstance(value, Mapping):
        return {key: _plain(each) for key, each in value.items()}
    return [_plain(each) for each in value] if isinstance(value, list | tuple) else value
