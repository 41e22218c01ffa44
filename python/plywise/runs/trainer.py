"""A learning run from its first game to its last: play, learn, write down, and go on after a crash.

Game n is played with the weights after game n − lag, and the games are learnt from strictly in
their order. So `lag` games can be played at the same time, and the result depends on nothing but
the settings: not on the workers, nor on how often the run was interrupted.
"""

import shutil
import tempfile
import weakref
from collections import deque
from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np

from plywise import checks
from plywise.distributed import Workers, workers_for
from plywise.errors import BadSetting, WeightsDiverged
from plywise.evaluation.features import FeatureSet
from plywise.files import as_path
from plywise.games.declared import facts_of
from plywise.games.game import Game
from plywise.games.rules import Rules
from plywise.learning.config import LearnConfig
from plywise.learning.handed import refuse_if_handed
from plywise.learning.lag import refuse_hopeless_lag
from plywise.learning.lines import GameMetrics, Gate, Numbers
from plywise.learning.opponents import name_engines
from plywise.learning.self_play import Played, SelfPlay, play
from plywise.learning.standing import Meeting, forfeit_of, rating_of
from plywise.play.elo_fit import Fit
from plywise.runs.directory import RunDirectory
from plywise.runs.interrupt import CtrlC
from plywise.runs.lock import Lock
from plywise.runs.run import Run, features_of
from plywise.runs.session import RunSession

CHECKPOINT_SECONDS = 2.0
"""Least time between two checkpoints; a kill loses that much time, and never a result."""


@dataclass(frozen=True, kw_only=True)
class Progress:
    """How a run stands after a game, for those who watch."""

    game: int
    """The game just learnt from."""
    games: int
    """The game at which the run will stop."""
    names: tuple[str, ...]
    """Of the weights."""
    numbers: Numbers
    """The weights after the game."""
    steps: Numbers
    """The step size of each."""
    trace_decay: float
    """λ that the game was learnt with."""
    prediction_decay: float
    """ψ after it."""
    games_per_second: float
    """Over the last games."""
    eta_seconds: float
    """Time until the last game at that speed."""
    gate: Gate | None
    """The last gate match so far."""
    worse: Gate | None = None
    """The last that said that the run got worse, unless another of its kind took it back."""
    met: tuple[Meeting, ...] = ()
    """The last games against opponents with ratings, the newest last."""
    forfeit: str = ""
    """Who lost this game by failing, and how; empty where nobody did."""

    @cached_property
    def weights(self) -> dict[str, float]:
        """The weights by name; made when they are asked for, since they may be thousands."""
        return dict(zip(self.names, np.asarray(self.numbers).tolist(), strict=True))

    @cached_property
    def rating(self) -> Fit | None:
        """The run's own rating over those games, with its interval; None where nobody has one."""
        return rating_of(self.met) if self.met else None

    @cached_property
    def rates(self) -> dict[str, float]:
        """The step sizes by name."""
        return dict(zip(self.names, np.asarray(self.steps).tolist(), strict=True))


OnGame = Callable[[Progress], object]


class Trainer:
    """Works on one run directory; `run` plays on from wherever the run stands.

    `directory=None` takes a temporary one, which lives as long as the trainer and its runs.
    """

    def __init__(
        self,
        config: LearnConfig,
        directory: str | Path | None = None,
        *,
        resume: bool = False,
        workers: int | Workers | None = None,
        features: FeatureSet | None = None,
        checkpoint_seconds: float = CHECKPOINT_SECONDS,
    ) -> None:
        hint = "give settings as pw.learn takes them, in a LearnConfig"
        checks.kind("config", config, LearnConfig, hint)
        checks.real("checkpoint_seconds", checkpoint_seconds)
        refuse_if_handed(config)
        self.config = config
        self.features = features_of(config, features)
        self.features.require_functions()
        # Threads take turns at Python: more than one would only wait for each other.
        one = workers is None and bool(self.features.functions)
        self.workers = workers_for(1 if one else workers)
        where = None if directory is None else as_path(directory)
        self._place = _Temporary() if where is None else None
        self.directory = RunDirectory(self._place.path if self._place else as_path(where))
        self._resume = resume
        self._checkpoint_seconds = checkpoint_seconds

    def run(
        self, games: int | None = None, on_game: OnGame | None = None, *, pgn: bool = True
    ) -> Run:
        """Play until the settings' number of games, or `games` more of them, and give the run.

        After a Ctrl-C or an error the games so far are saved, and a later `run`, here or in another
        process, goes on with the next one. A time budget (`minutes`) counts from each call. At the
        end of the games or of the time games.pgn is written; `pgn=False` leaves that to `Run.pgn`.
        """
        if games is not None:
            checks.whole("games", games)
        checks.callback("on_game", on_game)
        self.directory.make()
        with Lock(self.directory.path):
            self.directory.refuse_other_settings(self.config, resume=self._resume)
            self.directory.sweep()
            session = _Session(
                self.config, self.features, self.directory, self.workers, self._checkpoint_seconds
            )
            self._resume = True  # from now on there is a run here, and it is ours
            session.play(games, on_game)
            run = Run(self.directory.path, self.features)
            run.keep(self._place)
            if pgn and (games is None or run.is_complete):
                run.pgn()  # not after every piece
        return run


class _Session(RunSession):
    """One stretch of work on a run that plays its own games."""

    def __init__(
        self,
        config: LearnConfig,
        features: FeatureSet,
        directory: RunDirectory,
        workers: Workers,
        save_every: float,
    ) -> None:
        self.workers = workers
        self.self_play = SelfPlay(config, features)
        self.keys = CtrlC()
        super().__init__(config, features, directory, save_every)

    def check_first(self) -> None:
        """What must be known before anything is written."""
        if self.learner.games == 0:
            refuse_hopeless_lag(self.config.lag, self.config.games)
        _ = self.self_play.rivals  # refused now if one of them cannot play

    def play(self, games: int | None, on_game: OnGame | None) -> None:
        """Play, learn and save until the target, the end of the time, or an interruption."""
        target = self.config.games
        if games is not None:
            target = min(target, self.learner.games + games)
        try:
            with self.keys:
                self.directory.note_session(game=self.learner.games, workers=repr(self.workers))
                self.save()
                try:
                    self._play(target, on_game)
                except WeightsDiverged as error:
                    self.directory.note_divergence(self.learner.games, str(error))
                    raise
                finally:
                    if self.is_sound:
                        self.save()
        finally:
            self.logs.close()

    def _play(self, target: int, on_game: OnGame | None) -> None:
        waiting: deque[Future[Played]] = deque()
        self.learner.refuse_if_diverged()
        with self.workers:
            self._gate_if_due()  # one may have been cut short
            while self.learner.games < target and not self.clock.is_over():
                self._hand_out(waiting, target)
                with self.keys.allowed():
                    played = waiting.popleft().result()
                judged = self.self_play.judged(played)
                metrics = self.learn(judged)
                self._gate_if_due()
                if on_game is not None:
                    with self.keys.allowed():
                        on_game(self._progress(metrics, target, forfeit_of(judged.record)))
                if self.clock.is_time_to_save():
                    self.save()

    def _hand_out(self, waiting: "deque[Future[Played]]", target: int) -> None:
        """Start every game whose weights are known."""
        known = min(target, self.learner.games + self.config.lag)
        for number in range(self.learner.games + len(waiting) + 1, known + 1):
            weights, rating = self.learner.weights_for(number), self.learner.rating_for(number)
            job = self.self_play.job(number, weights, rating)
            waiting.append(self.workers.submit(play, job))

    def _gate_if_due(self) -> None:
        if self.gates.is_due(self.learner.games):
            with self.keys.allowed():
                gate = self.gates.play(self.learner.games, self.workers)
            self.note_gate(gate)

    def _progress(self, metrics: GameMetrics, target: int, forfeit: str) -> Progress:
        speed = self.clock.games_per_second()
        return Progress(
            game=metrics.game,
            games=target,
            names=self.names,
            numbers=metrics.weights,
            steps=metrics.rates,
            trace_decay=metrics.trace_decay,
            prediction_decay=metrics.prediction_decay,
            games_per_second=speed,
            eta_seconds=self.clock.eta((target - metrics.game) / speed if speed else 0.0),
            gate=self.gates.last,
            worse=self.gates.worse,
            met=self.learner.met,
            forfeit=forfeit,
        )


class _Temporary:
    """A folder that is removed when nobody refers to this object any more."""

    def __init__(self) -> None:
        self.path = Path(tempfile.mkdtemp(prefix="plywise-"))
        weakref.finalize(self, shutil.rmtree, self.path, ignore_errors=True)


def learn(
    game: str | Rules | type[Rules] | Game = "chess",
    *,
    features: str | FeatureSet | None = None,
    evaluation: str | None = None,
    rule: Any = None,
    step_size: Any = None,
    search: Any = None,
    games: int = 1000,
    seed: int = 1,
    out: str | Path | None = None,
    workers: int | Workers | None = None,
    lag: int = 4,
    batch: int = 1,
    start: Any = None,
    minutes: float | None = None,
    resume: bool = False,
    on_game: OnGame | None = None,
    **more: Any,
) -> Run:
    """Learn an evaluation by self-play, and give the run.

    `game` is a name or rules of your own (`pw.Rules`). `features` is the name of a set, the game's
    first if left out, or a set with features of your own (`pw.feature`); a resumed run must be
    given those again. `evaluation` is what is made of the counts: "linear", a weight for each, or
    "network:8", a network of 8 hidden units. `rule`, `step_size` and `search` are objects
    (`TDLeaf(…)`, `TemporalCoherence(…)`, `AlphaBeta(…)`), their names, or tables of their settings;
    of a step size only the settings count, not what it has learnt elsewhere. `start` is where the
    weights begin: a set's name, numbers, a mapping, a file or a run; 1 for a piece and 0 for all
    else if left out, or of a network small numbers drawn from the seed. `more` are further settings
    of `LearnConfig`: opponents, gate_every, gate_games, gate_depth, ballot, rules, adjudication,
    max_plies, scale; those left out are as is usual in the game. Rules and step sizes may be your
    own, children of `pw.LearningRule` and `pw.StepSize` in a file.

    `out` is the run directory. With `resume=True` a run there goes on where it stopped (with more
    `games` if you like; other settings must be the same), and a missing one begins. Without `out`
    the run lies in a temporary directory that goes when the `Run` does. `workers` is a number of
    threads, `plywise.distributed.processes(n)`, or None for a thread a core (one for features in
    Python): a matter of time, never of result.

    >>> run = learn("chess", search={"depth": 1}, games=4, gate_every=0, seed=1)
    >>> len(run.history), list(run.weights)
    (4, ['pawn', 'knight', 'bishop', 'rook', 'queen'])
    """
    if evaluation is None and isinstance(game, str) and facts_of(game).learns_in_batches:
        raise BadSetting(
            f"{game} is learnt in batches by networks of its own: pw.learn_batches({game!r}), or "
            "name another evaluation, as evaluation='linear'"
        )
    own = features if isinstance(features, FeatureSet) else None
    if own is not None and start is None and evaluation in (None, "linear"):
        start = own.starts
    given = {
        "features": features, "evaluation": evaluation, "rule": rule, "step_size": step_size,
        "search": search, "start": start,
    }  # fmt: skip
    config = LearnConfig(
        game=game,
        games=games,
        seed=seed,
        lag=lag,
        batch=batch,
        minutes=minutes,
        **{name: value for name, value in given.items() if value is not None},
        **more,
    )
    trainer = Trainer(config, out, resume=resume, workers=workers, features=own)
    return trainer.run(on_game=on_game)


def resume(
    path: str | Path,
    *,
    games: int | None = None,
    minutes: float | None = None,
    workers: int | Workers | None = None,
    features: FeatureSet | None = None,
    trust: bool = False,
    on_game: OnGame | None = None,
) -> Run:
    """Go on with the run at `path` by its own settings, with another number of games if given.

    `features` are needed again where some are written in Python. Code that the run names is not
    loaded for it unless you `trust` it.
    """
    stored = RunDirectory(as_path(path)).settings(trust=trust)
    if trust:
        name_engines(stored.opponents)
    changed = {"games": stored.games if games is None else games, "minutes": minutes}
    config = LearnConfig(**{**stored.as_dict(), **changed})
    trainer = Trainer(config, path, resume=True, workers=workers, features=features)
    return trainer.run(on_game=on_game)
