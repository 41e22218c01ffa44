"""Games of a run once more, from their own seeds and weights, and what was known after them.

The weights after a game are looked up where they were kept, and otherwise found by playing again.
No engine is asked again: against one the moves come from the record, and our own searches are made
once more. Games that were handed to a run are on the disk with all that their searches said.
"""

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from plywise import _kernel
from plywise.checks import whole
from plywise.errors import BadSetting, DamagedFile
from plywise.learning.against import RivalJob
from plywise.learning.self_play import Played, SelfPlay, play
from plywise.play.repeating import refuse_other_moves, repeated
from plywise.runs.one_by_one import learnt_records
from plywise.runs.waypoints import nearest_learner

if TYPE_CHECKING:
    from plywise.learning.learner import Learner
    from plywise.runs.run import Run


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


def learner_at(run: "Run", game: int) -> "Learner":
    """The whole learner after a game, from the nearest that is known, by playing on from there."""
    learner = nearest_learner(run.directory / "checkpoints", run.config, game)
    if learner.games < game:
        again = games_again(run)
        while learner.games < game:
            learner.learn(again.next_game(learner))
    return learner


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

    def next_game(self, learner: "Learner") -> Played:
        """The game after those of the learner; DamagedFile if it goes otherwise than it did."""
        number = learner.games + 1
        rating = learner.rating_for(number)
        job = self._self_play.job(number, learner.weights_for(number), rating)
        recorded = self._run.game(number)
        if isinstance(job, RivalJob) and job.is_foreign:
            record = repeated(
                job.job, recorded.moves, recorded.outcome, recorded.reason, self._stop
            )
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

    def next_game(self, learner: "Learner") -> Played:
        """The game after those of the learner; DamagedFile if it is not on the disk."""
        number = learner.games + 1
        for record in self._records:
            # What could not be learnt from has no number, and is passed over again.
            if record.moves == self._run.game(self._number + 1).moves:
                self._number += 1
            if self._number == number:
                return Played(record=replace(record, number=number), seconds=0.0)
        raise DamagedFile(f"{self._run.directory} does not hold its game {number} any more")
