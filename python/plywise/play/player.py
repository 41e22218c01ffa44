"""Who plays: weights in any form, a run or random play, each with a search; or another engine."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

from plywise._kernel import MAX_DEPTH, Evaluation
from plywise.errors import BadSetting
from plywise.evaluation import protocol
from plywise.evaluation.features import FeatureSet
from plywise.evaluation.weights import Weights, resolve, usual
from plywise.play.brain.brain import Brain
from plywise.play.brain.recalling import Recalling
from plywise.play.opponents import Opponent, is_opponent, opponent
from plywise.play.random_weights import Drawn, opponent_of
from plywise.searching.in_games import GameSearch, in_game, measured
from plywise.searching.selective import MOST_NODES, Selective
from plywise.searching.settings import AlphaBeta, RandomPlay, Searching
from plywise.searching.usual import usual_search
from plywise.searching.written import name_and_search

if TYPE_CHECKING:
    from plywise.runs.run import Run

RANDOM = "random"
"""The name of the player that makes any legal move, each equally likely."""


@dataclass(frozen=True, kw_only=True)
class Player:
    """One side of a game: what it judges by, and how it looks ahead."""

    name: str
    """What results and PGN call it."""
    evaluation: Evaluation
    """What it judges positions by (and, at the ply limit, who is ahead)."""
    search: Searching | Opponent
    """How it finds its moves: by a search of ours, or by asking somebody else's engine."""
    drawn: Drawn | None = None
    """Where its weights come from if every game has its own; `evaluation` lies in their middle."""
    brain: Brain | None = None
    """What it knows of positions from games that it lost."""

    def in_game(self, *, seed: int, number: int) -> "Player":
        """The player of one game of a match: itself, or with the weights drawn for that game."""
        if self.drawn is None:
            return self
        weights = self.drawn.for_game(seed=seed, number=number)
        evaluation = _evaluation(weights, weights.game)
        search = self.search
        if not isinstance(search, Opponent):
            # What has to be measured is measured in the middle, once for all games.
            search = measured(search, self.evaluation)
        return replace(self, evaluation=evaluation, search=search, drawn=None)

    @property
    def opponent(self) -> Opponent | None:
        """The engine that plays, if it is somebody else's."""
        return self.search if isinstance(self.search, Opponent) else None

    @property
    def seat(self) -> Opponent | Recalling | None:
        """Who moves for it, if not the kernel alone: an engine, or the kernel with a brain."""
        return self.opponent if self.brain is None else Recalling(self.brain)

    def with_brain(self, brain: Brain) -> "Player":
        """The same player with a brain, which its name tells: ratings of both are not mixed.

        BadSetting where its search has no use for one.
        """
        if not isinstance(self.search, AlphaBeta):
            kind = self.name if isinstance(self.search, Opponent) else self.search.kind
            raise BadSetting(f"a brain is for players that search by alpha-beta, not for {kind}")
        Recalling(brain).refuse_other(self.evaluation.game)
        return replace(self, name=f"{self.name} with a brain", brain=brain)

    @cached_property
    def settings(self) -> GameSearch:
        """The search as the kernel wants it, in the evaluation's own units."""
        if isinstance(self.search, Opponent):
            return self.search.settings(self.evaluation.scale)
        return in_game(self.search, self.evaluation)

    def as_dict(self) -> dict[str, object]:
        """Everything that its moves depend on, as JSON knows it."""
        weights = dict(zip(self.evaluation.names, self.evaluation.weights, strict=True))
        drawn = {} if self.drawn is None else {"drawn": self.drawn.as_dict()}
        shape = self.evaluation.shape
        return {
            "name": self.name, "features": self.evaluation.features, "scale": self.evaluation.scale,
            **({} if shape == "linear" else {"evaluation": shape}),
            "weights": weights, **drawn, "search": self.search.as_dict(),
            **({} if self.brain is None else {"brain": self.brain.digest()}),
        }  # fmt: skip


Entrant: TypeAlias = (
    "str | Path | Weights | protocol.Evaluation | Run | Drawn | RandomPlay | Opponent | Player "
    "| Sequence[float]"
)
"""What can play: weights in any form, an evaluation of any kind, a run, random play, another
engine, or a whole player."""


def player(
    what: Entrant,
    *,
    search: Searching | None = None,
    game: str = "chess",
    clock: int | None = None,
) -> Player:
    """The player that `what` means, searching as `search` says (a `Player` keeps its own).

    Who has a clock (milliseconds) needs no other limit.

    >>> player("chess/standard", search=AlphaBeta(depth=2)).evaluation.weights
    [1.0, 3.0, 3.0, 5.0, 9.0]
    >>> player("random").search
    RandomPlay()
    >>> player("gnuchess", search=AlphaBeta(depth=2)).name
    'gnuchess:depth=2'
    >>> player("chess/standard@thesis:depth=3").search
    AlphaBeta(depth=3, history_draws=False)
    """
    if isinstance(what, Player):
        return what
    if isinstance(what, str):
        bare, own = name_and_search(what, clock=clock)
        if own is not None:
            return replace(player(bare, search=own, game=game, clock=clock), name=what)
    using = search or usual_search(game, clock=clock)
    if isinstance(what, str) and (made := opponent_of(what)) is not None:
        what = made
    if isinstance(what, str) and what != RANDOM and is_opponent(what):
        what = opponent(what)
    if isinstance(what, Opponent):
        return _foreign(what.limited_by({**_limits(using), "clock": clock}), game)
    if isinstance(what, RandomPlay) or (isinstance(what, str) and what == RANDOM):
        return Player(name=RANDOM, evaluation=_evaluation(usual(game), game), search=RandomPlay())
    if isinstance(what, protocol.Evaluation):
        return Player(name=what.kind, evaluation=what.kernel, search=using)
    if isinstance(what, Drawn):
        middle = _evaluation(what.middle, game)
        return Player(name=what.label, evaluation=middle, search=using, drawn=what)
    weights = resolve(what, game=game)
    name = str(what) if isinstance(what, str | Path) else weights.label or "weights"
    return Player(name=name, evaluation=_evaluation(weights, game, what), search=using)


def game_of(*entrants: Entrant) -> str:
    """The game that the entrants play: that of the first whose weights say one, or chess.

    >>> game_of("random", "chess/standard"), game_of("shogi/yss@playing")
    ('chess', 'shogi')
    """
    for who in entrants:
        if isinstance(who, Player):
            return who.evaluation.game
        if isinstance(who, protocol.Evaluation):
            return who.features.game
        if isinstance(who, Weights | Drawn):
            return who.game
        if hasattr(who, "as_weights"):
            return str(who.as_weights().game)
        if isinstance(who, str | Path) and str(who) != RANDOM and not is_opponent(str(who)):
            return resolve(name_and_search(str(who))[0]).game
    return "chess"


def _foreign(engine: Opponent, game: str) -> Player:
    """Somebody else's engine; at the ply limit, standard values judge for it."""
    if not engine.engine.plays(game):
        raise BadSetting(f"{engine.name} plays {', '.join(engine.engine.all_games)}, not {game}")
    search = replace(engine, game=game)
    return Player(name=engine.name, evaluation=_evaluation(usual(game), game), search=search)


def _limits(search: Searching) -> dict[str, int | None]:
    """By what a search ends, for an engine that was given no limit of its own."""
    if isinstance(search, Selective):
        nodes = search.nodes if search.nodes != MOST_NODES else None
        return {"nodes": nodes, "movetime": search.movetime}
    if not isinstance(search, AlphaBeta):
        return {}
    depth = search.depth if search.depth < MAX_DEPTH else None
    return {"depth": depth, "nodes": search.nodes, "movetime": search.movetime}


def _evaluation(weights: Weights, game: str, what: object = None) -> Evaluation:
    if weights.game != game:
        raise BadSetting(f"{weights.label} are weights for {weights.game}, not for {game}")
    # Of the features written in Python, weights know the names; a run may know the functions.
    features = getattr(what, "features", None)
    return weights.kernel(features if isinstance(features, FeatureSet) else None)
