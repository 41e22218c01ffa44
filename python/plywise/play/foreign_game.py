"""A game with somebody else's engine in it: our moves by the kernel, its moves by its own lights.

Whatever the engine does wrong loses it this game and nothing more; the record says what it was.
A player with a brain plays here too: it knows some moves before it searches; and so do all whose
clocks run.
"""

import time
from collections.abc import Iterable, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field, replace
from typing import TypeAlias

from plywise._kernel import GameJob, Planted, Position, Searcher, Settings, Stop, move_seed
from plywise.games.dice import throw
from plywise.games.points import other_s, outcomes_of, plain_win
from plywise.play.brain.recalling import Notes, Recalling
from plywise.play.in_python import (
    Found,
    Prediction,
    dice_of,
    ending,
    is_planted,
    is_watched,
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
    OUT_OF_TIME,
    RESIGNED,
    EngineDeclared,
    EngineFailed,
    EngineResigned,
)
from plywise.play.opponents.opponent import Opponent
from plywise.play.opponents.seat import Seat
from plywise.play.record import GameRecord
from plywise.play.time_control import NO_CLOCKS, Clocks, GameClock, OutOfTime, Turn
from plywise.play.timed import TimedSearches

Side: TypeAlias = Opponent | Recalling | None
"""An engine; the kernel, as the job says, with a brain; or without one."""
Sides: TypeAlias = tuple[Side, Side]
"""Who plays first and second."""


def play_foreign_game(
    job: GameJob,
    sides: Sides,
    stop: Stop | None = None,
    *,
    remembers: bool = False,
    notes: Notes | None = None,
    clocks: Clocks = NO_CLOCKS,
    watching: GameJob | None = None,
) -> GameRecord:
    """Play the game of `job` with engines on the sides that have one, and record it.

    1. Opening moves are given; after them the side to move is asked for one. Dice are thrown by the
       game, as in the kernel's own games, whoever plays.
    2. Each search of ours leaves a prediction, as in the kernel's own games; an engine's does not,
       nor does a move from a brain or one whose line ends in a position that a brain knows.
    3. An engine that fails or resigns has lost, a point where points are counted; one that declares
       its win, and may, has won. Whose clock runs out has lost too.
    4. The game ends by the rules, or by adjudication at the ply limit, as the kernel's own do. The
       evaluations of the job judge there, on an engine's side too.

    Our own moves are those of the kernel's games, each searched afresh; or, if our side
    `remembers`, it keeps its table from move to move, as it does where people play it. Whoever has
    a clock does so in any case. The ratings are those that engines were set to. `notes` are taken
    of the moves of players with brains. Where a game is being watched, `watching` searches at the
    turns of who does not learn, once they have moved.
    """
    position = starting_position(job)
    start = str(position)
    moves: list[str] = []
    outcomes = outcomes_of(job.game)
    clock = GameClock(clocks) if clocks else None
    keeps = remembers and not clocks  # with clocks, who has one keeps a table of its own
    ours = _Ours(job, stop, notes, Searcher(job.game) if keeps else None)
    with ExitStack() as stack:
        seats = [
            stack.enter_context(who.seat(stop)) if isinstance(who, Opponent) else None
            for who in sides
        ]
        table = _Table(job, sides, seats, ours, _told_start(job, position), clocks, clock, watching)
        before_roll = position
        try:
            while (end := ending(job, position, len(moves))) is None:
                moves.append(table.move(position, moves, before_roll))
                following = position.after(moves[-1])
                before_roll = position if position.turn == "chance" else following
                position = following
        except (EngineFailed, EngineResigned, EngineDeclared, OutOfTime) as how:
            end = _ended(how, position)
        outcome, reason = end
        for seat, score in zip(seats, (outcome, other_s(outcome, outcomes)), strict=True):
            if seat is not None:
                seat.leave(score)
    record = record_of(job, start, moves, outcome, reason, ours.nodes, ours.predictions)
    first, second = map(_rating, sides)
    times = () if clock is None else tuple(clock.told)
    return replace(record, ratings=(first, second), times=times)


def programs(games: Iterable[Sides]) -> list[str]:
    """The other people's programs that play in some games.

    >>> programs([(None, None)])
    []
    """
    return sorted({who.engine.command[0] for who in _engines(games)})


def missing_programs(games: Iterable[Sides]) -> list[str]:
    """Those of them that this machine does not have."""
    return sorted({who.engine.command[0] for who in _engines(games) if who.engine.path() is None})


def _engines(games: Iterable[Sides]) -> list[Opponent]:
    return [who for sides in games for who in sides if isinstance(who, Opponent)]


def _rating(who: Side) -> float | None:
    """What an engine was set to play like, if it was."""
    return float(who.elo) if isinstance(who, Opponent) and who.elo is not None else None


@dataclass
class _Table:
    """Where the next move of a game comes from, and the clocks beside the board."""

    job: GameJob
    sides: Sides
    seats: Sequence[Seat | None]
    ours: "_Ours"
    start: str | None
    """Where engines are told that the game begins; None for the game's own start."""
    clocks: Clocks
    clock: GameClock | None
    watching: GameJob | None

    def move(self, position: Position, moves: Sequence[str], before_roll: Position) -> str:
        """The next move: given, thrown, or chosen by the side to move; OutOfTime if too late."""
        job, ply = self.job, len(moves)
        if ply < len(job.opening) or position.turn == "chance":
            if self.clock is not None:
                self.clock.skip()
            if ply < len(job.opening):
                return job.opening[ply]
            return throw(position, seed=job.seed, number=dice_of(job), ply=ply)
        mover = _mover(position)
        turn = None if self.clock is None else self.clock.turn(mover)
        seat = self.seats[mover]
        if seat is not None:
            move, seconds = self._asked(seat, position, moves, turn)
        else:
            begun = time.monotonic()
            move = self.ours.move(self.sides[mover], position, ply, before_roll, turn)
            seconds = time.monotonic() - begun
        if self.clock is not None:
            self.clock.press(mover, seconds)
        if self.watching is not None and is_watched(job, self.watching, position):
            self.ours.watch(self.watching, position, ply, before_roll)
        return move

    def _asked(
        self, seat: Seat, position: Position, moves: Sequence[str], turn: Turn | None
    ) -> tuple[str, float]:
        """An engine's move and its time; that it had to be started costs none."""
        if turn is not None:
            seat.begin(self.start, self.clocks.first if turn.is_first else self.clocks.second)
        move = seat.move(position, self.start, moves, turn=turn)
        return move, seat.seconds


@dataclass
class _Ours:
    """How our own sides move, and what their searches leave behind."""

    job: GameJob
    stop: Stop | None
    notes: Notes | None
    searcher: Searcher | None
    """What keeps the table from move to move, if anything does."""
    predictions: list[Prediction] = field(default_factory=list)
    nodes: int = 0
    timed: dict[str, TimedSearches] = field(default_factory=dict)
    """What searches for each side on a clock."""

    def move(
        self,
        who: Side,
        position: Position,
        ply: int,
        before_roll: Position,
        turn: Turn | None = None,
    ) -> str:
        """The move that the brain knows, or else the one that the search finds."""
        brain = who if isinstance(who, Recalling) else None
        entry = None if brain is None else brain.entry(position)
        if entry is not None:
            if self.notes is not None:
                self.notes.add_known(position, entry)
            return entry.move
        unit = side(self.job, position)[0].unit
        planted = None if brain is None else brain.planted(position, unit)
        found = self._found(position, ply, planted, turn)
        self.nodes += found.nodes
        if learns(self.job, position) and not is_planted(found):
            self.predictions.append(prediction(self.job, position, ply, found, before_roll))
        if brain is not None and self.notes is not None:
            self.notes.add_search(position, found, unit)
        return move_of(found)

    def watch(self, job: GameJob, position: Position, ply: int, before_roll: Position) -> None:
        """What our search says of a position in which somebody else was to move."""
        found = searched(job, position, ply, self.stop)
        self.nodes += found.nodes
        self.predictions.append(prediction(job, position, ply, found, before_roll))

    def _found(
        self, position: Position, ply: int, planted: Planted | None, turn: Turn | None
    ) -> Found:
        """What a search finds; one that still knows what it saw at its last move, if it may."""
        evaluation, settings = side(self.job, position)
        if turn is not None:
            seed = move_seed(self.job.seed, self.job.number, ply)
            if position.turn not in self.timed:
                self.timed[position.turn] = TimedSearches(self.job.game)
            return self.timed[position.turn].found(
                position, evaluation, settings, turn, seed=seed, stop=self.stop, planted=planted
            )
        keeps = isinstance(settings, Settings) and not settings.as_dict()["expectimax"]
        if self.searcher is None or not isinstance(settings, Settings) or not keeps:
            return searched(self.job, position, ply, self.stop, planted)
        seed = move_seed(self.job.seed, self.job.number, ply)
        return self.searcher.search(
            position, evaluation, settings, seed=seed, stop=self.stop, planted=planted
        )


def _ended(
    how: EngineFailed | EngineResigned | EngineDeclared | OutOfTime, position: Position
) -> tuple[float, str]:
    """Score and reason of a game that the player ended whose turn it is."""
    has_won = isinstance(how, EngineDeclared)
    score = plain_win(outcomes_of(position.game), first=(_mover(position) == 0) == has_won)
    if isinstance(how, EngineFailed):
        return score, how.reason
    if isinstance(how, OutOfTime):
        return score, OUT_OF_TIME
    return score, DECLARED if has_won else RESIGNED


def _mover(position: Position) -> int:
    """Whose turn it is: 0 first player, 1 second."""
    return int(position.turn == "second")


def _told_start(job: GameJob, first: Position) -> str | None:
    """Where engines are told that a game begins; its own start as such: not all take positions."""
    is_ordinary = job.start is None or first == Position.start(job.game)
    return None if is_ordinary else job.start
