"""What a selective search looked at, in text: lines, distributions, and where it went last."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from plywise.searching.result import Grown, RootMove, SearchResult

HEADER = "root moves"
STEPS = " ▁▂▃▄▅▆▇█"
"""Heights of a distribution, from nothing to its highest place."""
COLUMNS = 33
"""Of a distribution, from lost to won: an odd number, so that one is the middle."""
MOST_MOVES = 12
BAR = 30


def explained(found: SearchResult) -> Iterator[str]:
    """The tree that a search grew, for people."""
    if found.tree is not None:
        yield from _lines(found.tree, found.nodes)
    yield from _distributions(found)
    if found.tree is not None:
        yield from _recent(found.tree)


def _lines(tree: Grown, total: int) -> Iterator[str]:
    yield ""
    yield "most visited lines"
    visited = [pair for pair in tree.lines if pair[1] > 1] or tree.lines
    for line, nodes in visited:
        yield f"  {_share(nodes, total)}  {' '.join(line)}"


def _distributions(found: SearchResult) -> Iterator[str]:
    ranked = sorted(found.roots, key=lambda root: -root.value)
    width = max(len(HEADER), *(len(root.move) + 2 for root in found.roots), 0)
    yield ""
    yield f"{HEADER:<{width}}   value   nodes  lost{'won':>{COLUMNS - 4}}"
    for root in ranked[:MOST_MOVES]:
        share = _share(root.nodes, found.nodes)
        name = f"  {root.move}"
        yield f"{name:<{width}}  {root.value:+.3f}  {share}  {drawn(root, found.win)}"
    if len(ranked) > MOST_MOVES:
        rest = ranked[MOST_MOVES:]
        nodes = sum(root.nodes for root in rest)
        share = _share(nodes, found.nodes).strip()
        yield f"  {len(rest)} more, none above {rest[0].value:+.3f}, with {share} of the nodes"


def drawn(root: RootMove, win: float) -> str:
    """The distribution of a move's value from lost to won; `|` is a value without one.

    >>> from plywise.searching.result import RootMove
    >>> drawn(RootMove("a", 0.0, 1, ((0.5, 0.5), (0.0, 0.25), (-0.5, 0.25))), 0.5)
    '▄               ▄               █'
    >>> drawn(RootMove("a", 0.25, 1, ()), 0.5)
    '                        |        '
    """
    heights = [0.0] * COLUMNS
    for location, height in root.spikes:
        heights[_column(location, win)] += height
    if not root.spikes:
        return "".join("|" if i == _column(root.value, win) else " " for i in range(COLUMNS))
    steps = (len(STEPS) - 1) / max(heights)
    # What is possible at all is seen, however small.
    return "".join(STEPS[max(round(h * steps), 1)] if h > 0 else " " for h in heights)


def _column(location: float, win: float) -> int:
    share = (min(max(location, -win), win) + win) / (2 * win)
    return round(share * (COLUMNS - 1))


def _recent(tree: Grown) -> Iterator[str]:
    yield ""
    yield f"where the last {len(tree.recent)} expansions went"
    moves = Counter(path[0] for path in tree.recent if path)
    depths = Counter(len(path) for path in tree.recent)
    yield "  by move"
    yield from _bars(moves.most_common(MOST_MOVES))
    yield "  by depth"
    yield from _bars(sorted((str(depth), n) for depth, n in depths.items()), numbers=True)


def _bars(counts: Iterable[tuple[str, int]], *, numbers: bool = False) -> Iterator[str]:
    counts = list(counts)
    if numbers:
        counts.sort(key=lambda pair: int(pair[0]))
    most = max((n for _, n in counts), default=1)
    width = max((len(name) for name, _ in counts), default=1)
    for name, n in counts:
        yield f"    {name:>{width}} {'█' * max(1, round(BAR * n / most))} {n}"


def _share(nodes: int, of: int) -> str:
    return f"{100 * nodes / max(of, 1):4.0f} %"
