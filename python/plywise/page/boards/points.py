"""The board of backgammon: points, bar and dice, and a roll played one checker at a time.

The kernel says which plays are legal. A step is offered only where some legal play can still be
reached by it, which is told by the positions that the kernel's plays lead to.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from plywise.play.backgammon.board import BAR, POINTS, Board
from plywise.play.backgammon.dice import dice_of

if TYPE_CHECKING:
    from plywise.games.position import Position

Json = dict[str, Any]
OFF = -1
"""Where a checker is that was borne off; point p is at p − 1 and the bar at 24."""


def of_points(position: Position) -> Json:
    """The board as the first player counts its points, with the dice that lie there."""
    first = _seen_by_first(position)
    points = [
        {"point": n + 1, "side": side, "count": count}
        for n in range(POINTS)
        for side, count in (("first", first.own[n]), ("second", first.other[POINTS - 1 - n]))
        if count
    ]
    return {
        "kind": "points",
        "points": points,
        "bar": {"first": first.own[BAR], "second": first.other[BAR]},
        "off": {"first": first.off, "second": first.other_off},
        "pips": {"first": first.pips, "second": first.other_pips},
        "dice": dice_of(position),
        "turns": True,
        "note": "",
    }


def _seen_by_first(position: Position) -> Board:
    """The position ID shows the player on roll; the word behind it says who that is."""
    board = Board.from_id(str(position).split()[0])
    return board.swapped() if position.roller == "second" else board


def steps_of(position: Position) -> Json:
    """A roll checker by checker: what can be moved at each stage, and the play that it makes.

    `nodes[n]` has `steps`, each [from, to, hits, next node] in the mover's own numbers (25 the bar,
    0 off), and `move`, the legal play that has been made when nothing is left to do.

    >>> import plywise as pw
    >>> nodes = steps_of(pw.game("backgammon").start().after("61"))["nodes"]
    >>> len(nodes[0]["steps"]), nodes[0]["move"]
    (6, None)
    """
    board = Board.from_id(str(position).split()[0])
    ends = {str(position.after(move)).split()[0]: move for move in position.moves}
    dice = dice_of(position)
    return _Graph(ends).from_root(board, tuple(dice * 2 if len(set(dice)) == 1 else dice))


class _Graph:
    """The stages of a roll, each once; a stage that leads to no legal play is left out."""

    def __init__(self, ends: dict[str, str]) -> None:
        self._ends = ends
        self._known: dict[tuple[Board, tuple[int, ...]], int | None] = {}
        self._nodes: list[Json] = []

    def from_root(self, board: Board, dice: tuple[int, ...]) -> Json:
        """All stages; the root is the first of them."""
        self._nodes.append({"steps": [], "move": None})
        self._fill(self._nodes[0], board, dice)
        return {"nodes": self._nodes}

    def _node(self, board: Board, dice: tuple[int, ...]) -> int | None:
        """The number of a stage; None where no legal play is reached from it."""
        key = (board, tuple(sorted(dice)))
        if key not in self._known:
            node: Json = {"steps": [], "move": None}
            self._fill(node, board, dice)
            self._known[key] = None
            if node["steps"] or node["move"]:
                self._nodes.append(node)
                self._known[key] = len(self._nodes) - 1
        return self._known[key]

    def _fill(self, node: Json, board: Board, dice: tuple[int, ...]) -> None:
        for die in dict.fromkeys(dice):
            rest = list(dice)
            rest.remove(die)
            for start, end in _single(board, die):
                moved, hits = _moved(board, start, end)
                if (there := self._node(moved, tuple(rest))) is not None:
                    node["steps"].append([start + 1, end + 1, hits, there])
        if not node["steps"]:
            node["move"] = self._ends.get(board.swapped().position_id)


def _single(board: Board, die: int) -> list[tuple[int, int]]:
    """Where one checker can go by one die: from the bar first, off when all are home."""
    is_home = not any(board.own[6:])
    starts = [BAR] if board.own[BAR] else [n for n in range(POINTS) if board.own[n]]
    farthest = max((n for n in range(POINTS) if board.own[n]), default=0)
    found = []
    for start in starts:
        end = start - die
        if end >= 0 and board.other[POINTS - 1 - end] < 2:
            found.append((start, end))
        elif is_home and (end == OFF or (end < OFF and start == farthest)):
            found.append((start, OFF))
    return found


def _moved(board: Board, start: int, end: int) -> tuple[Board, bool]:
    """The board after one step, still seen by who moves, and whether a blot was hit."""
    own, other = list(board.own), list(board.other)
    own[start] -= 1
    if end == OFF:
        return _board(own, other), False
    own[end] += 1
    hits = other[POINTS - 1 - end] == 1
    if hits:
        other[POINTS - 1 - end] = 0
        other[BAR] += 1
    return _board(own, other), hits


def _board(own: list[int], other: list[int]) -> Board:
    return Board(tuple(own), tuple(other))
