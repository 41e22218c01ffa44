"""Alpha-beta and quiescence, as short as they can be said (thesis 4.1).

Values are integers in the view of the side to move. At every node down to the horizon the rules
speak first: a lost game is worth −(MATE − ply), so that the sooner mate is the better, a draw 0.
Below the horizon only captures and promotions are weighed.
"""

import sys
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Generic, Protocol, Self, TypeVar

from plywise._kernel import MATE

__all__ = ["Evaluates", "ReferenceFound", "Searchable", "alpha_beta"]

INFINITE = 2 * MATE
"""Beyond every value: the widest window."""
BY_HISTORY = ("repetition", "fifty moves")
"""Draws that hang on the moves before, not on the position."""


class Searchable(Protocol):
    """What the search asks of a position."""

    @property
    def turn(self) -> str:
        """Whose move it is: "first" or "second"."""

    @property
    def moves(self) -> Sequence[str]:
        """The legal moves."""

    @property
    def noisy_moves(self) -> Sequence[str]:
        """Captures and promotions: what quiescence looks at."""

    @property
    def noise_is_forced(self) -> bool:
        """Whether noisy moves, where there are any, are all the legal ones."""

    @property
    def quick_ending(self) -> float | None:
        """The first player's score, where one look tells that the game is over."""

    @property
    def outcome(self) -> float | None:
        """The first player's score by the rules, None while the game goes on."""

    @property
    def outcome_reason(self) -> str | None:
        """What ended the game."""

    @property
    def key(self) -> int:
        """The same number for the same position."""

    def after(self, move: str) -> Self:
        """The position after the move."""


P = TypeVar("P", bound=Searchable)
P_contra = TypeVar("P_contra", bound=Searchable, contravariant=True)


class Evaluates(Protocol[P_contra]):
    """What the search asks of an evaluation."""

    def value(self, position: P_contra, root: P_contra) -> int:
        """The static value in a search from `root`, in the view of the side to move."""


@dataclass(frozen=True, kw_only=True)
class ReferenceFound(Generic[P]):
    """What the search found."""

    value: int
    """For the side to move at the root."""
    line: tuple[str, ...]
    """The moves to the principal leaf."""
    leaf: P
    """The position whose static value, or result by the rules, is `value`."""
    kind: str
    """Either "leaf", or "result" where the line ends by the rules."""
    nodes: int
    """Positions looked at, quiescence included."""


def alpha_beta(
    position: P,
    evaluation: Evaluates[P],
    depth: int,
    *,
    quiescence: bool = True,
    quiescence_plies: int | None = None,
    history_draws: bool = True,
) -> ReferenceFound[P]:
    """The minimax value of `depth` plies and then quiescence, with its principal leaf.

    Depth 0 is quiescence alone; without `quiescence` the static value is taken after `depth` plies,
    and `quiescence_plies` limits how deep it goes.
    With `history_draws` a draw by repetition or by the fifty-move rule counts, and so does a
    position that stood in the same line before; without, each position is judged by itself.

    >>> import plywise as pw
    >>> chess = pw.game("chess")
    >>> evaluation = pw.Linear(chess.features("material"), "chess/standard")
    >>> hanging_queen = chess.position("3qk3/8/8/8/8/8/8/3RK3 w - - 0 1")
    >>> found = alpha_beta(hanging_queen, evaluation, depth=1)
    >>> found.value, found.line
    (0, ('d1d8', 'e8d8'))
    """
    plies = 0 if not quiescence else sys.maxsize if quiescence_plies is None else quiescence_plies
    search = _Search(evaluation, position, plies, history_draws)
    value, line, by_rules = search.node(position, depth, -INFINITE, INFINITE, ())
    leaf = position
    for move in line:
        leaf = leaf.after(move)
    kind = "result" if by_rules else "leaf"
    return ReferenceFound(value=value, line=line, leaf=leaf, kind=kind, nodes=search.nodes)


Answer = tuple[int, tuple[str, ...], bool]
"""A value, the line to its leaf, and whether that line ends by the rules."""


class _Search(Generic[P]):
    def __init__(
        self, evaluation: Evaluates[P], root: P, quiescence_plies: int, history_draws: bool
    ) -> None:
        self.evaluation = evaluation
        self.root = root
        self.quiescence_plies = quiescence_plies
        self.history_draws = history_draws
        self.nodes = 0

    def node(self, position: P, depth: int, alpha: int, beta: int, path: tuple[int, ...]) -> Answer:
        """A bound r on the minimax value v.

        r ≤ alpha means v ≤ r, r ≥ beta means v ≥ r, and otherwise r = v. `path` holds the keys of
        the positions before this one, from the root on.
        """
        if self.history_draws and _is_draw_by_history(position, path):
            return 0, (), True
        if (result := _result(position, len(path))) is not None:
            return result, (), True
        if depth == 0:
            return self.quiesce(position, self.quiescence_plies, alpha, beta, len(path))
        self.nodes += 1
        best: Answer = (-INFINITE, (), False)
        for move in position.moves:
            window = -beta, -max(alpha, best[0])
            below = self.node(position.after(move), depth - 1, *window, (*path, position.key))
            best = _better(best, move, below)
            if best[0] >= beta:
                break
        return best

    def quiesce(self, position: P, plies: int, alpha: int, beta: int, ply: int) -> Answer:
        """The same bound at the horizon: stand pat, in check too, or the best noisy move.

        Where noisy moves are forced nobody stands pat; and a glance must not tell the end.
        """
        self.nodes += 1
        if position.quick_ending is not None:
            return _worth(position.quick_ending, position.turn, ply), (), True
        best: Answer = (self.evaluation.value(position, self.root), (), False)
        noisy = position.noisy_moves if plies else ()
        if noisy and position.noise_is_forced:
            best = (-INFINITE, (), False)
        for move in noisy:
            if best[0] >= beta:
                break
            window = -beta, -max(alpha, best[0])
            below = self.quiesce(position.after(move), plies - 1, *window, ply + 1)
            best = _better(best, move, below)
        return best


def _better(best: Answer, move: str, below: Answer) -> Answer:
    """The best answer so far, or the one that this move leads to."""
    value, line, by_rules = below
    return (-value, (move, *line), by_rules) if -value > best[0] else best


def _result(position: Searchable, ply: int) -> int | None:
    """The value by the rules for the side to move, None while the game goes on."""
    if position.outcome is None or position.outcome_reason in BY_HISTORY:
        return None
    return _worth(position.outcome, position.turn, ply)


def _worth(outcome: float, turn: str, ply: int) -> int:
    """What a result is worth to the side to move: sooner counts more."""
    score = outcome if turn == "first" else 1.0 - outcome
    return int(2.0 * score - 1.0) * (MATE - ply)


def _is_draw_by_history(position: Searchable, path: tuple[int, ...]) -> bool:
    return position.key in path or position.outcome_reason in BY_HISTORY
