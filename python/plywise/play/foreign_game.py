"""A game with somebody else's engine in it: our moves by the kernel, its moves by its own lights.

Whatever the engine does wrong loses it this game and nothing more; the record says what it was.
"""

import threading
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from typing import TypeAlias

from plywise._kernel import GameJob, Position, Remote, Searcher, Stop, move_seed, play_game
from plywise.play.in_python import ending, record_of, side, starting_position
from plywise.play.opponents.failure import (
    DECLARED,
    RESIGNED,
    EngineDeclared,
    EngineFailed,
    EngineResigned,
)
from plywise.play.opponents.opponent import Opponent
from plywise.play.opponents.process import BREATH
from plywise.play.opponents.seat import Seat
from plywise.play.record import GameRecord

Sides: TypeAlias = tuple[Opponent | None, Opponent | None]
"""Who plays first and second; None is the kernel, as the job says."""


def play_foreign_game(
    job: GameJob, sides: Sides, stop: Stop | None = None, *, remembers: bool = False
) -> GameRecord:
    """Play the game of `job` with engines on the sides that have one, and record its moves.

    1. Opening moves are given; after them the side to move is asked for one.
    2. An engine that fails or resigns has lost; one that declares its win, and may, has won.
    3. The game ends by the rules, or by adjudication at the ply limit, as the kernel's own do. The
       evaluations of the job judge there, on an engine's side too.

    Our own moves are those of the kernel's games, each searched afresh; or, if our side
    `remembers`, it keeps its table from move to move, as it does where people play it.
    """
    position = starting_position(job)
    start = str(position)
    moves: list[str] = []
    nodes = 0
    with ExitStack() as stack:
        seats = [None if who is None else stack.enter_context(who.seat(stop)) for who in sides]
        memory = stack.enter_context(_memory(job.game, stop)) if remembers else None
        try:
            while (end := ending(job, position, len(moves))) is None:
                seat = seats[_mover(position)]
                if len(moves) < len(job.opening):
                    move = job.opening[len(moves)]
                elif seat is not None:
                    move = _foreign_move(seat, job, position, moves)
                else:
                    move, searched = (
                        _own_move(job, moves, stop)
                        if memory is None
                        else _remembering_move(memory, job, position, len(moves), stop)
                    )
                    nodes += searched
                moves.append(move)
                position = position.after(move)
        except EngineFailed as failure:
            end = float(_mover(position)), failure.reason  # the first player's score
        except EngineResigned:
            end = float(_mover(position)), RESIGNED
        except EngineDeclared:
            end = 1.0 - _mover(position), DECLARED
    outcome, reason = end
    return record_of(job, start, moves, outcome, reason, nodes, ())


def _mover(position: Position) -> int:
    """Whose turn it is: 0 first player, 1 second."""
    return int(position.turn == "second")


def _foreign_move(seat: Seat, job: GameJob, position: Position, moves: Sequence[str]) -> str:
    """What the engine plays; the game's own start is said as such, since not all take positions."""
    is_ordinary = job.start is None or starting_position(job) == Position.start(job.game)
    return seat.move(position, None if is_ordinary else job.start, moves)


def _own_move(job: GameJob, moves: Sequence[str], stop: Stop | None) -> tuple[str, int]:
    """What the kernel plays, and its nodes: the same game with all moves given but the next one.

    So the move is seeded as in any other game, and `stop` ends even a long search.
    """
    one = GameJob(
        game=job.game, first=job.first, second=job.second,
        first_search=job.first_search, second_search=job.second_search,
        seed=job.seed, number=job.number, start=job.start, opening=moves,
        max_plies=len(moves) + 1, adjudication="draw", fifty_moves=job.fifty_moves,
        rules=job.rules, learn_at="none",
    )  # fmt: skip
    played = play_game(one, stop)
    return played.moves[-1], played.nodes


Memory: TypeAlias = tuple[Searcher, Remote]
"""A search that remembers, and the hand that ends it."""


@contextmanager
def _memory(game: str, stop: Stop | None) -> Iterator[Memory]:
    """A search for one game, with a watcher beside it: the flag alone does not end a search."""
    searcher, remote = Searcher(game), Remote()
    over = threading.Event()

    def watch() -> None:
        while not over.wait(BREATH):
            if stop is not None and stop.is_set:
                remote.finish()
                return

    watcher = threading.Thread(target=watch, daemon=True)
    watcher.start()
    try:
        yield searcher, remote
    finally:
        over.set()
        watcher.join()


def _remembering_move(
    memory: Memory, job: GameJob, position: Position, ply: int, stop: Stop | None
) -> tuple[str, int]:
    """What a search plays that still knows what it saw at its last move."""
    searcher, remote = memory
    evaluation, settings = side(job, position)
    seed = move_seed(job.seed, job.number, ply)
    found = searcher.search(position, evaluation, settings, seed=seed, remote=remote)
    if stop is not None and stop.is_set:
        raise KeyboardInterrupt
    assert found.move is not None, "a search of a position that has not ended always finds a move"
    return found.move, found.nodes
