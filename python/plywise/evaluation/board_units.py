"""What the hidden units of a board network like: their weights as boards, and how much they say."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from plywise.errors import BadSetting
from plywise.evaluation.board_shape import CALM, INPUTS, PHASES, ROLES, SIDES, BoardShape
from plywise.evaluation.boards import Board
from plywise.games.ballot import ballot
from plywise.games.declared import facts_of
from plywise.games.game import game as game_named

if TYPE_CHECKING:
    from plywise.evaluation.weights import Weights
    from plywise.games.position import Position

Array = NDArray[np.float64]
SAMPLE, PLIES, SEED = 30, 12, 0x756E_6974
"""Where a game has no positions of its own to be measured on: so many, after so many random plies;
the seed is "unit"."""


@dataclass(frozen=True, kw_only=True)
class Unit:
    """A hidden unit; signs are such that what it likes is good for the side that looks."""

    number: int
    """Counted from 1, as in the names of the weights."""
    share: float
    """What it adds to the value, mean of the sizes over positions, as a share of all units'."""
    worths: tuple[float, float]
    """What it is worth at its loudest, in the middle game and in the end."""
    to_move: float
    """By how much having the move raises it."""
    boards: tuple[Board, ...]
    """By how much a man on each square raises it: own men, then the other side's."""

    @property
    def name(self) -> str:
        """As in the names of the weights."""
        return f"h{self.number}"


def units(weights: Weights, most: int | None = None) -> list[Unit]:
    """The units of a board network, those that say most first.

    >>> import plywise as pw
    >>> network = pw.BoardNetwork(pw.game("chess").features("material"), hidden=4, seed=1)
    >>> found = units(network.as_weights(), most=2)
    >>> [len(unit.boards) for unit in found], found[0].share > found[1].share
    ([12, 12], True)
    """
    shape = weights.shape
    if not isinstance(shape, BoardShape):
        raise BadSetting(f"{weights.evaluation} has no units over a board; board:32 has")
    own = np.array(weights.values[len(weights.feature_set) :]).reshape(-1, shape.hidden)
    inputs, bias, worths = own[:INPUTS], own[INPUTS], own[-len(PHASES) :]
    said = np.array([_said(inputs, bias, at) for at in _positions(weights.game)])
    sizes = np.abs(said * worths.mean(axis=0)).mean(axis=0)
    shares = sizes / sizes.sum() if sizes.sum() > 0.0 else sizes
    signs = np.where(worths.sum(axis=0) < 0.0, -1.0, 1.0)
    return [
        Unit(
            number=int(unit) + 1,
            share=float(shares[unit]),
            worths=(float(worths[0, unit]), float(worths[1, unit])),
            to_move=float(signs[unit] * inputs[-1, unit] / CALM),
            boards=tuple(_boards(signs[unit] * inputs[:-1, unit] / CALM)),
        )
        for unit in np.argsort(-shares, kind="stable")[:most]
    ]


def seen(position: Position) -> tuple[list[int], list[int]]:
    """The inputs that the first player sees, and those that the second does.

    >>> import plywise as pw
    >>> first, second = seen(pw.game("chess").position("7k/8/8/8/8/8/P7/K7 b - - 0 1"))
    >>> first, second
    ([767, 8, 320], [327, 432, 760, 768])
    """
    layout = facts_of(position.game).layout
    assert layout is not None, "asked of a chessboard"
    views: tuple[list[int], list[int]] = ([], [])
    for place, letter in layout.standing(str(position)):
        kind, owner = layout.men[letter]
        for view, side in zip(views, ("first", "second"), strict=True):
            row, column = divmod(layout.seen(place, side), 8)
            whose = len(ROLES) * (owner != side)
            view.append((whose + ROLES.index(kind)) * 64 + (7 - row) * 8 + column)
    views[position.turn == "second"].append(INPUTS - 1)
    return views


def _said(inputs: Array, bias: Array, position: Position) -> Array:
    """What each unit says in the first player's view."""
    first, second = (
        np.clip((bias + inputs[view].sum(axis=0)) / CALM, 0.0, 1.0) ** 2 for view in seen(position)
    )
    difference: Array = first - second
    return difference


def _positions(game: str) -> Iterator[Position]:
    rules = game_named(game)
    if known := facts_of(game).bench_positions:
        yield from map(rules.position, known)
        return
    for opening in ballot(SAMPLE, plies=PLIES, seed=SEED, game=game):
        yield rules.start().after(*opening.moves)


def _boards(weights: Sequence[float] | Array) -> Iterator[Board]:
    """The weights of a unit, a board for each kind of man, from the far side."""
    men = np.asarray(weights).reshape(len(SIDES), len(ROLES), 8, 8)[:, :, ::-1]
    for side, kinds in zip(SIDES, men, strict=True):
        for role, rows in zip(ROLES, kinds, strict=True):
            yield Board(name=f"{side} {role}", rows=tuple(map(tuple, _cells(role, rows.tolist()))))


def _cells(role: str, rows: list[list[float]]) -> list[list[float | None]]:
    """Without the squares on which no pawn stands."""
    if role != ROLES[0]:
        return [list(row) for row in rows]
    return [[None] * 8 if n in (0, 7) else list(row) for n, row in enumerate(rows)]
