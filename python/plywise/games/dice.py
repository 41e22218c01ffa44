"""Dice as the game loop throws them, in plain Python: of a game's seed and number and of the ply.

The players have no part in it: with the same seed the dice fall alike, whoever plays and however
they search. The kernel does the same; a test holds the two together.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate

from plywise._kernel import Position, move_seed, random_u64

DICE_STREAM = 0x6469_6365_0000_0000  # "dice": apart from the searches, which are seeded by ply too


def throw(position: Position, *, seed: int, number: int, ply: int) -> str:
    """The roll at `ply` of game `number`, where dice are due.

    >>> start = Position.start("dice-race")
    >>> [throw(start, seed=1, number=0, ply=ply) for ply in range(5)]
    ['d2', 'd1', 'd2', 'd3', 'd1']
    """
    word = random_u64(move_seed(seed ^ DICE_STREAM, number, ply), 0, 1)[0]
    return drawn(position.chances, word)


def drawn(chances: Sequence[tuple[str, float]], word: int) -> str:
    """The roll that 64 random bits mean.

    >>> drawn([("heads", 0.5), ("tails", 0.5)], 2**63 - 1), drawn([("a", 0.5), ("b", 0.5)], 2**63)
    ('heads', 'b')
    """
    share = (word >> 11) / 2**53  # in [0, 1)
    sums = accumulate(chance for _, chance in chances)
    found = (roll for (roll, _), sum_ in zip(chances, sums, strict=True) if share < sum_)
    return next(found, chances[-1][0])  # a sum may miss 1 by a rounding
