"""Games of a run against its opponents: by turns as first and second player."""

from dataclasses import dataclass, replace
from functools import cached_property

from plywise._kernel import GameJob, Stop, play_game
from plywise.evaluation.features import FeatureSet
from plywise.learning.config import LearnConfig
from plywise.learning.opponents import Opponents, Rival, refuse_unnamed
from plywise.play.foreign_game import Sides, play_foreign_game
from plywise.play.match import greeted
from plywise.play.opponents.opponent import PATIENCE
from plywise.play.player import Player, player
from plywise.play.record import OWN, GameRecord
from plywise.searching.settings import Searching


@dataclass(frozen=True, kw_only=True)
class RivalJob:
    """A game to be played against an opponent; the record is a function of this alone."""

    job: GameJob
    """The game as the kernel knows it."""
    sides: Sides
    """Which side is somebody else's engine, if one is."""
    players: tuple[str, str]
    """Who plays; the run itself is `OWN`."""
    ratings: tuple[float | None, float | None]
    """Their ratings, where known."""


def play_rival(job: RivalJob, stop: Stop) -> GameRecord:
    """The game, with the predictions of our side."""
    if any(job.sides):
        record = play_foreign_game(job.job, job.sides, stop)
    else:
        record = GameRecord.from_kernel(play_game(job.job, stop))
    return replace(record, players=job.players, ratings=job.ratings)


@dataclass(frozen=True, kw_only=True)
class Rivals:
    """The opponents of a run as players; engines have been started once to see that they can."""

    config: LearnConfig
    opponents: Opponents
    search: Searching
    """How opponents of ours search, and what limits engines without a limit of their own."""
    features: FeatureSet
    """The run's own, with their functions: an opponent may have the same."""

    def job(self, own: GameJob, rating: float | None) -> RivalJob:
        """The game of `own`, a job of self-play, with an opponent on one of its sides."""
        opponents = self.opponents
        place = opponents.chosen(own.number, seed=own.seed, rating=rating)
        other, other_rating = self.players[place], opponents.players[place].rating
        theirs = {"evaluation": other.evaluation, "search": other.settings}
        if own.number % 2:  # the first game has number 1
            return RivalJob(
                job=own.replace(
                    second=theirs["evaluation"], second_search=theirs["search"], learner="first"
                ),
                sides=(None, other.opponent),
                players=(OWN, other.name),
                ratings=(rating, other_rating),
            )
        return RivalJob(
            job=own.replace(
                first=theirs["evaluation"], first_search=theirs["search"], learner="second"
            ),
            sides=(other.opponent, None),
            players=(other.name, OWN),
            ratings=(other_rating, rating),
        )

    @cached_property
    def players(self) -> tuple[Player, ...]:
        """The opponents, ready to play."""
        return tuple(greeted(self._player(rival), (), PATIENCE) for rival in self.opponents.players)

    def _player(self, rival: Rival) -> Player:
        weights = rival.weights
        if weights is None:
            refuse_unnamed(rival)
            return player(rival.name, search=self.search, game=self.config.game)
        own = (self.features.game, self.features.name)
        features = self.features if own == (weights.game, weights.features) else weights.feature_set
        evaluation = features.evaluation(weights.values, weights.scale)
        return Player(name=rival.name, evaluation=evaluation, search=rival.search or self.search)
