"""A game with somebody else's engine in it: our moves by the kernel, its moves by its own lights.

Whatever the engine does wrong loses it this game and nothing more; the record says what it was.
"""

from collections.abc import Callable, Sequence
from contextlib import ExitStack
from dataclasses import replace
from functools import partial
from typing import TypeAlias

from plywise._kernel import GameJob, GrownSearch, Position, Searcher, Stop, move_seed
from plywise.games.dice import throw
from plywise.games.points import other_s, outcomes_of, plain_win
from plywise.play.in_python import (
    Found,
    Prediction,
    dice_of,
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

    1. Opening moves are given; after them the side to move is asked for one. Dice are thrown by the
       game, as in the kernel's own games, whoever plays.
    2. Each search of ours leaves a prediction, as in the kernel's own games; an engine's does not.
    3. An engine that fails or resigns has lost, a point where points are counted; one that declares
       its win, and may, has won.
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
    outcomes = outcomes_of(job.game)
    before_roll = position
    with ExitStack() as stack:
        seats = [None if who is None else stack.enter_context(who.seat(stop)) for who in sides]
        ask = _asking(job, position)
        try:
            while (end := ending(job, position, len(moves))) is None:
                ply = len(moves)
                seat = seats[_mover(position)]
                if ply < len(job.opening):
                    move = job.opening[ply]
                elif position.turn == "chance":
                    move = throw(position, seed=job.seed, number=dice_of(job), ply=ply)
                elif seat is not None:
                    move = ask(seat, position, moves)
                else:
                    found = search(job, position, ply, stop)
                    nodes += found.nodes
                    if learns(job, position):
                        predictions.append(prediction(job, position, ply, found, before_roll))
                    move = move_of(found)
                moves.append(move)
                following = position.after(move)
                before_roll = position if position.turn == "chance" else following
                position = following
        except (EngineFailed, EngineResigned, EngineDeclared) as how:
            end = _ended(how, position)
        outcome, reason = end
        for seat, score in zip(seats, (outcome, other_s(outcome, outcomes)), strict=True):
            if seat is not None:
                seat.leave(score)
    record = record_of(job, start, moves, outcome, reason, nodes, predictions)
    first, second = (None if who is None or who.elo is None else float(who.elo) for who in sides)
    return replace(record, ratings=(first, second))


def _ended(
    how: EngineFailed | EngineResigned | EngineDeclared, position: Position
) -> tuple[float, str]:
    """Score and reason of a game that the engine ended whose turn it is."""
    has_won = isinstance(how, EngineDeclared)
    score = plain_win(outcomes_of(position.game), first=(_mover(position) == 0) == has_won)
    if isinstance(how, EngineFailed):
        return score, how.reason
    return score, DECLARED if has_won else RESIGNED


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
