"""Mistakes in settings, told all at once, each with its value and what the setting is for."""

from typing import Any

from pydantic import BaseModel, ValidationError

from plywise.naming import unknown
from plywise.sentences import sentences


def all_mistakes(error: ValidationError, settings: type[BaseModel]) -> str:
    """Every mistake on a line of its own: setting, value, what is wrong and what it is for."""
    lines = [_one_mistake(dict(details), settings) for details in error.errors()]
    count = f"{len(lines)} mistakes" if len(lines) > 1 else "a mistake"
    return f"{count} in the settings:" + "".join(f"\n  {line}" for line in lines)


def _one_mistake(details: dict[str, Any], settings: type[BaseModel]) -> str:
    name = str(details["loc"][0]) if details["loc"] else "settings"
    where = ".".join(str(part) for part in details["loc"])
    shown = f"{where} = {details['input']!r}"
    if details["type"] == "extra_forbidden":
        return f"{shown}: {unknown('setting', name, settings.model_fields)}"
    message = details["msg"].removeprefix("Value error, ")
    described = sentences(settings).get(name)
    hint = f" ({described})" if described else ""
    return f"{shown}: {message[:1].lower()}{message[1:]}{hint}"
