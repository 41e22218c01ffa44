"""A game with somebody else's engine in it: our moves by the kernel, its moves by its own lights.

Whatever the engine does wrong loses it this game and nothing more; the record says what it was.
"""

from collections.abc import Sequence
from contextlib import ExitStack
from typing import TypeAlias

from plywise._kernel import GameJob, Position, Stop, play_game
from plywise.learning.record import GameRecord
from plywise.play.in_python import ending, record_of, starting_position
from plywise.play.opponents.failure import RESIGNED, EngineFailed, EngineResigned
from plywise.play.opponents.opponent import Opponent
from plywise.play.opponents.seat import Seat

Sides: TypeAlias = tuple[Opponent | None, Opponent | None]
"""Who plays first and second; None is the kernel, as the job says."""


def play_foreign_game(job: GameJob, sides: Sides, stop: Stop | None = None) -> GameRecord:
    """Play the game of `job` with engines on the sides that have one, and record its moves.

    1. Opening moves are given; after them the side to move is asked for one.
    2. An engine that fails or resigns has lost.
    3. The game ends by the rules, or by adjudication at the ply limit, as the kernel's own do. The
       evaluations of the job judge there, on an engine's side too.
    """
    position = starting_position(job)
    start = str(position)
    moves: list[str] = []
    nodes = 0
    with ExitStack() as stack:
        seats = [None if side is None else stack.enter_context(side.seat(stop)) for side in sides]
        try:
            while (end := ending(job, position, len(moves))) is None:
                seat = seats[_mover(position)]
                if len(moves) < len(job.opening):
                    move = job.opening[len(moves)]
                elif seat is None:
                    move, searched = _own_move(job, moves, stop)
                    nodes += searched
                else:
                    move = _foreign_move(seat, job, position, moves)
                moves.append(move)
                position = position.after(move)
        except EngineFailed as failure:
            end = float(_mover(position)), failure.reason  # the first player's score
        except EngineResigned:
            end = float(_mover(position)), RESIGNED
    outcome, reason = end
    return record_of(job, start, moves, outcome, reason, nodes, ())


def _mover(position: Position) -> int:
    """Whose turn it is: 0 first player, 1 second."""
    return int(position.turn == "second")


def _own_move(job: GameJob, moves: Sequence[str], stop: Stop | None) -> tuple[str, int]:
    """What the kernel plays, and its nodes: the same game with all moves given but the next one.

    So the move is seeded as in any other game, and `stop` ends even a long search.
    """
    one = GameJob(
        game=job.game, first=job.first, second=job.second,
        first_search=job.first_search, second_search=job.second_search,
        seed=job.seed, number=job.number, start=job.start, opening=moves,
        max_plies=len(moves) + 1, adjudication="draw", fifty_moves=job.fifty_moves,
        learn_at="none",
    )  # fmt: skip
    played = play_game(one, stop)
    return played.moves[-1], played.nodes


def _foreign_move(seat: Seat, job: GameJob, position: Position, moves: Sequence[str]) -> str:
    """What the engine plays; the game's own start is said as such, since not all take positions."""
    is_ordinary = job.start is None or starting_position(job) == Position.start(job.game)
    return seat.move(position, None if is_ordinary else job.start, moves)
