"""An engine that runs: its process, its home, and the conversation, for one game or for many."""

import tempfile
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING

from plywise._kernel import Stop
from plywise.play.opponents.failure import EngineFailed
from plywise.play.opponents.gnubg import GnubgSession
from plywise.play.opponents.gnushogi import GnuShogiSession
from plywise.play.opponents.process import EngineProcess
from plywise.play.opponents.session import Session
from plywise.play.opponents.uci import UciSession, UsiSession
from plywise.play.opponents.xboard import XboardSession

if TYPE_CHECKING:
    from plywise.play.opponents.opponent import Opponent


class RunningEngine:
    """A started engine that has not been greeted yet; `close` ends it, whatever it does."""

    def __init__(self, opponent: "Opponent", stop: Stop | None = None) -> None:
        self.opponent = opponent
        engine = opponent.engine
        path = engine.path()
        if path is None:
            raise EngineFailed(f"cannot be started (no program {engine.command[0]!r})")
        with ExitStack() as stack:
            folder = None
            if engine.is_homeless:
                folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
            self.process = stack.enter_context(
                EngineProcess(
                    [str(Path(path).absolute()), *engine.command[1:]], folder=folder, stop=stop,
                    environment=None if folder is None else {"HOME": str(folder)},
                )
            )  # fmt: skip
            self.session = session_with(opponent, self.process)
            self._stack = stack.pop_all()

    @property
    def may_play_again(self) -> bool:
        """Whether another game may be played with it, as far as its protocol and declaration go."""
        opponent = self.opponent
        is_asked_for = not opponent.is_fresh and opponent.engine.forgets
        return is_asked_for and self.session.may_play_again

    def close(self) -> None:
        """End the process and remove its home."""
        self._stack.close()


def session_with(opponent: "Opponent", process: EngineProcess) -> Session:
    """The conversation that the engine's protocol asks for."""
    engine, protocol = opponent.engine, opponent.protocol
    orders = opponent.orders
    if protocol == "xboard":
        return XboardSession(process, orders, engine)
    if protocol == "gnushogi":
        return GnuShogiSession(process, orders)
    if protocol == "gnubg":
        return GnubgSession(process, orders, opponent.game)
    return (UsiSession if protocol == "usi" else UciSession)(process, orders, engine.options)
