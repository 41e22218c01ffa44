"""Is it learning? A short match now and then of what was learnt against somebody known.

The first gate is against the start. Soon the start is beaten all the time and says nothing more; so
later gates take turns: the run's own weights of about half as many games, published values where
there are some, the start. Each gate costs the same.

The gate looks and never touches: it has its own chance and changes no weight, so a run learns the
same with and without it.
"""

import time
from dataclasses import asdict, replace
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from plywise import _kernel
from plywise.distributed import Workers
from plywise.evaluation.features import FeatureSet
from plywise.evaluation.weights import Weights, usual
from plywise.learning.config import LearnConfig
from plywise.learning.lines import EARLIER, START, Gate, worse_gates
from plywise.play.player import Player
from plywise.play.points import Points
from plywise.searching.expectimax import Expectimax
from plywise.searching.selective import Selective
from plywise.searching.settings import AlphaBeta, RandomPlay
from plywise.searching.usual import usual_search

if TYPE_CHECKING:
    from plywise.play.match_result import MatchResult

GATE_STREAM = 1 << 63  # game numbers never come near it, so no gate shares its chance with a game
EVEN = 0.5
"""The score of equals."""
MOST_DOUBTED = 3
"""The deepest search of a run whose gains are doubted: gates deeper than 4 would cost too much."""


class GateKeeper:
    """Keeps the mean of the weights since the last gate, and plays the next one with it.

    The mean, because single weights wander from game to game more than they learn.
    """

    def __init__(self, config: LearnConfig, features: FeatureSet | None = None) -> None:
        self.config = config
        self.features = features or config.feature_set
        self.last: Gate | None = None
        self._latest: dict[str, Gate] = {}  # of each kind of opponent
        self._best = 0.0  # lower end of the best interval against published values
        self._earlier: dict[
            int, NDArray[np.float64]
        ] = {}  # means at gates 1, 2, 4, 8, …: the last two
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
        """Depth of both searches.

        By default half the run's own, at most 2. Where phases are learnt by shallow searches it is
        a ply more than the run's own: what helps there may not help deeper ones.
        """
        if self.config.gate_depth is not None:
            return self.config.gate_depth
        deep = self._own_depth
        if self.features.phases and deep <= MOST_DOUBTED:
            return deep + 1
        return min(2, max(1, deep // 2))

    @property
    def _own_depth(self) -> int:
        search = self.config.last_search
        return 1 if isinstance(search, RandomPlay | Selective) else search.depth

    @property
    def worse(self) -> Gate | None:
        """The last gate that said that the run got worse, unless one of its kind took it back."""
        found = worse_gates(self._latest.values())
        return max(found, key=lambda gate: gate.game, default=None)

    def play(self, game: int, workers: Workers) -> Gate:
        """The gate after `game`: paired games from a random ballot."""
        from plywise.play.match import match

        begun = time.perf_counter()
        config, opponent = self.config, self._opponent(game)
        learnt = self._player(self._sum / self._games, f"after {game} games")

        def played(depth: int) -> "MatchResult":
            search = self._search(depth)
            return match(
                replace(learnt, search=search),
                replace(opponent, search=search),
                game=config.game,
                games=config.gate_games,
                rules=config.rules,
                adjudication=config.match_adjudication,
                max_plies=config.max_plies,
                seed=_kernel.random_u64(config.seed, GATE_STREAM + game, 1)[0] >> 1,
                workers=workers,
            )

        result = played(self.depth)
        low, high = _interval(result)
        own = played(self._own_depth) if self.features.phases and self._is_deeper else None
        is_own = opponent.name == START or opponent.name.startswith(EARLIER)
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
            against=opponent.name,
            worse=high < (EVEN if is_own else self._best),
            points=_points(result.points),
            own_depth=None if own is None else (own.score or 0.0, *_interval(own)),
        )

    @property
    def _is_deeper(self) -> bool:
        return self.depth > self._own_depth

    def close(self, gate: Gate) -> None:
        """Begin a new mean: this gate is written down."""
        self.last = self._latest[gate.kind] = gate
        if gate.kind == "published":
            self._best = max(self._best, gate.low)
        number = gate.game // self.config.gate_every
        if number & (number - 1) == 0:
            self._earlier[number] = self._sum / self._games
            needed = _half(number + 1)
            self._earlier = {n: mean for n, mean in self._earlier.items() if n >= needed}
        self._games = 0
        self._sum = np.zeros_like(self._sum)

    def state(self) -> dict[str, Any]:
        """All of it, as JSON knows it."""
        return {
            "last": None if self.last is None else asdict(self.last),
            "sum": self._sum.tolist(),
            "games": self._games,
            "latest": [asdict(gate) for gate in self._latest.values()],
            "best": self._best,
            "earlier": [[number, mean.tolist()] for number, mean in self._earlier.items()],
        }

    def restore(self, state: dict[str, Any]) -> None:
        """Go on from a `state`, bit for bit; those of before knew the start alone."""
        self.last = None if state["last"] is None else Gate.parse(state["last"])
        self._games = int(state["games"])
        self._sum = np.array(state["sum"], dtype=np.float64)
        latest = [Gate.parse(gate) for gate in state.get("latest", [])]
        self._latest = {gate.kind: gate for gate in latest}
        self._best = float(state.get("best", 0.0))
        self._earlier = {
            int(number): np.array(mean, dtype=np.float64)
            for number, mean in state.get("earlier", [])
        }

    # ---- against whom --------------------------------------------------------------------------

    def _opponent(self, game: int) -> Player:
        """Whose turn it is: the start's at first, later one after the other."""
        number, published = game // self.config.gate_every, self._published()
        turns = ["earlier", *(["published"] if published is not None else []), START]
        turn = START if number == 1 else turns[(number - 2) % len(turns)]
        half = _half(number)
        if turn == "earlier" and half in self._earlier:
            name = f"{EARLIER}{half * self.config.gate_every}"
            return self._player(self._earlier[half], name)
        if turn == "published" and published is not None:
            return self._searching(_evaluation(published), published.label)
        return self._player(np.array(self.config.start_vector), START)

    def _published(self) -> Weights | None:
        """The game's standard values, unless there are none or the run starts from them."""
        found = usual(self.config.game)
        is_start = (found.features, found.values) == (self.config.features, self.config.start)
        return None if is_start or "source" not in found.made_by else found

    def _player(self, vector: NDArray[np.float64], name: str) -> Player:
        values = self.config.rule.evaluated(vector).tolist()
        made = self.config.shape.kernel(self.features, values, self.config.scale)
        return self._searching(made, name)

    def _searching(self, evaluation: _kernel.Evaluation, name: str) -> Player:
        return Player(name=name, evaluation=evaluation, search=self._search(self.depth))

    def _search(self, depth: int) -> AlphaBeta | Expectimax:
        search = self.config.search
        if isinstance(search, Expectimax):
            return replace(search, depth=max(1, depth), nodes=None)
        return usual_search(self.config.game, depth=depth)


def _interval(result: "MatchResult") -> tuple[float, float]:
    # A gate has games, so it has a score.
    return result.score_interval or (0.0, 1.0)


def _evaluation(weights: Weights) -> _kernel.Evaluation:
    return weights.feature_set.evaluation(weights.values, weights.scale)


def _half(number: int) -> int:
    """The greatest power of two up to half the number of a gate: few means need be kept so.

    >>> [_half(number) for number in (2, 3, 4, 7, 8, 20)]
    [1, 1, 2, 2, 4, 8]
    """
    return 1 << ((number // 2).bit_length() - 1) if number >= 2 else 0


def _points(points: Points | None) -> tuple[float, float, float] | None:
    if points is None or points.mean is None or points.interval is None:
        return None
    return (points.mean, *points.interval)
