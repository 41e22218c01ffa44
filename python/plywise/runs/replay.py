"""The weights after any game: looked up where they were kept, and otherwise by playing again."""

from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from plywise import _kernel
from plywise.checks import whole
from plywise.errors import BadSetting
from plywise.learning.self_play import SelfPlay, play
from plywise.runs.one_by_one import learnt_again
from plywise.runs.waypoints import nearest_learner

if TYPE_CHECKING:
    from plywise.learning.learner import Learner
    from plywise.runs.run import Run


def weights_at(run: "Run", game: int) -> NDArray[np.float64]:
    """The weights after a game of a run, to the bit; those of game 0 are the start."""
    history = run.history
    number = whole("game", game)
    if number > len(history):
        raise BadSetting(f"game={number}; the run in {run.directory} has {len(history)} games")
    if number == 0:
        return np.array(run.config.start_vector)
    if number % history.every == 0:
        row: NDArray[np.float64] = history.weights[number // history.every - 1]
        return row
    return learner_at(run, number).weights


def learner_at(run: "Run", game: int) -> "Learner":
    """The whole learner after a game, from the nearest that is known, by playing on from there.

    Games that were handed to the run are not played again but read.
    """
    if run.config.handed:
        return learnt_again(run, game)
    learner = nearest_learner(run.directory / "checkpoints", run.config, game)
    if learner.games < game:
        run.features.require_functions()
    self_play, stop = SelfPlay(run.config, run.features), _kernel.Stop()
    while learner.games < game:
        number = learner.games + 1
        played: Any = play(self_play.job(number, learner.weights_for(number)), stop)
        learner.learn(self_play.judged(played))
    return learner
