"""Pictures of what places are worth: lines over ranks and rings, boards of squares."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from plywise.evaluation import boards as evaluation
from plywise.experiments.places import Learnt
from plywise.experiments.published import PIECES
from plywise.experiments.published_places import COMPOSITE
from plywise.experiments.square_tables import Board, mean_board, published_board
from plywise.games.boards import Layout, layout_of
from plywise.report.boards import draw_board
from plywise.report.labels import at_line_ends
from plywise.report.picture import WIDE, Picture
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
    layout = layout_of("chess")
    assert layout is not None

    def draw(grid: Any, theme: Theme) -> None:
        cells = [axes for row in grid for axes in row]
        for axes, (label, values) in zip(cells, boards, strict=True):
            drawn = _drawn(label, values, layout)
            axes.set_title(f"{label}\n{drawn.low:.2f} to {drawn.high:.2f}", fontsize=8)
            draw_board(axes, drawn, layout, theme)

    told = "; ".join(f"{label}: best {_best(values)}" for label, values in boards)
    rows = len(boards) // columns
    return Picture(
        name=name, title=title, alt=f"Boards with squares coloured by value. {told}.",
        caption=f"{caption} In pawns, 0 being the piece's typical square. Orange: above the mean "
        "of the board, blue: below it; each board has its own scale.",
        draw=draw, height=WIDE / columns * 1.2 * rows, rows=rows, columns=columns,
    )  # fmt: skip


def _drawn(label: str, values: Board, layout: Layout) -> evaluation.Board:
    rows = tuple(
        tuple(values.get(f"{column}{row}") for column in layout.columns) for row in layout.rows
    )
    return evaluation.Board(name=label, rows=rows)


def _best(values: Board) -> str:
    return ", ".join(sorted(values, key=values.__getitem__, reverse=True)[:3])
