"""The weights that a run begins with, from what its settings say of them."""

from collections.abc import Mapping
from contextlib import suppress
from typing import Any

from plywise.errors import BadInput, BadSetting
from plywise.evaluation.features import FeatureSet
from plywise.evaluation.kinds import shape
from plywise.evaluation.shape import LINEAR


def drawn(settings: Mapping[str, Any]) -> dict[str, Any]:
    """The start of a network that is given none: drawn from the seed, for equal units stay equal.

    >>> settings = {"game": "chess", "features": "material", "evaluation": "network:2", "seed": 1}
    >>> len(drawn(settings)["start"]), drawn({**settings, "evaluation": "linear"})
    (14, {})
    """
    evaluation = settings.get("evaluation", LINEAR)
    if settings.get("start") is None and str(evaluation) != LINEAR:
        with suppress(BadInput, TypeError, OverflowError):  # told where each setting is checked
            features = settings["features"]
            if not isinstance(features, FeatureSet):
                features = FeatureSet.named(settings.get("game", "chess"), features)
            return {"start": shape(evaluation).starts(features, settings.get("seed", 1))}
    return {}


def numbers(
    start: Any, *, game: str = "chess", features: str | None = None, evaluation: str = LINEAR
) -> tuple[float, ...]:
    """The weights of a set, a file or a run; BadSetting if they belong to something else."""
    from plywise.evaluation.belonging import kind_in_words, way_out
    from plywise.evaluation.weights import resolve

    found = resolve(start, game=game, features=features)
    if features is not None and found.game == game and found.evaluation == evaluation == LINEAR:
        wider = _within(found.as_dict(), FeatureSet.named(game, features))
        if wider is not None:
            return wider
    hint = way_out(found, start, game=game, evaluation=evaluation)
    if features is not None and (found.game, found.features) != (game, features):
        other = f"{found.features!r} of {found.game}"
        raise BadSetting(f"these weights are for {other}, not for {features!r} of {game}{hint}")
    if found.evaluation != evaluation:
        own, wanted = kind_in_words(found.evaluation), kind_in_words(evaluation)
        raise BadSetting(f"these are weights of a {own}, not of a {wanted}{hint}")
    return found.values


def _within(values: Mapping[str, float], features: FeatureSet) -> tuple[float, ...] | None:
    """Weights of a smaller set in a wider one: in every stage and phase, and 0 for all else.

    None if the wider set has not all of them.

    >>> material = {"pawn": 1.0, "knight": 4.0, "bishop": 4.0, "rook": 6.0, "queen": 12.0}
    >>> found = _within(material, FeatureSet.named("chess", "rich"))
    >>> len(found), sum(value != 0.0 for value in found), sum(found)
    (1006, 10, 54.0)
    """
    own = [_bare(name, features) for name in features.names]
    if list(values) == list(features.names):
        return tuple(values.values())
    if not values.keys() <= {*own, *features.names}:
        return None
    return tuple(
        values.get(name, values.get(bare, 0.0))
        for name, bare in zip(features.names, own, strict=True)
    )


def _bare(name: str, features: FeatureSet) -> str:
    """A feature's name without its stage and phase."""
    for block in features.blocks:
        if block and name.startswith(f"{block}."):
            return name.removeprefix(f"{block}.")
    return name
