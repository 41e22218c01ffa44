"""An engine's seat at one game: its process starts at its first move and ends with the game."""

import tempfile
from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Self

from plywise._kernel import Position, Stop
from plywise.games.declaration import may_declare
from plywise.play.opponents.failure import ILLEGAL, EngineDeclared, EngineFailed, shown
from plywise.play.opponents.gnushogi import GnuShogiSession
from plywise.play.opponents.process import EngineProcess
from plywise.play.opponents.session import Announced, Session
from plywise.play.opponents.uci import UciSession, UsiSession
from plywise.play.opponents.xboard import XboardSession

if TYPE_CHECKING:
    from plywise.play.opponents.opponent import Opponent


class Seat:
    """One engine in one game; leaving the block ends its process.

    Every game gets a process of its own: nothing that an engine remembers (or got wrong) reaches
    another game, so a result does not depend on which worker played what before.
    """

    def __init__(self, opponent: "Opponent", stop: Stop | None = None) -> None:
        self.opponent = opponent
        self._stop = stop
        self._stack = ExitStack()
        self._session: Session | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._stack.close()

    def greet(self) -> Announced:
        """Start it and say hello."""
        self._session = self._start()
        return self._session.greet()

    def move(self, position: Position, start: str | None, moves: Sequence[str]) -> str:
        """Its move in `position`, which `moves` from `start` (None: the game's own) led to."""
        session = self._session or self._begin(start)
        try:
            return legal(position, session.move(moves))
        except EngineDeclared:
            if may_declare(position):
                raise
            raise EngineFailed(f"{ILLEGAL} 'win'") from None

    def _begin(self, start: str | None) -> Session:
        """Start it for a game from there."""
        announced = self.greet()
        if start is not None and not announced.takes_positions:
            # When it was greeted before the first game, it still said that it takes them.
            raise EngineFailed("takes no positions, only moves from the start")
        assert self._session is not None
        self._session.begin(start)
        return self._session

    def _start(self) -> Session:
        engine = self.opponent.engine
        path = engine.path()
        if path is None:
            raise EngineFailed(f"cannot be started (no program {engine.command[0]!r})")
        folder = None
        if engine.is_homeless:
            folder = Path(self._stack.enter_context(tempfile.TemporaryDirectory()))
        process = EngineProcess(
            [str(Path(path).absolute()), *engine.command[1:]], folder=folder, stop=self._stop,
            environment=None if folder is None else {"HOME": str(folder)},
        )  # fmt: skip
        return session_with(self.opponent, self._stack.enter_context(process))


def session_with(opponent: "Opponent", process: EngineProcess) -> Session:
    """The conversation that the engine's protocol asks for."""
    engine, protocol = opponent.engine, opponent.protocol
    orders = opponent.orders
    if protocol == "xboard":
        return XboardSession(process, orders, engine)
    if protocol == "gnushogi":
        return GnuShogiSession(process, orders)
    return (UsiSession if protocol == "usi" else UciSession)(process, orders, engine.options)


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
