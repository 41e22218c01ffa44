"""A game with somebody else's engine in it: our moves by the kernel, its moves by its own lights.

Whatever the engine does wrong loses it this game and nothing more; the record says what it was.
"""

from collections.abc import Callable, Sequence
from contextlib import ExitStack
from dataclasses import replace
from functools import partial
from typing import TypeAlias

from plywise._kernel import GameJob, GrownSearch, Position, Searcher, Stop, move_seed
from plywise.play.in_python import (
    Found,
    Prediction,
    ending,
    learns,
    move_of,
    prediction,
    record_of,
    searched,
    side,
    starting_position,
)
from plywise.play.opponents.failure import (
    DECLARED,
    RESIGNED,
    EngineDeclared,
    EngineFailed,
    EngineResigned,
)
from plywise.play.opponents.opponent import Opponent
from plywise.play.opponents.seat import Seat
from plywise.play.record import GameRecord

Sides: TypeAlias = tuple[Opponent | None, Opponent | None]
"""Who plays first and second; None is the kernel, as the job says."""


def play_foreign_game(
    job: GameJob, sides: Sides, stop: Stop | None = None, *, remembers: bool = False
) -> GameRecord:
    """Play the game of `job` with engines on the sides that have one, and record it.

    1. Opening moves are given; after them the side to move is asked for one.
    2. Each search of ours leaves a prediction, as in the kernel's own games; an engine's does not.
    3. An engine that fails or resigns has lost; one that declares its win, and may, has won.
    4. The game ends by the rules, or by adjudication at the ply limit, as the kernel's own do. The
       evaluations of the job judge there, on an engine's side too.

    Our own moves are those of the kernel's games, each searched afresh; or, if our side
    `remembers`, it keeps its table from move to move, as it does where people play it. The ratings
    are those that engines were set to.
    """
    position = starting_position(job)
    start = str(position)
    search = partial(_remembering, Searcher(job.game)) if remembers else searched
    moves: list[str] = []
    predictions: list[Prediction] = []
    nodes = 0
    with ExitStack() as stack:
        seats = [None if who is None else stack.enter_context(who.seat(stop)) for who in sides]
        ask = _asking(job, position)
        try:
            while (end := ending(job, position, len(moves))) is None:
                ply = len(moves)
                seat = seats[_mover(position)]
                if ply < len(job.opening):
                    move = job.opening[ply]
                elif seat is not None:
                    move = ask(seat, position, moves)
                else:
                    found = search(job, position, ply, stop)
                    nodes += found.nodes
                    if learns(job, position):
                        predictions.append(prediction(job, position, ply, found))
                    move = move_of(found)
                moves.append(move)
                position = position.after(move)
        except EngineFailed as failure:
            end = float(_mover(position)), failure.reason  # the first player's score
        except EngineResigned:
            end = float(_mover(position)), RESIGNED
        except EngineDeclared:
            end = 1.0 - _mover(position), DECLARED
        outcome, reason = end
        for seat, score in zip(seats, (outcome, 1.0 - outcome), strict=True):
            if seat is not None:
                seat.leave(score)
    record = record_of(job, start, moves, outcome, reason, nodes, predictions)
    first, second = (None if who is None or who.elo is None else float(who.elo) for who in sides)
    return replace(record, ratings=(first, second))


def _mover(position: Position) -> int:
    """Whose turn it is: 0 first player, 1 second."""
    return int(position.turn == "second")


def _asking(job: GameJob, first: Position) -> Callable[[Seat, Position, Sequence[str]], str]:
    """How an engine is asked for its move in a game that begins there.

    The game's own start is said as such, since not all take positions.
    """
    is_ordinary = job.start is None or first == Position.start(job.game)
    start = None if is_ordinary else job.start
    return lambda seat, position, moves: seat.move(position, start, moves)


def _remembering(
    searcher: Searcher, job: GameJob, position: Position, ply: int, stop: Stop | None
) -> Found:
    """What a search finds that still knows what it saw at its last move, if it keeps anything."""
    evaluation, settings = side(job, position)
    if isinstance(settings, GrownSearch) or settings.as_dict()["expectimax"]:
        return searched(job, position, ply, stop)
    seed = move_seed(job.seed, job.number, ply)
    return searcher.search(position, evaluation, settings, seed=seed, stop=stop)
