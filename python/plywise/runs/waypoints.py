"""The whole learner after some games on the way, to play other games again from.

They are needed where snapshots are not of every game: weights alone do not say how the next game
will move them, since step sizes and λ remember. Each is a file of its own in the form of a
checkpoint, `checkpoints/game-512.json`. No mark is needed: a run that goes on after a kill comes to
the same states again. One that is missing or damaged costs time, as the replay begins earlier.
"""

import re
from math import gcd
from pathlib import Path
from typing import Any

from plywise.errors import BadInput
from plywise.files import write_atomically
from plywise.learning.config import LearnConfig
from plywise.learning.learner import Learner
from plywise.regular import STATE, read_regular
from plywise.runs import checkpoint

FIRST = 64
"""Games between two of them at first; when they are too many every other one goes."""
MOST = 64
"""So many at most,"""
MOST_BYTES = 16 << 20
"""of so many bytes together, if that leaves `LEAST` of them."""
LEAST = 4
NAME = re.compile(r"game-([1-9][0-9]{0,17})\.json")


def waypoint_paths(folder: Path) -> dict[int, Path]:
    """Those in a folder of checkpoints, by their games."""
    named = {path: NAME.fullmatch(path.name) for path in folder.glob("game-*.json")}
    found = {int(name[1]): path for path, name in named.items() if name is not None}
    return dict(sorted(found.items()))


class Waypoints:
    """Writes them as a run goes on."""

    def __init__(self, folder: Path, config: LearnConfig) -> None:
        self._folder, self._config = folder, config
        games = waypoint_paths(folder)
        self._every = max(FIRST, gcd(*games))

    def pass_by(self, learner: Learner) -> None:
        """Keep the learner's state if it is time to."""
        if learner.games % self._every:
            return
        state: checkpoint.State = {"config": self._config.fingerprint(), "learner": learner.state()}
        data = checkpoint.encode(state)
        write_atomically(self._folder / f"game-{learner.games}.json", data)
        most = max(LEAST, min(MOST, MOST_BYTES // len(data)))
        while len(paths := waypoint_paths(self._folder)) > most:
            self._every *= 2
            for game, path in paths.items():
                if game % self._every:
                    path.unlink(missing_ok=True)


def nearest_learner(folder: Path, config: LearnConfig, game: int) -> Learner:
    """The learner after the last game up to `game` that is known; at worst before the first."""
    learner = Learner(config)
    _take(learner, folder / checkpoint.LATEST, game)
    for number, path in reversed(waypoint_paths(folder).items()):
        if learner.games < number <= game:
            _take(learner, path, game)
    return learner


def _take(learner: Learner, path: Path, game: int) -> None:
    """Bring the learner to the state at `path`, if it is sound, of this run and not too late."""
    try:
        state: Any = checkpoint.decode(read_regular(path, at_most=STATE))
    except (OSError, BadInput):
        return
    if learner.config.has_fingerprint(state.get("config")) and state["learner"]["games"] <= game:
        learner.restore(state["learner"])
