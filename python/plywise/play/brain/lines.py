"""The lines of a brain as a tree: each move, and the replies after which something is known."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from plywise.play.brain.brain import Brain
from plywise.play.brain.entry import MATE_PAWNS, Entry, is_mate


@dataclass(frozen=True, kw_only=True)
class Branch:
    """An entry, how a game comes to it, and what is known after its move."""

    entry: Entry
    way: str
    """The reply of the opponent that leads here; empty at the root of a tree."""
    notation: str
    """The entry's move in the notation that people read."""
    branches: tuple["Branch", ...] = ()
    """What is known after the move: at once, or after a reply."""

    def as_dict(self) -> dict[str, Any]:
        """The same as JSON knows it."""
        entry = self.entry
        return {
            "position": entry.position, "ply": entry.ply, "reply": self.way or None,
            "move": entry.move, "notation": self.notation, "low": entry.low, "high": entry.high,
            "depth": entry.depth, "marked": entry.is_marked, "wins": list(entry.wins),
            "lines": [branch.as_dict() for branch in self.branches],
        }  # fmt: skip


def trees(brain: Brain) -> list[Branch]:
    r"""The lines of a brain, those that begin early first; every entry stands there once.

    >>> from plywise._kernel import Position
    >>> start = Position.start("chess")
    >>> later = start.after_all(["e2e4", "e7e5"])
    >>> brain = Brain([Entry(position=str(start), move="e2e4", low=.2, high=.2, depth=7, ply=0),
    ...                Entry(position=str(later), move="g1f3", low=.3, high=.3, depth=7, ply=2)])
    >>> print("\n".join(text_of(trees(brain))))
    rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1
    1. e4  +0.20 (7)
      1... e5  2. Nf3  +0.30 (7)
    """
    seen: set[int] = set()
    return [_branch(brain, key, "", seen) for key in brain.in_order() if key not in seen]


def text_of(branches: list[Branch]) -> list[str]:
    """The trees for a terminal, with value and depth; `?` marks what is to be searched again."""
    lines: list[str] = []
    for branch in branches:
        lines += [branch.entry.position, *_indented(branch, 0)]
    return lines


def _indented(branch: Branch, level: int) -> Iterator[str]:
    number = branch.entry.ply // 2 + 1
    ours = f"{number}." if branch.entry.ply % 2 == 0 else f"{number}..."
    theirs = f"{number}." if branch.entry.ply % 2 else f"{number - 1}..."
    way = f"{theirs} {branch.way}  " if branch.way else ""
    mark = " ?" if branch.entry.is_marked else ""
    value = worth(branch.entry)
    yield f"{'  ' * level}{way}{ours} {branch.notation}  {value} ({branch.entry.depth}){mark}"
    for below in branch.branches:
        yield from _indented(below, level + 1)


def worth(entry: Entry) -> str:
    """The value of an entry for people: in pawns, or the plies to a mate.

    >>> worth(Entry(position="", move="", low=999_995.0, high=999_995.0, depth=7, ply=0))
    'mate in 3'
    """
    if is_mate(entry.low) and is_mate(entry.high):
        moves = int(MATE_PAWNS - abs(entry.low) + 1) // 2
        return f"mate in {moves}" if entry.low > 0 else f"mated in {moves}"
    if entry.is_tight:
        return f"{entry.low:+.2f}"
    return f"{entry.low:+.2f}…{entry.high:+.2f}"


def _branch(brain: Brain, root: int, way: str, seen: set[int]) -> Branch:
    """The branch of an entry, with all below it that no earlier branch has."""
    entry = brain.of_key(root)
    assert entry is not None, "keys of the brain alone"
    seen.add(root)
    position = brain.position(entry)
    after = position.after(entry.move)
    below: list[Branch] = []
    ways = [("", after.key), *((reply, key) for reply, key in brain.answered(entry).items())]
    for reply, key in ways:
        known = brain.of_key(key)
        if known is not None and key not in seen and known.ply > entry.ply:
            below.append(_branch(brain, key, after.notation(reply) if reply else "", seen))
    return Branch(
        entry=entry, way=way, notation=position.notation(entry.move), branches=tuple(below)
    )
