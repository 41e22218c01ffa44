"""Pictures of what places are worth: lines over ranks and rings, boards of squares."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from plywise.experiments.places import Learnt
from plywise.experiments.published import PIECES
from plywise.experiments.published_places import COMPOSITE
from plywise.experiments.square_tables import FILES, Board, mean_board, published_board
from plywise.report.labels import at_line_ends
from plywise.report.picture import Picture
from plywise.report.theme import Theme
from plywise.report.traces import Array

RANKS, RINGS = (2, 3, 4, 5, 6, 7), (1, 2, 3, 4)


def rank_and_ring_lines(runs: Sequence[Mapping[str, Sequence[float]]]) -> Picture:
    """Piece and place together, by rank and ring, a pawn on rank 2 being 1 (figure 7.3)."""
    values = {piece: np.array([one[piece] for one in runs]) for piece in PIECES}

    def draw(grid: Any, theme: Theme) -> None:
        left, right = grid[0]
        left.set_title("Pawns by rank")
        right.set_title("Pieces by ring, 4 the centre")
        _lines(left, RANKS, {"pawn": values["pawn"]}, theme)
        _lines(right, RINGS, {piece: values[piece] for piece in PIECES[1:]}, theme)

    told = "; ".join(
        f"{piece} {', '.join(f'{value:.2f}' for value in values[piece].mean(axis=0))}"
        for piece in PIECES
    )
    return Picture(
        name="ranks-rings", title="What pieces are worth where",
        alt=f"Lines of values by rank or ring. {told}.",
        caption="● measured, with the standard deviation over seeds; ◇ published (figure 7.3). "
        "A pawn on rank 2 = 1.",
        draw=draw, height=4.2, columns=2,
    )  # fmt: skip


def _lines(axes: Any, places: Sequence[int], pieces: Mapping[str, Array], theme: Theme) -> None:
    for piece, runs in pieces.items():
        colour = theme.line(PIECES.index(piece))
        spread = runs.std(axis=0, ddof=1) if len(runs) > 1 else None
        axes.errorbar(places, runs.mean(axis=0), spread, fmt="o-", ms=4.5, lw=1.4, color=colour)
        axes.plot(places, COMPOSITE[piece], "D", ms=5, mfc="none", color=colour)
    axes.set_xticks(places)
    axes.set_xlim(places[0] - 0.3, places[-1] + 0.3)
    axes.set_ylim(min(0.0, axes.get_ylim()[0]), None)
    ends = [float(runs[:, -1].mean()) for runs in pieces.values()]
    words = [theme.word(PIECES.index(piece)) for piece in pieces]
    at_line_ends(axes, ends, list(pieces), words)


def board_pictures(half: Learnt | None, full: Learnt | None) -> list[Picture]:
    """Our squares and the thesis's, a board a piece (figures 7.6 to 7.11)."""
    drawn = []
    if half is not None:
        ours = [(piece, mean_board(half, piece)) for piece in PIECES]
        theirs = [(f"{piece}, thesis", published_board(half, piece)) for piece in PIECES]
        drawn.append(
            _boards(
                "half-board",
                "Squares of half a board",
                [*ours, *theirs],
                columns=5,
                caption="Above ours, below the thesis's (figures 7.6 to 7.10).",
            )
        )
    if full is not None:
        ours = [(piece, mean_board(full, piece)) for piece in PIECES]
        theirs = [("queen, thesis", published_board(full, "queen"))]
        drawn.append(
            _boards(
                "full-board",
                "Squares of the whole board",
                [*ours, *theirs],
                columns=3,
                caption="The last is the thesis's (figure 7.11).",
            )
        )
    return drawn  # fmt: skip


def _boards(
    name: str, title: str, boards: Sequence[tuple[str, Board]], *, columns: int, caption: str
) -> Picture:
    """Boards as White sees them; each has a scale of its own, for what matters is the pattern."""

    def draw(grid: Any, theme: Theme) -> None:
        cells = [axes for row in grid for axes in row]
        for axes, (label, values) in zip(cells, boards, strict=True):
            largest = max(abs(value) for value in values.values()) or 1.0
            axes.set_title(f"{label}, ± {largest:.2f}", fontsize=8.5)
            _board(axes, values, largest, theme)

    told = "; ".join(f"{label}: best {_best(values)}" for label, values in boards)
    return Picture(
        name=name, title=title, alt=f"Boards with squares coloured by value. {told}.",
        caption=f"{caption} Orange: better than the piece's typical square, blue: worse; full "
        "colour at the value above the board, in pawns.",
        draw=draw, height=1.7 * len(boards) / columns * (5 / columns) ** 0.5,
        rows=len(boards) // columns, columns=columns,
    )  # fmt: skip


def _best(values: Board) -> str:
    return ", ".join(sorted(values, key=values.__getitem__, reverse=True)[:3])


def _board(axes: Any, values: Board, largest: float, theme: Theme) -> None:
    from matplotlib.patches import Rectangle

    for square, value in values.items():
        corner = (FILES.index(square[0]), int(square[1]) - 1)
        colour = theme.line(4 if value > 0 else 3)
        axes.add_patch(Rectangle(corner, 1, 1, color=colour, alpha=abs(value) / largest, lw=0))
    axes.set_xlim(0, 8)
    axes.set_ylim(0, 8)
    axes.set_aspect("equal")
    axes.set_xticks([n + 0.5 for n in range(8)], list(FILES), fontsize=6)
    axes.set_yticks([n + 0.5 for n in range(8)], [str(n) for n in range(1, 9)], fontsize=6)
    axes.tick_params(length=0, pad=1)
    for side in ("top", "right"):
        axes.spines[side].set_visible(True)
