"""What two rivals have to be told of a game before they play it, measured on its positions.

ProbCut's regressions of deep on shallow values, and how values change when randomised best-first
search goes on. Both depend on the game and on the evaluation; both are measured once for each, on
positions that random play leads to, and come out the same every time.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import TYPE_CHECKING, TypeAlias

from plywise import _kernel
from plywise.errors import BadInput
from plywise.games.game import game as rules_of
from plywise.games.position import Position
from plywise.games.starts import starts

if TYPE_CHECKING:
    from plywise.selective.evaluator import Judging

Pairs: TypeAlias = tuple[tuple[int, int, float, float, float], ...]
"""(depth, shallow depth, slope, intercept, deviation)."""
Changes: TypeAlias = tuple[tuple[tuple[float, float], ...], ...]
"""Rows by expansions, columns by moves: (mean, deviation)."""

POSITIONS = 60
"""How many positions are measured."""
PLIES = (0, 6)
"""So many random plies lead to them from where games start, from the least to the most."""
SEED = 20
MEASURED = ((3, 1), (4, 2))
"""Deep and shallow: by an even number of plies apart, since who moves last has an advantage."""
DEEPEST = 20
"""Deeper searches are foretold like the deepest measured ones of the same parity."""
DOUBLINGS = 8
"""A value is watched while the expansions double so many times."""


def pairs_for(evaluator: _kernel.Evaluator, evaluation: Judging) -> Pairs:
    """ProbCut's pairs for the game of an evaluation, measured when first asked for.

    >>> import plywise as pw
    >>> from plywise.selective.evaluator import evaluator
    >>> sums = pw.Linear(pw.game("random-tree").features("sum"), [1.0])
    >>> depth, shallow, slope, intercept, deviation = pairs_for(evaluator(sums), sums)[0]
    >>> depth, shallow, 0.9 < slope < 1.1, deviation < 0.1
    (3, 1, True, True)
    """
    return _measured_pairs(_Known(evaluator, evaluation))


def changes_for(evaluator: _kernel.Evaluator, evaluation: Judging, win: float) -> Changes:
    """The changes of randomised best-first search for the game of an evaluation, likewise."""
    return _trained_changes(_Known(evaluator, evaluation), win)


class _Known:
    """An evaluator that is known by what it is made of, so that it is measured once."""

    def __init__(self, evaluator: _kernel.Evaluator, evaluation: Judging) -> None:
        self.evaluator, self.game = evaluator, evaluator.game
        start = rules_of(self.game).start()
        # Two values tell evaluators of equal weights apart that are squashed differently.
        kernel = evaluation if isinstance(evaluation, _kernel.Evaluation) else evaluation.kernel
        seen = evaluator.value(start.after(start.moves[0]).kernel)
        made_of = (kernel.features, kernel.shape, tuple(kernel.weights), kernel.scale)
        self._name = (self.game, made_of, seen)

    def __hash__(self) -> int:
        return hash(self._name)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Known) and self._name == other._name


@lru_cache(maxsize=64)
def _measured_pairs(known: _Known) -> Pairs:
    return measured_pairs(known.evaluator, positions_of(known.game))


@lru_cache(maxsize=64)
def _trained_changes(known: _Known, win: float) -> Changes:
    return trained_changes(known.evaluator, positions_of(known.game), win)


def positions_of(game: str, count: int = POSITIONS, seed: int = SEED) -> list[Position]:
    """Positions that random play leads to, each in a tree of its own where the game has many."""
    found: list[Position] = []
    least, most = PLIES
    for number, start in enumerate(starts(game, 2 * count, seed=seed)):
        position = start
        for draw in _kernel.random_u64(seed, number, least + number % (most - least + 1)):
            if position.outcome is not None:
                break
            moves = position.moves
            position = position.after(moves[(draw * len(moves)) >> 64])
        if position.outcome is None:
            found.append(position)
    if not found:
        raise BadInput(f"random play in {game} leads to no position to measure on")
    return found[:count]


def measured_pairs(evaluator: _kernel.Evaluator, positions: Iterable[Position]) -> Pairs:
    """Regressions of deep on shallow values over these positions, by least squares."""
    at = [position.kernel for position in positions]
    by_parity: dict[int, tuple[float, float, float]] = {}
    for deep, shallow in MEASURED:
        x = [evaluator.deep_value(position, shallow) for position in at]
        y = [evaluator.deep_value(position, deep) for position in at]
        by_parity[deep % 2] = _regression(x, y)
    return tuple(
        (depth, depth - 2, *by_parity[depth % 2]) for depth in range(MEASURED[0][0], DEEPEST + 1)
    )


def _regression(x: Sequence[float], y: Sequence[float]) -> tuple[float, float, float]:
    """Slope, intercept and deviation.

    >>> _regression([0.0, 1.0, 2.0], [1.0, 3.0, 5.0])
    (2.0, 1.0, 0.0)
    """
    n = len(x)
    mean_x, mean_y = sum(x) / n, sum(y) / n
    spread = sum((a - mean_x) ** 2 for a in x)
    both = sum((a - mean_x) * (b - mean_y) for a, b in zip(x, y, strict=True))
    # Where shallow values say nothing, the deep ones are foretold as they are.
    slope = both / spread if spread > 0 and both > 0 else 1.0
    intercept = mean_y - slope * mean_x
    squares = sum((b - slope * a - intercept) ** 2 for a, b in zip(x, y, strict=True))
    return slope, intercept, math.sqrt(squares / max(n - 2, 1))


def trained_changes(
    evaluator: _kernel.Evaluator, positions: Iterable[Position], win: float
) -> Changes:
    """How values change, mean and deviation, while randomised search doubles its expansions.

    In units of `win`, what winning is worth to the evaluator. The search is the untrained one; each
    value is held against that after twice as many nodes.
    """
    using = _kernel.SelectiveSearch.randomised()
    samples: dict[tuple[int, int], list[float]] = {}
    for position in positions:
        moves = len(position.moves)
        seen = [(0, evaluator.value(position.kernel))]
        for doubling in range(DOUBLINGS + 1):
            nodes = max(moves, 2) << doubling
            found = evaluator.search(position.kernel, using, nodes=nodes, seed=doubling)
            seen.append((found.expansions, found.value))
        for (expansions, value), (_, later) in pairwise(seen):
            cell = expansions.bit_length(), moves.bit_length() - 1
            samples.setdefault(cell, []).append((later - value) / win)
    return _table(samples)


def _table(samples: dict[tuple[int, int], list[float]]) -> Changes:
    """Rows and columns without holes: where nothing was seen, the row above or beside stands in."""
    rows = max(row for row, _ in samples) + 1
    columns = max(column for _, column in samples) + 1
    table: list[list[tuple[float, float] | None]] = []
    for row in range(rows):
        by_row = [change for (r, _), some in samples.items() if r == row for change in some]
        cells = [samples.get((row, column), []) for column in range(columns)]
        whole = _moments(by_row) or (table[-1][0] if table else None)
        table.append([_moments(cell) or whole for cell in cells])
    return tuple(tuple(cell or (0.0, 0.0) for cell in row) for row in table)


def _moments(changes: Sequence[float]) -> tuple[float, float] | None:
    """Mean and deviation of enough changes; None of few."""
    if len(changes) < 8:
        return None
    mean = sum(changes) / len(changes)
    return mean, math.sqrt(sum((c - mean) ** 2 for c in changes) / (len(changes) - 1))
