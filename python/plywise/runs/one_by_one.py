"""A run that learns from games handed to it one by one: by a server, a chess program, a file.

A game is on the disk (`handed_games`) before it is learnt, and is known by its identity. After a
kill at any byte the games that the last checkpoint does not know are learnt from that file, so each
is learnt once, in the order in which they were handed over, with the same result to the bit.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from plywise.distributed import workers_for
from plywise.errors import BadInput, BadSetting
from plywise.evaluation.features import FeatureSet
from plywise.files import as_path
from plywise.learning.config import LearnConfig
from plywise.learning.learner import Learner
from plywise.learning.lines import GameMetrics
from plywise.learning.self_play import Played
from plywise.play.endings import without_last_search
from plywise.play.record import GameRecord
from plywise.runs import checkpoint
from plywise.runs.directory import RunDirectory
from plywise.runs.handed_games import HandedGame, HandedGames, read_handed
from plywise.runs.interrupt import CtrlC
from plywise.runs.lock import Lock
from plywise.runs.run import Run, features_of
from plywise.runs.session import RunSession


@dataclass(frozen=True, kw_only=True)
class Taken:
    """What became of a game that was handed over."""

    metrics: GameMetrics | None = None
    """What it did to the weights; None if nothing was learnt from it."""
    why_not: str = ""
    """Why it was not learnt; empty if it was."""


class OneByOne:
    """A run directory that is worked on, as a context manager; RunLocked while another does.

    >>> import tempfile
    >>> from plywise.learning.self_play import SelfPlay, play
    >>> from plywise import _kernel
    >>> config = LearnConfig(search={"depth": 1}, max_plies=30, handed=True)
    >>> with OneByOne(config, tempfile.mkdtemp()) as run:
    ...     job = SelfPlay(config).job(1, run.weights)
    ...     record = play(job, _kernel.Stop()).record
    ...     taken = run.hand(record, identity="a game of mine")
    ...     again = run.hand(record, identity="a game of mine")
    >>> taken.metrics.game, again.why_not
    (1, 'it was handed over before')
    """

    def __init__(
        self,
        config: LearnConfig,
        directory: str | Path,
        *,
        features: FeatureSet | None = None,
        resume: bool = True,
    ) -> None:
        if not config.handed:
            raise BadSetting(
                f"the run in {directory} plays its own games, and takes none from elsewhere; begin "
                "another one with what it has learnt as start"
            )
        self.config = config
        self.directory = RunDirectory(as_path(directory))
        self.features = features_of(config, features)
        self.features.require_functions()
        self._resume = resume
        self._lock = Lock(self.directory.path)
        self._session: _Session | None = None

    @classmethod
    def at(cls, directory: str | Path, **begin: Any) -> "OneByOne":
        """The run in a folder by its own settings; where there is none, one begins with these."""
        folder = RunDirectory(as_path(directory))
        if folder.has_run():
            return cls(folder.settings(), directory)
        return cls(LearnConfig(**{**begin, "handed": True}), directory)

    def __enter__(self) -> Self:
        self.directory.make()
        self._lock.__enter__()
        try:
            self.directory.refuse_other_settings(self.config, resume=self._resume)
            self.directory.sweep()
            self._session = _Session(self.config, self.features, self.directory)
            with _undisturbed():
                self._session.catch_up()
        except BaseException:
            self._close()
            raise
        return self

    def __exit__(self, *_: object) -> None:
        self._close()

    def _close(self) -> None:
        try:
            if self._session is not None:
                self._session.close()
        finally:
            self._session = None
            self._lock.__exit__()

    @property
    def learner(self) -> Learner:
        """The optimiser, with what it has learnt so far."""
        return self._open.learner

    @property
    def weights(self) -> NDArray[np.float64]:
        """The weights that the next game is played with."""
        return self.learner.weights

    @property
    def games(self) -> int:
        """How many games were learnt from."""
        return self.learner.games

    def knows(self, identity: str) -> bool:
        """Whether a game was handed over before."""
        return identity in self._open.handed

    def hand(self, record: GameRecord, *, identity: str, seconds: float = 0.0) -> Taken:
        """Learn from a finished game, once: when this comes back, it cannot be lost any more."""
        with _undisturbed():
            return self._open.hand(HandedGame(identity=identity, record=record, seconds=seconds))

    def run(self) -> Run:
        """What was learnt so far, to be looked at."""
        return Run(self.directory.path, self.features)

    @property
    def _open(self) -> "_Session":
        if self._session is None:
            raise BadInput(f"the run in {self.directory.path} is not open: use `with`")
        return self._session


@contextmanager
def _undisturbed() -> Iterator[None]:
    """Ctrl-C waits until a game is learnt: half an update must never be saved."""
    keys = CtrlC()
    with keys:
        yield
    with keys.allowed():
        pass  # now it may come


class _Session(RunSession):
    """One stretch of work on such a run."""

    def __init__(self, config: LearnConfig, features: FeatureSet, directory: RunDirectory) -> None:
        self.taken = 0
        """Lines of handed.jsonl that the learner has seen."""
        super().__init__(config, features, directory, save_every=0.0)
        self.handed = HandedGames(directory.path)
        self.workers = workers_for(1)

    def restore(self, state: Any) -> None:
        """Go on from a checkpoint."""
        super().restore(state)
        self.taken = int(state["handed"])

    def state(self) -> checkpoint.State:
        """All that a checkpoint holds."""
        return {**super().state(), "handed": self.taken}

    def catch_up(self) -> None:
        """Learn from the games that the last checkpoint does not know."""
        self.directory.note_session(game=self.learner.games, handed=len(self.handed))
        self.learner.refuse_if_diverged()
        self.save()
        for game in read_handed(self.directory.path, skip=self.taken):
            self._take(game)
        self.save()

    def hand(self, game: HandedGame) -> Taken:
        """Put a game on the disk and learn from it."""
        if not self.is_sound:
            raise BadInput(f"the run in {self.directory.path} failed before; open it again")
        if game.identity in self.handed:
            return Taken(why_not="it was handed over before")
        if self.learner.games >= self.config.games:
            raise BadSetting(f"the run has learnt from its {self.config.games} games: give it more")
        self.handed.add(game)
        taken = self._take(game)
        self.save()
        return taken

    def _take(self, game: HandedGame) -> Taken:
        """Learn from a game of the file, if there is something to learn from."""
        self.taken += 1
        self.is_saved = False
        record = as_learnt(replace(game.record, number=self.learner.games + 1), self.config)
        if why_not := not_learnt(record, self.config):
            return Taken(why_not=why_not)
        try:
            metrics = self.learn(Played(record=record, seconds=game.seconds))
        except BadInput as error:  # the same again whenever the file is read: it is passed over
            return Taken(why_not=str(error))
        finally:
            if self.is_sound:
                self.save()
        if self.gates.is_due(self.learner.games):
            with self.workers:
                self.note_gate(self.gates.play(self.learner.games, self.workers))
        return Taken(metrics=metrics)

    def close(self) -> None:
        """Save, and let go of the files."""
        try:
            if self.is_sound:
                self.save()
        finally:
            self.logs.close()
            self.handed.close()


def as_learnt(record: GameRecord, config: LearnConfig) -> GameRecord:
    """The game as it is learnt: one that others decided goes without its last search."""
    return record if config.rule.forfeits == "drop" else without_last_search(record)


def not_learnt(record: GameRecord, config: LearnConfig) -> str:
    """Why nothing can be learnt from a game; empty if something can."""
    if not len(record.values):
        return "no search of the learner's was recorded in it"
    if np.any(record.indices >= len(config.names)):
        return f"it has gradients for more than the run's {len(config.names)} weights"
    return ""


def learnt_records(run: Run) -> Iterator[GameRecord]:
    """The games that were handed to a run, as it learnt from them."""
    for game in read_handed(run.directory):
        record = as_learnt(game.record, run.config)
        if not not_learnt(record, run.config):
            yield record
