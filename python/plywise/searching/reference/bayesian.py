"""Bayesian search, as short as it can be said (chapter 3 of the paper on it).

Values are in the view of the side to move. A leaf has *spikes*: the values that it may turn out to
have once it is expanded, each with its probability. Everything else follows from them:

1. the distribution of an inner node is that of the highest of its negated children (`highest`);
2. knowing all leaves before choosing would gain E[root] − E[best move] (`gain`, the paper's U_all);
3. a leaf is worth the expected change of that gain, up or down, when the leaf's value becomes known
   (`judge`, the paper's QSS);
4. the leaves that are worth most are expanded, and all is worked out anew (`bayesian`).
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from math import ceil, prod
from typing import Protocol, Self, TypeVar

__all__ = ["Leads", "Node", "Spike", "bayesian", "gain", "judge"]

Spike = tuple[float, float]
"""A value and its probability."""


class Leads(Protocol):
    """What the search asks of a position."""

    @property
    def moves(self) -> Sequence[str]:
        """The legal moves."""

    @property
    def outcome(self) -> float | None:
        """The first player's score by the rules, None while the game goes on."""

    @property
    def turn(self) -> str:
        """Whose move it is: "first" or "second"."""

    def after(self, move: str) -> Self:
        """The position after the move."""


P = TypeVar("P", bound=Leads)


@dataclass
class Node:
    """A node of the tree; its spikes go from high to low."""

    spikes: list[Spike]
    children: list["Node"] = field(default_factory=list)
    move: str = ""
    worth: float = 0.0
    """What expanding this leaf is worth."""

    @property
    def expectation(self) -> float:
        """The expected value, for the side to move here."""
        return sum(value * height for value, height in self.spikes)

    def leaves(self) -> list["Node"]:
        """The leaves below, or this one."""
        below = [leaf for child in self.children for leaf in child.leaves()]
        return below if self.children else [self]


@dataclass(frozen=True)
class Term:
    """A spike of a child, seen by the parent."""

    value: float
    height: float
    child: int
    spike: int


def terms_of(node: Node) -> list[Term]:
    """The spikes of all children, highest first.

    Of equal ones the earlier child's is the higher; within a child its own order holds, reversed as
    everything is by the change of view.
    """
    terms = [
        Term(-value, height, number, spike)
        for number, child in enumerate(node.children)
        for spike, (value, height) in enumerate(child.spikes)
    ]
    return sorted(terms, key=lambda term: (-term.value, term.child, -term.spike))


def lower(terms: Sequence[Term], place: int, child: int) -> float:
    """The probability that a child is lower than the term at this place."""
    return sum(term.height for term in terms[place + 1 :] if term.child == child)


def highest(node: Node) -> list[Spike]:
    """Equation 3.2: P(node = x from c) = P(c = x) · Π P(i lower than x) over the other children.

    >>> e = Node([], [Node([(-4.0, 0.5), (-5.0, 0.5)]), Node([(-2.0, 0.5), (-6.0, 0.5)])])
    >>> highest(e)  # table 3.1
    [(6.0, 0.5), (5.0, 0.25), (4.0, 0.25), (2.0, 0.0)]
    """
    terms = terms_of(node)
    others = [[i for i in range(len(node.children)) if i != term.child] for term in terms]
    return [
        (term.value, term.height * prod(lower(terms, place, i) for i in others[place]))
        for place, term in enumerate(terms)
    ]


def back_up(node: Node) -> None:
    """Works out all distributions from the leaves."""
    for child in node.children:
        back_up(child)
    if node.children:
        node.spikes = highest(node)


def best_move(root: Node) -> Node:
    """The child of highest expected value for the root's side, the earlier one on a tie."""
    return min(root.children, key=lambda child: child.expectation)


def gain(root: Node) -> float:
    """U_all: what knowing every leaf before the choice would bring."""
    return root.expectation + best_move(root).expectation


def influence(node: Node, of_spikes: Sequence[float]) -> list[list[float]]:
    """By how much U_all changes when a spike of a child grows by 1, given that of the node's own.

    A spike of child c adds itself to the node where all others are lower, and lets every higher
    spike of the others pass, since c is lower than those.
    """
    terms, children = terms_of(node), range(len(node.children))
    out = [[0.0] * len(child.spikes) for child in node.children]

    def all_lower(place: int, *besides: int) -> float:
        return prod(lower(terms, place, i) for i in children if i not in besides)

    for place, term in enumerate(terms):
        own = of_spikes[place] * all_lower(place, term.child)
        passing = (
            of_spikes[above] * higher.height * all_lower(above, higher.child, term.child)
            for above, higher in enumerate(terms[:place])
            if higher.child != term.child
        )
        out[term.child][term.spike] = own + sum(passing)
    return out


def judge(root: Node) -> None:
    """Writes to every leaf what its expansion is worth; the best move is held fixed.

    At the root a spike is worth its value. Changes of the best move's spikes also change what can
    be had without search, so their values are taken off again.
    """
    best = best_move(root)
    of_children = influence(root, [value for value, _ in root.spikes])
    for child, of_spikes in zip(root.children, of_children, strict=True):
        without_search = [-value if child is best else 0.0 for value, _ in child.spikes]
        hand_down(child, [a - b for a, b in zip(of_spikes, without_search, strict=True)])


def hand_down(node: Node, of_spikes: Sequence[float]) -> None:
    """From a node's influence to the worth of the leaves below it."""
    if node.children:
        for child, below in zip(node.children, influence(node, of_spikes), strict=True):
            hand_down(child, below)
        return
    # Expanding it makes one spike grow to 1 and the others vanish.
    heights = [height for _, height in node.spikes]
    mean = sum(h * i for h, i in zip(heights, of_spikes, strict=True))
    node.worth = sum(h * abs(i - mean) for h, i in zip(heights, of_spikes, strict=True))


def bayesian(
    position: P, spikes: Callable[[P], list[Spike]], *, win: float, nodes: int, gulp: float = 0.25
) -> Node:
    """The tree of a search of at most so many nodes; `best_move` of it is the move to play.

    Where the game is over the tree is a leaf, whose one spike is the result.

    >>> import plywise as pw
    >>> game = pw.game("tic-tac-toe")
    >>> root = bayesian(
    ...     game.position("xx-oo----"),
    ...     lambda position: [(0.5, 0.5), (-0.5, 0.5)],
    ...     win=0.5,
    ...     nodes=30,
    ... )
    >>> best_move(root).move
    '2'
    """
    if position.outcome is not None:
        return Node([(worth_of_end(position, win), 1.0)])
    root = Node(spikes(position))
    places = {id(root): position}
    made = 0

    def expand(leaf: Node) -> bool:
        nonlocal made
        here = places[id(leaf)]
        if made + len(here.moves) > nodes:
            return False
        made += len(here.moves)
        for move in here.moves:
            after = here.after(move)
            child = Node([(worth_of_end(after, win), 1.0)], move=move)
            if after.outcome is None:
                child.spikes = spikes(after)
            places[id(child)] = after
            leaf.children.append(child)
        return True

    fits = expand(root)
    while fits:
        back_up(root)
        judge(root)
        open_leaves = [leaf for leaf in root.leaves() if len(leaf.spikes) > 1]
        useful = sorted((leaf for leaf in open_leaves if leaf.worth > 0), key=lambda n: -n.worth)
        if gain(root) <= 0 or not useful:
            break
        fits = all(expand(leaf) for leaf in useful[: ceil(gulp * len(open_leaves))])
    back_up(root)
    return root


def worth_of_end(position: Leads, win: float) -> float:
    """What the end of the game is worth to the side to move."""
    score = position.outcome or 0.0
    return (2 * score - 1) * win * (1 if position.turn == "first" else -1)
