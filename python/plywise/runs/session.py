"""One stretch of work on a run, between opening its files and closing them.

Where the games come from is the business of its children: the `trainer` plays them, and to the
run of `one_by_one` they are handed.
"""

import time
from typing import Any

from plywise._kernel import Position
from plywise.evaluation.features import FeatureSet
from plywise.learning.config import LearnConfig
from plywise.learning.gate import GateKeeper
from plywise.learning.learner import Learner
from plywise.learning.lines import GameMetrics, Gate, PlayedGame
from plywise.learning.self_play import Played
from plywise.runs import checkpoint
from plywise.runs.clock import Clock
from plywise.runs.directory import Logs, RunDirectory
from plywise.runs.snapshots import are_too_many
from plywise.runs.waypoints import Waypoints


class RunSession:
    """What is learnt from a game is written down, and saved now and then."""

    def __init__(
        self,
        config: LearnConfig,
        features: FeatureSet,
        directory: RunDirectory,
        save_every: float,
    ) -> None:
        self.config = config
        self.names = config.names  # asked for once: of thousands it takes longer than a game
        self._usual_start = str(Position.start(config.game))
        self.directory = directory
        self.learner = Learner(config)
        self.gates = GateKeeper(config, features)
        self.clock = Clock(config.minutes, save_every)
        self.is_sound = True
        self.is_saved = False
        state: Any = directory.state(config)
        if state is not None:
            self.is_saved = True
            self.restore(state)
        directory.refuse_fewer_games(config.games, self.learner.games)
        self.check_first()
        directory.write_settings(config)  # only now: what is refused changes nothing
        self.logs = Logs(directory, self.names, state)
        self.waypoints = Waypoints(directory.checkpoints, config) if self._leaves_out() else None

    def check_first(self) -> None:
        """What must be known before anything is written."""

    def restore(self, state: Any) -> None:
        """Go on from a checkpoint."""
        self.learner.restore(state["learner"])
        self.gates.restore(state["gates"])

    def state(self) -> checkpoint.State:
        """All that a checkpoint holds."""
        return {
            "config": self.config.fingerprint(),
            "learner": self.learner.state(),
            "gates": self.gates.state(),
            "logs": self.logs.marks(),
        }

    def learn(self, played: Played) -> GameMetrics:
        """Learn from a game and write it down: both, or the last checkpoint counts."""
        metrics = self.learner.learn(played)  # or nothing at all, if it raises
        self.is_sound = self.is_saved = False
        self.gates.note(self.learner.weights)
        record = played.record
        game = PlayedGame(
            number=record.number,
            outcome=record.outcome,
            reason=record.reason,
            moves=record.moves,
            opening_plies=record.opening_plies,
            players=record.players,
            has_points=record.has_points,
            start=record.start if record.start != self._usual_start else None,
        )
        self.logs.write(metrics, game)
        self.is_sound = True
        if self.waypoints is not None:
            self.waypoints.pass_by(self.learner)
        self.clock.count()
        self.learner.check()
        return metrics

    def note_gate(self, gate: Gate) -> None:
        """Write a gate match down."""
        self.is_sound = self.is_saved = False
        self.logs.gates.append(gate.line())
        self.gates.close(gate)
        self.is_sound = True

    def save(self) -> None:
        """Make the present state the latest checkpoint, unless it is that already."""
        if self.is_saved:
            return
        begun = time.perf_counter()
        thinned = self.logs.thin()
        self.logs.sync()  # a checkpoint may only speak of lines that are on the disk
        state = self.state()
        checkpoint.save(self.directory.checkpoints, state)
        if thinned:
            checkpoint.save(self.directory.checkpoints, state)  # the previous needs them no more
            for path in thinned:
                path.unlink(missing_ok=True)
        self.is_saved = True
        self.clock.saved(time.perf_counter() - begun)

    def _leaves_out(self) -> bool:
        """Whether snapshots of every game would be too many, so that some must be played again."""
        snapshots = self.logs.snapshots
        planned = (self.config.games, len(self.config.names))
        return snapshots is not None and (snapshots.every > 1 or are_too_many(*planned))
