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
from plywise.play.player import RANDOM, Player, player
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
    is_foreign: bool = False
    """Whether somebody else's engine plays in it."""
    watching: GameJob | None = None
    """The game as the run would play both sides of it, if it looks at its opponents' turns too."""

    def signed(self, record: GameRecord) -> GameRecord:
        """The record of this game, with who played it."""
        return replace(record, players=self.players, ratings=self.ratings)


def play_rival(job: RivalJob, stop: Stop) -> GameRecord:
    """The game, with the predictions of our side, and of our searches at the other's turns."""
    if any(job.sides) or job.watching is not None:
        record = play_foreign_game(job.job, job.sides, stop, watching=job.watching)
    else:
        record = GameRecord.from_kernel(play_game(job.job, stop))
    return job.signed(record)


@dataclass(frozen=True, kw_only=True)
class Rivals:
    """The opponents of a run as players."""

    config: LearnConfig
    opponents: Opponents
    search: Searching
    """How opponents of ours search, and what limits engines without a limit of their own."""
    features: FeatureSet
    """The run's own, with their functions: an opponent may have the same."""
    meets: bool = True
    """Whether they are to play: then engines are started once to see that they can."""

    def job(self, own: GameJob, rating: float | None) -> RivalJob:
        """The game of `own`, a job of self-play, with an opponent on one of its sides."""
        opponents = self.opponents
        place = opponents.chosen(own.number, seed=own.seed, rating=rating)
        other, rival = self.players[place], opponents.players[place]
        theirs = {"evaluation": other.evaluation, "search": other.settings}
        watching = own if opponents.both_turns else None
        if own.number % 2:  # the first game has number 1
            return RivalJob(
                job=own.replace(
                    second=theirs["evaluation"], second_search=theirs["search"], learner="first"
                ),
                sides=(None, other.opponent),
                players=(OWN, other.name),
                ratings=(rating, rival.rating),
                is_foreign=rival.is_engine,
                watching=watching,
            )
        return RivalJob(
            job=own.replace(
                first=theirs["evaluation"], first_search=theirs["search"], learner="second"
            ),
            sides=(other.opponent, None),
            players=(other.name, OWN),
            ratings=(rival.rating, rating),
            is_foreign=rival.is_engine,
            watching=watching,
        )

    @cached_property
    def players(self) -> tuple[Player, ...]:
        """The opponents, ready to play if they are to."""
        players = tuple(self._player(rival) for rival in self.opponents.players)
        return tuple(greeted(who, (), PATIENCE) for who in players) if self.meets else players

    def _player(self, rival: Rival) -> Player:
        weights = rival.weights
        if rival.is_engine and not self.meets:  # it need not even be installed any more
            return replace(player(RANDOM, game=self.config.game), name=rival.name)
        if weights is None:
            refuse_unnamed(rival)
            return player(rival.name, search=self.search, game=self.config.game)
        own = (self.features.game, self.features.name)
        features = self.features if own == (weights.game, weights.features) else weights.feature_set
        evaluation = features.evaluation(weights.values, weights.scale)
        return Player(name=rival.name, evaluation=evaluation, search=rival.search or self.search)
