"""The learning rules by their names, as settings and the command line give them.

A file in this folder declares a rule or a family of them, known by the `name` of each class.
"""

import warnings
from collections.abc import Mapping
from typing import Any

from plywise.errors import BadSetting
from plywise.learning.own_code import class_named, declared, made
from plywise.learning.rules.base import LearningRule
from plywise.learning.rules.strap import RootStrap, TDLeafRootStrap, TreeStrap
from plywise.learning.rules.td import TDDirected, TDLeaf

__all__ = [
    "OLD_NAMES",
    "RULES",
    "LearningRule",
    "RootStrap",
    "TDDirected",
    "TDLeaf",
    "TDLeafRootStrap",
    "TreeStrap",
    "learning_rule",
    "rule_written",
]

RULES: dict[str, type[LearningRule]] = declared("plywise.learning.rules", LearningRule)
"""The rules that come with plywise."""
OLD_NAMES = {"td": TDDirected.name}
"""What a rule was called before: the next version will not know it."""


def learning_rule(spec: str | Mapping[str, Any] | LearningRule) -> LearningRule:
    """The rule of that name, or with the settings of its `as_dict`.

    One of your own is named by file and class: `mine.py:Mine`.

    >>> learning_rule("tdleaf"), learning_rule(TDDirected(trace_decay=0.7).as_dict())
    (TDLeaf(trace_decay=0.95), TDDirected(trace_decay=0.7))
    """
    if isinstance(spec, LearningRule):
        return spec
    settings: dict[str, Any] = {"name": spec} if isinstance(spec, str) else dict(spec)
    name = _present_name(str(settings.pop("name", TDLeaf.name)))
    found: LearningRule = made(rule_class(name), name, settings)
    return found


def rule_written(text: str) -> dict[str, Any]:
    """The table of a rule as people write it: its name, and settings after a colon.

    Several frozen weights have a `+` between them. One of your own is named alone.

    >>> rule_written("tdleaf:trace_decay=.7,squash=tanh:.255,frozen=pawn+king,draws=skip")
    {'name': 'tdleaf', 'trace_decay': 0.7, 'squash': 'tanh:.255', 'frozen': ('pawn', 'king'),
     'draws': 'skip'}
    """
    name, _, rest = text.partition(":")
    if name not in RULES and name not in OLD_NAMES:
        return {"name": text}
    table: dict[str, Any] = {"name": name}
    for item in filter(None, rest.split(",")):
        key, equals, value = (part.strip() for part in item.partition("="))
        if not equals:
            raise BadSetting(f"{item!r} in the rule {text!r} is not NAME=VALUE, as in 'draws=skip'")
        table[key] = tuple(value.split("+")) if key == "frozen" else _value(value)
    return table


def _value(text: str) -> Any:
    """A setting of a rule: a number, yes or no, or a word."""
    words = {"yes": True, "true": True, "no": False, "false": False, "none": None}
    if text.lower() in words:
        return words[text.lower()]
    try:
        return int(text) if text.isdecimal() else float(text)
    except ValueError:
        return text


def rule_class(name: str) -> type[LearningRule]:
    """The class that a name leads to, which is loaded now if it is somebody's own."""
    return class_named(name, RULES, LearningRule, "learning rule", "--rule")


def _present_name(name: str) -> str:
    """The same rule by its name of today, with a hint where that is another one."""
    if name not in OLD_NAMES:
        return name
    warnings.warn(
        f"the rule {name!r} is called {OLD_NAMES[name]!r} now, and learns the same; the next "
        "version will not know the old name",
        FutureWarning,
        stacklevel=3,
    )
    return OLD_NAMES[name]
