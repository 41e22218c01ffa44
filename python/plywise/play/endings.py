"""How a game ended that others refereed: what a server or a chess program said, against the board.

On the board and by resignation a game has an outcome to learn from. Won or lost in another way (on
time, by a connection that broke) its last evaluation may be right all the same, so such a game is
learnt without its outcome and without the last search (KnightCap 3.6).
"""

from dataclasses import dataclass, replace
from typing import Final

from plywise._kernel import Position
from plywise.play.opponents.failure import RESIGNED
from plywise.play.record import FORFEIT, GameRecord

AGREED: Final = "draw agreed"
SCORES: Final = {"1-0": 1.0, "0-1": 0.0, "1/2-1/2": 0.5}
"""Results as PGN, xboard and the servers write them, as the first player's score."""
_RESIGNED: Final = ("resign", "gave up", "gives up")
_ABORTED: Final = ("abort", "adjourn", "courtesy", "nostart", "no start")
_DRAWN: Final = ("draw", "stalemate", "repetition", "50 move", "fifty", "insufficient", "agreement")
_ON_BOARD: Final = ("mate", "variant end", "king explodes", "bare king")


@dataclass(frozen=True, kw_only=True)
class End:
    """An end as a run takes it."""

    outcome: float
    """The first player's score."""
    reason: str
    """What the record says: the rules' own word, "resignation", "draw agreed", or a forfeit."""
    trouble: str = ""
    """What was wrong with what was said, for people; empty if nothing was."""


def end_of(position: Position, result: str, how: str) -> End | None:
    """The end of a game that stopped at `position`; None for one that has none, as an abort.

    What the board says counts more than what is said about it.

    >>> end_of(Position.start("chess"), "1-0", "Black resigns")
    End(outcome=1.0, reason='resignation', trouble='')
    >>> end_of(Position.start("chess"), "0-1", "White forfeits on time").reason
    'forfeit: White forfeits on time'
    >>> end_of(Position.start("chess"), "1-0", "Black checkmated").trouble
    "'1-0 (Black checkmated)' does not fit the board, where the game goes on"
    >>> end_of(Position.start("chess"), "*", "Game aborted") is None
    True
    """
    said = f"{result} ({how})" if how else result
    if position.outcome is not None and position.outcome_reason is not None:
        fits = SCORES.get(result, position.outcome) == position.outcome
        trouble = "" if fits else f"{said!r} does not fit the board: {position.outcome_reason}"
        return End(outcome=position.outcome, reason=position.outcome_reason, trouble=trouble)
    if result not in SCORES:
        return None
    outcome, words = SCORES[result], how.lower()
    if outcome == 0.5:
        return End(outcome=outcome, reason=AGREED)
    if any(word in words for word in _ABORTED):
        return None
    if "adjudicat" in words:
        return End(outcome=outcome, reason="adjudicated win")
    if any(word in words for word in _RESIGNED):
        return End(outcome=outcome, reason=RESIGNED)
    if any(word in words for word in (*_ON_BOARD, *_DRAWN)):
        lie = f"{said!r} does not fit the board, where the game goes on"
        return End(outcome=outcome, reason=f"{FORFEIT}result that does not fit", trouble=lie)
    return End(outcome=outcome, reason=FORFEIT + (_plain(how) or "no reason given"))


def _plain(text: str) -> str:
    """The text on one line, as a log has it."""
    return "".join(c if c.isprintable() else "?" for c in " ".join(text.split()))[:80]


def without_last_search(record: GameRecord) -> GameRecord:
    """The record of a forfeit without what was predicted last; any other record as it is."""
    if not record.reason.startswith(FORFEIT) or not len(record.values):
        return record
    kept = len(record.values) - 1
    rows = kept * record.rows_each
    end = int(record.indptr[rows])
    return replace(
        record,
        values=record.values[:kept],
        quiet=record.quiet[: kept * record.quiet_each],
        predictions=record.predictions[:kept],
        kinds=record.kinds[:kept],
        results=record.results[:kept],
        movers=record.movers[:kept],
        ply_numbers=record.ply_numbers[:kept],
        indptr=record.indptr[: rows + 1],
        indices=record.indices[:end],
        data=record.data[:end],
        predicted_replies=record.predicted_replies[:kept],
    )
