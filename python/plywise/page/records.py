"""A game at a table as a file to keep."""

from __future__ import annotations

from plywise.errors import BadInput
from plywise.games.points import outcomes_of, plain_win
from plywise.page.table import Table
from plywise.play.keeping import Kept, formats, text_of
from plywise.play.opponents.failure import RESIGNED


def recorded(
    table: Table, form: str, players: tuple[str, str], resigned: str = "", stop: object = None
) -> str:
    """The game in one of its forms; `resigned` is who gave up, `first` or `second`."""
    if form not in formats(table.game):
        raise BadInput(f"format={form[:20]!r}; give one of {', '.join(formats(table.game))}")
    last = table.positions()[-1]
    outcome, reason = last.outcome, last.outcome_reason
    if outcome is None and resigned in ("first", "second"):
        won = plain_win(outcomes_of(last.game), first=resigned == "second")
        outcome, reason = won, RESIGNED
    kept = Kept(
        game=last.game, start=table.start or None, moves=table.moves, players=players,
        outcome=outcome, reason=reason,
    )  # fmt: skip
    return text_of(kept, form)
