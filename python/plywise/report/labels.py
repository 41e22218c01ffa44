"""Names written at the ends of lines, so that no reader has to look up a legend."""

from collections.abc import Sequence
from typing import Any

import numpy as np


def apart(places: Sequence[float], gap: float) -> list[float]:
    """The places, moved a little so that neighbours are at least `gap` apart.

    >>> apart([1.0, 1.2, 5.0], gap=1.0)
    [0.6, 1.6, 5.0]
    """
    # Blocks of labels that touch are moved as one, to the middle of what they wanted.
    order = np.argsort(places, kind="stable")
    blocks: list[list[float]] = []
    for index in order:
        blocks.append([places[index]])
        while len(blocks) > 1 and _top(blocks[-2], gap) + gap > _bottom(blocks[-1], gap):
            last = blocks.pop()
            blocks[-1] += last
    moved = [_bottom(block, gap) + n * gap for block in blocks for n in range(len(block))]
    result = [0.0] * len(places)
    for place, index in zip(moved, order, strict=True):
        result[index] = round(float(place), 9)
    return result


def _bottom(block: list[float], gap: float) -> float:
    # A member's wish, less its rank's offset, is a wish for the block's bottom.
    return float(np.mean([wish - n * gap for n, wish in enumerate(block)]))


def _top(block: list[float], gap: float) -> float:
    return _bottom(block, gap) + (len(block) - 1) * gap


def at_line_ends(
    axes: Any,
    ends: Sequence[float],
    texts: Sequence[str],
    colours: Sequence[str],
    *,
    points: float = 12.5,
    offset: float = 7.0,
    size: float | None = None,
) -> None:
    """Write `texts` right of the axes, each beside its `end` of a line, without overlaps.

    Call it last: distances are measured on the axes as they stand, in points.
    """
    axes.figure.draw_without_rendering()  # fixes the layout, so that heights are known
    to_points = 72 / axes.figure.dpi
    bottom, top = (edge * to_points for edge in axes.get_window_extent().intervaly)
    heights = [float(axes.transData.transform((0, end))[1]) * to_points - bottom for end in ends]
    # A block of labels near an edge would run over the axis below, or press the axes down.
    half = points / 2
    placed = within(apart(heights, points), points, half, top - bottom - half)
    for height, text, colour in zip(placed, texts, colours, strict=True):
        axes.annotate(
            text,
            (1, 0),
            xycoords="axes fraction",
            xytext=(offset, height),
            textcoords="offset points",
            color=colour,
            va="center",
            annotation_clip=False,
            fontsize=size,
        )


def within(places: Sequence[float], gap: float, low: float, high: float) -> list[float]:
    """The places, `gap` apart as they are, moved inwards where they lie outside low … high.

    >>> within([1.0, 9.5, 12.0], gap=2.0, low=0.0, high=10.0)
    [1.0, 8.0, 10.0]
    """
    moved = list(places)
    order = np.argsort(moved, kind="stable").tolist()
    for index in reversed(order):
        moved[index] = min(moved[index], high)
        high = moved[index] - gap
    for index in order:
        moved[index] = max(moved[index], low)
        low = moved[index] + gap
    return moved


def beside(axes: Any, offset: float) -> Any:
    """A transform for marks right of the axes: x in points from its edge, y in data."""
    from matplotlib.transforms import ScaledTranslation

    return axes.get_yaxis_transform() + ScaledTranslation(
        offset / 72, 0, axes.figure.dpi_scale_trans
    )
