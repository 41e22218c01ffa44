"""What Lichess's streams say: challenges, games, states, and how games end."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import timedelta
from typing import Any, Final

from plywise.errors import BadInput
from plywise.games.declared import facts_of
from plywise.online.policy import Offer

RUNNING: Final = ("created", "started")
WITHOUT_RESULT: Final = ("aborted", "noStart", "unknownFinish")
HOW: Final = {
    "mate": "checkmate",
    "resign": "resigns",
    "stalemate": "stalemate",
    "draw": "draw",
    "outoftime": "forfeits on time",
    "timeout": "left the game",
    "cheat": "cheat detected",
    "variantEnd": "variant end",
    "insufficientMaterialClaim": "draw",
}
"""Ends of games by Lichess's names, in the words that `end_of` reads."""


def variant_key(game: str) -> str:
    """What Lichess calls a game.

    >>> variant_key("chess"), variant_key("atomic"), variant_key("three-check")
    ('standard', 'atomic', 'threeCheck')
    """
    told = facts_of(game).pgn
    if not told:
        return "standard"
    words = told.replace("-", " ").split()
    return words[0].lower() + "".join(word.capitalize() for word in words[1:])


def offer_of(challenge: Mapping[str, Any], game: str) -> Offer:
    """A challenge as an offer; BadInput for one that says too little."""
    try:
        challenger, control = challenge["challenger"], challenge["timeControl"]
        key = str(challenge["variant"]["key"])
        is_from_start = not challenge.get("initialFen")
        return Offer(
            opponent=str(challenger["name"]),
            variant=game if key == variant_key(game) and is_from_start else key,
            rating=_number(challenger.get("rating")),
            seconds=_number(control.get("limit")),
            increment=_number(control.get("increment")) or 0.0,
            rated=bool(challenge.get("rated")),
            is_bot=challenger.get("title") == "BOT",
        )
    except (KeyError, TypeError, AttributeError) as error:
        raise BadInput(f"a challenge without {error}") from None


def _number(what: object) -> float | None:
    is_number = isinstance(what, int | float) and not isinstance(what, bool)
    return float(what) if is_number else None  # type: ignore[arg-type]  # just looked


def milliseconds(what: object) -> int:
    """A time of the stream: a number, or what berserk makes of it.

    >>> milliseconds(1500), milliseconds(timedelta(seconds=2))
    (1500, 2000)
    """
    if isinstance(what, timedelta):
        return int(1000 * what.total_seconds())
    return int(_number(what) or 0)


def result_of(state: Mapping[str, Any]) -> tuple[str, str] | None:
    """Result and reason of a state; None while the game goes on.

    >>> result_of({"status": "resign", "winner": "white"}), result_of({"status": "aborted"})
    (('1-0', 'resigns'), ('*', 'Game aborted'))
    """
    status = state.get("status")
    if status in RUNNING:
        return None
    if status in WITHOUT_RESULT or not isinstance(status, str):
        return "*", f"Game {status}"
    winner = state.get("winner")
    result = {"white": "1-0", "black": "0-1"}.get(str(winner), "1/2-1/2")
    return result, HOW.get(status, status)
