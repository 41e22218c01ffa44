"""Learnt squares beside the thesis's: as tables, as what they say about chess, as data."""

from collections.abc import Callable, Mapping, Sequence
from itertools import product

import numpy as np

from plywise.evaluation.features import FeatureSet
from plywise.evaluation.typical import Array
from plywise.experiments.kit.result import Row, Table, text
from plywise.experiments.kit.seeds import mean, spread
from plywise.experiments.kit.writer import csv
from plywise.experiments.places import Learnt
from plywise.experiments.published import PIECES
from plywise.experiments.published_places import HALF_BOARD, QUEEN_FULL

FILES = "abcdefgh"
Board = dict[str, float]
"""Square -> value."""


def board(features: FeatureSet, values: Sequence[float] | Array, piece: str) -> Board:
    """What each square is worth to a piece beyond its own weight.

    >>> half = FeatureSet.named("chess", "half-board")
    >>> thesis = board(half, HALF_BOARD, "knight")
    >>> thesis["d6"], thesis["e6"], thesis["a8"]
    (1.44, 1.44, 0.0)
    """
    table = next(table for table in features.tables if table.name == piece)
    squares = [f"{file}{rank}" for rank, file in product(range(8, 0, -1), FILES)]
    return {
        square: float(values[cell])
        for square, cell in zip(squares, table.cells, strict=True)
        if cell is not None
    }


def published_queen() -> Board:
    """The queen's squares of the whole board (table D.4)."""
    ranks = zip(range(8, 0, -1), QUEEN_FULL, strict=True)
    return {
        f"{file}{rank}": value
        for rank, row in ranks
        for file, value in zip(FILES, row, strict=True)
    }


def around_typical(values: Board, often: Board) -> Board:
    """The same less the mean by how often the piece stands there: 0 is a typical square."""
    total = sum(often.values())
    typical = sum(value * often[square] for square, value in values.items()) / total
    return {square: value - typical for square, value in values.items()}


def boards_of(ours: Learnt, piece: str) -> list[Board]:
    """Of each seed, a piece's squares around the typical one, a typical pawn being 1."""
    often = board(ours.features, ours.shares, piece)
    return [around_typical(board(ours.features, one.values, piece), often) for one in ours.runs]


def mean_board(ours: Learnt, piece: str) -> Board:
    """The mean over the seeds."""
    runs = boards_of(ours, piece)
    return {square: float(np.mean([one[square] for one in runs])) for square in runs[0]}


def published_board(ours: Learnt, piece: str) -> Board:
    """The thesis's squares around the typical one; what is typical, our games say."""
    often = board(ours.features, ours.shares, piece)
    values = (
        published_queen()
        if ours.features.name == "full-board"
        else board(ours.features, HALF_BOARD, piece)
    )
    return around_typical(values, often)


def _mean(squares: Callable[[str, int], bool]) -> Callable[[Board], float]:
    """The mean over the squares of which that is true, by file and rank."""
    return lambda values: float(
        np.mean([value for square, value in values.items() if squares(square[0], int(square[1]))])
    )


def _ring(file: str, rank: int) -> int:
    column = FILES.index(file) + 1
    return min(column, 9 - column, rank, 9 - rank)


SAYINGS: dict[str, tuple[str, str, Callable[[Board], float], Callable[[Board], float]]] = {
    "pawn: rank 7 over rank 2": (
        "half-board", "pawn", _mean(lambda f, r: r == 7), _mean(lambda f, r: r == 2),
    ),
    "pawn: d4 and e4 over d2 and e2": (
        "half-board", "pawn", _mean(lambda f, r: f in "de" and r == 4),
        _mean(lambda f, r: f in "de" and r == 2),
    ),
    "knight: centre over edge": (
        "half-board", "knight", _mean(lambda f, r: _ring(f, r) > 2),
        _mean(lambda f, r: _ring(f, r) == 1),
    ),
    "bishop: centre over edge": (
        "half-board", "bishop", _mean(lambda f, r: _ring(f, r) > 2),
        _mean(lambda f, r: _ring(f, r) == 1),
    ),
    "rook: rank 7 over rank 1": (
        "half-board", "rook", _mean(lambda f, r: r == 7), _mean(lambda f, r: r == 1),
    ),
    "rook: files d and e over a and h": (
        "half-board", "rook", _mean(lambda f, r: f in "de"), _mean(lambda f, r: f in "ah"),
    ),
    "queen: ranks 5 to 8 over 1 to 4": (
        "half-board", "queen", _mean(lambda f, r: r > 4), _mean(lambda f, r: r < 5),
    ),
    "queen: f7 over c7": (
        "full-board", "queen", _mean(lambda f, r: (f, r) == ("f", 7)),
        _mean(lambda f, r: (f, r) == ("c", 7)),
    ),
}  # fmt: skip
"""What the thesis reads from its pictures: a set, a piece, the better squares, the others."""


def knowledge_rows(half: Learnt | None, full: Learnt | None) -> list[Row]:
    """By how much the better squares are better, in pawns."""
    sets = {"half-board": half, "full-board": full}
    return [
        _knowledge_row(label, sets[features], piece, better, other)
        for label, (features, piece, better, other) in SAYINGS.items()
    ]


def _knowledge_row(
    label: str,
    ours: Learnt | None,
    piece: str,
    better: Callable[[Board], float],
    other: Callable[[Board], float],
) -> Row:
    half = FeatureSet.named("chess", "half-board")
    theirs = published_queen() if "f7" in label else board(half, HALF_BOARD, piece)
    gaps = [] if ours is None else [better(one) - other(one) for one in boards_of(ours, piece)]
    return Row(label=label, published=better(theirs) - other(theirs), measured=mean(gaps),
               error=spread(gaps))  # fmt: skip


def agreement(half: Learnt | None, full: Learnt | None) -> list[Table]:
    """How much our squares and the thesis's rise and fall together."""
    pieces = [(half, piece) for piece in PIECES] + [(full, "queen")]
    rows = [
        (f"{piece}, {ours.features.name}", *map(text, _correlations(ours, piece)))
        for ours, piece in pieces
        if ours is not None
    ]
    note = "1: the same up to size and offset; 0: nothing in common."
    head = ("", "by how often a piece stands there", "all squares alike")
    return [Table(title="Correlation with the thesis's squares (tables D.3 and D.4)", header=head,
                  rows=tuple(rows), note=note)]  # fmt: skip


def _correlations(ours: Learnt, piece: str) -> tuple[float, float]:
    often = board(ours.features, ours.shares, piece)
    one, two = mean_board(ours, piece), published_board(ours, piece)
    a, b = (np.array([values[square] for square in often]) for values in (one, two))
    weights = np.array(list(often.values()))
    return correlation(a, b, weights), correlation(a, b, np.ones_like(weights))


def correlation(a: Array, b: Array, weights: Array) -> float:
    """Pearson's, each pair counting by its weight; 0 if one of both is constant."""
    parts = weights / weights.sum()
    a, b = a - (a * parts).sum(), b - (b * parts).sum()
    size = float(np.sqrt((a * a * parts).sum() * (b * b * parts).sum()))
    return float((a * b * parts).sum()) / size if size > 0 else 0.0


def square_tables(half: Learnt | None, full: Learnt | None) -> list[Table]:
    """The thesis's tables D.3 and D.4 beside ours."""
    tables = []
    if half is not None:
        tables += [_table(half, piece, "abcd", "D.3") for piece in PIECES]
    if full is not None:
        tables.append(_table(full, "queen", FILES, "D.4"))
    return tables


def _table(ours: Learnt, piece: str, files: str, source: str) -> Table:
    theirs, measured = published_board(ours, piece), mean_board(ours, piece)

    def cells(values: Board, rank: int) -> list[str]:
        return [text(values.get(f"{file}{rank}")) for file in files]

    rows = [
        (str(rank), *cells(theirs, rank), "", *cells(measured, rank)) for rank in range(8, 0, -1)
    ]
    return Table(
        title=f"{piece.capitalize()}, {ours.features.name} (table {source})",
        header=("", *files, "ours:", *files), rows=tuple(rows),
        note="Left the thesis's, right ours; 0 is the mean by how often the piece stands there.",
    )  # fmt: skip


def squares_csv(sets: Mapping[str, Learnt]) -> dict[str, str]:
    """What every square is worth, how often a piece stands there, and the thesis's figure."""
    rows: list[list[object]] = []
    for name, ours in sets.items():
        for piece in PIECES:
            often = board(ours.features, ours.shares, piece)
            runs = boards_of(ours, piece)
            known = published_board(ours, piece) if _is_published(name, piece) else {}
            for square, value in mean_board(ours, piece).items():
                deviation = spread([one[square] for one in runs])
                rows.append([name, piece, square, value, "" if deviation is None else deviation,
                             often[square], known.get(square, "")])  # fmt: skip
    head = ["set", "piece", "square", "value", "deviation", "share_of_occurrence", "published"]
    return {"squares.csv": csv(head, rows)}


def _is_published(name: str, piece: str) -> bool:
    return name == "half-board" or (name, piece) == ("full-board", "queen")
