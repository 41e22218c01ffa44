"""Games of a run once more, from their own seeds and weights, and what was known after them.

The weights after a game are looked up where they were kept, and otherwise found by playing again.
No engine is asked again: against one the moves come from the record, and our own searches are made
once more. Games that were handed to a run are on the disk with all that their searches said.
"""

from collections import deque
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, ClassVar

import numpy as np
from numpy.typing import NDArray

from plywise import _kernel
from plywise.checks import whole
from plywise.errors import BadSetting, DamagedFile
from plywise.learning.against import RivalJob
from plywise.learning.learner import Learner
from plywise.learning.self_play import Played, SelfPlay, play
from plywise.learning.step_size import StepSize
from plywise.play.repeating import refuse_other_moves, repeated
from plywise.runs.one_by_one import learnt_records
from plywise.runs.waypoints import nearest_learner

if TYPE_CHECKING:
    from plywise.runs.run import Run

CHANGING = ("change", "follow", "rates_used")
"""What a step size overrides that does more than to multiply sums by its rates."""


def weights_at(run: "Run", game: int) -> NDArray[np.float64]:
    """The weights after a game of a run, to the bit; those of game 0 are the start."""
    history = run.history
    number = known_game(run, game, least=0)
    if number == 0:
        return np.array(run.config.start_vector)
    if number % history.every == 0:
        row: NDArray[np.float64] = history.weights[number // history.every - 1]
        return row
    return learner_at(run, number).weights


def known_game(run: "Run", game: int, *, least: int = 1) -> int:
    """The number of a game that the run has; BadSetting for others."""
    number = whole("game", game, least=least)
    if number > len(run.history):
        raise BadSetting(f"game={number}; the run in {run.directory} has {len(run.history)} games")
    return number


def learner_at(run: "Run", game: int) -> Learner:
    """The whole learner after a game, from the nearest that is known, by playing on from there."""
    learner = nearest_learner(run.directory / "checkpoints", run.config, game)
    if learner.games < game:
        again = games_again(run)
        while learner.games < game:
            learner.learn(again.next_game(learner))
    return learner


def learner_before(run: "Run", game: int) -> Learner:
    """What learns game number `game`, and no other: at once where snapshots tell all of it.

    A step size that multiplies the sums of a game by its rates needs no memory to do so: the rates
    after the game before were kept, as the weights were and λ.
    """
    step_size, history = run.config.new_step_size(), run.history
    kind = type(step_size)
    is_plain = all(getattr(kind, name) is getattr(StepSize, name) for name in CHANGING)
    is_plain &= kind.limited is StepSize.limited or getattr(step_size, "cap", 0) is None
    is_alone = run.config.opponents is None and not run.config.handed and run.config.batch == 1
    if not (is_plain and is_alone and history.every == 1 and step_size.needs != "games"):
        return learner_at(run, game - 1)
    return _Known(run, game, step_size)


class _Known(Learner):
    """A learner as it was before a game, out of a run's snapshots."""

    def __init__(self, run: "Run", game: int, step_size: StepSize) -> None:
        super().__init__(run.config)
        self._decay_then = float(run.history.trace_decay[game - 1])
        self.games = self.learnt = game - 1
        first = max(0, game - run.config.lag)
        before = [weights_at(run, number) for number in range(first, game)]
        self.weights = before[-1]
        filled = [before[0]] * (run.config.lag - len(before))
        self._versions = deque([*filled, *before], maxlen=run.config.lag)
        if game > 1:
            rates = np.array(run.history.rates[game - 2])
            self.step_size = _Rates(kept_rates=rates)
            self.step_size.prepare(len(rates))

    @property
    def trace_decay(self) -> float:
        """λ that the game was learnt with."""
        return self._decay_then


@dataclass
class _Rates(StepSize):
    """The rates that a step size had."""

    name: ClassVar[str] = "rates"
    kept_rates: NDArray[np.float64] = field(default_factory=lambda: np.zeros(0))

    def rates(self) -> NDArray[np.float64]:
        """Those."""
        return self.kept_rates


def games_again(run: "Run") -> "PlayedAgain | HandedAgain":
    """What gives the games of a run once more, one after the other."""
    return HandedAgain(run) if run.config.handed else PlayedAgain(run)


class PlayedAgain:
    """Plays the games of a run once more."""

    def __init__(self, run: "Run") -> None:
        run.features.require_functions()
        self._run = run
        self._self_play = SelfPlay(run.config, run.features, meets=False)
        self._stop = _kernel.Stop()

    def next_game(self, learner: Learner) -> Played:
        """The game after those of the learner; DamagedFile if it goes otherwise than it did."""
        number = learner.games + 1
        rating = learner.rating_for(number)
        job = self._self_play.job(number, learner.weights_for(number), rating)
        recorded = self._run.game(number)
        if isinstance(job, RivalJob) and job.is_foreign:
            record = repeated(
                job.job, recorded.moves, recorded.outcome, recorded.reason, self._stop,
                job.watching,
            )  # fmt: skip
            return Played(record=job.signed(record), seconds=0.0)
        played = self._self_play.judged(play(job, self._stop))
        refuse_other_moves(number, played.record.moves, recorded.moves)
        return played


class HandedAgain:
    """Reads the games once more that were handed to a run."""

    def __init__(self, run: "Run") -> None:
        self._run = run
        self._records = learnt_records(run)
        self._number = 0
        """The last game that was read."""

    def next_game(self, learner: Learner) -> Played:
        """The game after those of the learner; DamagedFile if it is not on the disk."""
        number = learner.games + 1
        for record in self._records:
            # What could not be learnt from has no number, and is passed over again.
            if record.moves == self._run.game(self._number + 1).moves:
                self._number += 1
            if self._number == number:
                return Played(record=replace(record, number=number), seconds=0.0)
        raise DamagedFile(f"{self._run.directory} does not hold its game {number} any more")
