"""TDLeaf(λ) and TD-Directed(λ): from the predictions of a game to the recommended changes.

The two differ in where they look (a rule's `learn_at`); the formula, TD(λ), is one. It has two
forms, which agree to rounding: forward, a change for every timestep (thesis eq. 8.1), which the
step sizes want; and backward, the total alone (papers/002 eq. 3), which is cheaper.

Sources: papers/000 (thesis) 3.1, 3.5, 7.6, 8.2; papers/001 section 2; papers/002 sections 2–4.
"""

import sys
from collections.abc import Iterable
from dataclasses import MISSING, dataclass, field, fields, replace
from itertools import pairwise
from typing import Any, ClassVar, Literal, Self

import numpy as np
from numpy.typing import ArrayLike, NDArray

from plywise.checks import is_real, numbers, shown
from plywise.errors import BadInput, BadSetting, WeightsDiverged
from plywise.evaluation.squash import Logistic, Squash, squash
from plywise.learning.blunders import (
    BLUNDER_FILTERS,
    BlunderFilter,
    is_weaker,
    reply_was_predicted,
    without_blunders,
)
from plywise.learning.prediction_decay import PredictionDecay
from plywise.learning.sequence import Sequence
from plywise.learning.step_size import StepSize, is_number
from plywise.learning.step_size import step_size as as_step_size
from plywise.naming import unknown
from plywise.play.record import GameRecord, PredictionKind

__all__ = ["LearningRule", "TDDirected", "TDLeaf", "recommended_changes", "total_change"]

Array = NDArray[np.float64]
_LARGEST = sys.float_info.max
OWN_SIDE = "own"
STEEPNESS = "steepness"
"""Name of the pseudo-weight that stands last when the steepness is learnt along."""


def recommended_changes(differences: Array, gradients: Array, trace_decay: float) -> Array:
    """Forward form: r_{i,t} = d_t · Σ_{k≤t} λ^(t−k) ∂P_k/∂w_i, a row for each t (thesis eq. 8.1).

    >>> recommended_changes(np.array([0.5, 0.25]), np.array([[1.0, 0.0], [0.0, 1.0]]), 0.5).tolist()
    [[0.5, 0.0], [0.125, 0.25]]
    """
    traces = gradients.copy()
    if trace_decay:
        for earlier, trace in pairwise(traces):
            trace += trace_decay * earlier
    return differences[:, None] * traces


def total_change(differences: Array, gradients: Array, trace_decay: float) -> Array:
    """Backward form: Σ_t ∇P_t · (Σ_{j≥t} λ^(j−t) d_j) (papers/002 eq. 3, without α).

    >>> total_change(np.array([0.5, 0.25]), np.array([[1.0, 0.0], [0.0, 1.0]]), 0.5).tolist()
    [0.625, 0.25]
    """
    discounted = differences.copy()
    for t in range(len(discounted) - 2, -1, -1):
        discounted[t] += trace_decay * discounted[t + 1]
    total: Array = np.add.reduce(discounted[:, None] * gradients, axis=0)
    return total


@dataclass(frozen=True, kw_only=True, repr=False)
class LearningRule:
    """TD(λ) itself (Sutton 1988; thesis eq. 3.1): its children say where in a game it looks."""

    trace_decay: float | Literal["auto"] = 0.95
    """λ, how far back a difference is felt; "auto" takes the prediction decay ψ (thesis 8.3)."""
    squash: Squash = field(default_factory=Logistic)
    """From values to predictions (thesis eq. 3.3)."""
    results: Literal["keep", "drop"] = "keep"
    """What to do with searches that found a mate or a draw by the rules: "keep" them as certain
    predictions without a gradient, or "drop" them and close the sequence up (KnightCap)."""
    blunders: BlunderFilter | None = None
    """Which differences to distrust for the opponent's unexpected replies; needs a `learner`."""
    learner: Literal["first", "second", "own"] | None = None
    """Whose searches count; None = both, as in self-play. In a run with opponents it is "own", the
    side that the run plays, which changes from game to game."""
    frozen: tuple[str | int, ...] = ()
    """Weights that never change, by name or index (KnightCap froze the pawn)."""
    learn_steepness: bool = False
    """Whether the squash's steepness is learnt, too, as one more weight at the end (thesis 7.6)."""

    name: ClassVar[str]
    """What a run's settings call the rule."""
    learn_at: ClassVar[Literal["leaf", "position"]]
    """Where value and gradient are taken: at the game's positions or at the principal leaves."""

    def __post_init__(self) -> None:
        if not isinstance(self.trace_decay, str) or self.trace_decay != "auto":
            _check_trace_decay(self.trace_decay)
        _refuse_other_words("treatment of results", self.results, ("keep", "drop"))
        if self.learner is not None:
            _refuse_other_words("learner", self.learner, ("first", "second", OWN_SIDE))
        if self.blunders is not None:
            _refuse_other_words("blunder filter", self.blunders, BLUNDER_FILTERS)
            if self.learner is None:
                raise BadSetting(
                    f"blunders={self.blunders!r} without a learner; the filter distrusts an "
                    "opponent's replies, so say who learns: learner='first' or 'second', or "
                    "'own' in a run with opponents"
                )
        if not isinstance(self.learn_steepness, bool):
            raise BadSetting(
                f"learn_steepness {shown(self.learn_steepness)} is neither true nor false"
            )
        object.__setattr__(self, "squash", squash(self.squash))
        object.__setattr__(self, "frozen", _frozen(self.frozen))

    def __repr__(self) -> str:
        shown = (f for f in fields(self) if f.name == "trace_decay" or not _is_default(self, f))
        settings = ", ".join(f"{f.name}={getattr(self, f.name)!r}" for f in shown)
        return f"{type(self).__name__}({settings})"

    # ---- the weights that learning moves -------------------------------------------------------

    def learnable(self, weights: ArrayLike) -> Array:
        """The vector that learning moves: the evaluation's weights, and the steepness if learnt."""
        own = np.array(weights, dtype=np.float64)
        return np.append(own, self.squash.steepness) if self.learn_steepness else own

    def evaluated(self, vector: Array) -> Array:
        """The evaluation's own weights in such a vector."""
        return vector[:-1] if self.learn_steepness else vector

    def learnable_names(self, names: Iterable[str]) -> list[str]:
        """The names that go with `learnable`."""
        return [*names, STEEPNESS] if self.learn_steepness else list(names)

    def resolved(self, names: Iterable[str]) -> Self:
        """The same rule with its frozen weights given by index; `names` are the evaluation's.

        >>> TDLeaf(frozen=("pawn",)).resolved(["pawn", "knight"])
        TDLeaf(trace_decay=0.95, frozen=(0,))
        """
        known = self.learnable_names(names)
        return replace(self, frozen=tuple(_index(weight, known) for weight in self.frozen))

    def for_game(self, record: GameRecord) -> Self:
        """The same rule for this game: where the run has an opponent, its own searches count."""
        side = record.own_side
        return self if side is None else replace(self, learner=side)

    # ---- the steps from a game to its change ---------------------------------------------------

    def sequence(self, record: GameRecord, weights: ArrayLike) -> Sequence:
        """The game's predictions and their gradients, as this rule sees them.

        `weights` are the learnable ones it was played with: they say how many there are, and the
        steepness where it is learnt.
        """
        vector = np.asarray(weights, dtype=np.float64)
        chosen = self._chosen(record)
        values = np.where(_is_result(record), 0.0, record.values)[chosen]
        function = self._squash(vector)
        predictions = function.predict(values)
        gradients = record.dense_gradients(len(self.evaluated(vector)))[chosen]
        gradients *= function.slope(values)[:, None]
        if self.learn_steepness:
            gradients = np.column_stack([gradients, function.steepness_slope(values)])
        # A result comes from the rules, not from the weights: certain, and no gradient to follow.
        by_rule = _is_result(record)[chosen]
        gradients[by_rule] = 0.0
        predictions[by_rule] = function.of_outcome(record.results[chosen][by_rule])
        if record.is_finished or not len(chosen):
            predictions = np.append(predictions, function.of_outcome(record.outcome))
        # Without an outcome the last prediction is what the others move towards.
        chosen = chosen[: len(predictions) - 1]
        replies = record.predicted_replies, record.played_replies
        return Sequence(
            predictions=predictions,
            gradients=gradients[: len(chosen)],
            movers=record.movers[chosen],
            by_rules=by_rule[: len(chosen)],
            predicted_replies=tuple(replies[0][t] for t in chosen.tolist()),
            played_replies=tuple(replies[1][t] for t in chosen.tolist()),
            ratings=record.ratings,
            bounds=(function.low, function.high),
        )

    def differences(self, sequence: Sequence) -> Array:
        """The temporal differences d_t (papers/002 eq. 2) after the blunder filter."""
        if self.blunders is None or self.learner is None:
            return sequence.differences
        if len(sequence.predicted_replies) != len(sequence):
            raise BadSetting(
                f"blunders={self.blunders!r} needs the predicted and the played reply for each of "
                f"{len(sequence)} predictions; got {len(sequence.predicted_replies)}"
            )
        return without_blunders(
            sequence.differences,
            reply_was_predicted(sequence.predicted_replies, sequence.played_replies),
            self.blunders,
            learner=self._side,
            opponent_is_weaker=is_weaker(sequence.ratings, self._side),
        )

    def recommended(self, sequence: Sequence, trace_decay: float) -> Array:
        """r_{i,t}, a row for each timestep and a column for each weight (thesis eq. 8.1)."""
        gradients = self._free(sequence.gradients)
        return recommended_changes(
            self.differences(sequence), gradients, _check_trace_decay(trace_decay)
        )

    def total(self, sequence: Sequence, trace_decay: float) -> Array:
        """Σ_t r_{i,t} by the backward form (papers/002 eq. 3): the same to rounding."""
        gradients = self._free(sequence.gradients)
        return total_change(self.differences(sequence), gradients, _check_trace_decay(trace_decay))

    def update(
        self,
        weights: ArrayLike,
        predictions: ArrayLike,
        gradients: ArrayLike,
        outcome: float,
        *,
        step_size: StepSize | float,
        trace_decay: float | PredictionDecay | None = None,
    ) -> Array:
        """The weights after one game of your own data.

        `predictions` are squashed, first player's view, one for each row of `gradients`
        (∂P_t/∂w_i); `outcome` is the first player's score 1, ½ or 0. With a `PredictionDecay` as
        `trace_decay` the game is also taken into it and λ fitted anew for the next one.

        >>> rule, gradients = TDLeaf(trace_decay=0.5), [[0.5, 0.0], [0.0, 0.5]]
        >>> rule.update([1.0, 3.0], [0.5, 0.75], gradients, outcome=1.0, step_size=0.25).tolist()
        [1.046875, 3.03125]
        """
        before = numbers("weights", weights)
        sequence = self._of_arrays(before, predictions, gradients, outcome)
        chosen = self.trace_decay if trace_decay is None else trace_decay
        if isinstance(chosen, str):
            raise BadSetting(
                "trace_decay='auto' needs a memory of the games before: pass "
                "trace_decay=decay with a decay = PredictionDecay() that you keep"
            )
        used = chosen.trace_decay if isinstance(chosen, PredictionDecay) else chosen
        change = as_step_size(step_size).change(self.recommended(sequence, used))
        if isinstance(chosen, PredictionDecay):
            chosen.observe(sequence.probabilities)
            chosen.fit()
        return before + change

    # ---- settings as data ----------------------------------------------------------------------

    def as_dict(self) -> dict[str, Any]:
        """Name and settings as TOML and JSON know them; `rules.learning_rule` takes them back."""
        settings = {f.name: getattr(self, f.name) for f in fields(self)}
        return {
            "name": self.name,
            **settings,
            "squash": self.squash.as_dict(),
            "frozen": list(self.frozen),
        }

    # ---- helpers -------------------------------------------------------------------------------

    def _of_arrays(
        self, weights: Array, predictions: ArrayLike, gradients: ArrayLike, outcome: float
    ) -> Sequence:
        """A user's own arrays as a sequence, each checked."""
        bounds = self.squash.low, self.squash.high
        low, high = bounds if self.squash.is_bounded else (-_LARGEST, _LARGEST)
        given = numbers("predictions", predictions)
        if not is_real(outcome) or not 0.0 <= outcome <= 1.0:
            raise BadInput(f"outcome {shown(outcome)}; it is the first player's score, from 0 to 1")
        if not np.all((given >= low) & (given <= high)):
            raise BadInput(
                f"predictions {given!r} are not all between {low:g} and {high:g}, where "
                f"{self.squash!r} has them"
            )
        sequence = Sequence(
            predictions=np.append(given, self.squash.of_outcome(outcome)),
            gradients=numbers("gradients", gradients),
            bounds=bounds,
        )
        if len(sequence) and sequence.gradients.shape[1:] != weights.shape:
            raise BadInput(
                f"gradients for {sequence.gradients.shape[1]} weights, but the weights are "
                f"{weights.tolist()}"
            )
        if not np.all(np.isfinite(sequence.gradients)):
            raise BadInput("a gradient is infinite or no number")
        return sequence

    def _chosen(self, record: GameRecord) -> NDArray[np.intp]:
        """Which searches of the game are in the sequence."""
        keep = record.kinds != PredictionKind.BOOK
        if self.results == "drop":
            keep &= ~_is_result(record)
        if self.learner is not None:
            keep &= record.movers == (0 if self._side == "first" else 1)
        return np.flatnonzero(keep)

    @property
    def _side(self) -> Literal["first", "second"]:
        """The side that learns in this game."""
        if self.learner in (None, OWN_SIDE):
            raise BadSetting(
                f"learner={self.learner!r} names no side; call rule.for_game(record) first, which "
                "finds the run's own"
            )
        return self.learner  # type: ignore[return-value]  # one of the two that are left

    def _squash(self, vector: Array) -> Squash:
        if not self.learn_steepness:
            return self.squash
        steepness = float(vector[-1])
        if not 0.0 < steepness < np.inf:
            raise WeightsDiverged(
                f"the learnt steepness became {steepness}; try a smaller step size"
            )
        return self.squash.with_steepness(steepness)

    def _free(self, gradients: Array) -> Array:
        """The gradients without those of frozen weights."""
        if not self.frozen:
            return gradients
        indices = [weight for weight in self.frozen if isinstance(weight, int)]
        if named := [weight for weight in self.frozen if isinstance(weight, str)]:
            raise BadSetting(
                f"frozen={named}: call rule.resolved(names) first, which finds their places"
            )
        free = gradients.copy()
        free[:, indices] = 0.0
        return free


@dataclass(frozen=True, kw_only=True, repr=False)
class TDDirected(LearningRule):
    """TD-Directed(λ): the game's own positions, whatever search chose them (papers/002, 4.1).

    TD(λ) as TD-Gammon had it is this rule with a look of one ply (papers/002 eq. 6), a search with
    `depth=1, quiescence=False`: the papers tell the two apart by nothing else.

    >>> TDDirected(trace_decay=0.7)
    TDDirected(trace_decay=0.7)
    """

    name: ClassVar[str] = "td-directed"
    learn_at: ClassVar[Literal["leaf", "position"]] = "position"


@dataclass(frozen=True, kw_only=True, repr=False)
class TDLeaf(LearningRule):
    """TDLeaf(λ): the searches' principal leaves (thesis 3.5.2 and eq. 3.7; papers/002 eq. 11).

    >>> TDLeaf(trace_decay="auto", frozen=("pawn",))
    TDLeaf(trace_decay='auto', frozen=('pawn',))
    """

    name: ClassVar[str] = "tdleaf"
    learn_at: ClassVar[Literal["leaf", "position"]] = "leaf"


def _is_result(record: GameRecord) -> NDArray[np.bool_]:
    return np.equal(record.kinds, PredictionKind.RESULT)


def _refuse_other_words(kind: str, given: object, known: Iterable[str]) -> None:
    if not isinstance(given, str) or given not in known:
        raise unknown(kind, given, known)


def _check_trace_decay(trace_decay: float) -> float:
    if is_number(trace_decay) and 0.0 <= trace_decay <= 1.0:
        return float(trace_decay)
    raise BadSetting(f"trace_decay {shown(trace_decay)}; it must be between 0 and 1, or 'auto'")


def _frozen(given: object) -> tuple[str | int, ...]:
    """Names or indices as a tuple; one alone may come without it."""
    weights = (given,) if isinstance(given, str | int) else given
    if isinstance(weights, Iterable):
        found = tuple(weights)
        if all(isinstance(w, str | int) and not isinstance(w, bool) for w in found):
            return found
    raise BadSetting(f"frozen={given!r}; give names or indices of weights, as ('pawn',)")


def _index(weight: str | int, names: list[str]) -> int:
    if isinstance(weight, str):
        if weight not in names:
            raise unknown("weight", weight, names)
        return names.index(weight)
    if not 0 <= weight < len(names):
        raise BadSetting(f"frozen weight {weight} of {len(names)}; they count from 0")
    return weight


def _is_default(rule: LearningRule, setting: Any) -> bool:
    default = setting.default_factory() if setting.default is MISSING else setting.default
    return bool(getattr(rule, setting.name) == default)
