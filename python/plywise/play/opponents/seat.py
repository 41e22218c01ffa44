"""An engine's seat at one game: the engine comes at its first move and goes with the game.

A worker keeps the engine for its next game against the same opponent: see `kept`.
"""

import time
from collections.abc import Sequence
from typing import TYPE_CHECKING, Self

from plywise._kernel import Position, Stop
from plywise.distributed.belongings import own
from plywise.games.declaration import may_declare
from plywise.play.opponents.failure import (
    ILLEGAL,
    EngineDeclared,
    EngineFailed,
    EngineResigned,
    shown,
)
from plywise.play.opponents.kept import KeptEngines
from plywise.play.opponents.running import RunningEngine
from plywise.play.opponents.session import Announced, Listener, Session
from plywise.play.time_control import TimeControl, Turn

if TYPE_CHECKING:
    from plywise.play.opponents.opponent import Opponent


class Seat:
    """One engine in one game; leaving the block sends it back to its worker, or ends it.

    It ends if it failed, if the game was cut short, if it cannot be trusted to forget the game, if
    a fresh one was asked for, and outside of a worker: so what an engine got wrong reaches no other
    game.
    """

    def __init__(self, opponent: "Opponent", stop: Stop | None = None) -> None:
        self.opponent = opponent
        self._stop = stop
        self._engine: RunningEngine | None = None
        self._session: Session | None = None
        """The conversation of this game, once it has begun."""
        self._score: float | None = None
        self.seconds = 0.0
        """That its last move took."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        if self._score is None or self._session is None:
            self._end()
        else:
            self._send_back(self._session, self._score)

    def greet(self) -> Announced:
        """Start it and say hello."""
        self._engine = RunningEngine(self.opponent, self._stop)
        return self._engine.session.greet()

    def begin(self, start: str | None, control: TimeControl | None = None) -> None:
        """Let the engine come and get ready for a game from there; once is enough."""
        if self._session is None:
            self._session = self._begun(start, control)

    def move(
        self,
        position: Position,
        start: str | None,
        moves: Sequence[str],
        on_iteration: Listener | None = None,
        turn: Turn | None = None,
    ) -> str:
        """Its move in `position`, which `moves` from `start` (None: the game's own) led to."""
        self.begin(start)
        session = self._session
        assert session is not None
        try:
            said = session.move(moves, on_iteration, turn)
            self.seconds = time.monotonic() - session.asked_at
            return legal(position, said)
        except EngineDeclared:
            if may_declare(position):
                raise
            self._end()
            raise EngineFailed(f"{ILLEGAL} 'win'") from None
        except EngineResigned:
            raise
        except BaseException:
            self._end()
            raise

    def leave(self, score: float) -> None:
        """The game is over, with this score for the engine: it may play another one."""
        self._score = score

    def _begun(self, start: str | None, control: TimeControl | None) -> Session:
        """Its conversation in a game from there: with the engine of an earlier game if it can."""
        return self._begun_again(start, control) or self._begun_afresh(start, control)

    def _begun_again(self, start: str | None, control: TimeControl | None) -> Session | None:
        kept = None if self.opponent.is_fresh else own(KeptEngines)
        engine = None if kept is None else kept.take(self.opponent)
        if engine is None:
            return None
        self._engine = engine
        engine.process.stops_by(self._stop)
        try:
            engine.session.begin(start, control)
        except EngineFailed:  # not in this game: it gets a new process, as after any failure
            self._end()
            return None
        return engine.session

    def _begun_afresh(self, start: str | None, control: TimeControl | None) -> Session:
        announced = self.greet()
        if start is not None and not announced.takes_positions:
            # When it was greeted before the first game, it still said that it takes them.
            raise EngineFailed("takes no positions, only moves from the start")
        assert self._engine is not None
        self._engine.session.begin(start, control)
        return self._engine.session

    def _send_back(self, session: Session, score: float) -> None:
        engine, kept = self._engine, own(KeptEngines)
        if engine is None or kept is None or not engine.may_play_again:
            self._end()
            return
        try:
            session.game_over(score)
        except BaseException as error:
            self._end()
            if not isinstance(error, EngineFailed):
                raise
        else:
            self._engine = None
            kept.keep(engine)

    def _end(self) -> None:
        if self._engine is not None:
            self._engine.close()
            self._engine = None


def legal(position: Position, said: str) -> str:
    """The move that the engine means, or EngineFailed if it is not legal.

    >>> legal(Position.start("chess"), "Nf3")  # some of the old ones write as people do
    'g1f3'
    """
    moves = position.moves
    for move in (said, said.lower()):
        if move in moves:
            return move
    for move in moves:
        if position.notation(move).rstrip("+#") == said.rstrip("+#"):
            return move
    raise EngineFailed(f"{ILLEGAL} {shown(said)}")


def no_positions(name: str) -> str:
    """Why a game cannot begin elsewhere than at the start."""
    return (
        f"{name} does not take positions, only moves from the start; "
        "give the openings as moves or let them be drawn (--ballot)"
    )
