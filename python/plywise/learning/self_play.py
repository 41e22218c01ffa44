"""The games of a run: pure functions of the settings, their number and the weights.

Self-play, or with an opponent on one side: see `against`.
"""

import time
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np
from numpy.typing import ArrayLike

from plywise import _kernel
from plywise.distributed.belongings import with_programs
from plywise.errors import BadSetting
from plywise.evaluation.features import FeatureSet
from plywise.evaluation.weights import usual
from plywise.games.ballot import Opening, ballot
from plywise.learning.against import RivalJob, Rivals, play_rival
from plywise.learning.config import LearnConfig
from plywise.learning.deepening import deepened
from plywise.play.foreign_game import Sides, missing_programs, programs
from plywise.play.record import UNFINISHED, GameRecord
from plywise.searching.in_games import GameSearch, in_game, measured
from plywise.searching.selective import Selective
from plywise.searching.settings import AlphaBeta, Searching

BALLOT_SEED = 0x7365_6C66_2D70_6C61  # "self-pla": the openings' chance is apart from the games'


@dataclass(frozen=True, kw_only=True)
class Played:
    """A game as a worker hands it back."""

    record: GameRecord
    """What can be learnt from it."""
    seconds: float
    """How long it took."""


def _sides(job: _kernel.GameJob | RivalJob) -> list[Sides]:
    return [job.sides] if isinstance(job, RivalJob) else []


@with_programs(lambda job: programs(_sides(job)), lambda job: missing_programs(_sides(job)))
def play(job: _kernel.GameJob | RivalJob, stop: _kernel.Stop) -> Played:
    """The game of `job`, in the kernel and without the GIL; `stop` ends it by KeyboardInterrupt."""
    begun = time.perf_counter()
    if isinstance(job, RivalJob):
        record = play_rival(job, stop)
    else:
        record = GameRecord.from_kernel(_kernel.play_game(job, stop))
    return Played(record=record, seconds=time.perf_counter() - begun)


@dataclass(frozen=True)
class SelfPlay:
    """The jobs of a run."""

    config: LearnConfig
    features: FeatureSet | None = None
    """The features with their functions, needed where some are written in Python."""
    meets: bool = True
    """Whether opponents are to play; not where games are only told again."""

    def job(
        self, number: int, weights: ArrayLike, rating: float | None = None
    ) -> _kernel.GameJob | RivalJob:
        """Game `number` with these weights: on both sides, or on one where there are opponents.

        An opponent may be chosen by the run's own `rating`.
        """
        own = self._own_job(number, weights)
        return own if self.rivals is None else self.rivals.job(own, rating)

    @cached_property
    def rivals(self) -> Rivals | None:
        """The opponents; BadSetting for one that cannot play."""
        config = self.config
        if config.opponents is None:
            return None
        rivals = Rivals(
            config=config,
            opponents=config.opponents,
            search=self._search,
            features=self.features or config.feature_set,
            meets=self.meets,
        )
        assert rivals.players, "a run with opponents has one"
        return rivals

    def _own_job(self, number: int, weights: ArrayLike) -> _kernel.GameJob:
        """Game `number`, both sides with these weights, in the order of `config.names`."""
        config = self.config
        evaluation = self.evaluation(weights)
        search = self._settings(number)
        opening = self._opening(number)
        return _kernel.GameJob(
            game=config.game,
            first=evaluation,
            second=evaluation,
            first_search=search,
            second_search=search,
            seed=config.seed,
            number=number,
            start=opening.start,
            opening=list(opening.moves),
            max_plies=config.max_plies,
            adjudication=config.match_adjudication,
            fifty_moves=config.rules == "fide",
            learn_at=config.rule.needs,
        )

    def judged(self, played: Played) -> Played:
        """The game by the run's own adjudication: with none, the ply limit gives no outcome."""
        record = played.record
        if self.config.adjudication != "none" or not record.reason.startswith("adjudicated"):
            return played
        return replace(played, record=replace(record, reason=UNFINISHED))

    def evaluation(self, weights: ArrayLike) -> _kernel.Evaluation:
        """The evaluation with these weights; a learnt steepness has no place in it."""
        vector = self.config.rule.evaluated(np.asarray(weights, dtype=np.float64))
        features = self.features or self.config.feature_set
        return self.config.shape.kernel(features, vector.tolist(), self.config.scale)

    @property
    def _search(self) -> Searching:
        return self._by_rules(self.config.search)

    def _by_rules(self, search: Searching) -> Searching:
        if self.config.rules == "thesis" and isinstance(search, AlphaBeta):
            search = replace(search, history_draws=False)
        return search

    def _settings(self, number: int) -> GameSearch:
        """The search of a game."""
        plies = self.config.plies_deeper(number)
        if plies not in self._by_plies:
            self._by_plies[plies] = self._measured(deepened(self.config.search, plies))
        return self._by_plies[plies]

    @cached_property
    def _by_plies(self) -> dict[int, GameSearch]:
        """The searches made so far, by how many plies deeper than at first they go."""
        return {}

    def _measured(self, search: Searching) -> GameSearch:
        """The search as the kernel wants it.

        What has to be measured on the game is so once, by its usual weights: measured by those of a
        game it would depend on where a run was resumed.
        """
        config = self.config
        using = self._by_rules(search)
        if isinstance(using, Selective):
            using = measured(using, usual(config.game).as_evaluation())
        evaluation = self.evaluation(config.start_vector)
        settings, asked = in_game(using, evaluation), config.rule.search_settings()
        if not asked:
            return settings
        if not isinstance(settings, _kernel.Settings):
            raise BadSetting(f"{config.rule!r} learns at the nodes of alpha-beta alone")
        return _kernel.Settings(**{**settings.as_dict(), "scale": evaluation.scale, **asked})

    def _opening(self, number: int) -> Opening:
        config = self.config
        if config.openings is not None:
            return config.openings.opening(number, seed=config.seed, game=config.game)
        if config.ballot == 0:
            return Opening()
        # Each game draws from a seed of its own: no game has to know the openings before it.
        seed = _kernel.random_u64(config.seed ^ BALLOT_SEED, number, 1)[0]
        return ballot(1, plies=config.ballot, seed=seed, game=config.game)[0]
