"""King, knight and pawn on the h-file against king: the database of the ending.

White must win, by mate or by a promotion that wins; everything else is Black's success. Distances
are plies to that end with best play of both, the knight's loss included: then king and pawn play
on. The database is made when it is first asked for, in a fraction of a second.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal

import numpy as np
from numpy.typing import NDArray

from plywise import _kernel
from plywise.games.game import Game
from plywise.games.position import Position

Side = Literal["first", "second"]
"""Whose move it is: White's or Black's."""
Places = NDArray[np.uint8]
"""Rows of four: the squares of the white king, the black king and the knight, 0 for a1 and 63 for
h8 (64 for a knight that was taken), and the pawn's place, 0 for h2 to 5 for h7."""

INPUTS: Final = 198
"""Of the feature set `placement`: 64 squares a king and for the knight, six for the pawn."""
LONGEST: Final = 44
"""Plies of the longest win: with Black to move; with White to move it is 43."""
LOST: Final = -1.0
"""The value of a position that White does not win, White's view."""
_NO_WIN, _ILLEGAL = 255, 254
_BEGINS = np.array([0, 64, 128, 192])
_GAME = "knpk"


def distance(position: Position) -> int | None:
    """Plies to a winning promotion or mate, both sides playing best; None if White does not win.

    >>> import plywise as pw
    >>> distance(pw.game("knpk").start())
    43
    >>> distance(pw.game("knpk").position("8/8/8/8/8/6k1/7P/K5N1 b - - 0 1")) is None
    True
    """
    return _kernel.knpk_distance(position.kernel)


def best_moves(position: Position) -> list[str]:
    """White's moves to the nearest win; Black's that save the game, or resist longest.

    >>> import plywise as pw
    >>> best_moves(pw.game("knpk").position("8/1k5P/8/8/8/8/8/K5N1 w - - 0 1"))
    ['h7h8q', 'h7h8r', 'h7h8b']
    """
    return _kernel.knpk_best_moves(position.kernel)


def best_move(position: Position, *, seed: int) -> str | None:
    """One of `best_moves`, drawn by the seed and the position; None when the game is over.

    >>> import plywise as pw
    >>> best_move(pw.game("knpk").start().after("a1b1"), seed=1)
    'g6h7'
    """
    moves = best_moves(position)
    if not moves:
        return None
    [drawn] = _kernel.random_u64(seed, position.key, 1)
    return moves[drawn * len(moves) >> 64]


@dataclass(frozen=True, kw_only=True)
class Counts:
    """How many positions there are, the knight on the board."""

    legal: int
    """In all."""
    won: int
    """Those that White wins."""
    by_plies: dict[int, int]
    """Those won in so many plies."""


def counts(side: Side, *, knight_taken_ends: bool = False) -> Counts:
    """The positions of one side to move, by their distance.

    Other people count Black's capture of the knight as an end, won where king and pawn win:
    `knight_taken_ends` counts so too.

    >>> counts("first").won, counts("first").by_plies[43]
    (1098974, 24)
    """
    legal, won, plies = _kernel.knpk_counts(side, knight_taken_ends)
    return Counts(legal=legal, won=won, by_plies={d: n for d, n in enumerate(plies) if n})


@dataclass(frozen=True, kw_only=True, eq=False)
class Examples:
    """Positions with one side to move, and what is true of them."""

    side: Side
    places: Places
    """Where the men stand, a row a position."""
    distances: NDArray[np.int16]
    """Plies to the win; −1 if White does not win."""

    def __len__(self) -> int:
        return len(self.distances)

    @property
    def values(self) -> NDArray[np.float64]:
        """The value of each, White's view."""
        return values_of(self.distances)


def examples(side: Side, *, most: int = 1000, seed: int = 1) -> Examples:
    """What the paper's networks learnt from: as many lost positions as won ones.

    Of each distance `most` won positions, or all where there are fewer. Lost ones with Black to
    move follow upon an error of White's; those with White to move upon an error and a reply.

    >>> drawn = examples("second", most=10)
    >>> len(drawn), float((drawn.distances < 0).mean())
    (440, 0.5)
    """
    places, distances = _kernel.knpk_examples(side, most, seed)
    return Examples(side=side, places=places, distances=distances)


def positions_between(side: Side, low: int, high: int) -> Places:
    """All won positions, the knight on the board, from `low` to `high` plies from the win.

    >>> len(positions_between("first", 43, 43))
    24
    """
    plies = _kernel.knpk_distances(side).reshape(64, 64, 65, 6)[:, :, :64]
    found = (plies >= low) & (plies <= min(high, _ILLEGAL - 1))
    return np.argwhere(found).astype(np.uint8)


def values_of(distances: NDArray[np.int16]) -> NDArray[np.float64]:
    """Won in one ply 1, 0.03 less for each further ply, −1 if not won (van der Spoel 2007, 4.3.2).

    The paper says moves, but its longest win, 44, is one of plies.

    >>> values_of(np.array([1, 2, 44, -1], dtype=np.int16)).round(2).tolist()
    [1.0, 0.97, -0.29, -1.0]
    """
    return np.where(distances < 0, LOST, 1.0 - 0.03 * (distances - 1.0))


def inputs_of(places: Places) -> NDArray[np.float64]:
    """The counts of the feature set `placement`, a row a position.

    >>> inputs_of(np.array([[0, 46, 55, 0], [0, 46, 64, 0]], dtype=np.uint8)).sum(axis=1)
    array([4., 3.])
    """
    inputs = np.zeros((len(places), INPUTS))
    rows, men = np.nonzero(places < 64)
    inputs[rows, _BEGINS[men] + places[rows, men]] = 1.0
    return inputs


def position_at(places: Places, side: Side) -> Position:
    """The position whose men stand there.

    >>> str(position_at(np.array([0, 46, 55, 0], dtype=np.uint8), "first"))
    '8/7N/6k1/8/8/8/7P/K7 w - - 0 1'
    """
    white, black, knight, pawn = map(int, places)
    board = dict(zip((knight, white, black, 15 + 8 * pawn), "NKkP", strict=True))
    rows = ("".join(board.get(8 * rank + file, "1") for file in range(8)) for rank in range(8))
    turn = "w" if side == "first" else "b"
    return Game(_GAME).position("/".join(list(rows)[::-1]) + f" {turn} - - 0 1")
