"""The one optimiser of a run: takes the games in their order and moves the weights."""

from collections import deque
from copy import copy, deepcopy
from typing import Any

import numpy as np
from numpy.typing import NDArray

from plywise.checks import shown
from plywise.errors import BadSetting, KernelBug, WeightsDiverged
from plywise.learning.config import LearnConfig
from plywise.learning.lines import GameMetrics
from plywise.learning.own_code import is_own, refuse_lost_memory
from plywise.learning.prediction_decay import PredictionDecay
from plywise.learning.rules import LearningRule
from plywise.learning.saturation import SaturationGuard
from plywise.learning.self_play import Played
from plywise.learning.sequence import Sequence
from plywise.learning.standing import Meeting, Standing
from plywise.play.record import GameRecord

Array = NDArray[np.float64]


class Learner:
    """The weights of a run and everything that decides how the next game will move them.

    All of it goes into `state` and comes back by `restore` to the bit, so a run that is interrupted
    and one that is not cannot be told apart.
    """

    def __init__(self, config: LearnConfig) -> None:
        self.config = config
        self.games = 0
        self.learnt = 0
        """Games that were learnt from: a rule may skip some."""
        self.weights: Array = np.array(config.start_vector)
        self.decay = PredictionDecay()
        self.step_size = config.new_step_size()
        self.step_size.prepare(len(self.weights))
        self._is_own = is_own(type(self.step_size))
        self._rule = config.rule.resolved(config.weight_names)
        self._standing = Standing(opponents=config.opponents, lag=config.lag)
        self._guard = SaturationGuard(
            names=config.names, step_size=self.step_size, start=self._rule.evaluated(self.weights)
        )
        self._pending: Array = np.zeros_like(self.weights)
        # The weights after the last `lag` games: those that the next `lag` games are played with.
        self._versions: deque[Array] = deque([self.weights] * config.lag, maxlen=config.lag)
        self._last: Sequence | None = None
        self._diverged: str | None = None

    def version(self, game: int) -> int:
        """The game after whose learning the weights are that play game `game`."""
        return max(0, game - self.config.lag)

    def weights_for(self, game: int) -> Array:
        """The weights that game `game` is played with, one of the next `lag`."""
        return self._versions[-1 - self._age(game)]

    def rating_for(self, game: int) -> float | None:
        """The run's own rating with those weights, if its opponents have one."""
        return self._standing.before(self._age(game))

    @property
    def met(self) -> tuple[Meeting, ...]:
        """The last games against opponents with ratings, which the run's own rating is of."""
        return tuple(self._standing.met)

    def rule_for(self, record: GameRecord) -> LearningRule:
        """The rule by which a game is learnt from, its weights by index."""
        opponents = self.config.opponents
        if opponents is not None and opponents.both_turns:
            return self._rule
        return self._rule.for_game(record)

    def _age(self, game: int) -> int:
        """How many games ago the weights of game `game` were the last ones."""
        age = self.games - self.version(game)
        if not 0 <= age < self.config.lag:
            raise KernelBug(f"game {game} asked for after game {self.games}, lag {self.config.lag}")
        return age

    @property
    def trace_decay(self) -> float:
        """λ for the next game."""
        auto = isinstance(self.config.rule.trace_decay, str)
        return self.decay.trace_decay if auto else self.config.start_decay

    def learn(self, played: Played) -> GameMetrics:
        """Learn from the next game, and say what it did."""
        trace_decay, record = self.trace_decay, played.record
        self.take(record)
        return GameMetrics(
            game=self.games,
            weights=self.weights,
            rates=self.step_size.rates(),
            trace_decay=trace_decay,
            prediction_decay=self.decay.trace_decay,
            plies=record.plies,
            outcome=record.outcome,
            reason=record.reason,
            nodes=record.nodes,
            seconds=round(played.seconds, 6),
            version=self.version(self.games),
        )

    def take(self, record: GameRecord) -> None:
        """Learn from the next game, or change nothing at all if that raises."""
        game = self.games + 1
        if record.number != game:
            raise KernelBug(f"game {record.number} came in place of game {game}")
        # A step size of one's own may change its arrays in place.
        step_size = deepcopy(self.step_size) if self._is_own else copy(self.step_size)
        decay = copy(self.decay)
        try:
            rule = self.rule_for(record)
            sequence = rule.sequence(record, self.weights_for(game))
            skipped = rule.skips(record)
            change = None if skipped else self._change(rule, record, sequence)
            # ψ is recorded whatever λ is: it says how good the predictions are.
            self.decay.observe(sequence.probabilities)
            self.decay.fit()
        except BaseException as error:
            self.step_size, self.decay = step_size, decay
            if isinstance(error, Exception):
                error.add_note(f"while learning from game {game}; the games before it are kept")
            raise
        self._move(game, change)
        self._standing.note(record)
        self._last = sequence

    def _change(self, rule: LearningRule, record: GameRecord, sequence: Sequence) -> Array:
        """What the step size makes of a game."""
        step_size = self.step_size
        with np.errstate(over="ignore", invalid="ignore"):  # what overflows is refused below
            change = step_size.follow(rule, record, sequence, self.weights, self.trace_decay)
        if np.shape(change) != self.weights.shape:
            raise BadSetting(
                f"{type(step_size).__name__} changed the weights by {shown(change)}; give a number "
                f"for each of {len(self.weights)} weights"
            )
        self._guard.check_weights(change, limit=float(np.finfo(np.float64).max))
        if self._is_own and self.games == 0:
            self._refuse_lost_memory()  # now, and not after hours at a checkpoint
        return change

    def _refuse_lost_memory(self) -> None:
        refuse_lost_memory(self.step_size, self.config.new_step_size())

    def check(self) -> None:
        """WeightsDiverged if the last game shows that learning ran away; or an engine fails."""
        self._standing.check()
        if self._last is None:
            return
        try:
            self._guard.check(self._last, self._rule.evaluated(self.weights))
        except WeightsDiverged as error:
            self._diverged = str(error)
            raise

    def refuse_if_diverged(self) -> None:
        """WeightsDiverged again for a run that stopped by it: more games would change nothing."""
        if self._diverged is not None:
            raise WeightsDiverged(f"after game {self.games}: {self._diverged}")

    def _move(self, game: int, change: Array | None) -> None:
        """Add a game's change, or put it by until the batch is full; None: it was skipped.

        A batch moves the weights by the *sum* of its games' changes: the same distance as without
        batches. The step sizes learn from every game as it comes; only the weights wait.
        """
        if change is not None:
            self.learnt += 1
            self._pending = self._pending + change
            if self.learnt % self.config.batch == 0:
                self.weights = self.weights + self._pending
                self._pending = np.zeros_like(self.weights)
        self.games = game
        self._versions.append(self.weights)

    def state(self) -> dict[str, Any]:
        """All of it, as JSON knows it."""
        if self._is_own:
            self._refuse_lost_memory()
        return {
            "games": self.games,
            **({} if self.learnt == self.games else {"learnt": self.learnt}),
            "weights": self.weights.tolist(),
            "versions": [version.tolist() for version in self._versions],
            "pending": self._pending.tolist(),
            "step_size": self.step_size.state(),
            "prediction_decay": self.decay.state(),
            "saturation": self._guard.state(),
            "diverged": self._diverged,
            **self._standing.state(),
        }

    def restore(self, state: dict[str, Any]) -> None:
        """Go on from a `state`, bit for bit."""
        self.games = int(state["games"])
        self.learnt = int(state.get("learnt", self.games))
        self.weights = np.array(state["weights"], dtype=np.float64)
        self._pending = np.array(state["pending"], dtype=np.float64)
        self._versions.extend(np.array(version, dtype=np.float64) for version in state["versions"])
        self.step_size.restore(state["step_size"])
        self.decay.restore(state["prediction_decay"])
        self._guard.restore(state["saturation"])
        self._diverged = state["diverged"]
        self._standing.restore(state)
