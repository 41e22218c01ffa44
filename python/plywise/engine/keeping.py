"""An engine of a run that learns: how that begins, and what one keeps that hears no results."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from plywise.errors import BadSetting
from plywise.evaluation.weights import resolve
from plywise.learning.config import LearnConfig
from plywise.learning.judge import Judge
from plywise.play.in_python import is_planted
from plywise.runs.directory import RunDirectory
from plywise.runs.leaves import LeafFile, place_digest
from plywise.runs.one_by_one import OneByOne
from plywise.runs.run import Run

if TYPE_CHECKING:
    from plywise import _kernel
    from plywise.play.in_python import Found


def run_for(
    directory: str | Path,
    weights: str | None = None,
    *,
    config: str | Path | None = None,
    last: bool = False,
) -> OneByOne:
    """The run in a folder, or one that begins there with these weights and settings.

    The same command may begin a run and go on with it: what is named again must be the same.
    """
    folder = RunDirectory(Path(directory))
    start = None if weights is None else resolve(weights, last=last)
    stored = folder.settings() if folder.has_run() else None
    if stored is not None:
        if start is not None and (start.game != stored.game or start.values != stored.start):
            raise BadSetting(
                f"the run in {directory} began with other weights than {weights!r}; leave them "
                "out, or choose another directory"
            )
        return OneByOne(stored, directory)
    given = {} if config is None else LearnConfig.load(Path(config)).as_dict()
    if start is not None:
        given |= {
            "game": start.game,
            "features": start.features,
            "evaluation": start.evaluation,
            "start": tuple(start.values),
            "scale": start.scale,
        }
    # What those played that the settings were meant for means nothing here.
    own = {name: value for name, value in given.items() if name not in OF_PLAY}
    return OneByOne(LearnConfig(**{**own, "handed": True}), directory)


OF_PLAY = ("opponents", "lag", "games", "minutes", "deepen", "gate_every")
"""Settings of runs that play their own games."""


class LeafKeeper:
    """What an engine keeps that is never told the result: the leaves of its searches, by game.

    It locks nothing, so that several engines may play for one run at the same time.
    """

    def __init__(self, run: OneByOne) -> None:
        self.run = run
        if not run.directory.has_run():
            with run:
                pass  # now it is there
        self._file: LeafFile | None = None
        self.judge = self._judge()

    def _judge(self) -> Judge:
        found = Run(self.run.directory.path, self.run.features)
        weights = list(found.weights.values())
        return Judge(
            config=found.config,
            features=self.run.features,
            weights=weights,
            version=len(found.history),
        )

    @property
    def evaluation(self) -> _kernel.Evaluation:
        """What the searches judge by: the run's last weights."""
        return self.judge.evaluation

    def new_game(self) -> None:
        """Take what the run has learnt since, and begin another file."""
        self.close()
        self.judge = self._judge()

    def note(
        self, start: str, moves: Sequence[str], position: _kernel.Position, found: Found | None
    ) -> None:
        """Keep what a search predicted in `position`, which these moves have led to.

        Where a brain played (None), or knew where the line ended, that is kept: it teaches nothing.
        """
        if self._file is None:
            self._file = LeafFile(self.run.directory.path)
        place = place_digest(position.game, start, moves)
        if found is None or is_planted(found):
            self._file.pass_over(place)
        else:
            self._file.add(place, self.judge.leaf(position, len(moves), found))

    def close(self) -> None:
        """Let go of the file."""
        if self._file is not None:
            self._file.close()
            self._file = None
