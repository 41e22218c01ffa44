"""Weights fitted to what their own searches say: `pw.refine`.

A search sees further than the evaluation at its root. So games of the weights with themselves are
played, and weights are fitted that say at once what a search of each position said, with some of
the game's result in it; then the same again with those. It is RootStrap at quiet positions
(Veness et al. 2009), over all games of a round at a time, by regression.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import numpy as np

from plywise import _kernel, checks
from plywise.distributed import Workers, workers_for
from plywise.errors import BadSetting
from plywise.evaluation.kinds import shape as shape_of
from plywise.evaluation.shape import LINEAR
from plywise.evaluation.weights import Weights, resolve
from plywise.games.ballot import Opening, ballot
from plywise.games.points import needs_expectimax
from plywise.learning.self_play import play
from plywise.play.record import GameRecord, PredictionKind
from plywise.searching.in_games import in_game
from plywise.searching.profiles import profile
from plywise.searching.settings import AlphaBeta, Searching
from plywise.tuning.fit import Fitted, fit_examples
from plywise.tuning.settings import FitSettings
from plywise.tuning.sources import Example

if TYPE_CHECKING:
    from plywise.play.match_result import MatchResult

GAMES = 5_000
ROUNDS = 2
NODES = 1_000
"""Of a search in the games."""
BLEND = 0.3
BALLOT = 8
GATE_DEEPER = 5
"""The match has so many times the nodes of the games: a gain that deeper searches do not have is
none."""
MOST_GAMES = 1_000_000
FITTING = FitSettings(step_size="adam:start=.001,end=.001,epsilon=1e-8", epochs=8)
"""Of networks: small steps and few epochs. One that was fitted from its drawn start had a lower
loss and played far worse (docs/fit.md)."""
OPENING_STREAM = 0x7265_6669_6E65_6F70  # "refineop"


@dataclass(frozen=True, kw_only=True)
class Refined:
    """Weights that were refined, and how."""

    weights: Weights
    """The last round's."""
    start: Weights
    """Where the first began."""
    rounds: tuple[Fitted, ...]
    """The fit of each round."""
    search: Searching
    """By which the games were played."""
    gate: MatchResult | None = None
    """The match against the start, if one was played."""

    def as_weights(self, *, last: bool = False) -> Weights:
        """The weights, as a match, a search or a run take them; there are no later ones."""
        del last
        return self.weights

    @property
    def plays_better(self) -> bool | None:
        """Whether the match says so for certain; None if it cannot tell."""
        return replace(self.rounds[-1], gate=self.gate).plays_better

    def as_dict(self) -> dict[str, Any]:
        """The result for programs."""
        return {
            "game": self.weights.game, "features": self.weights.features,
            "evaluation": self.weights.evaluation, "weights": self.weights.as_dict(),
            "rounds": [
                {"loss": one.loss, "judged_loss": one.judged_loss, "chosen": one.chosen,
                 "positions": one.account.used, "seconds": one.seconds}
                for one in self.rounds
            ],
            "gate": None if self.gate is None else self.gate.as_dict(),
            "plays_better": self.plays_better,
        }  # fmt: skip


def refine(
    start: Any,
    *,
    evaluation: str | None = None,
    rounds: int = ROUNDS,
    games: int = GAMES,
    search: Searching | None = None,
    blend: float = BLEND,
    ballot: int = BALLOT,
    seed: int = 1,
    workers: int | Workers | None = None,
    settings: FitSettings | None = None,
    on_game: Callable[[int, int], object] = lambda number, game: None,
    on_round: Callable[[Fitted], object] = lambda fitted: None,
) -> Refined:
    """Weights that say at once what searches with the `start` say, round after round.

    A round plays `games` of the weights with themselves from openings of `ballot` random plies, by
    `search` (the profile "playing" with 1,000 nodes), and fits weights to the chance that each
    search gave its position, with `blend` of the game's result in it; they are pulled back to where
    the round began as strongly as unseen games say (`settings` has the rest; see `FitSettings`).
    With `evaluation="board:32"` a network of that kind is set beside weights that have none: its
    units, drawn by the seed, hardly say anything at first, and the first round teaches them.
    `on_game` hears how many games of which round are played, `on_round` what a round has found. The
    same seed gives the same weights on any number of `workers`.

    >>> import plywise as pw
    >>> found = pw.refine("chess/ones", rounds=1, games=20, search=pw.AlphaBeta(depth=1))
    >>> len(found.rounds), found.weights.features
    (1, 'material')
    """
    checks.whole("seed", seed, most=(1 << 63) - 1)
    weights = beside_network(resolve(start), evaluation, seed)
    using = profile("playing", nodes=NODES, depth=_kernel.MAX_DEPTH) if search is None else search
    _refuse(weights, using, rounds=rounds, games=games, ballot=ballot)
    checks.callback("on_game", on_game)
    checks.callback("on_round", on_round)
    chosen = replace(settings or FITTING, target="result", seed=seed, blend=0.0)
    share = replace(chosen, blend=blend).blend
    crew = workers_for(workers)
    first, found = weights, []
    with crew:
        for number in range(rounds):
            plan = _Round(number=number, weights=weights, games=games, search=using, ballot=ballot,
                          seed=seed)  # fmt: skip
            fitted = fit_examples(
                weights.feature_set, plan.examples(crew, share, on_game), start=weights,
                evaluation=weights.evaluation, settings=chosen,
                made_by={"refined": first.label, "round": number + 1, "games": games,
                         "search": repr(using), "share": share},
            )  # fmt: skip
            weights = replace(fitted.weights, label="refined")
            found.append(replace(fitted, weights=weights))
            on_round(found[-1])
            if not fitted.is_whole:
                raise KeyboardInterrupt
    return Refined(weights=weights, start=first, rounds=tuple(found), search=using)


def beside_network(weights: Weights, evaluation: str | None, seed: int) -> Weights:
    """The weights with units of a network beside them that are drawn by the seed.

    >>> beside_network(resolve("chess/standard"), "board:4", 1).evaluation
    'board:hidden=4'
    """
    shape = shape_of(weights.evaluation if evaluation is None else evaluation)
    if str(shape) == weights.evaluation:
        return weights
    if weights.evaluation != LINEAR or not shape.begins_with_features:
        raise BadSetting(
            f"evaluation={evaluation!r}: {weights.label} is {weights.evaluation}; a network of the "
            "kind board:N can be set beside linear weights, and else they stay what they are"
        )
    if why := shape.lacks(weights.feature_set):
        raise BadSetting(
            f"evaluation={evaluation!r}: {why}; leave it out, and {weights.label} is refined as it "
            f"is: {weights.evaluation}"
        )
    values = list(shape.starts(weights.feature_set, seed))
    values[: len(weights.values)] = weights.values
    return replace(weights, values=tuple(values), evaluation=str(shape))


def _refuse(weights: Weights, using: Searching, *, rounds: int, games: int, ballot: int) -> None:
    checks.whole("rounds", rounds, least=1, most=100)
    checks.whole("games", games, least=1, most=MOST_GAMES)
    checks.whole("ballot", ballot, least=0, most=40)
    if needs_expectimax(weights.game):
        raise BadSetting(
            f"{weights.game} has dice or points: its searches say means, which are not refined; "
            "let it learn: plywise learn"
        )
    if not isinstance(using, AlphaBeta):
        raise BadSetting(f"{using!r} has no value that weights could say; give pw.AlphaBeta(…)")
    if ballot == 0 and games > 1:
        raise BadSetting("ballot=0: all games would be the same one; give random plies to begin by")


@dataclass(frozen=True, kw_only=True)
class _Round:
    """The games of a round."""

    number: int
    weights: Weights
    games: int
    search: Searching
    ballot: int
    seed: int

    def examples(
        self, crew: Workers, share: float, on_game: Callable[[int, int], object]
    ) -> Iterator[Example]:
        """The positions of all games that a search judged, with the chance that they are given."""
        for played in crew.ordered(play, self._jobs()):
            on_game(self.number + 1, played.record.number % self.games + 1)
            yield from judged_positions(played.record, self.weights.game, share)

    def _jobs(self) -> Iterable[_kernel.GameJob]:
        game = self.weights.game
        facts = _kernel.facts(game)
        evaluation = self.weights.kernel()
        using = in_game(self.search, evaluation)
        begin = self.number * self.games
        for number, opening in enumerate(self._openings()):
            yield _kernel.GameJob(
                game=game, first=evaluation, second=evaluation, first_search=using,
                second_search=using, seed=self.seed, number=begin + number, start=opening.start,
                opening=list(opening.moves), max_plies=facts.max_plies,
                adjudication=facts.adjudication, learn_at="leaf",
            )  # fmt: skip

    def _openings(self) -> list[Opening]:
        """Other ones in every round."""
        seed = (self.seed ^ OPENING_STREAM) + self.number
        return ballot(self.games, plies=self.ballot, seed=seed, game=self.weights.game)


def judged_positions(record: GameRecord, game: str, share: float) -> Iterator[Example]:
    """The positions of a game that a search judged by an evaluation, not by the rules.

    Each comes with the first player's chance by the search, and `share` of the result in it.
    """
    chances = 1.0 / (1.0 + _kernel.exp(np.clip(-record.values, -700.0, 700.0)))
    told = (1.0 - share) * chances + share * record.outcome
    by_ply = {
        int(ply): float(chance)
        for ply, chance, kind in zip(record.ply_numbers, told, record.kinds, strict=True)
        if kind != PredictionKind.RESULT
    }
    position = _kernel.Position.parse(game, record.start)
    for ply, move in enumerate(record.moves):
        if ply in by_ply:
            yield Example(position, by_ply[ply], None, record.number)
        position = position.after(move)


def with_gate(
    found: Refined,
    games: int,
    *,
    seed: int = 1,
    workers: int | Workers | None = None,
    on_pair: Callable[[MatchResult], None] | None = None,
) -> Refined:
    """The same with a match against the start, at more nodes than the games had."""
    from plywise.play.match import match

    played = match(
        found.weights, found.start, game=found.weights.game, games=games,
        search=deeper(found.search), seed=seed, workers=workers, on_pair=on_pair,
    )  # fmt: skip
    return replace(found, gate=played)


def deeper(using: Searching) -> Searching:
    """The search by which the match is played: more nodes than in the games, or a ply more.

    >>> deeper(AlphaBeta(depth=2)).depth, deeper(profile("playing", nodes=300)).nodes
    (3, 1500)
    """
    assert isinstance(using, AlphaBeta), "others were refused"
    if using.nodes is not None:
        return replace(using, nodes=GATE_DEEPER * using.nodes)
    return replace(using, depth=using.depth + 1)
