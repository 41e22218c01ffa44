"""What a run does against opponents where it is not told: as KnightCap learnt, or better.

The measurements behind each choice are in docs/against-others.md.
"""

from collections.abc import Mapping
from typing import Any

from plywise._kernel import MAX_DEPTH
from plywise.errors import BadInput
from plywise.evaluation.features import JOINT, FeatureSet, first_set
from plywise.evaluation.shape import LINEAR
from plywise.games.declared import facts_of
from plywise.learning.usual import has_many_weights
from plywise.play.record import OWN
from plywise.searching.profiles import profile

LEAST_NODES = 1000
"""Nodes a move with which a run meets other people's engines at least: below it hardly any of them
is weak enough to be beaten."""
NODES = 5000
"""Nodes a move with which the best known settings were measured."""
BALLOT = 6
"""Random plies before each game: engines without chance would play the same games again."""
PAPERS: Mapping[str, Any] = {
    "rule": {
        "name": "tdleaf", "trace_decay": 0.7, "squash": "tanh", "results": "drop",
        "blunders": "gains", "learner": "own", "frozen": ("pawn",),
    },
    "step_size": "fixed:.0392",
}  # fmt: skip
"""Baxter et al. 1998 and 2000: "at most 1/100 of a pawn" is .01 / .2554."""
OWN_TURNS, BOTH_TURNS = 0.85, 0.92
"""λ from one of the run's own turns to the next, and from ply to ply: .92² is .85."""
BEST: Mapping[str, Any] = {
    "rule": {"name": "tdleaf+rootstrap", "squash": "logistic:.51", "frozen": ("pawn",)},
}
"""The best of plywise: least squares over all games so far."""
BY_PAPERS = ("knightcap",)
"""Feature sets that are learnt as they were published, unless the run looks at both turns."""


def is_opposed(given: Mapping[str, Any]) -> bool:
    """Whether settings name opponents.

    >>> is_opposed({"opponents": "pool"}), is_opposed({"opponents": "self"}), is_opposed({})
    (True, False, False)
    """
    opponents = given.get("opponents")
    return opponents is not None and not (isinstance(opponents, str) and opponents == OWN)


def looking_at_both(given: Mapping[str, Any], game: str) -> dict[str, Any]:
    """The settings, with both turns looked at where that is usual and nothing is said of it.

    >>> looking_at_both({"opponents": "own", "features": "rich"}, "chess")["opponents"]
    {'players': 'own', 'both_turns': True}
    >>> looking_at_both({"opponents": "own", "features": "knightcap"}, "chess")["opponents"]
    'own'
    """
    opponents: Any = given.get("opponents")
    is_table = isinstance(opponents, Mapping) and "players" in opponents
    table = dict(opponents) if is_table else {"players": opponents}
    is_made = not isinstance(opponents, str | list | tuple | Mapping)
    is_said = is_made or "both_turns" in table or given.get("rule") is not None
    if is_said or not _by_best(given, game):
        return dict(given)
    return {**given, "opponents": {**table, "both_turns": True}}


def usual_against(given: Mapping[str, Any], game: str) -> dict[str, Any]:
    """What is usual against opponents, beside what is usual in the game; {} where nothing is.

    A few weights are learnt as alone, by more nodes and after random plies. The rest has been
    measured in games whose opponents are rated.

    >>> found = usual_against({"opponents": "own", "features": "knightcap"}, "chess")
    >>> found["step_size"], found["ballot"], found["search"].nodes
    ('fixed:.0392', 6, 1000)
    """
    features = _features(given, game)
    if features is None:
        return {}
    has_many, is_linear = has_many_weights(features), _is_linear(given)
    is_best = _by_best(given, game)
    settings: dict[str, Any] = {}
    if given.get("search") is None and not given.get("deepen"):  # which asks for plies
        nodes = NODES if is_best else LEAST_NODES
        settings["search"] = profile("playing", nodes=nodes, depth=MAX_DEPTH)
    longest = given.get("max_plies")
    is_short = isinstance(longest, int) and longest <= BALLOT
    if (settings or has_many or not is_linear) and not is_short:
        settings["ballot"] = BALLOT
    if not has_many or not is_linear:
        return settings
    ruled = _best(given) if is_best else dict(PAPERS)
    if not _is_rule(given.get("rule"), ruled["rule"]["name"]):
        del ruled["step_size"]  # it was measured with that rule
    return settings | ruled


def forgotten(given: Mapping[str, Any], game: str) -> tuple[str, ...]:
    """What is usual alone and not against opponents: many shallow games.

    >>> forgotten({"opponents": "own", "features": "rich"}, "chess")
    ('games', 'gate_every')
    """
    features = _features(given, game)
    return () if features is None or not features.phases else ("games", "gate_every")


def _features(given: Mapping[str, Any], game: str) -> FeatureSet | None:
    """The features of settings with opponents, in a game that has rated ones."""
    if not is_opposed(given) or given.get("handed") is True or not facts_of(game).has_elo_ladder:
        return None
    named = given.get("features")
    try:
        return FeatureSet.named(game, getattr(named, "name", named) or first_set(game))
    except (BadInput, AttributeError):  # told where the features are checked
        return None


def _is_linear(given: Mapping[str, Any]) -> bool:
    return str(given.get("evaluation") or LINEAR) == LINEAR


def _by_best(given: Mapping[str, Any], game: str) -> bool:
    """Whether the best known settings are usual: always where the run is told of both turns."""
    features = _features(given, game)
    if features is None or not has_many_weights(features) or not _is_linear(given):
        return False
    return features.name.partition(JOINT)[0] not in BY_PAPERS or _looks_at_both(given)


def _looks_at_both(given: Mapping[str, Any]) -> bool:
    opponents = given.get("opponents")
    if isinstance(opponents, Mapping):
        return opponents.get("both_turns") is True
    return getattr(opponents, "both_turns", False) is True


def _best(given: Mapping[str, Any]) -> dict[str, Any]:
    """The best settings; pieces are held at what they begin with only where that was chosen."""
    start = given.get("start")
    is_chosen = start is not None and not (isinstance(start, str) and start == "ones")
    decay = BOTH_TURNS if _looks_at_both(given) else OWN_TURNS
    return {
        "rule": {**BEST["rule"], "trace_decay": decay},
        "step_size": f"least-squares:{'pieces=.06,' if is_chosen else ''}noise=.5",
    }


def _is_rule(rule: Any, name: str) -> bool:
    """Whether settings leave the rule out or name this one."""
    if rule is None:
        return True
    named = rule if isinstance(rule, str) else getattr(rule, "name", None)
    if isinstance(rule, Mapping):
        named = rule.get("name", "tdleaf")
    return bool(named == name)
