"""Why did a weight move? A game of a run once more, and what each of its moves did.

The game is played again from its own seed and weights, so nothing is stored for it. By the forward
form r_{i,t} = d_t · Σ_{k≤t} λ^(t−k) ∂P_k/∂w_i (thesis eq. 8.1) the difference d_t after a move has
a share in the change of every weight: r_{i,t} times what its step size multiplies it by. The shares
add up to the change. Where a step size remembers changes (Adam's mean) the rest is due to earlier
games.
"""

from collections.abc import Sequence
from copy import deepcopy
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from plywise._kernel import Position
from plywise.checks import whole
from plywise.errors import BadSetting
from plywise.naming import unknown
from plywise.play.record import GameRecord
from plywise.runs.replay import games_again, known_game, learner_before
from plywise.runs.run import Run, load

if TYPE_CHECKING:
    from plywise.learning.learner import Learner
    from plywise.learning.rules import LearningRule
    from plywise.learning.sequence import Sequence as Predictions

__all__ = ["Moved", "Why", "WhyMove", "moved_most", "why"]

Array = NDArray[np.float64]


@dataclass(frozen=True, kw_only=True, eq=False)
class WhyMove:
    """A search of the game, and what the difference after it did."""

    ply: int
    """Index of its move in the game."""
    move: str
    """The move that it chose."""
    notation: str
    """The same as people read it."""
    mover: int
    """Whose: 0 first player, 1 second."""
    prediction: float | list[float]
    """What it predicted, in the first player's view; a list where it predicts several things."""
    difference: float | list[float]
    """By how much the next prediction, or the outcome, was another, as the rule takes it."""
    expected: str | None
    """The reply that it expected."""
    shares: Array = field(repr=False)
    """Its part in the change of each weight."""


@dataclass(frozen=True, kw_only=True, eq=False)
class Why:
    """How a game changed the weights, move by move; see `why`."""

    game: int
    """The number of the game."""
    names: tuple[str, ...] = field(repr=False)
    """Of the weights."""
    players: tuple[str, str]
    """Who played."""
    outcome: float
    """The first player's score."""
    reason: str
    """What ended it."""
    version: int
    """The game after whose learning the weights were that played it."""
    trace_decay: float
    """λ that it was learnt with."""
    change: Array = field(repr=False)
    """What the game changed each weight by."""
    earlier: Array = field(repr=False)
    """The part in that of games before it, which its step size remembers."""
    waits: bool
    """Whether the change was put by until a batch is full."""
    moves: tuple[WhyMove, ...] = field(repr=False)
    """The searches that were learnt from, in time."""

    def place(self, weight: str | int) -> int:
        """The index of a weight; UnknownName for one that there is not."""
        if isinstance(weight, str):
            if weight not in self.names:
                raise unknown("weight", weight, self.names)
            return self.names.index(weight)
        if not 0 <= whole("weight", weight) < len(self.names):
            raise BadSetting(f"weight {weight} of {len(self.names)}; they count from 0")
        return int(weight)

    def shares(self, weight: str | int) -> list[float]:
        """The part of each move in the change of a weight."""
        place = self.place(weight)
        return [float(move.shares[place]) for move in self.moves]

    def most(self, count: int = 5) -> list[str]:
        """The weights that the game changed most."""
        order = np.argsort(-np.abs(self.change), kind="stable")[:count]
        return [self.names[i] for i in order.tolist() if self.change[i] != 0.0]

    def as_dict(self, weights: Sequence[str] | None = None) -> dict[str, Any]:
        """All of it as JSON knows it, for these weights; by default for all that moved."""
        chosen = [name for name, by in zip(self.names, self.change, strict=True) if by != 0.0]
        places = [self.place(name) for name in (chosen if weights is None else weights)]

        def told(array: Array) -> dict[str, float]:
            return {self.names[i]: float(array[i]) for i in places}

        return {
            "game": self.game, "players": list(self.players), "outcome": self.outcome,
            "reason": self.reason, "version": self.version, "trace_decay": self.trace_decay,
            "waits": self.waits, "change": told(self.change), "earlier": told(self.earlier),
            "moves": [
                {
                    "ply": move.ply, "move": move.move, "notation": move.notation,
                    "prediction": move.prediction, "difference": move.difference,
                    "expected": move.expected, "shares": told(move.shares),
                }
                for move in self.moves
            ],
        }  # fmt: skip


def why(run: Run | str | Path, game: int) -> Why:
    """How a game of a run changed the weights: for each of its searches the part in the change.

    >>> import plywise as pw
    >>> run = pw.learn("chess", search={"depth": 1}, games=3, gate_every=0, seed=1)
    >>> found = why(run, 2)
    >>> bool(np.isclose(sum(found.shares("queen")), found.change[4], rtol=0, atol=1e-12))
    True
    """
    of = run if isinstance(run, Run) else load(run)
    learner = learner_before(of, known_game(of, game))
    return explained(of, learner, games_again(of).next_game(learner).record)


def explained(of: Run, learner: "Learner", record: GameRecord) -> Why:
    """The same of the record of a game, and the learner before it."""
    number = learner.games + 1
    rule = learner.rule_for(record)
    sequence = rule.sequence(record, learner.weights_for(number))
    change, earlier, shares = _split(learner, rule, record, sequence)
    return Why(
        game=number, names=of.names, players=record.players, outcome=record.outcome,
        reason=record.reason, version=learner.version(number), trace_decay=learner.trace_decay,
        change=change, earlier=earlier,
        waits=not rule.skips(record) and (learner.learnt + 1) % of.config.batch != 0,
        moves=tuple(_moves(learner, rule, record, sequence, shares)),
    )  # fmt: skip


def _split(
    learner: "Learner", rule: "LearningRule", record: GameRecord, sequence: "Predictions"
) -> tuple[Array, Array, Array]:
    """The change of the weights, the part of earlier games in it, and that of each search."""
    step_size = deepcopy(learner.step_size)
    if step_size.needs == "games":
        raise BadSetting(
            f"{step_size!r} fits all games so far at once: no change of its weights is that of one "
            "game, and it cannot be split"
        )
    if rule.skips(record):
        none = np.zeros_like(learner.weights)
        return none, none, np.zeros((len(sequence), len(none)))
    before = step_size.rates()
    rows = rule.recommended(sequence, learner.trace_decay)
    change = step_size.follow(rule, record, sequence, learner.weights, learner.trace_decay)
    shares = step_size.rates_used(before, np.add.reduce(rows, axis=0), change) * rows
    rest = change - np.add.reduce(shares, axis=0)
    # What rounding leaves is nobody's.
    scale = np.add.reduce(np.abs(shares), axis=0)
    earlier = np.where(np.abs(rest) <= 1e-13 * np.maximum(scale, 1.0), 0.0, rest)
    return change, earlier, shares


def _moves(
    learner: "Learner",
    rule: "LearningRule",
    record: GameRecord,
    sequence: "Predictions",
    shares: Array,
) -> "list[WhyMove]":
    """The searches of the game that were learnt from."""
    differences = rule.credits(sequence, learner.trace_decay).differences
    plies = rule.chosen(record)[: len(sequence)]
    written = _notations(learner.config.game, record)
    return [
        WhyMove(
            ply=(ply := int(record.ply_numbers[search])),
            move=record.moves[ply],
            notation=written[ply],
            mover=int(record.movers[search]),
            prediction=sequence.predictions[t].tolist(),
            difference=differences[t].tolist(),
            expected=record.predicted_replies[search],
            shares=shares[t],
        )
        for t, search in enumerate(plies.tolist())
    ]


def _notations(game: str, record: GameRecord) -> list[str]:
    """The moves of a game as people read them."""
    position = Position.parse(game, record.start)
    written = []
    for move in record.moves:
        written.append(position.notation(move))
        position = position.after(move)
    return written


@dataclass(frozen=True, kw_only=True)
class Moved:
    """By how much a weight moved in a game, or in the games up to it that are kept together."""

    game: int
    """The last of the games."""
    games: int
    """How many they are: 1, unless the run keeps the weights of every few games alone."""
    change: float
    """What the weight moved by."""


def moved_most(run: Run | str | Path, weight: str, *, most: int = 10) -> list[Moved]:
    """The games of a run that moved a weight most, the largest move first.

    >>> import plywise as pw
    >>> run = pw.learn("chess", search={"depth": 1}, games=5, gate_every=0, seed=1)
    >>> abs(moved_most(run, "queen")[0].change) >= abs(moved_most(run, "queen")[1].change)
    True
    """
    of = run if isinstance(run, Run) else load(run)
    if weight not in of.names:
        raise unknown("weight", weight, of.names)
    place, every = of.names.index(weight), of.history.every
    changes = np.diff(of.history.weights[:, place], prepend=of.config.start_vector[place])
    order = np.argsort(-np.abs(changes), kind="stable")[: whole("most", most, least=1)]
    return [
        Moved(game=(i + 1) * every, games=every, change=float(changes[i]))
        for i in order.tolist()
        if changes[i] != 0.0
    ]
