"""Which search a run learns by, so that it fits the game and the rule."""

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from plywise.errors import BadSetting
from plywise.evaluation.features import FeatureSet
from plywise.evaluation.shape import LINEAR, Shape
from plywise.evaluation.squash import Identity, Logistic, Squash, Tanh
from plywise.games.points import needs_expectimax
from plywise.learning.own_code import recorded_name
from plywise.learning.step_size import LeastSquares, StepSize
from plywise.learning.td import LearningRule
from plywise.searching.expectimax import Expectimax
from plywise.searching.in_games import refuse_dice
from plywise.searching.selective import Selective
from plywise.searching.settings import AlphaBeta, Searching

PLACES = {
    "quiet": "positions where quiescence ends",
    "leaf+quiet": "principal leaves and positions where quiescence ends",
    "nodes": "the nodes of searches",
}
"""Where rules look that need alpha-beta, by their `needs`."""
MOST_IN_EQUATIONS = 6_000
"""Weights of a stage that least squares solve for: the equations of so many take 0.3 GB."""


def usual_kind(game: str) -> dict[str, Any]:
    """The search of a run where the game is not one for alpha-beta.

    >>> usual_kind("chess"), usual_kind("dice-race")
    ({}, {'search': {'kind': 'expectimax'}})
    """
    return {"search": {"kind": Expectimax.kind}} if needs_expectimax(game) else {}


def searched(usual: Mapping[str, Any], given: Mapping[str, Any]) -> dict[str, Any]:
    """The search's table, where options are given and not its kind."""
    table = given.get("search")
    if "search" not in usual or not isinstance(table, Mapping) or "kind" in table:
        return {}
    return {"search": {**usual["search"], **table}}


def fitting(search: Searching, game: str | None, rule: LearningRule | None) -> Searching:
    """The search, if it can search the game; expectimax with the steepness of the rule's squash.

    The search's values are then what the rule predicts, and so is their mean over dice.
    """
    if game is not None:
        refuse_dice(search, game)
    if isinstance(search, Selective):
        refuse_unrecordable(search)
    if rule is not None:
        _refuse_other_places(search, rule)
        _refuse_shallow(search, rule)
    if not isinstance(search, Expectimax) or rule is None:
        return search
    if rule.learn_steepness:
        raise BadSetting(
            "learn_steepness moves what values mean, which expectimax counts on; leave it out"
        )
    if isinstance(rule.squash, Identity):
        raise BadSetting(
            "the identity predicts shares of points, but values are counted from an even game; "
            "expectimax learns by a logistic or tanh squash"
        )
    steepness = logistic_steepness(rule.squash)
    if search.steepness is not None and search.steepness != steepness:
        raise BadSetting(
            f"steepness {search.steepness:g} of expectimax is not that of the rule's squash, "
            f"{rule.squash}: {steepness:g}; leave it out"
        )
    return replace(search, steepness=steepness)


def _refuse_other_places(search: Searching, rule: LearningRule) -> None:
    """BadSetting where the rule looks at places that only alpha-beta comes by."""
    if rule.needs in ("leaf", "position") or isinstance(search, AlphaBeta):
        return
    raise BadSetting(
        f"the rule {recorded_name(type(rule))} learns at {PLACES[rule.needs]}, which only "
        f"alpha-beta has, and the run searches by {search.kind}; take the rule tdleaf or "
        "td-directed, or search by alpha-beta where the game allows it"
    )


def _refuse_shallow(search: Searching, rule: LearningRule) -> None:
    """BadSetting where no node of the search is as deep as those that the rule learns from."""
    least, depth = rule.search_settings().get("teaches", 0), getattr(search, "depth", None)
    if depth is not None and depth < least:
        raise BadSetting(
            f"{rule!r} learns from nodes {least} plies deep, and the search looks {depth} ahead; "
            f"search deeper, or give the rule depth={depth}"
        )


def refuse_unfit_outputs(shape: Shape, rule: LearningRule) -> None:
    """BadSetting where the rule cannot learn what such an evaluation predicts."""
    shape.refuse_unlearnable()
    if not shape.counts_points:
        return
    if rule.learn_steepness or rule.squash != Logistic():
        given = (
            "learn_steepness = True" if rule.learn_steepness else f"squash = {str(rule.squash)!r}"
        )
        raise BadSetting(
            f"evaluation = {str(shape)!r} with rule.{given}: its outputs are chances already; "
            "leave the latter out"
        )
    if rule.needs in PLACES:
        raise BadSetting(
            f"evaluation = {str(shape)!r} with rule.name = {recorded_name(type(rule))!r}: its "
            "outputs are learnt at principal leaves or at the game's positions; take the rule "
            "tdleaf or td-directed"
        )


def refuse_unfit_step(shape: Shape, step_size: StepSize) -> None:
    """BadSetting where a step size cannot step the weights of such an evaluation."""
    if step_size.needs == "games" and str(shape) != LINEAR:
        raise BadSetting(
            f"evaluation = {str(shape)!r} with step_size = {recorded_name(type(step_size))!r}: "
            "old games are told anew by their counts, which only linear weights allow; take "
            "step_size = 'adam', or evaluation = 'linear'"
        )


def refuse_large_equations(features: FeatureSet, step_size: LeastSquares) -> None:
    """BadSetting where they would have equations that hardly fit into the memory.

    Stages have equations of their own: a leaf has weights of one alone.
    """
    stages = max(1, len(features.stages))
    weights = len(features) // stages
    if weights <= MOST_IN_EQUATIONS:
        return
    gigabytes = stages * 8 * weights**2 / 1e9  # half of the table, and half once more to solve it
    each = " a stage" if stages > 1 else ""
    raise BadSetting(
        f"features = {features.name!r} with step_size = {step_size.name!r}: the "
        f"equations of {weights:,} weights{each} take about {gigabytes:.1f} GB, and minutes to be "
        f"solved; least squares are for at most {MOST_IN_EQUATIONS:,}{each}: take a smaller "
        "feature set, or step_size = 'coherence'"
    )


def refuse_unrecordable(search: Selective) -> None:
    """BadSetting for spikes that a run cannot write down, and so not go on with."""
    if search.spikes is not None and not isinstance(search.spikes, str | Path | int | float):
        raise BadSetting(
            f"spikes {type(search.spikes).__name__}: a run records their file; save the generator "
            "(plywise.selective.generator.save) and give its path"
        )


def logistic_steepness(squash: Squash) -> float:
    """The steepness by which expectimax turns values into the same shares of points.

    >>> logistic_steepness(Logistic()), logistic_steepness(Tanh(steepness=0.25))
    (1.0, 0.5)
    """
    # tanh x = 2 / (1 + e^(−2x)) − 1
    return 2.0 * squash.steepness if isinstance(squash, Tanh) else squash.steepness
