"""What a run does in a game, and with a feature set, where it is not told."""

from typing import Any

from plywise import _kernel
from plywise.errors import BadInput
from plywise.evaluation.features import FeatureSet
from plywise.evaluation.shape import LINEAR
from plywise.games.ballot import usual_ballot
from plywise.games.declared import facts_of
from plywise.learning.fitting import usual_kind
from plywise.naming import MOST_LISTED

FROM_THE_DATA: dict[str, Any] = {"rule": {"name": "tdleaf", "trace_decay": "auto"}}
"""Where pieces alone are learnt, all is found from the data: no λ is given."""


FROM_SHALLOW: dict[str, Any] = {
    "search": {"kind": "alpha-beta", "depth": 2}, "games": 4000, "gate_every": 500,
}  # fmt: skip
"""Sets with phases have a thousand weights, which want many games: so the searches are shallow."""


OF_KIND: dict[str, dict[str, Any]] = {
    "board": {
        "search": {"kind": "alpha-beta", "depth": 2}, "games": 16_000, "gate_every": 2000,
        "step_size": "adam:start=.008,end=.0008,games=16000,epsilon=1e-6",
    },
}  # fmt: skip
"""Kinds of evaluations that want settings of their own: a board network has so many weights that
most are met in few games, and steps have to be measured by what is usual for each."""


def usual_depth(game: str) -> int:
    """The depth at which the pieces of a game are valued where none is given.

    >>> usual_depth("chess"), usual_depth("atomic")
    (2, 3)
    """
    return facts_of(game).depth


def steady(game: str) -> dict[str, Any]:
    """Steady steps, as small as the game needs them, for features that are rarely met.

    >>> steady("horde")["step_size"]
    'coherence:c=.05,prior=.5'
    """
    facts = facts_of(game)
    return {
        "rule": {"name": "tdleaf", "trace_decay": facts.trace_decay},
        "step_size": facts.step_size,
    }


def has_many_weights(features: FeatureSet) -> bool:
    """Whether a set has more than pieces and a term or two: weights that are rarely met.

    >>> [has_many_weights(FeatureSet.named("chess", name)) for name in ("centre", "knightcap")]
    [False, True]
    """
    return features.has_boards or len(features) > MOST_LISTED


def usual_settings(
    game: str, features: Any = None, max_plies: Any = None, evaluation: Any = None
) -> dict[str, Any]:
    """What a run does in a game, and with a feature set, where it is not told.

    >>> usual_settings("chess", "centre")["ballot"]
    4
    """
    facts = _kernel.facts(game)
    name = getattr(features, "name", features) or facts.feature_sets[0]
    settings = {
        "features": name,
        "max_plies": facts.max_plies,
        "adjudication": facts.adjudication,
        **FROM_THE_DATA,
        **usual_kind(game),
    }
    try:
        counted = FeatureSet.named(game, name)
    except (BadInput, AttributeError):  # told where the features are checked
        return settings
    is_linear = str(evaluation or LINEAR) == LINEAR
    if counted.phases:
        settings |= FROM_SHALLOW
    if has_many_weights(counted) or not is_linear or not facts_of(game).pieces_from_data:
        settings |= steady(game)
    settings |= OF_KIND.get(str(evaluation or LINEAR).partition(":")[0], {})
    # With many weights no two moves are equal: games would repeat each other, and themselves.
    ballot = usual_ballot(game) if counted.has_terms or not is_linear else 0
    short = isinstance(max_plies, int) and max_plies <= ballot
    return settings | {"ballot": 0 if short else ballot}
