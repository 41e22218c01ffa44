"""A game with its result, joined with what was searched in it: stored leaves, or new searches."""

from dataclasses import dataclass, field
from functools import cached_property

from plywise import _kernel
from plywise.errors import BadInput
from plywise.learning.judge import Judge, Leaf, own_players, weights_digest
from plywise.play.endings import End
from plywise.play.record import GameRecord
from plywise.runs.leaves import StoredLeaves, place_digest
from plywise.runs.one_by_one import OneByOne
from plywise.runs.replay import weights_at


@dataclass(frozen=True, kw_only=True)
class FinishedGame:
    """A game that is over, as a server, a chess program or a file tells it."""

    identity: str
    start: str
    """Text of the first position."""
    moves: tuple[str, ...]
    end: End
    names: tuple[str, str]
    """Of the first and the second player."""
    ratings: tuple[float | None, float | None] = (None, None)


@dataclass
class Joiner:
    """Makes records of finished games for a run."""

    run: OneByOne
    stop: _kernel.Stop = field(default_factory=_kernel.Stop)
    stored_leaves: int = 0
    """Searches that were not made again."""
    new_searches: int = 0

    @cached_property
    def stored(self) -> StoredLeaves:
        """What the run's folder keeps of games that are not yet learnt."""
        return StoredLeaves(self.run.directory.path)

    @property
    def judge(self) -> Judge:
        """With the weights as they are now."""
        run = self.run
        return Judge(
            config=run.config, features=run.features, weights=run.weights, version=run.games
        )

    def record(self, game: FinishedGame, side: str | None) -> GameRecord:
        """What can be learnt from a game, by the searches of one side or (None) of both."""
        judge = self.judge
        position = _kernel.Position.parse(self.run.config.game, game.start)
        leaves: list[Leaf] = []
        for ply, move in enumerate(game.moves):
            if position.outcome is not None:
                break  # others played on
            if side is None or position.turn == side:
                leaf = self._leaf(judge, game, position, ply)
                leaves += [] if leaf is None else [leaf]
            position = position.after(move)
        return judge.record(
            game.start,
            game.moves,
            game.end,
            leaves,
            players=own_players(side, game.names),
            ratings=game.ratings,
        )

    def forget(self, game: FinishedGame) -> None:
        """Take away what was stored of a game that is handed over now."""
        self.stored.forget([self._place(game, ply) for ply in range(len(game.moves))])

    def _leaf(
        self, judge: Judge, game: FinishedGame, position: _kernel.Position, ply: int
    ) -> Leaf | None:
        """What a search predicted there; None where what was played comes from a brain."""
        place = self._place(game, ply)
        if self.stored.is_passed_over(place):
            return None
        for leaf in self.stored.at(place):
            if leaf.told.ply == ply and self._is_ours(leaf):
                self.stored_leaves += 1
                return leaf
        self.new_searches += 1
        return judge.searched(position, ply, self.stop)

    def _place(self, game: FinishedGame, ply: int) -> str:
        return place_digest(self.run.config.game, game.start, game.moves[:ply])

    def _is_ours(self, leaf: Leaf) -> bool:
        """Whether a leaf was judged by a version of this run's weights."""
        if leaf.version not in self._digests:
            self._digests[leaf.version] = self._digest(leaf.version)
        return leaf.weights == self._digests[leaf.version]

    @cached_property
    def _digests(self) -> dict[int, str]:
        return {}

    def _digest(self, version: int) -> str:
        try:
            return weights_digest(weights_at(self.run.run(), version))
        except BadInput:
            return ""
