"""Random game trees: their exact results, their chances, and starts that are fair.

The games are `random-tree`, `feature-tree` and `win-loss-tree` (docs/random-trees.md).
"""

from dataclasses import dataclass

from plywise import _kernel
from plywise.errors import BadSetting
from plywise.games.position import Position


@dataclass(frozen=True, kw_only=True)
class Solution:
    """The result of a tree when nobody errs."""

    score: float
    """The first player's: 1, ½ or 0."""
    move: str | None
    """A move that reaches it; None when the game is over."""
    nodes: int
    """Positions looked at."""


def solve(position: Position) -> Solution:
    """The game-theoretic result of a small tree; a large one takes for ever, and Ctrl-C ends it.

    >>> import plywise as pw
    >>> solve(pw.game("random-tree").position("seed 7 branching 4 depth 6")).score
    1.0
    """
    score, move, nodes = _kernel.solve_tree(position.kernel)
    return Solution(score=score, move=move, nodes=nodes)


def chance(position: Position) -> float:
    """The first player's chance of winning a win/loss tree, when nobody errs.

    It is what the features tell without any search, and so the best evaluation that there is
    (van der Spoel's thesis, 4.2.5).

    >>> import plywise as pw
    >>> tree = pw.game("win-loss-tree")
    >>> round(chance(tree.start()), 2), chance(tree.position("quality 300"))
    (0.49, 1.0)
    """
    return _kernel.tree_chance(position.kernel)[0]


def nearness(position: Position) -> float:
    """How near the end of a win/loss tree is: the chance that some child is an end position.

    >>> import plywise as pw
    >>> tree = pw.game("win-loss-tree")
    >>> [round(nearness(tree.position(f"clock {clock}")), 2) for clock in (50, 60, 70, 90)]
    [0.0, 0.33, 0.92, 1.0]
    """
    return _kernel.tree_chance(position.kernel)[1]


def even_starts(
    count: int, *, seed: int = 1, like: Position | None = None, tolerance: float = 0.05
) -> list[Position]:
    """Positions of a win/loss tree in which both players have about the same chance.

    They have the parameters, the clock and the side to move of `like`, by default of the game's
    start; quality, wildness and the tree below each are drawn from `seed`.

    >>> [str(start) for start in even_starts(2)]
    ['seed 2117842219559272026 quality -80', 'seed 2366527757374380996 quality -101 wildness 5']
    >>> all(abs(chance(start) - 0.5) <= 0.05 for start in even_starts(50, seed=2))
    True
    """
    if count < 0:
        raise BadSetting(f"{count} starts cannot be made")
    if not 0 <= seed < 2**64:
        raise BadSetting(f"seed {seed} is not between 0 and 2**64 - 1")
    tree = _kernel.Position.start("win-loss-tree") if like is None else like.kernel
    return [Position(start) for start in _kernel.even_starts(tree, seed, count, tolerance)]
