"""Weights fitted to labelled positions: `pw.fit`, and the same from files."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from plywise import _kernel, checks
from plywise.errors import BadInput, BadSetting
from plywise.evaluation.features import FeatureSet, first_set
from plywise.evaluation.kinds import shape as shape_of
from plywise.evaluation.shape import LINEAR
from plywise.evaluation.weights import Weights, start_of, usual
from plywise.games.position import Position
from plywise.games.python_games import game_name
from plywise.learning.start import numbers
from plywise.tuning.gathering import Account, Gathered, Gathering
from plywise.tuning.networks import follow_epochs, refuse_unfit
from plywise.tuning.path import Best, Tried, follow_path
from plywise.tuning.settings import FitSettings
from plywise.tuning.sources import Example, examples

if TYPE_CHECKING:
    from plywise.distributed import Workers
    from plywise.play.match_result import MatchResult

EVEN = float(np.log(2.0))
"""The mean cross entropy of predicting one half, always."""
GATE_DEPTH = 2


@dataclass(frozen=True, kw_only=True)
class Fitted:
    """Weights that were fitted, and how well."""

    weights: Weights
    """In log-odds: 1 / (1 + exp(−value)) is the chance that they predict."""
    loss: float
    """Mean cross entropy of the positions that they were fitted to; without weights it is ln 2."""
    judged_loss: float
    """The same of games that they were not fitted to."""
    account: Account
    """What was read, and what became of it."""
    tried: tuple[Tried, ...] = ()
    """Each strength, or epoch, with its losses."""
    chosen: float = 0.0
    """The strength, or epoch, whose weights these are."""
    seconds: float = 0.0
    is_whole: bool = True
    """Whether the fit was not broken off."""
    gate: MatchResult | None = field(default=None, repr=False)
    """The match against the start, if one was played."""

    def as_weights(self, *, last: bool = False) -> Weights:
        """The weights, as a match, a search or a run take them; there are no later ones."""
        del last
        return self.weights

    @property
    def plays_better(self) -> bool | None:
        """Whether the gate match says so for certain; None if it cannot tell."""
        if self.gate is None or self.gate.score_interval is None:
            return None
        low, high = self.gate.score_interval
        return True if low > 0.5 else False if high < 0.5 else None

    def as_dict(self) -> dict[str, Any]:
        """The result for programs."""
        return {
            "game": self.weights.game, "features": self.weights.features,
            "evaluation": self.weights.evaluation, "weights": self.weights.as_dict(),
            "loss": self.loss, "judged_loss": self.judged_loss, "even_loss": EVEN,
            "tried": [each._asdict() for each in self.tried], "chosen": self.chosen,
            "data": self.account.as_dict(), "seconds": self.seconds, "is_whole": self.is_whole,
            "gate": None if self.gate is None else self.gate.as_dict(),
            "plays_better": self.plays_better,
        }  # fmt: skip


def fit(
    features: FeatureSet,
    positions: Iterable[Position],
    outcomes: Sequence[float],
    *,
    scores: Sequence[float] | None = None,
    games: Sequence[int] | None = None,
    start: Any = None,
    evaluation: str = LINEAR,
    settings: FitSettings | None = None,
    **more: Any,
) -> Fitted:
    """Weights of `features` by which the positions predict the outcomes best.

    `outcomes` are the first player's shares of the points, from 0 to 1; `scores`, in hundredths of
    a pawn, are what an engine said; `games` says of which game each position is, so that no game
    has positions on both sides of the split (without it all positions are of different games).
    Weights are pulled back to the `start`, where one is given, and else to 0. Settings may be given
    by their names too: see `FitSettings`.

    >>> import plywise as pw
    >>> chess = pw.game("chess")
    >>> ahead = chess.position("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1")
    >>> behind = chess.position("4k3/4p3/8/8/8/8/8/4K3 w - - 0 1")
    >>> found = pw.fit(chess.features("material"), [ahead, behind], [0.75, 0.25],
    ...                validation=0.0, strength=0.0)
    >>> round(found.weights.as_dict()["pawn"], 4)  # the odds are 3 to 1, and ln 3 = 1.0986
    1.0986
    """
    checks.kind("features", features, FeatureSet, "give pw.game('chess').features('material')")
    chosen = replace(settings or FitSettings(), **_known(more))
    begun = time.perf_counter()
    fitting = _Fitting(features, evaluation, chosen, start)
    fitting.gathering.take(_given(positions, outcomes, scores, games), lambda count: None)
    return fitting.run(begun)


def fit_files(
    game: str,
    paths: Sequence[str | Path],
    *,
    features: FeatureSet | str | None = None,
    start: Any = None,
    evaluation: str = LINEAR,
    settings: FitSettings | None = None,
    on_part: Callable[[int], object] = lambda positions: None,
    on_tried: Callable[[Tried], object] = lambda tried: None,
) -> Fitted:
    """The same from files of positions and games, and from runs; see `plywise.tuning.sources`."""
    begun = time.perf_counter()
    name = game_name(game)
    counted = features if isinstance(features, FeatureSet) else None
    counted = counted or FeatureSet.named(name, str(features or first_set(name)))
    fitting = _Fitting(counted, evaluation, settings or FitSettings(), start)
    first = 0
    for path in paths:
        first = fitting.gathering.take(examples(path, name, first), on_part)
    fitting.made_by["files"] = [Path(path).name for path in paths]
    return fitting.run(begun, on_tried)


def fit_examples(
    features: FeatureSet,
    found: Iterable[Example],
    *,
    start: Any = None,
    evaluation: str = LINEAR,
    settings: FitSettings,
    made_by: Mapping[str, Any],
    on_tried: Callable[[Tried], object] = lambda tried: None,
) -> Fitted:
    """The same from examples as they come; `made_by` says in the weights' file where from."""
    begun = time.perf_counter()
    fitting = _Fitting(features, evaluation, settings, start)
    fitting.gathering.take(found, lambda count: None)
    fitting.made_by |= made_by
    return fitting.run(begun, on_tried)


def with_gate(
    fitted: Fitted,
    games: int,
    *,
    start: Any = None,
    depth: int | None = None,
    nodes: int | None = None,
    seed: int = 1,
    workers: int | Workers | None = None,
    on_pair: Callable[[MatchResult], None] | None = None,
) -> Fitted:
    """The same with a match against the start, or against what the game is usually judged by."""
    from plywise.games.points import needs_expectimax
    from plywise.play.match import match

    name = fitted.weights.game
    if depth is None and nodes is None:
        depth = 1 if needs_expectimax(name) else GATE_DEPTH
    opponent = usual(name) if start is None else start
    found = match(
        fitted.weights, opponent, game=name, games=games, depth=depth, nodes=nodes, seed=seed,
        workers=workers, on_pair=on_pair,
    )  # fmt: skip
    return replace(fitted, gate=found)


class _Fitting:
    """A fit under way."""

    def __init__(
        self, features: FeatureSet, evaluation: str, settings: FitSettings, start: Any
    ) -> None:
        self._features, self._settings = features, settings
        self._shape = shape_of(evaluation)
        self._is_linear = str(self._shape) == LINEAR
        if not self._is_linear:
            refuse_unfit(self._shape)
        begun = None if start is None else self._numbers(start)
        drawn = self._shape.starts(features, settings.seed)
        zero = [0.0] * len(drawn) if self._is_linear else drawn
        self._start = np.array(zero if begun is None else begun, np.float64)
        self.made_by: dict[str, Any] = {"fit": settings.as_dict()}
        judge = self._judge(None if begun is None else list(begun))
        self.gathering = Gathering(features, judge, settings, keeps_positions=not self._is_linear)

    def _numbers(self, start: Any) -> Sequence[float]:
        try:
            return numbers(
                start,
                game=self._features.game,
                features=self._features.name,
                evaluation=str(self._shape),
            )
        except BadSetting as error:
            named = str(start) if isinstance(start, Path) else getattr(start, "label", start)
            raise BadSetting(f"start = {checks.brief(named)}: {error}") from None

    def _judge(self, start: list[float] | None) -> _kernel.Evaluation:
        """What quiescence and our own searches judge by: the start, or what is usual."""
        if start is not None:
            return self._shape.kernel(self._features, start, 1000)
        name = self._features.game
        known = usual(name)
        if known.evaluation != LINEAR:
            known = start_of(name, self._features.name)
        if known.features == self._features.name:
            return known.kernel(self._features)
        return known.kernel()

    def run(self, begun: float, on_tried: Callable[[Tried], object] = lambda tried: None) -> Fitted:
        gathered = self.gathering.done()
        best = Best(self._start)
        is_whole = True
        try:
            if self._is_linear:
                strength = self._settings.strength
                follow_path(
                    gathered, best, towards=self._start, strength=strength, on_tried=on_tried
                )
            else:
                settings = self._settings
                follow_epochs(
                    gathered, best, self._features, self._shape, settings, on_tried=on_tried
                )
        except KeyboardInterrupt:
            if best.chosen is None:
                raise
            is_whole = False
        return self._fitted(gathered, best, begun, is_whole)

    def _fitted(self, gathered: Gathered, best: Best, begun: float, is_whole: bool) -> Fitted:
        assert best.chosen is not None, "a strength or an epoch was tried"
        loss, judged = best.chosen.loss, best.chosen.judged_loss
        made = {**self.made_by, "loss": loss, "judged_loss": judged, "chosen": best.chosen.at,
                "positions": gathered.account.used}  # fmt: skip
        weights = Weights(
            game=self._features.game,
            features=self._features.name,
            values=tuple(best.weights.tolist()),
            label="fitted",
            evaluation=str(self._shape),
            made_by=made,
        )
        return Fitted(
            weights=weights,
            loss=loss,
            judged_loss=judged,
            account=gathered.account,
            tried=tuple(best.tried),
            chosen=best.chosen.at,
            seconds=time.perf_counter() - begun,
            is_whole=is_whole,
        )


def _known(more: dict[str, Any]) -> dict[str, Any]:
    from plywise.naming import refuse_unknown

    refuse_unknown("setting of a fit", list(more), list(FitSettings.__dataclass_fields__))
    return more


def _given(
    positions: Iterable[Position],
    outcomes: Sequence[float],
    scores: Sequence[float] | None,
    games: Sequence[int] | None,
) -> Iterator[Example]:
    """The examples of a call, each checked."""
    hint = "give positions of a game, as pw.game('chess').start()"
    checks.kind("positions", positions, Iterable, hint)
    boards = list(positions)
    labels = {"outcomes": outcomes, "scores": scores, "games": games}
    for name, given in labels.items():
        if given is not None and len(given) != len(boards):
            raise BadSetting(f"{len(given)} {name} for {len(boards)} positions")
    for number, position in enumerate(boards):
        checks.wrapper(f"positions[{number}]", position, _kernel.Position, hint)
        outcome = float(outcomes[number])
        if not 0.0 <= outcome <= 1.0:
            raise BadInput(
                f"outcomes[{number}] = {outcome:g} is outside 0 to 1; give the first player's "
                "share of the points"
            )
        score = None if scores is None else float(scores[number])
        game = number if games is None else checks.whole(f"games[{number}]", games[number])
        yield Example(position.kernel, outcome, score, game)
