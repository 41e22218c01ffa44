"""The brain of a client: it plays by it, and keeps in it what lost games teach, between games.

After a loss the positions to be searched again are marked and saved. They are searched while there
is no game, and a game that begins ends that at once: what is left stays marked for the next time.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path
from threading import Lock as Mutex
from typing import TYPE_CHECKING, Final, Self

from plywise import _kernel
from plywise.errors import BadInput, BadSetting
from plywise.play.brain.after_game import OwnMove, count_win, insert
from plywise.play.brain.brain import Brain, judge_of, ply_of
from plywise.play.brain.recalling import Notes, Recalling
from plywise.play.brain.research import research
from plywise.play.brain.storing import brain_file, read_brain, save_brain
from plywise.play.record import FORFEIT
from plywise.runs.lock import Lock

if TYPE_CHECKING:
    from plywise.runs.joining import FinishedGame
    from plywise.searching.settings import AlphaBeta

MOST: Final = 200
"""Positions that are searched again after a game."""
NODES: Final = 10_000
"""To find where a game was lost whose searches are not known any more."""


class Memory:
    """A brain in a file, for one client; as a context manager, for it alone where it learns."""

    def __init__(self, path: str | Path, *, learns: bool = True) -> None:
        self.path = Path(path)
        self.learns = learns
        self._exits = ExitStack()
        self._works = Mutex()
        """Held by whoever changes the brain."""
        self._switches = Mutex()
        self._stop = _kernel.Stop()
        self._is_playing = False
        self._brain: Brain | None = None
        self.is_due = False
        """Whether something is to be searched again."""

    def __enter__(self) -> Self:
        file = brain_file(self.path)
        if self.learns:
            self._exits.enter_context(Lock(file.parent, f".{file.name}.lock"))
        return self

    def __exit__(self, *_: object) -> None:
        self._exits.close()

    def open(self, evaluation: _kernel.Evaluation) -> None:
        """Read the brain, or begin one where there is none and it learns."""
        is_new = self.learns and not brain_file(self.path).exists()
        self._brain = Brain(game=evaluation.game) if is_new else read_brain(self.path)
        Recalling(self.brain).refuse_other(evaluation.game)
        is_stale = len(self.brain) > 0 and self.brain.judge != judge_of(evaluation)
        self.is_due = self.learns and (is_stale or bool(self.brain.marked))

    @property
    def brain(self) -> Brain:
        """What it knows."""
        if self._brain is None:
            raise BadInput("a brain is opened before it is used")
        return self._brain

    # ---- in a game -----------------------------------------------------------------------------

    def begin(self) -> None:
        """A game begins: it has all the time there is."""
        with self._switches:
            self._is_playing = True
            self._stop.set()

    def end(self) -> None:
        """It is over, or goes on without us."""
        with self._switches:
            self._is_playing = False

    def recalling(self) -> Recalling:
        """What a game is played by.

        Searches between games may be cut off, so what is marked is not played: it may be the very
        move that has lost.
        """
        with self._works:  # a search that is being stopped
            return Recalling(self.brain, plays_marked=False)

    # ---- between games -------------------------------------------------------------------------

    def keep(
        self,
        game: FinishedGame,
        side: str,
        seen: Mapping[int, OwnMove],
        evaluation: _kernel.Evaluation,
        using: AlphaBeta,
    ) -> int:
        """Keep what a game teaches whose moves were `seen` so; how many positions are marked now.

        Moves that we do not remember, as after a crash, are searched again if the game was not won.
        A draw teaches something only against who is rated below us. Of a game that ended on time or
        by a connection, the last score says who was winning.
        """
        if not self.learns:
            return 0
        with self._works:
            own, other = game.ratings if side == "first" else game.ratings[::-1]
            score = game.end.outcome if side == "first" else 1 - game.end.outcome
            is_won = score == 1.0
            moves = [] if is_won else _own_moves(game, side, seen, evaluation, using)
            positions = _positions(game, evaluation.game)
            kept = insert(
                self.brain,
                moves,
                plies=ply_of(positions[-1]),
                result=None if game.end.reason.startswith(FORFEIT) else score,
                opponent_is_stronger=own is None or other is None or other >= own,
            )
            count_win(self.brain, positions, game.end.outcome)
            self.is_due = self.is_due or bool(kept)
            save_brain(self.brain, self.path)
            return len(kept)

    def study(
        self,
        evaluation: _kernel.Evaluation,
        using: AlphaBeta,
        is_wanted: Callable[[], bool] = lambda: True,
    ) -> str:
        """Search again what is marked, until that is done or a game begins; what came of it."""
        with self._works:
            with self._switches:
                if self._is_playing or not self.is_due:
                    return ""
                self._stop = stop = _kernel.Stop()

            def look(*_: object) -> None:
                if not is_wanted():
                    stop.set()

            try:
                done = research(self.brain, evaluation, using, most=MOST, stop=stop, on_search=look)
            except KeyboardInterrupt:
                if not stop.is_set:
                    raise
                return f"{len(self.brain.marked)} positions of the brain are to be searched later"
            finally:
                save_brain(self.brain, self.path)
            self.is_due = False
            return f"{done.searches} positions of the brain searched again, {done.marked} to go"

    def disturb(self) -> None:
        """End the searches: there is something better to do."""
        with self._switches:
            self._stop.set()


def _positions(game: FinishedGame, name: str) -> list[_kernel.Position]:
    found = [_kernel.Position.parse(name, game.start)]
    for move in game.moves:
        found.append(found[-1].after(move))
    return found


def _own_moves(
    game: FinishedGame,
    side: str,
    seen: Mapping[int, OwnMove],
    evaluation: _kernel.Evaluation,
    using: AlphaBeta,
) -> list[OwnMove]:
    """Our moves with what was thought of them; searched again where that is not known."""
    notes = Notes()
    quick = replace(using, depth=_kernel.MAX_DEPTH, nodes=using.nodes or NODES, threads=1)
    settings = quick.settings(evaluation.scale)
    position = _kernel.Position.parse(evaluation.game, game.start)
    for ply, move in enumerate(game.moves):
        if position.outcome is not None:
            break
        if position.turn == side:
            known = seen.get(ply)
            if known is not None and known.move == move:
                notes.moves.append(known)
            else:
                found = _kernel.search(position, evaluation, settings, 0)
                notes.add_search(position, found, evaluation.unit, move=move)
        position = position.after(move)
    return notes.moves


def memory_for(path: str | Path | None, *, learns: bool) -> Memory | None:
    """The memory of a command; BadSetting if it is said how to learn and not where."""
    if path is None and not learns:
        raise BadSetting("--no-brain-learning is for a brain: give --brain FILE")
    return None if path is None else Memory(path, learns=learns)
