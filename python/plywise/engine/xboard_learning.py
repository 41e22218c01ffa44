"""What a run learns when xboard says how a game ended."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from plywise.errors import BadInput, WeightsDiverged
from plywise.play.endings import end_of
from plywise.runs.joining import FinishedGame

if TYPE_CHECKING:
    from plywise.engine.xboard import Xboard

UNNAMED = "opponent"


def learn_result(session: Xboard, result: str, how: str) -> None:
    """Learn from the game on the board of a session, and say what came of it."""
    game = session.in_play()
    end = end_of(session.position, result, how)
    sides = session.own_sides
    if end is None or not sides:
        game.drop()
        session.tell(f"not learnt: {'no result' if end is None else 'no move of ours in it'}")
        return
    if end.trouble:
        session.tell(end.trouble)
    name, ratings = session.opponent or UNNAMED, session.ratings
    side = sides.pop() if len(sides) == 1 else None
    first = side != "second"
    finished = FinishedGame(
        identity=game.identity,
        start=str(session.start),
        moves=tuple(session.moves),
        end=end,
        names=("plywise", name) if first else (name, "plywise"),
        ratings=ratings if first else ratings[::-1],
    )
    try:
        taken = game.finish(finished, side, seconds=time.monotonic() - session.began)
    except (BadInput, OSError, WeightsDiverged) as error:
        session.tell(f"not learnt: {error}")
        return
    if taken.metrics is None:
        session.tell(f"not learnt: {taken.why_not}")
    else:
        session.tell(f"learnt game {taken.metrics.game}: {result}, {end.reason}")
