"""What a selective search found, and the tree that it grew."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from plywise import _kernel
from plywise.games.position import Position
from plywise.searching.over import standing


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


@dataclass(frozen=True, kw_only=True)
class Chosen:
    """What a selective search found.

    Values are real, on a scale where winning by the rules is worth `win`: ½, so that values are
    chances of winning minus ½, unless the game has values of its own.
    """

    move: str | None
    """The move to play; None when the game is over."""
    value: float
    """Of that move, for the side to move."""
    win: float
    """What winning is worth."""
    line: tuple[str, ...]
    """The moves that each side is expected to play."""
    leaf: Position
    """The position at their end."""
    gain: float | None
    """What all further search would be worth (`U_all`), where the search knows."""
    roots: tuple[RootMove, ...]
    """The root moves, in the order of the rules."""
    depth: int
    """The longest line of the tree."""
    nodes: int
    """Positions generated."""
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
    seconds: float
    """Time spent."""

    @staticmethod
    def over(position: Position, win: float) -> Chosen:
        """What there is to find where the game is over: the result."""
        return Chosen(
            move=None, value=win * standing(position), win=win, line=(), leaf=position, gain=None,
            roots=(), depth=0, nodes=0, expansions=0, memory=0, ended="settled", lines=(),
            recent=(), seconds=0.0,
        )  # fmt: skip

    @staticmethod
    def of(position: Position, found: _kernel.Chosen, win: float) -> Chosen:
        """What the kernel found."""
        return Chosen(
            move=found.move,
            value=found.value,
            win=win,
            line=tuple(found.line),
            leaf=position.after(*found.line) if found.line else position,
            gain=found.gain,
            roots=tuple(RootMove(m, v, n, tuple(s)) for m, v, n, s in found.roots),
            depth=found.depth,
            nodes=found.nodes,
            expansions=found.expansions,
            memory=found.memory,
            ended=found.ended,
            lines=tuple((tuple(line), nodes) for line, nodes in found.lines),
            recent=tuple(map(tuple, found.recent)),
            seconds=found.seconds,
        )
