"""Is it learning? A short match now and then of what was learnt against the start.

The gate looks and never touches: it has its own chance and changes no weight, so a run learns the
same with and without it.
"""

import time
from dataclasses import asdict
from typing import Any

import numpy as np
from numpy.typing import NDArray

from plywise import _kernel
from plywise.distributed import Workers
from plywise.evaluation.features import FeatureSet
from plywise.learning.config import LearnConfig
from plywise.learning.lines import Gate
from plywise.play.player import Player
from plywise.searching.settings import AlphaBeta

GATE_STREAM = 1 << 63  # game numbers never come near it, so no gate shares its chance with a game


class GateKeeper:
    """Keeps the mean of the weights since the last gate, and plays the next one with it.

    The mean, because single weights wander from game to game more than they learn.
    """

    def __init__(self, config: LearnConfig, features: FeatureSet | None = None) -> None:
        self.config = config
        self.features = features or config.feature_set
        self.last: Gate | None = None
        self._sum: NDArray[np.float64] = np.zeros(len(config.start_vector))
        self._games = 0

    def note(self, weights: NDArray[np.float64]) -> None:
        """Take in the weights after a game."""
        self._sum = self._sum + weights
        self._games += 1

    def is_due(self, game: int) -> bool:
        """Whether a gate is to be played after `game`; not a second time after a resume."""
        every = self.config.gate_every
        last = 0 if self.last is None else self.last.game
        return every > 0 and game > last and game % every == 0

    @property
    def depth(self) -> int:
        """Depth of both searches: by default half the run's own, at most 2."""
        if self.config.gate_depth is not None:
            return self.config.gate_depth
        search = self.config.search
        return min(2, max(1, search.depth // 2)) if isinstance(search, AlphaBeta) else 1

    def play(self, game: int, workers: Workers) -> Gate:
        """The gate after `game`: paired games from a random ballot."""
        from plywise.play.match import match

        begun = time.perf_counter()
        config = self.config
        result = match(
            self._player(self._sum / self._games, f"after {game} games"),
            self._player(np.array(config.start_vector), "start"),
            game=config.game,
            games=config.gate_games,
            rules=config.rules,
            adjudication=config.match_adjudication,
            max_plies=config.max_plies,
            seed=_kernel.random_u64(config.seed, GATE_STREAM + game, 1)[0] >> 1,
            workers=workers,
        )
        # A gate has games, so it has a score.
        low, high = result.score_interval or (0.0, 1.0)
        return Gate(
            game=game,
            games=result.games,
            wins=result.wins,
            draws=result.draws,
            losses=result.losses,
            score=result.score or 0.0,
            low=low,
            high=high,
            depth=self.depth,
            seconds=round(time.perf_counter() - begun, 3),
        )

    def close(self, gate: Gate) -> None:
        """Begin a new mean: this gate is written down."""
        self.last, self._games = gate, 0
        self._sum = np.zeros_like(self._sum)

    def state(self) -> dict[str, Any]:
        """All of it, as JSON knows it."""
        last = None if self.last is None else asdict(self.last)
        return {"last": last, "sum": self._sum.tolist(), "games": self._games}

    def restore(self, state: dict[str, Any]) -> None:
        """Go on from a `state`, bit for bit."""
        self.last = None if state["last"] is None else Gate.parse(state["last"])
        self._games = int(state["games"])
        self._sum = np.array(state["sum"], dtype=np.float64)

    def _player(self, vector: NDArray[np.float64], name: str) -> Player:
        values = self.config.rule.evaluated(vector).tolist()
        evaluation = self.config.shape.kernel(self.features, values, self.config.scale)
        return Player(name=name, evaluation=evaluation, search=AlphaBeta(depth=self.depth))
