"""What the kernel's batches do, in plain Python and numpy: to be read, and to be held against them.

A board is always seen by the player about to roll: x_0 is the start, x_{t+1} what the play chosen
at x_t leaves to the other. V(x) are the five chances of a network; exchanging the players inverts
them. After a game, from its last position to its first,

    G_t = invert((1 − λ) V(x_{t+1}) + λ G_{t+1}),    w += α Σ_k (G_{t,k} − V_k(x_t)) ∂z_k/∂w

with z the log-odds of V: the gradient of the cross-entropy. V(x_{t+1}) is taken when it is come
by, after the steps behind it. Where the rules or the table of bear-offs know the chances the game
stops.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

import plywise as pw
from plywise import _kernel
from plywise.evaluation.gammon import Gammon
from plywise.evaluation.gammon_shape import OUTPUTS
from plywise.games.position import Position
from plywise.learning.step_size.annealed import annealed
from plywise.play.backgammon.board import Board
from plywise.runs.batches.config import BatchConfig

Array = NDArray[np.float64]
MEN_AT_HOME = 6


def learnt_in_python(
    config: BatchConfig, games: int, start: NDArray[np.float32] | None = None
) -> Array:
    """The weights after so many games of a run: TD(λ) by games, a ply deep, by an annealed step.

    They begin with `start`, or with those that are drawn from the run's seed.

    >>> config = BatchConfig(
    ...     games=2, batch=1, features="raw", evaluation="gammon:16", max_plies=30
    ... )
    >>> in_kernel = config.learner()
    >>> _ = in_kernel.run(1, 1)
    >>> bool(np.abs(learnt_in_python(config, 1) - in_kernel.weights).max() < 1e-6)
    True
    """
    networks = Networks(config, start)
    steps = config.step_size
    for number in range(games):
        if number % config.batch == 0:
            frozen = networks.copy()
        boards, last = played(frozen, config, number)
        step = annealed(steps["start"], steps["end"], number / steps["games"])
        value = future = last
        for board in reversed(boards):
            mixed = (1.0 - config.trace_decay) * value + config.trace_decay * future
            target = inverted(mixed)
            value, future = networks.corrected(board, target, step), target
    return networks.weights


def inverted(chances: Array) -> Array:
    """The same chances in the other player's view."""
    win, gammon, backgammon, lose_gammon, lose_backgammon = chances
    return np.array([1.0 - win, lose_gammon, lose_backgammon, gammon, backgammon])


def equity(chances: Array) -> float:
    """Points that they make."""
    return float(chances @ np.array([2.0, 1.0, 1.0, -1.0, -1.0]) - 1.0)


def played(networks: Networks, config: BatchConfig, number: int) -> tuple[list[Position], Array]:
    """The boards before each move, and the chances of who would roll after the last.

    A game that is cut teaches what its last position predicts.
    """
    position = pw.game("backgammon").position(f"{Board.start().position_id} first")
    boards: list[Position] = []
    rolls = dice(config.seed, number)
    while len(boards) < config.max_plies:
        boards.append(position)
        rolled = position.after("{}{}".format(*sorted(next(rolls), reverse=True)))
        after = [seen_by_roller(rolled.after(move)) for move in rolled.moves]
        values = [-equity(networks.chances(board)) for board in after]
        position = after[int(np.argmax(values))]
        if networks.network(position) is None:
            break
    return boards, networks.chances(position)


def dice(seed: int, number: int) -> Iterator[tuple[int, int]]:
    """The rolls of a game: the first is thrown again until its dice differ."""
    # A number below 36 of 64 random bits, by multiplication; that one must be rejected is as likely
    # as one in 10¹⁸, and left out here.
    fallen = [36 * draw >> 64 for draw in _kernel.random_u64(seed, number, 8192)]
    rolls = [(n // 6 + 1, n % 6 + 1) for n in fallen]
    opening = next(n for n, (one, two) in enumerate(rolls) if one != two)
    return iter(rolls[opening:])


def seen_by_roller(position: Position) -> Position:
    """The same board, with its roller called first: features count in the first player's view."""
    return pw.game("backgammon").position(f"{str(position).split()[0]} first")


class Networks:
    """Both networks in numpy, with the weights of a run's first game."""

    def __init__(self, config: BatchConfig, start: NDArray[np.float32] | None = None) -> None:
        self.features, self.shape = config.feature_set, config.shape
        self.inputs = len(self.features)
        self.weights = config.learner(start).weights.astype(np.float64)
        # Of no network, but of the rules and the table: it needs no weights that matter.
        self.known = Gammon(self.features, hidden=16, seed=0)
        # What a linear evaluation has as its gradient is what it counts.
        self.counting = pw.Linear(self.features, [0.0] * self.inputs)

    def copy(self) -> Networks:
        """The same with weights of its own."""
        made = object.__new__(Networks)
        made.__dict__ = {**self.__dict__, "weights": self.weights.copy()}
        return made

    def network(self, position: Position) -> int | None:
        """Which network judges: 0 for contact, 1 for races; None where the chances are known."""
        board = Board.from_id(str(position).split()[0])
        back = [max((n for n, count in enumerate(row, 1) if count), default=0)
                for row in (board.own, board.other)]  # fmt: skip
        if 0 in back:
            return None  # the game is over
        if sum(back) >= 25:
            return 0
        return None if max(back) <= MEN_AT_HOME else 1

    def parts(self, which: int) -> tuple[Array, Array, Array, Array]:
        """Views of one network's weights: by input and unit, biases, by output and unit, biases."""
        sizes = [self.shape.hidden, self.shape.race or self.shape.hidden]
        counts = [(self.inputs + 1 + len(OUTPUTS)) * size + len(OUTPUTS) for size in sizes]
        own, size = self.weights[which * counts[0] :][: counts[which]], sizes[which]
        rows = own[: -len(OUTPUTS)].reshape(-1, size)
        last = own[-len(OUTPUTS) :]
        return rows[: self.inputs], rows[self.inputs], rows[self.inputs + 1 :], last

    def inputs_of(self, position: Position) -> Array:
        """What the networks see."""
        seen = np.zeros(self.inputs)
        for index, count in self.counting.kernel.judged(position.kernel)[2][0]:
            seen[index] = count
        return seen

    def forward(self, position: Position, which: int) -> tuple[Array, Array, Array]:
        """Inputs, hidden units and outputs."""
        rows, biases, onward, last = self.parts(which)
        seen = self.inputs_of(position)
        hidden = logistic(seen @ rows + biases)
        return seen, hidden, logistic(onward @ hidden + last)

    def chances(self, position: Position) -> Array:
        """The five chances of the player about to roll, as the rules allow them."""
        if (which := self.network(position)) is None:
            return np.array(self.known.outlook(position))
        return allowed(self.forward(position, which)[2], position)

    def corrected(self, position: Position, target: Array, step: float) -> Array:
        """One step towards a target; the chances before it."""
        which = self.network(position)
        assert which is not None, "games stop where chances are known"
        seen, hidden, outputs = self.forward(position, which)
        rows, biases, onward, last = self.parts(which)
        errors = target - outputs
        blame = (errors @ onward) * hidden * (1.0 - hidden)
        onward += step * np.outer(errors, hidden)
        last += step * errors
        rows += step * np.outer(seen, blame)
        biases += step * blame
        return allowed(outputs, position)


def logistic(x: Array) -> Array:
    """1 / (1 + e^(−x))."""
    found: Array = 1.0 / (1.0 + np.exp(-x))
    return found


def allowed(outputs: Array, position: Position) -> Array:
    """What the rules leave of a network's outputs.

    A backgammon is a gammon, and that a win; who has a checker off loses no gammon.
    """
    board = Board.from_id(str(position).split()[0])
    win, gammon, backgammon, lose_gammon, lose_backgammon = outputs
    gammon = 0.0 if board.other_off else min(gammon, win)
    lose_gammon = 0.0 if board.off else min(lose_gammon, 1.0 - win)
    return np.array([
        win, gammon, min(backgammon, gammon), lose_gammon, min(lose_backgammon, lose_gammon),
    ])  # fmt: skip
