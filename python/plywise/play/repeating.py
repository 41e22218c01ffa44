"""A game against somebody else's engine once more, from its record: no engine is asked again.

The engine's moves are those of the record; ours are searched again, so that what each search
predicted is known once more.
"""

from collections.abc import Sequence

from plywise._kernel import GameJob, Stop
from plywise.errors import DamagedFile
from plywise.play.in_python import (
    Prediction,
    is_watched,
    learns,
    move_of,
    prediction,
    record_of,
    searched,
    starting_position,
)
from plywise.play.record import GameRecord

__all__ = ["refuse_other_moves", "repeated"]


def repeated(
    job: GameJob,
    moves: Sequence[str],
    outcome: float,
    reason: str,
    stop: Stop | None = None,
    watching: GameJob | None = None,
) -> GameRecord:
    """The record of the game of `job` in which these moves were played, and which ended so.

    The side that learns searches again; the first move that it would not make is a `DamagedFile`.
    `watching` searches at the turns of the other, if the game was being watched.
    """
    position = starting_position(job)
    start = str(position)
    predictions: list[Prediction] = []
    nodes = 0
    before_roll = position
    for ply, move in enumerate(moves):
        is_chosen = position.turn != "chance" and ply >= len(job.opening)
        if is_chosen and learns(job, position):
            found = searched(job, position, ply, stop)
            refuse_other_moves(job.number, [move_of(found)], [move], first=ply)
            nodes += found.nodes
            predictions.append(prediction(job, position, ply, found, before_roll))
        elif is_chosen and watching is not None and is_watched(job, watching, position):
            found = searched(watching, position, ply, stop)
            nodes += found.nodes
            predictions.append(prediction(watching, position, ply, found, before_roll))
        following = position.after(move)
        before_roll = position if position.turn == "chance" else following
        position = following
    return record_of(job, start, list(moves), outcome, reason, nodes, predictions)


def refuse_other_moves(
    number: int, again: Sequence[str], recorded: Sequence[str], *, first: int = 0
) -> None:
    """DamagedFile where a game that is played again goes otherwise than it did.

    >>> refuse_other_moves(7, ["e2e4", "e7e5"], ["e2e4", "c7c5"])
    Traceback (most recent call last):
    ...
    plywise.errors.DamagedFile: game 7 comes out otherwise: its move 2 is 'c7c5', and 'e7e5' when...
    """
    if list(again) == list(recorded):
        return
    pairs = zip([*again, "none"], [*recorded, "none"], strict=False)
    ply = next(ply for ply, (one, other) in enumerate(pairs) if one != other)
    was, now = [*recorded, "none"][ply], [*again, "none"][ply]
    raise DamagedFile(
        f"game {number} comes out otherwise: its move {first + ply + 1} is {was!r}, and {now!r} "
        "when it is played again; the run was made by another version, or its files were changed"
    )
