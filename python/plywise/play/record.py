"""What one game leaves behind: its moves and outcome, and what each search predicted.

The record is the same for self-play, for a learner against an opponent and for foreign data: it
holds values and sparse gradients, not predictions, so that any rule and any squash can learn from
it later. Everything is in the first player's view.
"""

import math
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from enum import IntEnum
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from plywise import _kernel
from plywise.errors import BadInput
from plywise.games.points import WIN_DRAW_LOSS, is_declared
from plywise.play.opponents.failure import OUT_OF_TIME, is_failure

__all__ = ["FORFEIT", "OWN", "UNFINISHED", "GameRecord", "PredictionKind"]

Array = NDArray[np.float64]

_DTYPES: dict[str, type[np.generic]] = {
    "predictions": np.float64,
    "values": np.float64,
    "quiet": np.float64,
    "kinds": np.uint8,
    "results": np.float64,
    "movers": np.uint8,
    "ply_numbers": np.int32,
    "indptr": np.int64,
    "indices": np.int32,
    "data": np.float64,
}


_OF_OUTPUTS = ("outputs", "targets", "predictions")
OWN = "self"
"""The name of a player that is the run itself."""
UNFINISHED = "unfinished"
"""The reason of a game that stopped at the ply limit without a verdict: it has no outcome."""
FORFEIT = "forfeit: "
"""How the reason of a game begins that was decided by something else than its moves."""


class PredictionKind(IntEnum):
    """Where a prediction comes from."""

    LEAF = 0
    """The static evaluation at the principal leaf (or at the position, for TD-Directed)."""
    RESULT = 1
    """A mate or a draw by the rules that the search found: certain, and without a gradient."""
    BOOK = 2
    """A move from a book: nothing was searched, so nothing is predicted."""
    FORCED = 3
    """The only legal move; searched all the same."""


@dataclass(frozen=True, kw_only=True, eq=False)
class GameRecord:
    """One game: its moves and outcome, and one entry for every search.

    Two records are equal when all they hold is equal. `as_dict` is safe for JSON, and
    `from_dict` restores every bit.
    """

    number: int
    """Number of the game in its run."""
    start: str
    """Text of the position it began from."""
    moves: tuple[str, ...]
    """All moves, opening included."""
    opening_plies: int
    """How many of them were given, not chosen."""
    outcome: float
    """First player's score: 1, ½ or 0, or points (see `outcomes`); even for one unfinished."""
    reason: str
    """What ended it: "checkmate", "repetition", "adjudicated win", …, or `UNFINISHED`."""
    nodes: int = 0
    """Nodes searched in the whole game."""
    players: tuple[str, str] = (OWN, OWN)
    """Names of first and second player."""
    ratings: tuple[float | None, float | None] = (None, None)
    """Their ratings, where known."""
    weights_version: int = 0
    """After how many games' learning the weights were that played it."""
    outcomes: tuple[float, ...] = WIN_DRAW_LOSS
    """What the game declares that it can end with, the least first."""
    times: tuple[tuple[float, float] | None, ...] = ()
    """Seconds that each move took, and what its player's clock showed then; None for moves that
    took none, and no entries where there was no clock."""

    outputs: tuple[str, ...] = ()
    """What is predicted, by name, by an evaluation that counts points; elsewhere nothing but the
    value, squashed."""
    targets: tuple[float, ...] = ()
    """What each output should have predicted, by the outcome."""

    values: Array = field(repr=False)
    """Real value at each leaf; means nothing for a result."""
    quiet: Array = field(default_factory=lambda: np.zeros(0), repr=False)
    """Real value where quiescence of each position ends, and of those behind it on the search's
    line that a rule asked for; empty where none did."""
    predictions: Array = field(default_factory=lambda: np.zeros(0), repr=False)
    """What each output predicted, a row for each search; at a result, what it should predict."""
    kinds: NDArray[np.uint8] = field(repr=False)
    """A `PredictionKind` for each prediction."""
    results: Array = field(repr=False)
    """Score of a `PredictionKind.RESULT`, the expected one where dice decide; nan elsewhere."""
    movers: NDArray[np.uint8] = field(repr=False)
    """Whose search: 0 first player, 1 second."""
    ply_numbers: NDArray[np.int32] = field(repr=False)
    """Index in `moves` of the move that the search chose."""
    indptr: NDArray[np.int64] = field(repr=False)
    """Row t of the gradients ∂value/∂w is `indices`, `data` from `indptr[t]` to `indptr[t + 1]`;
    where there are m outputs, the m rows ∂P/∂w of a search follow each other."""
    indices: NDArray[np.int32] = field(repr=False)
    """Which weights (see `indptr`)."""
    data: Array = field(repr=False)
    """Their derivatives (see `indptr`)."""
    predicted_replies: tuple[str | None, ...] = field(repr=False)
    """Second move of each principal variation; None where it ended before."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "outcomes", tuple(map(float, self.outcomes)))
        for name, dtype in _DTYPES.items():
            array = np.asarray(getattr(self, name), dtype=dtype).view()
            array.setflags(write=False)
            object.__setattr__(self, name, array)
        n = len(self.values)
        if self.predictions.size != n * len(self.outputs) or len(self.targets) != len(self.outputs):
            raise BadInput(
                f"game {self.number}: {self.predictions.size} predictions and {len(self.targets)} "
                f"targets of {len(self.outputs)} outputs in {n} searches"
            )
        object.__setattr__(self, "predictions", self.predictions.reshape(n, len(self.outputs)))
        lengths = {
            name: len(getattr(self, name))
            for name in ("kinds", "results", "movers", "ply_numbers", "predicted_replies")
        }
        if len(self.quiet) % max(n, 1):
            lengths["quiet"] = len(self.quiet)
        rows = len(self.indptr) - 1
        lengths["indptr"] = rows if rows % self.rows_each else rows // self.rows_each
        if wrong := {name: length for name, length in lengths.items() if length != n}:
            raise BadInput(
                f"game {self.number}: {n} values, but lengths {wrong}; one entry a search"
            )
        if not is_declared(self.outcome, self.outcomes):
            raise BadInput(
                f"game {self.number}: an outcome that cannot be, {self.outcome!r}; the game "
                f"declares {', '.join(f'{one:g}' for one in self.outcomes)}"
            )
        if not self._is_possible():
            raise BadInput(
                f"game {self.number}: a ply, mover or row of gradients that cannot be "
                f"({len(self.moves)} moves)"
            )

    def _is_possible(self) -> bool:
        """Whether the numbers can be a game's: foreign data may hold anything."""
        rows = self.indptr
        return bool(
            np.all((self.ply_numbers >= 0) & (self.ply_numbers < len(self.moves)))
            and np.all(self.movers <= 1)
            and rows[0] == 0
            and np.all(rows[1:] >= rows[:-1])
            and rows[-1] == len(self.indices) == len(self.data)
            and np.all(self.indices >= 0)
        )

    @classmethod
    def from_kernel(
        cls,
        record: _kernel.GameRecord,
        *,
        players: tuple[str, str] = (OWN, OWN),
        ratings: tuple[float | None, float | None] = (None, None),
        weights_version: int = 0,
    ) -> "GameRecord":
        """The kernel's record of a game, with what the kernel cannot know."""
        return cls(
            number=record.number,
            start=record.start,
            moves=tuple(record.moves),
            opening_plies=record.opening_plies,
            outcome=record.outcome,
            outcomes=tuple(record.outcomes),
            reason=record.reason,
            nodes=record.nodes,
            players=players,
            ratings=ratings,
            weights_version=weights_version,
            predicted_replies=tuple(record.predicted_replies),
            outputs=tuple(record.outputs),
            targets=tuple(record.targets),
            **{name: getattr(record, name) for name in _DTYPES},
        )

    @property
    def rows_each(self) -> int:
        """How many gradients a search has: one for each output, or that of the value.

        Where a rule asked for the leaf and for where quiescence ends, those are two and more.
        """
        if not len(self.quiet):
            return len(self.outputs) or 1
        return max(1, (len(self.indptr) - 1) // max(1, len(self.values)))

    @property
    def quiet_each(self) -> int:
        """Of how many positions each search tells where their quiescence ends."""
        return len(self.quiet) // max(1, len(self.values))

    @property
    def is_finished(self) -> bool:
        """Whether the outcome is one that can be learnt from: no failure, no forfeit."""
        is_decided = self.reason not in (UNFINISHED, OUT_OF_TIME)
        is_decided = is_decided and not self.reason.startswith(FORFEIT)
        return is_decided and not is_failure(self.reason)

    @property
    def own_side(self) -> Literal["first", "second"] | None:
        """The side that the run itself played, where somebody else had the other one."""
        own = tuple(name == OWN for name in self.players)
        return None if own[0] == own[1] else "first" if own[0] else "second"

    @property
    def has_points(self) -> bool:
        """Whether the game counts points instead of wins, draws and losses."""
        return self.outcomes != WIN_DRAW_LOSS

    def shares(self, scores: float | Array) -> Array:
        """Scores as shares of what can be won, from 0 (the lowest outcome) to 1 (the highest)."""
        low, high = min(self.outcomes), max(self.outcomes)
        shares: Array = (np.asarray(scores, dtype=np.float64) - low) / (high - low)
        return shares

    @property
    def plies(self) -> int:
        """Moves played, opening included."""
        return len(self.moves)

    @property
    def played_replies(self) -> tuple[str | None, ...]:
        """The move that answered each search's move; None where the game was over."""
        moves = (*self.moves, None)
        return tuple(moves[ply + 1] for ply in self.ply_numbers.tolist())

    def dense_gradients(self, n_weights: int) -> Array:
        """∂value/∂w as a full array, a row for each search and a column for each weight.

        Where there are m outputs it is ∂P/∂w, searches × m × weights.
        """
        if np.any(self.indices >= n_weights):
            raise BadInput(
                f"game {self.number}: a gradient of weight {self.indices.max()}, "
                f"but there are {n_weights}; they count from 0"
            )
        lengths = np.diff(self.indptr)
        dense = np.zeros((len(lengths), n_weights))
        dense[np.repeat(np.arange(len(lengths)), lengths), self.indices] = self.data
        each = self.rows_each
        is_flat = each == 1 and not self.outputs
        return dense if is_flat else dense.reshape(len(self.values), -1, n_weights)

    def as_dict(self) -> dict[str, Any]:
        """All of it as JSON knows it; "inf", "-inf" and "nan" are written as text."""
        written = {f.name: _plain(getattr(self, f.name)) for f in fields(self)}
        if not self.has_points:
            del written["outcomes"]  # what nearly all games have goes without saying
        if not self.outputs:
            for name in _OF_OUTPUTS:
                del written[name]
        if not len(self.quiet):
            del written["quiet"]
        if not self.times:
            del written["times"]
        return written

    @classmethod
    def from_dict(cls, record: Mapping[str, Any]) -> "GameRecord":
        """The record that `as_dict` wrote, to the bit."""
        known = {f.name for f in fields(cls)}
        if wrong := (known ^ record.keys()) - {"outcomes", "quiet", "times", *_OF_OUTPUTS}:
            raise BadInput(f"not a game record: missing or unknown {', '.join(sorted(wrong))}")
        items: dict[str, Any] = {
            name: tuple(x) if isinstance(x, list) else x for name, x in record.items()
        }
        for name in ("values", "quiet", "results", "data"):
            items[name] = np.array([float(x) for x in record.get(name, ())])
        items["times"] = tuple(each and (each[0], each[1]) for each in record.get("times", ()))
        rows = record.get("predictions", ())
        items["predictions"] = np.array([float(x) for row in rows for x in row])
        return cls(**items)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, GameRecord):
            return NotImplemented
        return self.as_dict() == other.as_dict()

    def __hash__(self) -> int:
        return hash((self.number, self.start, self.moves, self.outcome))


def _plain(item: Any) -> Any:
    """Arrays and tuples as lists, numbers that JSON lacks as text."""
    if isinstance(item, np.ndarray):
        item = item.tolist()
    if isinstance(item, (list, tuple)):
        return [_plain(x) for x in item]
    return repr(item) if isinstance(item, float) and not math.isfinite(item) else item
