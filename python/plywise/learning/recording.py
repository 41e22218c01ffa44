"""What a run records of its rule and its step size, tried out before the first game."""

from typing import Any

from plywise.learning.own_code import is_own, refuse_unrecordable
from plywise.learning.rules import LearningRule, learning_rule
from plywise.learning.step_size import StepSize, step_size


def recordable_rule(rule: LearningRule) -> LearningRule:
    """The same rule; BadSetting if nobody could make it again, or if it needs what there is not."""
    rule.refuse_unmet_needs()
    if is_own(type(rule)):
        refuse_unrecordable(rule, rule.as_dict(), lambda table: learning_rule(table).as_dict())
    return rule


def recordable_step_size(chosen: StepSize) -> dict[str, Any]:
    """The table of a step size; BadSetting if nobody could make it again."""
    table = chosen.settings()
    if is_own(type(chosen)):
        refuse_unrecordable(chosen, table, lambda table: step_size(table).settings())
    return table
