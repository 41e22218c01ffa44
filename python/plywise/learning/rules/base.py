"""What every learning rule is: settings, and the steps from a game to what it recommends."""

import sys
from collections.abc import Iterable
from dataclasses import MISSING, dataclass, field, fields, replace
from typing import Any, ClassVar, Literal, Self, get_args

import numpy as np
from numpy.typing import ArrayLike, NDArray

from plywise.checks import is_real, numbers, shown
from plywise.errors import BadInput, BadSetting, WeightsDiverged
from plywise.evaluation.squash import Logistic, Squash, squash
from plywise.games.points import even
from plywise.learning.blunders import (
    BLUNDER_FILTERS,
    BlunderFilter,
    is_weaker,
    reply_was_predicted,
    without_blunders,
)
from plywise.learning.credits import Credits, Sums, check_trace_decay, total_change
from plywise.learning.gradients import Gradients
from plywise.learning.own_code import recorded_name
from plywise.learning.predicted import (
    Predicted,
    by_both_values,
    by_nodes,
    by_outputs,
    by_quiet_values,
    by_values,
    is_result,
)
from plywise.learning.prediction_decay import PredictionDecay
from plywise.learning.sequence import Sequence
from plywise.learning.step_size import StepSize
from plywise.learning.step_size import step_size as as_step_size
from plywise.naming import unknown
from plywise.play.record import UNFINISHED, GameRecord, PredictionKind

Array = NDArray[np.float64]
Needs = Literal["leaf", "position", "quiet", "leaf+quiet", "nodes"]
_AT_PLACE = {"quiet": by_quiet_values, "leaf+quiet": by_both_values, "nodes": by_nodes}
"""What is predicted at the places that alpha-beta alone has."""
_LARGEST = sys.float_info.max
OWN_SIDE = "own"
STEEPNESS = "steepness"
"""Name of the pseudo-weight that stands last when the steepness is learnt along."""


@dataclass(frozen=True, kw_only=True, repr=False)
class LearningRule:
    """TD(λ) itself (Sutton 1988; thesis eq. 3.1): its children say where in a game it looks.

    A rule of your own is a child that says what it `needs` and gives other `differences` between
    the predictions, or other `credits` altogether. This one believes the outcome alone:

    >>> @dataclass(frozen=True, kw_only=True, repr=False)
    ... class TowardsTheOutcome(LearningRule):
    ...     needs = "leaf"
    ...     def credits(self, sequence, trace_decay):
    ...         errors = sequence.predictions[-1] - sequence.predictions[:-1]
    ...         return Credits(differences=errors)
    """

    trace_decay: float | Literal["auto"] = 0.95
    """λ, how far back a difference is felt; "auto" takes the prediction decay ψ (thesis 8.3)."""
    squash: Squash = field(default_factory=Logistic)
    """From values to predictions (thesis eq. 3.3)."""
    results: Literal["keep", "drop"] = "keep"
    """What to do with searches that found a mate or a draw by the rules: "keep" them as certain
    predictions without a gradient, or "drop" them and close the sequence up (KnightCap)."""
    draws: Literal["learn", "skip"] = "learn"
    """Whether drawn games are learnt from; with "skip" they change nothing, and count for no batch
    (KnightCap 3.x)."""
    forfeits: Literal["keep", "drop"] = "keep"
    """What to do with the last search of a game whose end says nothing, as when an engine failed:
    "keep" it, and the others move towards it, or "drop" it first (KnightCap)."""
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
    """What settings call the rule, if it comes with plywise; others go by file and class."""
    refused: ClassVar[tuple[str, ...]] = ()
    """Settings that mean nothing to it, and may only stand as they do by themselves."""
    needs: ClassVar[Needs]
    """What it learns from: value and gradient at the principal leaves ("leaf") or at the game's
    positions ("position"), where their quiescence ends ("quiet"), at both ("leaf+quiet"), or what
    every node of the searches recommends ("nodes")."""

    def __post_init__(self) -> None:
        if not isinstance(self.trace_decay, str) or self.trace_decay != "auto":
            check_trace_decay(self.trace_decay)
        _refuse_other_words("treatment of results", self.results, ("keep", "drop"))
        _refuse_other_words("treatment of draws", self.draws, ("learn", "skip"))
        _refuse_other_words("treatment of forfeits", self.forfeits, ("keep", "drop"))
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

        A name without its stage or phase means the weight in all of them.

        >>> from plywise.learning.rules import TDLeaf
        >>> TDLeaf(frozen=("pawn",)).resolved(["pawn", "knight"])
        TDLeaf(trace_decay=0.95, frozen=(0,))
        >>> TDLeaf(frozen=("pawn",)).resolved(["middle.pawn", "middle.knight", "end.pawn"])
        TDLeaf(trace_decay=0.95, frozen=(0, 2))
        """
        known = self.learnable_names(names)
        places = (place for weight in self.frozen for place in _places(weight, known))
        return replace(self, frozen=tuple(places))

    def refuse_unmet_needs(self) -> None:
        """BadSetting if the rule needs what no search gives."""
        needs, called = getattr(self, "needs", None), type(self).__name__
        if needs not in get_args(Needs):
            raise BadSetting(
                f"the needs of {called} are {shown(needs)}; a rule says what it learns from: "
                f"one of {', '.join(get_args(Needs))}"
            )

    def search_settings(self) -> dict[str, Any]:
        """What the searches of a run must do for the rule, beside what their own settings say."""
        return {"teaches": 1} if self.needs == "nodes" else {}

    def for_game(self, record: GameRecord) -> Self:
        """The same rule for this game: where the run has an opponent, its own searches count."""
        side = record.own_side
        return self if side is None else replace(self, learner=side)

    # ---- the steps from a game to its change ---------------------------------------------------

    def skips(self, record: GameRecord) -> bool:
        """Whether the game is not learnt from at all."""
        level = even(record.outcomes)
        return self.draws == "skip" and record.is_finished and record.outcome == level

    def sequence(self, record: GameRecord, weights: ArrayLike) -> Sequence:
        """The game's predictions and their gradients, as this rule sees them.

        `weights` are the learnable ones it was played with: they say how many there are, and the
        steepness where it is learnt.
        """
        vector = np.asarray(weights, dtype=np.float64)
        chosen = self.chosen(record)
        told = self._predicted(record, chosen, vector)
        # Without an outcome the last prediction is what the others move towards.
        chosen = chosen[: len(told.predictions) - 1]
        m = record.rows_each
        rows = chosen if m == 1 else (m * chosen[:, None] + np.arange(m)).ravel()
        expected, played = record.predicted_replies, record.played_replies
        if len(chosen) < len(expected):
            expected = tuple(expected[t] for t in chosen.tolist())
            played = tuple(played[t] for t in chosen.tolist())
        return Sequence(
            predictions=told.predictions,
            gradients=Gradients(
                starts=record.indptr[rows],
                ends=record.indptr[rows + 1],
                indices=record.indices,
                data=record.data,
                slopes=told.slopes[: len(rows)],
                columns=len(vector),
                last=None if told.steep is None else told.steep[: len(chosen)],
                outputs=m,
            ),
            movers=record.movers[chosen],
            by_rules=told.by_rules[: len(chosen)],
            predicted_replies=expected,
            played_replies=played,
            ratings=record.ratings,
            bounds=told.bounds,
            gains=told.gains,
            searched=told.searched,
        )

    def _predicted(self, record: GameRecord, chosen: NDArray[np.intp], vector: Array) -> Predicted:
        """The predictions of these searches, at the place where the rule looks."""
        if record.outputs:
            return by_outputs(record, chosen)
        if at_place := _AT_PLACE.get(self.needs):
            return at_place(record, chosen, self._squash(vector))
        return by_values(record, chosen, self._squash(vector), steep=self.learn_steepness)

    def differences(self, sequence: Sequence) -> Array:
        """The temporal differences d_t (Baxter et al. 2000 eq. 2) after the blunder filter."""
        if self.blunders is None or self.learner is None:
            return sequence.differences
        if len(sequence.predicted_replies) != len(sequence):
            raise BadSetting(
                f"blunders={self.blunders!r} needs the predicted and the played reply for each of "
                f"{len(sequence)} predictions; got {len(sequence.predicted_replies)}"
            )
        return without_blunders(
            sequence.differences,
            reply_was_predicted(
                sequence.predicted_replies,
                sequence.played_replies,
                none_was=self.blunders == "source",
            ),
            self.blunders,
            learner=self._side,
            opponent_is_weaker=is_weaker(
                sequence.ratings, self._side, unknown_is=self.blunders == "source"
            ),
            gains=sequence.gains,
        )

    def credits(self, sequence: Sequence, trace_decay: float) -> Credits:
        """By how much each prediction of the game should have been another."""
        return Credits(differences=self.differences(sequence), trace_decay=trace_decay)

    def recommended(self, sequence: Sequence, trace_decay: float) -> Array:
        """r_{i,t}, a row for each timestep and a column for each weight (thesis eq. 8.1)."""
        return self.credits(sequence, trace_decay).changes(self._free(sequence.gradients))

    def sums(self, sequence: Sequence, trace_decay: float) -> Sums:
        """Σ_t r_{i,t} and Σ_t |r_{i,t}|: those of the rows of `recommended`, to the bit."""
        if type(self).recommended is not LearningRule.recommended:
            return Sums.of_rows(self.recommended(sequence, trace_decay))
        credits = self.credits(sequence, trace_decay)
        return credits.sums(sequence.sparse, frozen=self.frozen_places())

    def total(self, sequence: Sequence, trace_decay: float) -> Array:
        """Σ_t r_{i,t} by the backward form (Baxter et al. 2000 eq. 3): the same to rounding."""
        credits = self.credits(sequence, trace_decay)
        gradients = self._free(sequence.gradients)
        return total_change(credits.differences, gradients, credits.trace_decay)

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

        >>> from plywise.learning.rules import TDLeaf
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
        # Settings that came later are left out where they change nothing: runs of before keep
        # their digests.
        for f in fields(self):
            if f.name in ("draws", "forfeits", "line") and _is_default(self, f):
                del settings[f.name]
        return {
            "name": recorded_name(type(self)),
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

    def chosen(self, record: GameRecord) -> NDArray[np.intp]:
        """Which searches of the game are in the sequence."""
        keep = record.kinds != PredictionKind.BOOK
        if self.results == "drop":
            keep &= ~is_result(record)
        if self.learner is not None:
            keep &= record.movers == (0 if self._side == "first" else 1)
        chosen = np.flatnonzero(keep)
        is_forfeit = not record.is_finished and record.reason != UNFINISHED
        return chosen[:-1] if is_forfeit and self.forfeits == "drop" else chosen

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
        free = gradients.copy()
        free[..., self.frozen_places()] = 0.0
        return free

    def frozen_places(self) -> list[int]:
        """The weights that never change, by index; names must have been resolved."""
        if named := [weight for weight in self.frozen if isinstance(weight, str)]:
            raise BadSetting(
                f"frozen={named}: call rule.resolved(names) first, which finds their places"
            )
        return [weight for weight in self.frozen if isinstance(weight, int)]


def _refuse_other_words(kind: str, given: object, known: Iterable[str]) -> None:
    if not isinstance(given, str) or given not in known:
        raise unknown(kind, given, known)


def _frozen(given: object) -> tuple[str | int, ...]:
    """Names or indices as a tuple; one alone may come without it."""
    weights = (given,) if isinstance(given, str | int) else given
    if isinstance(weights, Iterable):
        found = tuple(weights)
        if all(isinstance(w, str | int) and not isinstance(w, bool) for w in found):
            return found
    raise BadSetting(f"frozen={given!r}; give names or indices of weights, as ('pawn',)")


def _places(weight: str | int, names: list[str]) -> list[int]:
    """Where the weights are that are meant: one, or the same in every stage or phase."""
    if isinstance(weight, str):
        if weight in names:
            return [names.index(weight)]
        found = [place for place, name in enumerate(names) if name.endswith(f".{weight}")]
        if not found:
            raise unknown("weight", weight, names)
        return found
    if not 0 <= weight < len(names):
        raise BadSetting(f"frozen weight {weight} of {len(names)}; they count from 0")
    return [weight]


def _is_default(rule: LearningRule, setting: Any) -> bool:
    default = setting.default_factory() if setting.default is MISSING else setting.default
    return bool(getattr(rule, setting.name) == default)
