"""Mistakes in settings, told all at once, each with its value and what the setting is for."""

from typing import Any

from pydantic import BaseModel, ValidationError

from plywise.checks import brief
from plywise.naming import unknown
from plywise.sentences import sentences


def all_mistakes(error: ValidationError, settings: type[BaseModel]) -> str:
    """Every mistake on a line of its own: setting, value, what is wrong and what it is for."""
    lines = [_one_mistake(dict(details), settings) for details in error.errors()]
    count = f"{len(lines)} mistakes" if len(lines) > 1 else "a mistake"
    return f"{count} in the settings:" + "".join(f"\n  {line}" for line in lines)


def _one_mistake(details: dict[str, Any], settings: type[BaseModel]) -> str:
    message = details["msg"]
    if details["type"] == "value_error":
        # Our own words, which may begin with a name.
        message = message.removeprefix("Value error, ")
    else:
        message = f"{message[:1].lower()}{message[1:]}"
    if not details["loc"]:
        return str(message)  # of settings that do not fit together, which it names
    name = str(details["loc"][0])
    where = ".".join(str(part) for part in details["loc"])
    shown = f"{where} = {brief(details['input'])}"
    if details["type"] == "extra_forbidden":
        return f"{shown}: {unknown('setting', name, settings.model_fields)}"
    described = sentences(settings).get(name)
    hint = f" ({described})" if described else ""
    return f"{shown}: {message}{hint}"
