"""Settings of a run whose games are handed to it, one by one, instead of being played by it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from plywise.checks import MOST_GAMES
from plywise.errors import BadSetting

if TYPE_CHECKING:
    from plywise.learning.config import LearnConfig

USUAL = {"lag": 1, "gate_every": 0, "games": MOST_GAMES}
"""Each game is played with what was learnt from the one before, there is no last game, and who
waits for a move should not wait for a gate match."""


def as_handed(given: Mapping[str, Any]) -> dict[str, Any]:
    """The settings, with what is usual where games are handed to a run.

    >>> as_handed({"handed": True, "seed": 2})["lag"], as_handed({"seed": 2})
    (1, {'seed': 2})
    """
    return {**USUAL, **given} if given.get("handed") is True else dict(given)


def refuse_unfit_handed(config: LearnConfig) -> None:
    """BadSetting for settings that mean nothing where the run plays no games."""
    wrong = {
        "opponents": config.opponents is not None,
        "deepen": bool(config.deepen),
        "openings": config.openings is not None,
        "lag": config.lag != 1,
        "minutes": config.minutes is not None,
    }
    if named := [name for name, is_wrong in wrong.items() if is_wrong]:
        raise BadSetting(
            f"{', '.join(named)} cannot be given where the games are handed to the run: they come "
            "one after the other, against whoever played them"
        )


def refuse_if_handed(config: LearnConfig) -> None:
    """BadSetting where a run is to play that never does."""
    if config.handed:
        raise BadSetting(
            "the games of this run are handed to it, and it plays none itself: go on with it by "
            "plywise learn --from, plywise engine --learn or plywise online --learn"
        )
