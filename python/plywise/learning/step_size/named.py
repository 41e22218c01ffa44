"""Step sizes by name, as settings and the command line give them."""

from collections.abc import Mapping
from typing import Any

from plywise.checks import shown
from plywise.errors import BadSetting
from plywise.learning.own_code import class_named, declared, is_reference, made, settings_of
from plywise.learning.step_size.base import StepSize, is_number
from plywise.learning.step_size.fixed import Fixed

KINDS: dict[str, type[StepSize]] = declared("plywise.learning.step_size", StepSize)
"""The step sizes that come with plywise."""


def step_size(spec: "str | float | Mapping[str, Any] | StepSize") -> StepSize:
    """The step size that a text, a number or a dictionary names.

    One of your own is named by file and class: `mine.py:Halving:step=.1`.

    >>> from plywise.learning.step_size import DeltaBarDelta
    >>> step_size("annealed:start=.3"), step_size("fixed:.05"), step_size(0.05)
    (Annealed(start=0.3, end=0.003, games=1000), Fixed(step=0.05), Fixed(step=0.05))
    >>> step_size(DeltaBarDelta().settings())
    DeltaBarDelta(kappa=0.035, phi=0.333, theta=0.7, start=0.05)
    """
    if isinstance(spec, StepSize):
        return spec
    if is_number(spec):
        return Fixed(step=spec)
    if not isinstance(spec, str | Mapping):
        raise BadSetting(
            f"{shown(spec)} is no step size; give a name as 'coherence:c=.5' or a number"
        )
    name, settings = _parsed(spec) if isinstance(spec, str) else _taken(spec)
    found: StepSize = made(step_size_class(name), name, settings)
    return found


def reference_in(text: str) -> str:
    """The `file.py:Class` that a text begins with; empty where it names none.

    >>> reference_in("lib/mine.py:Halving:step=.1"), reference_in("mine:Halving")
    ('lib/mine.py:Halving', 'mine:Halving')
    >>> reference_in("fixed:.05"), reference_in("coherence:c=.5")
    ('', '')
    """
    where, dot_py, rest = text.partition(".py:")
    if not dot_py:
        where, _, rest = text.partition(":")
    name, _, _ = rest.partition(":")
    is_class = name.isidentifier() and where not in KINDS
    return f"{where}{dot_py.rstrip(':')}:{name}" if is_class else ""


def step_size_class(name: str) -> type[StepSize]:
    """The class that a name leads to, which is loaded now if it is somebody's own."""
    return class_named(name, KINDS, StepSize, "step size", "--step-size")


def _parsed(text: str) -> tuple[str, dict[str, Any]]:
    """The parts of "coherence:c=.5,cap=1"; the first setting may come without its name."""
    name = reference_in(text) or text.partition(":")[0]
    rest = text[len(name) + 1 :]
    settings: dict[str, Any] = {}
    for number, part in enumerate(filter(None, rest.split(","))):
        key, equals, value = part.partition("=")
        if not equals:
            first = [] if number else settings_of(step_size_class(name))[:1]
            if not first:
                raise BadSetting(
                    f"{part!r} in step size {text!r}; write it as 'coherence:c=.5,cap=1'"
                )
            key, value = first[0], part
        settings[key.strip()] = _value(text, value.strip(), any_text=is_reference(name))
    return name.strip(), settings


def _taken(spec: Mapping[str, Any]) -> tuple[str, dict[str, Any]]:
    settings = dict(spec)
    return str(settings.pop("name", "")), settings


def _value(text: str, value: str, *, any_text: bool) -> Any:
    """A setting as the command line has it; only a class of one's own may take other texts."""
    words = {"none": None, "true": True, "false": False}
    if value.lower() in words:
        return words[value.lower()]
    try:
        return int(value) if value.isdigit() else float(value)
    except ValueError:
        if any_text:
            return value
        raise BadSetting(
            f"{value!r} in step size {text!r} is no number, e.g. 'fixed:.05'"
        ) from None
