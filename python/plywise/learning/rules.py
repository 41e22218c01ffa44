"""The learning rules by their names, as settings and the command line give them."""

import warnings
from collections.abc import Mapping
from dataclasses import fields
from typing import Any

from plywise.learning.td import LearningRule, TDDirected, TDLeaf
from plywise.naming import refuse_unknown, unknown

RULES: dict[str, type[LearningRule]] = {rule.name: rule for rule in (TDLeaf, TDDirected)}
OLD_NAMES = {"td": TDDirected.name}
"""What a rule was called before: the next version will not know it."""


def learning_rule(spec: str | Mapping[str, Any] | LearningRule) -> LearningRule:
    """The rule of that name, or with the settings of its `as_dict`.

    >>> learning_rule("tdleaf"), learning_rule(TDDirected(trace_decay=0.7).as_dict())
    (TDLeaf(trace_decay=0.95), TDDirected(trace_decay=0.7))
    """
    if isinstance(spec, LearningRule):
        return spec
    settings: dict[str, Any] = {"name": spec} if isinstance(spec, str) else dict(spec)
    name = _present_name(str(settings.pop("name", TDLeaf.name)))
    if name not in RULES:
        raise unknown("learning rule", name, RULES)
    refuse_unknown(f"setting of {name}", settings, (f.name for f in fields(RULES[name])))
    return RULES[name](**settings)


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
