"""Least squares over all games so far: every leaf counts again whenever the weights move."""

import json
import zlib
from base64 import b64decode, b64encode
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, ClassVar, Literal

import numpy as np
from numpy.typing import NDArray

from plywise._kernel import Gram
from plywise.errors import BadSetting
from plywise.learning.credits import Sums
from plywise.learning.gradients import Gradients
from plywise.learning.step_size.base import ABOVE_ZERO, SHARE, WHOLE, Array, State, StepSize
from plywise.play.record import GameRecord

if TYPE_CHECKING:
    from plywise.learning.rules.base import LearningRule
    from plywise.learning.sequence import Sequence


NEVER = 1e-9
"""How far weights that never change may lie from their start."""


@dataclass(frozen=True, kw_only=True)
class _Kept:
    """A game that is learnt from again and again."""

    record: GameRecord
    rows: Array
    """Of each prediction where its row begins and ends, and the squash's slope when the game came:
    so it stands in the equations."""

    @classmethod
    def of(cls, record: GameRecord, gradients: Gradients) -> "_Kept":
        rows = np.array([gradients.starts, gradients.ends, gradients.slopes], dtype=np.float64)
        return cls(record=replace(record, nodes=0), rows=rows)

    def packed(self) -> str:
        text = json.dumps({"record": self.record.as_dict(), "rows": self.rows.tolist()})
        return b64encode(zlib.compress(text.encode(), 6)).decode()

    @classmethod
    def unpacked(cls, text: str) -> "_Kept":
        told = json.loads(zlib.decompress(b64decode(text)))
        rows = np.array(told["rows"], dtype=np.float64).reshape(3, -1)
        return cls(record=GameRecord.from_dict(told["record"]), rows=rows)

    def add_to(self, gram: Gram) -> None:
        """The game's share in the equations."""
        starts, ends, slopes = self.rows
        record = self.record
        gram.add(
            starts.astype(np.int64), ends.astype(np.int64), record.indices, record.data, slopes
        )

    def judged(self, weights: Array) -> GameRecord:
        """The record with the values that other weights give its leaves."""
        record, m = self.record, self.record.rows_each
        sums = np.concatenate([[0.0], np.cumsum(record.data * weights[record.indices])])
        values = sums[record.indptr[1:]] - sums[record.indptr[:-1]]
        if m > 1:
            told = values.reshape(-1, m)
            return replace(record, values=told[:, 0].copy(), quiet=told[:, 1:].ravel())
        if len(record.quiet):  # what the searches said stays as it was
            return replace(record, quiet=values)
        return replace(record, values=values)


@dataclass
class LeastSquares(StepSize):
    """Steps of Gauss and Newton over all leaves so far, held near the start by a prior.

    Every `every` games the returns of all games are told anew by the present weights, and the
    change δ solves (Σ s²·c·cᵀ / noise² + D)·δ = Σ s·e·c / noise² − D·(w − start): c are the counts
    of a leaf, s the squash's slope, e by how much its prediction should have been another, and D
    the prior, one over the square of how far a weight is believed to lie from its start. A count
    is measured by its usual size, so that a prior means the same for all.

    >>> LeastSquares(every=8)
    LeastSquares(every=8, damping=0.7, prior=0.06, pieces=3.0, noise=0.5)
    """

    every: int = 10
    """Games between two changes."""
    damping: float = 0.7
    """How much of the solution is taken."""
    prior: float = 0.06
    """How far from 0 the weights of terms may be believed to lie, in units, for a usual count."""
    pieces: float = 3.0
    """The same for weights that do not start from 0: pieces."""
    noise: float = 0.5
    """How far a single prediction lies off its return. The leaves of a game are taken for
    independent, which they are not: .08, by which those of chess scatter, drowned the prior."""

    name: ClassVar[str] = "least-squares"
    needs: ClassVar[Literal["sums", "rows", "games"]] = "games"
    allowed: ClassVar[Mapping[str, str]] = {
        "every": WHOLE, "damping": SHARE, "prior": ABOVE_ZERO, "pieces": ABOVE_ZERO,
        "noise": ABOVE_ZERO,
    }  # fmt: skip
    start: Array = field(default_factory=lambda: np.zeros(0), init=False, repr=False)
    games: list[_Kept] = field(default_factory=list, init=False, repr=False, compare=False)
    packed: list[str] = field(default_factory=list, init=False, repr=False, compare=False)
    gram: Gram | None = field(default=None, init=False, repr=False, compare=False)
    in_gram: int = field(default=0, init=False, repr=False, compare=False)

    def rates(self) -> Array:
        """The share of the solution that is taken: there is no rate for each weight."""
        return np.full(self.weights, self.damping)

    def change(self, recommended: "Array | Sums", games: int = 1) -> Array:
        """Refused: sums tell nothing of the leaves."""
        raise BadSetting("least-squares learns from whole games: give them to pw.learn")

    def follow(
        self,
        rule: "LearningRule",
        record: GameRecord,
        sequence: "Sequence",
        weights: Array,
        trace_decay: float,
    ) -> Array:
        """The change after one more game: nothing, until it is time to solve."""
        if rule.learn_steepness or record.outputs:
            raise BadSetting("least-squares learns weights of values alone, by a squash that stays")
        if not len(self.start):
            self.start = weights.copy()
        kept = _Kept.of(record, sequence.sparse)
        self.games, self.packed = [*self.games, kept], [*self.packed, kept.packed()]
        self.seen += 1
        if self.seen % self.every:
            return np.zeros_like(weights)
        return self.damping * self._solved(rule, weights, trace_decay)

    def _solved(self, rule: "LearningRule", weights: Array, trace_decay: float) -> Array:
        n = len(weights)
        right, squares, times = np.zeros((3, n))
        for kept in self.games:
            sequence = rule.sequence(kept.judged(weights), weights)
            errors = rule.credits(sequence, trace_decay).discounted.ravel()
            rows = sequence.sparse
            indices, data, lengths = _entries(rows)
            pull = np.repeat(errors * rows.slopes, lengths)
            right += np.bincount(indices, data * pull, minlength=n)
            squares += np.bincount(indices, data * data, minlength=n)
            times += np.bincount(indices, minlength=n)
        usual = np.sqrt(np.divide(squares, times, out=np.ones(n), where=times > 0))
        spread = np.where(self.start == 0.0, self.prior, self.pieces) / usual
        spread[rule.frozen_places()] = NEVER
        diagonal = (self.noise / spread) ** 2
        return self._equations(n).solved(diagonal, right - diagonal * (weights - self.start))

    def _equations(self, columns: int) -> Gram:
        """The sum over all games; added up anew where it was lost, or holds a game too many."""
        if self.gram is None or self.in_gram > len(self.games):
            self.gram, self.in_gram = Gram(columns), 0
        for kept in self.games[self.in_gram :]:
            kept.add_to(self.gram)
            self.in_gram += 1
        return self.gram

    def state(self) -> State:
        """All games, packed, and where the weights began."""
        return {
            "weights": self.weights,
            "seen": self.seen,
            "start": self.start.tolist(),
            "games": self.packed,
        }

    def restore(self, state: Mapping[str, Any]) -> None:
        """Go on from a `state`: the sums are added up again, in the same order."""
        self.weights, self.seen = int(state["weights"]), int(state["seen"])
        self.start = np.array(state["start"], dtype=np.float64)
        self.packed = list(state["games"])
        self.games = [_Kept.unpacked(text) for text in self.packed]
        self.gram, self.in_gram = None, 0

    def advice(self) -> str:
        """What to try when the weights run away."""
        return (
            f"try least-squares with smaller prior than {self.prior:g} or pieces than "
            f"{self.pieces:g}, which hold weights near their start, with noise above "
            f"{self.noise:g}, or with damping below {self.damping:g}"
        )


def _entries(rows: Gradients) -> tuple[NDArray[np.intp], Array, NDArray[np.int64]]:
    """Weights and derivatives of all rows, one after the other, and how many each row has."""
    lengths = rows.ends - rows.starts
    # Rows of which some were left out do not follow each other.
    ends = np.cumsum(lengths)
    at = np.arange(int(ends[-1]) if len(ends) else 0) + np.repeat(
        rows.starts - (ends - lengths), lengths
    )
    return rows.indices[at].astype(np.intp), rows.data[at], lengths
