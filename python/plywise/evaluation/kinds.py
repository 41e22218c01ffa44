"""The kinds of evaluations by name. A new one is a class of `Shape`, named here."""

from __future__ import annotations

from importlib import import_module
from typing import Final

from plywise.checks import shown
from plywise.errors import BadSetting
from plywise.evaluation.shape import LinearShape, Shape
from plywise.naming import unknown

KINDS: Final[dict[str, type[Shape] | str]] = {
    LinearShape.kind: LinearShape,
    "network": "plywise.evaluation.network_shape:NetworkShape",
    "board": "plywise.evaluation.board_shape:BoardShape",
    "gammon": "plywise.evaluation.gammon_shape:GammonShape",
    "pubeval": "plywise.evaluation.pubeval:PubevalShape",
}
"""A class, or where it stands: then it is loaded when the first text says so."""


def shape(text: str | Shape) -> Shape:
    """The shape that a text says.

    >>> shape("network:8")
    NetworkShape(hidden=8)
    >>> str(shape("network:8"))
    'network:hidden=8'
    >>> shape("netwrok:8")
    Traceback (most recent call last):
    ...
    plywise.UnknownName: unknown kind of evaluation 'netwrok'; did you mean 'network'? ...
    """
    if isinstance(text, Shape):
        return text
    if not isinstance(text, str):
        raise BadSetting(f"{shown(text)} is no kind of evaluation; give 'linear' or 'network:8'")
    kind, _, settings = text.partition(":")
    if kind not in KINDS:
        raise unknown("kind of evaluation", kind, KINDS)
    return _class(KINDS[kind]).parse(settings)


def _class(kind: type[Shape] | str) -> type[Shape]:
    if not isinstance(kind, str):
        return kind
    module, _, name = kind.partition(":")
    found: type[Shape] = getattr(import_module(module), name)
    return found
