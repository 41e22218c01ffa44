"""The learning rules by their names, as settings and the command line give them.

A file in this folder declares a rule or a family of them, known by the `name` of each class.
"""

import warnings
from collections.abc import Mapping
from typing import Any

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
