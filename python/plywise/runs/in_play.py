"""A game that the run itself is playing, somewhere else: under a chess program or on a server."""

from collections.abc import Sequence
from threading import Lock

from plywise import _kernel
from plywise.learning.judge import Judge, Leaf
from plywise.play.in_python import Found, is_planted
from plywise.runs.joining import FinishedGame, Joiner
from plywise.runs.leaves import LeafFile, StoredLeaves, place_digest, safe_name
from plywise.runs.one_by_one import OneByOne, Taken


class GameInPlay:
    """What each own search of a game predicted, kept on the disk until its result is known.

    It is played with the weights that the run has when it begins. Who is killed in the middle, and
    takes the game up again under the same identity, finds the searches of before.
    """

    def __init__(self, run: OneByOne, identity: str) -> None:
        self.run = run
        self.identity = identity
        self.judge = Judge(
            config=run.config, features=run.features, weights=run.weights, version=run.games
        )
        self._file = LeafFile(run.directory.path, safe_name(identity))
        self._lock = Lock()
        self._is_over = False

    @property
    def evaluation(self) -> _kernel.Evaluation:
        """What the searches of the game judge by."""
        return self.judge.evaluation

    def note(
        self, start: str, moves: Sequence[str], position: _kernel.Position, found: Found | None
    ) -> None:
        """Keep what a search predicted in `position`, which these moves have led to.

        None says that a brain played there: that is kept too, since it teaches nothing, as a search
        whose line ended in what a brain knew. It may come from another thread, and too late:
        nothing is kept of a game that is over.
        """
        leaf: Leaf | None = None
        if found is not None and not is_planted(found):
            leaf = self.judge.leaf(position, len(moves), found)
        place = place_digest(position.game, start, moves)
        with self._lock:
            if self._is_over:
                return
            if leaf is None:
                self._file.pass_over(place)
            else:
                self._file.add(place, leaf)

    def finish(self, game: FinishedGame, side: str | None, *, seconds: float = 0.0) -> Taken:
        """Hand the finished game to the run; what was not kept is searched again."""
        self._end()
        if self.run.knows(game.identity):
            self._file.forget()
            return Taken(why_not="it was handed over before")
        self._file.close()
        joiner = Joiner(self.run)
        record = joiner.record(game, side)
        try:
            return self.run.hand(record, identity=game.identity, seconds=seconds)
        finally:  # a Ctrl-C comes after the game was learnt
            if self.run.knows(game.identity):
                self._file.forget()
                joiner.forget(game)

    def plies_kept(self, start: str, moves: Sequence[str]) -> list[int]:
        """The plies of a game that are kept: there we searched, or the brain played."""
        stored = StoredLeaves(self.run.directory.path)
        game = self.run.config.game
        places = (place_digest(game, start, moves[:ply]) for ply in range(len(moves)))
        return [ply for ply, place in enumerate(places) if stored.knows(place)]

    def drop(self) -> None:
        """Forget the searches of a game without a result."""
        self._end()
        self._file.forget()

    def _end(self) -> None:
        with self._lock:
            self._is_over = True

    def close(self) -> None:
        """Let go of the file; the game may be taken up again, by another object."""
        self._end()
        self._file.close()
