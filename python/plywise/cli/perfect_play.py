"""How well learnt weights play, where perfect play is known."""

from dataclasses import asdict
from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from plywise.runs.run import Run

FIELD = "perfect_play"


def measured(run: "Run") -> dict[str, Any]:
    """What `--json` says of it: nothing in games that nobody has solved."""
    from plywise.evaluation.squash import Identity, Logistic
    from plywise.games.declared import facts_of
    from plywise.learning.fitting import logistic_steepness

    where = facts_of(run.config.game).accuracy
    if not where:
        return {}
    module, _, name = where.partition(":")
    evaluation = run.as_weights().as_evaluation(run.features)
    squash = run.config.rule.squash
    told = asdict(
        getattr(import_module(module), name)(
            evaluation, squash=Logistic(steepness=logistic_steepness(squash))
        )
    )
    if isinstance(squash, Identity):
        told["value_error"] = None  # such values are no chances
    return {FIELD: told}


def lines(fields: dict[str, Any]) -> list[str]:
    """The same for people.

    >>> lines({"perfect_play": {"optimal": 0.9531, "value_error": 0.10604}})
    ['beside perfect play: a best move in 95.3 % of the known positions, value error 0.106']
    >>> lines({})
    []
    """
    if FIELD not in fields:
        return []
    optimal, error = fields[FIELD]["optimal"], fields[FIELD]["value_error"]
    found = f"beside perfect play: a best move in {100 * optimal:.1f} % of the known positions"
    return [found if error is None else f"{found}, value error {error:.3f}"]
