"""Settings as tables, as TOML has them: made into objects, and flattened to be compared."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from plywise.errors import BadSetting

NAMES = ("name", "kind")
"""What a table may say its kind by."""


def made(given: Any, make: Callable[[Any], Any], kinds: tuple[type[Any], ...]) -> Any:
    """The settings object that a name or a table means; one of the `kinds` is taken as it is."""
    if isinstance(given, kinds):
        return given
    if isinstance(given, str):
        return make(given)
    if not isinstance(given, Mapping):
        names = ", ".join(kind.__name__ for kind in kinds)
        kind = type(given).__name__
        raise BadSetting(f"{kind} is none of {names}, a name, or a table of settings")
    try:
        return make(given)
    except (TypeError, ValueError) as error:
        raise BadSetting("; ".join(_wrong_entries(given, make)) or str(error)) from None


def _wrong_entries(table: Mapping[str, Any], make: Callable[[Any], Any]) -> list[str]:
    """What is wrong with each entry of a table: its maker stops at the first mistake."""

    def problem(keys: Iterable[str]) -> str:
        try:
            make({key: table[key] for key in (*NAMES, *keys) if key in table})
        except (TypeError, ValueError) as error:
            return str(error)
        return ""

    alone = {key: problem([key]) for key in table if key not in NAMES}
    sound = [key for key, wrong in alone.items() if not wrong]
    # An entry may need another one beside it, so each gets a second chance among the sound ones.
    return list({wrong: None for key, wrong in alone.items() if wrong and problem([*sound, key])})


def without_none(table: Mapping[str, Any]) -> dict[str, Any]:
    """The table as TOML can hold it."""
    return {key: value for key, value in table.items() if value is not None}


def flat(table: Mapping[str, Any], prefix: str = "") -> dict[str, Any]:
    """The entries of a table and of those in it, each by its path."""
    entries: dict[str, Any] = {}
    for key, value in table.items():
        inner = flat(value, f"{prefix}{key}.") if isinstance(value, Mapping) else {}
        entries |= inner or {prefix + key: list(value) if isinstance(value, tuple) else value}
    return entries
