"""A picture of where a selective search looked."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, TypeAlias

from plywise.report.picture import Axes, Picture
from plywise.report.theme import Theme

if TYPE_CHECKING:
    from plywise.searching.result import RootMove, SearchResult

Paths: TypeAlias = Sequence[tuple[str, ...]]
SHOWN = 6
"""Root moves with a colour of their own."""


def selectivity(found: SearchResult, title: str) -> Picture:
    """Distributions and nodes of the root moves, and where the last expansions went."""
    shown = sorted(found.roots, key=lambda root: (-root.nodes, -root.value))[:SHOWN]
    shown.sort(key=lambda root: -root.value)
    recent = found.tree.recent if found.tree else ()

    def draw(axes: Any, theme: Theme) -> None:
        _distributions(axes[0][0], theme, found, shown)
        _nodes(axes[0][1], theme, found, shown)
        _path_of_attention(axes[1][0], theme, recent, shown)
        _depths(axes[1][1], theme, recent, shown)
        axes[0][0].set_title(title)

    best = shown[0].move if shown else "none"
    return Picture(
        name="selectivity", title=title, draw=draw, height=5.6, rows=2, columns=2,
        alt=f"{title}: move {found.move} at value {found.value:+.3f}; of the moves looked at most, "
        f"{best} has the highest value",
        caption="Above: what each root move may be worth, and the nodes behind it. Below: the last "
        "expansions, in their order and by depth, in the colours of the root moves.",
    )  # fmt: skip


def _colour(theme: Theme, shown: list[RootMove], move: str | None) -> str:
    for number, root in enumerate(shown):
        if root.move == move:
            return theme.line(number + 1)
    return theme.quiet


def _distributions(axes: Axes, theme: Theme, found: SearchResult, shown: list[RootMove]) -> None:
    for row, root in enumerate(shown):
        colour = _colour(theme, shown, root.move)
        highest = max((height for _, height in root.spikes), default=1.0)
        for location, height in root.spikes:
            top = -row + 0.7 * height / highest
            axes.plot([location, location], [-row, top], color=colour, lw=2.2)
        axes.plot(root.value, -row, "o", color=colour, ms=4.5)
        axes.axhline(-row, color=theme.quiet, lw=0.4, zorder=0)
    axes.set_yticks([-row for row in range(len(shown))], [root.move for root in shown])
    axes.set_xlim(-1.05 * found.win, 1.05 * found.win)
    axes.set_ylim(-len(shown) + 0.6, 1.05)
    axes.set_xlabel("value, from lost to won")


def _nodes(axes: Axes, theme: Theme, found: SearchResult, shown: list[RootMove]) -> None:
    shares = [100 * root.nodes / max(found.nodes, 1) for root in shown]
    colours = [_colour(theme, shown, root.move) for root in shown]
    axes.barh([-row for row in range(len(shown))], shares, color=colours, height=0.6)
    axes.set_yticks([-row for row in range(len(shown))], [root.move for root in shown])
    axes.set_ylim(-len(shown) + 0.5, 0.6)
    axes.set_xlabel(f"per cent of {found.nodes:,} nodes")


def _path_of_attention(axes: Axes, theme: Theme, recent: Paths, shown: list[RootMove]) -> None:
    colours = [_colour(theme, shown, path[0] if path else None) for path in recent]
    depths = [len(path) for path in recent]
    axes.scatter(range(len(depths)), depths, c=colours, s=5, lw=0)
    axes.set_xlabel(f"the last {len(depths)} expansions, oldest first")
    axes.set_ylabel("depth")


def _depths(axes: Axes, theme: Theme, recent: Paths, shown: list[RootMove]) -> None:
    names = [root.move for root in shown]
    counts: dict[str | None, Counter[int]] = {name: Counter() for name in [*names, None]}
    for path in recent:
        counts[path[0] if path and path[0] in names else None][len(path)] += 1
    deepest = max((len(path) for path in recent), default=0)
    bottom = [0] * (deepest + 1)
    for name, by_depth in counts.items():
        heights = [by_depth[depth] for depth in range(deepest + 1)]
        colour = _colour(theme, shown, name)
        axes.bar(range(deepest + 1), heights, bottom=bottom, color=colour, width=0.8)
        bottom = [a + b for a, b in zip(bottom, heights, strict=True)]
    axes.set_xlabel("depth")
    axes.set_ylabel("expansions")
