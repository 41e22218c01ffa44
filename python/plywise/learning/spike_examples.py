"""Examples of what a deeper search finds: positions from games, and how their chances changed."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

import numpy as np
from numpy.typing import ArrayLike

from plywise.errors import BadSetting
from plywise.evaluation.squash import Logistic
from plywise.searching import AlphaBeta, search
from plywise.selective.many import Array

if TYPE_CHECKING:
    from plywise.evaluation.protocol import Evaluation
    from plywise.games.position import Position

Play = Literal["self", "random"]
TAKEN = 0.2
"""The share of a game's positions that become examples: neighbours are much alike."""
STRAYING = 0.1
"""The share of random moves in self-play: games should differ, and mistakes should be met."""
BALLOT = 2
"""Random moves before self-play begins."""
LONGEST = 300
"""Plies after which a game is left."""
MOST_GAMES = 50
"""Games for each wanted position, before a game is called too short for any."""


@dataclass(frozen=True, eq=False)
class Examples:
    """Positions, a row each, as the side to move sees them."""

    counts: Array
    """Of the features, the generator's inputs."""
    values: Array
    """By the evaluation alone: chances of winning minus ½, or as they are."""
    changes: Array
    """What a deeper search added to them."""

    def __len__(self) -> int:
        return len(self.values)

    def __getitem__(self, part: slice) -> Examples:
        return Examples(self.counts[part], self.values[part], self.changes[part])


def played(
    start: Position, evaluation: Evaluation, *, seed: int, play: Play = "self"
) -> Iterator[Position]:
    """Some positions of one game in which the players move by a ply of search, or at random.

    >>> import plywise as pw
    >>> chess = pw.game("chess")
    >>> judge = pw.Linear(chess.features("material"), "chess/standard")
    >>> found = list(played(chess.start(), judge, seed=1))
    >>> found == list(played(chess.start(), judge, seed=1)), len(found) > 3
    (True, True)
    """
    draw = random.Random(seed)
    position = start
    for ply in range(LONGEST):
        if position.outcome is not None:
            return
        if draw.random() < TAKEN:
            yield position
        is_random = play == "random" or ply < BALLOT or draw.random() < STRAYING
        if is_random:
            move = draw.choice(position.moves)
        else:
            best = search(position, evaluation, AlphaBeta(depth=1), seed=draw.getrandbits(32)).move
            assert best is not None
            move = best
        position = position.after(move)


def sampled(
    start: Position,
    evaluation: Evaluation,
    inputs: Evaluation,
    *,
    positions: int,
    depth: int,
    seed: int,
    steepness: float = 1.0,
    win: float | None = None,
    play: Play = "self",
    on_position: Callable[[int], None] = lambda done: None,
) -> Examples:
    """That many examples; `inputs` is an evaluation whose counts the generator is to see.

    With `win`, what winning is worth, values are taken as they are, but for those beyond it;
    otherwise they become chances of winning minus ½ by the logistic of that steepness.
    """
    if positions < 1 or depth < 0:
        raise BadSetting(f"{positions} positions and depth {depth}: at least 1 and 0")
    using = AlphaBeta(depth=depth)
    counts, before, after = [], [], []
    for position in _drawn(start, evaluation, positions, seed, play):
        sign = 1.0 if position.turn == "first" else -1.0
        counts.append(sign * inputs.gradient(position))
        before.append(evaluation.value(position) / evaluation.scale)
        after.append(search(position, evaluation, using, seed=seed).value / evaluation.scale)
        on_position(len(counts))
    values = squashed(before, steepness, win)
    return Examples(np.array(counts), values, squashed(after, steepness, win) - values)


def squashed(values: ArrayLike, steepness: float, win: float | None) -> Array:
    """Values as selective searches take them, with the results of the rules among them.

    >>> squashed([-1e6, 0.0, 1.0], 1.0, None).round(3), squashed([-1e6, 0.0, 0.2], 1.0, 0.5)
    (array([-0.5  ,  0.   ,  0.231]), array([-0.5,  0. ,  0.2]))
    """
    if win is not None:
        return np.clip(np.asarray(values, dtype=np.float64), -win, win)
    return Logistic(steepness=steepness).predict(values) - 0.5


def _drawn(
    start: Position, evaluation: Evaluation, positions: int, seed: int, play: Play
) -> Iterator[Position]:
    left = positions
    for game in range(MOST_GAMES * positions):
        for position in played(start, evaluation, seed=(seed << 24) + game, play=play):
            yield position
            left -= 1
            if not left:
                return
    raise BadSetting(
        f"{MOST_GAMES * positions} games from {str(start)!r} had only {positions - left} "
        "positions; start where the game goes on"
    )
