"""Settings of a run whose games are handed to it, one by one, instead of being played by it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from plywise.checks import MOST_GAMES, brief
from plywise.errors import BadSetting

if TYPE_CHECKING:
    from plywise.learning.config import LearnConfig

USUAL = {"lag": 1, "gate_every": 0, "games": MOST_GAMES}
"""Each game is played with what was learnt from the one before, there is no last game, and who
waits for a move should not wait for a gate match."""
UNSAID = {"opponents": "self", "lag": 1}
"""What settings are where they are left out, if there is a word for it."""


def as_handed(given: Mapping[str, Any]) -> dict[str, Any]:
    """The settings, with what is usual where games are handed to a run.

    >>> as_handed({"handed": True, "seed": 2})["lag"], as_handed({"seed": 2})
    (1, {'seed': 2})
    """
    return {**USUAL, **given} if given.get("handed") is True else dict(given)


def refuse_unfit_handed(config: LearnConfig) -> None:
    """BadSetting for settings that mean nothing where the run plays no games."""
    opponents, openings = config.opponents, config.openings
    wrong = {
        "opponents": None if opponents is None else [player.name for player in opponents.players],
        "deepen": list(config.deepen) or None,
        "openings": None if openings is None else openings.file,
        "lag": None if config.lag == 1 else config.lag,
        "minutes": config.minutes,
    }
    if named := {name: value for name, value in wrong.items() if value is not None}:
        given = ", ".join(f"{name} = {brief(value)}" for name, value in named.items())
        usual = [f"{name} = {value!r}" for name, value in UNSAID.items() if name in named]
        raise BadSetting(
            f"{', '.join(named)} cannot be given where the games are handed to the run: they come "
            f"one after the other, against whoever played them; leave out {given}"
            + (f" (that is {', '.join(usual)})" if usual else "")
        )


def refuse_if_handed(config: LearnConfig) -> None:
    """BadSetting where a run is to play that never does."""
    if config.handed:
        raise BadSetting(
            "the games of this run are handed to it, and it plays none itself: go on with it by "
            "plywise learn --from, plywise engine --learn or plywise online --learn"
        )
