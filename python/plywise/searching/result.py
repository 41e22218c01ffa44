"""What a search found: the same for every search, with parts that some of them have."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import NamedTuple

from plywise import _kernel
from plywise.errors import BadInput
from plywise.games.position import Position
from plywise.searching.over import standing


class Leaf(NamedTuple):
    """A position that the value of the root comes from."""

    probability: float
    """How likely the dice lead there; 1 where there are none."""
    position: Position
    """The position itself."""


class RootMove(NamedTuple):
    """A root move and what the search thinks of it."""

    move: str
    """The move."""
    value: float
    """Its value to the side that searches."""
    nodes: int
    """Positions generated behind it, its own included."""
    spikes: tuple[tuple[float, float], ...]
    """(location, height) of the distribution of its value, where the search has one."""
    depth: int = 0
    """How deep expectimax looked: a move that was no candidate is judged a ply deep."""


class Iteration(NamedTuple):
    """A whole iteration: what it cost up to its end, and what it found."""

    depth: int
    """Its depth."""
    nodes: int
    """All nodes so far."""
    c_nodes: int
    """Quiescence roots and what lies below them, so far."""
    generating_nodes: int
    """Those of them at which captures were generated: standing pat was not enough."""
    singular_nodes: int
    """Those of them that told singular moves from others."""
    recapture_nodes: int
    """Those of them that told recaptures from others."""
    value: int
    """The value of the root."""
    move: str
    """The first of the best moves."""


class Progress(NamedTuple):
    """What `search` tells of an iteration while it goes on."""

    depth: int
    """Its depth."""
    value: int
    """The value of the root, for the side to move."""
    nodes: int
    """All nodes so far."""
    seconds: float
    """Time spent so far."""
    line: tuple[str, ...]
    """The moves that each side is expected to play."""


class Quiescence(NamedTuple):
    """What alpha-beta's quiescence cost."""

    c_nodes: int
    """Its roots and what lies below them (the thesis's c-nodes)."""
    singular_nodes: int
    """Those of them that told singular moves from others."""
    recapture_nodes: int
    """Those of them that told recaptures from others."""


class Grown(NamedTuple):
    """The tree that a selective search grew."""

    gain: float | None
    """What all further search would be worth (`U_all`), where the search knows."""
    expansions: int
    """Positions that were given their children."""
    memory: int
    """What the tree took, in bytes."""
    ended: str
    """Why the search ended: `nodes`, `time`, `memory` or `settled`."""
    lines: tuple[tuple[tuple[str, ...], int], ...]
    """The most visited line behind each root move with the nodes there, most first."""
    recent: tuple[tuple[str, ...], ...]
    """The paths to the last thousand positions that were expanded, oldest first."""


@dataclass(frozen=True, kw_only=True)
class SearchResult:
    """What a search found.

    Alpha-beta's value is the evaluation at the leaf, exactly, unless the line ends by the rules.
    Selective searches have real values, on a scale where winning by the rules is worth `win`.
    Expectimax's is the sum of probability × points over its leaves: what the rules give where the
    game is over there, and elsewhere what the evaluation is worth.
    """

    move: str | None
    """The move to play; None when the game is over or dice are due."""
    value: float
    """For the side to move: whole 1/scale of a weight of 1 by alpha-beta, real by others; of
    expectimax its expected points, where dice are due those of the player about to roll."""
    win: float = _kernel.MATE
    """What winning by the rules is worth: by alpha-beta a huge number less the plies until then; by
    selective searches ½, so that values are chances of winning minus ½, unless the game has values
    of its own; by expectimax the most points that the game declares."""
    line: tuple[str, ...]
    """The moves that each side is expected to play, up to the first roll; alpha-beta's goes through
    quiescence."""
    leaves: tuple[Leaf, ...]
    """The positions that the value comes from: one, unless dice lie between."""
    kind: str
    """`leaf`, or `result` where the line ends in a mate or draw by the rules; `planted` where a
    brain knew the value of its last position."""
    depth: int
    """The depth of the last whole iteration, or the longest line of the tree."""
    nodes: int
    """All positions that were looked at, quiescence included."""
    seconds: float
    """Time spent."""
    iterations: tuple[Iteration, ...] = ()
    """The whole iterations, in order, of a search that deepens."""
    quiescence: Quiescence | None = None
    """What quiescence cost, of a search that has it."""
    roots: tuple[RootMove, ...] = ()
    """The root moves in the order of the rules, of a search that judges each."""
    tree: Grown | None = None
    """The tree, of a search that grows one."""

    @property
    def leaf(self) -> Position:
        """The one position that the value comes from, at the end of the line."""
        if len(self.leaves) != 1:
            raise BadInput(f"dice lead to {len(self.leaves)} leaves; see `leaves`")
        return self.leaves[0].position

    @staticmethod
    def over(position: Position, win: float | None = None) -> SearchResult:
        """What there is to find where the game is over: the result, as the kernel writes it."""
        stands = standing(position)
        result = SearchResult(
            move=None, value=_kernel.MATE * ((stands > 0) - (stands < 0)), line=(),
            leaves=(Leaf(1.0, position),), kind="result", depth=0, nodes=0, seconds=0.0,
        )  # fmt: skip
        if win is None:
            return result
        nothing = Grown(None, 0, 0, "settled", (), ())
        return replace(result, value=win * stands, win=win, tree=nothing)

    @staticmethod
    def of_platform(found: _kernel.SearchResult) -> SearchResult:
        """What alpha-beta found, in the kernel's words."""
        return SearchResult(
            move=found.move,
            value=found.value,
            line=tuple(found.line),
            leaves=(Leaf(1.0, Position(found.leaf)),),
            kind=found.kind,
            depth=found.depth,
            nodes=found.nodes,
            seconds=found.seconds,
            iterations=tuple(Iteration(*iteration) for iteration in found.iterations),
            quiescence=Quiescence(found.c_nodes, found.singular_nodes, found.recapture_nodes),
        )

    @staticmethod
    def of_dice(found: _kernel.ExpectimaxResult, win: float) -> SearchResult:
        """What expectimax found, in the kernel's words."""
        return SearchResult(
            move=found.move,
            value=found.value,
            win=win,
            line=tuple(found.line),
            leaves=tuple(Leaf(p, Position(position)) for p, position in found.leaves),
            kind=found.kind,
            depth=found.depth,
            nodes=found.nodes,
            seconds=found.seconds,
            roots=tuple(RootMove(m, v, n, (), depth) for m, v, n, depth in found.root_values),
        )

    @staticmethod
    def of_tree(position: Position, found: _kernel.Chosen, win: float) -> SearchResult:
        """What a selective search found, in the kernel's words."""
        leaf = position.after(*found.line) if found.line else position
        return SearchResult(
            move=found.move,
            value=found.value,
            win=win,
            line=tuple(found.line),
            leaves=(Leaf(1.0, leaf),),
            kind="leaf" if found.score is None else "result",
            depth=found.depth,
            nodes=found.nodes,
            seconds=found.seconds,
            roots=tuple(RootMove(m, v, n, tuple(s)) for m, v, n, s in found.roots),
            tree=Grown(
                gain=found.gain,
                expansions=found.expansions,
                memory=found.memory,
                ended=found.ended,
                lines=tuple((tuple(line), nodes) for line, nodes in found.lines),
                recent=tuple(map(tuple, found.recent)),
            ),
        )
