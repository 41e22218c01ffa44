"""Weights that belong to the places of a board, as boards."""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from plywise.evaluation.features import FeatureSet, Table


@dataclass(frozen=True, kw_only=True)
class Board:
    """A value for each place of a board; None where nothing can stand.

    Of a kind of piece it is the whole value of such a piece there: its own and the place's.
    """

    name: str
    rows: tuple[tuple[float | None, ...], ...]
    """From the far side, as the first player sees the board."""

    @property
    def cells(self) -> list[float]:
        """The values, those that there are."""
        return [value for row in self.rows for value in row if value is not None]

    @property
    def low(self) -> float:
        """The least value."""
        return min(self.cells)

    @property
    def high(self) -> float:
        """The greatest value."""
        return max(self.cells)

    @property
    def middle(self) -> float:
        """The mean, from which colours tell how far a place lies off."""
        return sum(self.cells) / len(self.cells)

    @property
    def reach(self) -> float:
        """How far the farthest value lies from the middle."""
        return max(self.high - self.middle, self.middle - self.low)

    def shade(self, value: float) -> float:
        """Where a value lies between −1, far below the middle, and 1, far above it."""
        return (value - self.middle) / self.reach if self.reach > 0.0 else 0.0


def boards(features: FeatureSet, weights: Mapping[str, float], size: float = 1.0) -> list[Board]:
    """Every table of a feature set with the values of its places, in units of `size`.

    >>> features = FeatureSet.named("chess", "ranks-rings")
    >>> weights = dict.fromkeys(features.names, 0.0) | {"pawn": 1.0, "pawn_rank7": 0.5}
    >>> pawn = boards(features, weights)[0]
    >>> pawn.name, pawn.rows[0][0], pawn.rows[1][0], pawn.rows[2][0]
    ('pawn', None, 1.5, 1.0)
    """

    def value(table: Table, cell: int | None) -> float | None:
        if cell is None:
            return None
        return (weights.get(table.name, 0.0) + weights[features.names[cell]]) / size

    return [
        Board(
            name=table.name,
            rows=tuple(tuple(value(table, cell) for cell in row) for row in table.rows),
        )
        for table in features.tables
    ]


def centred(
    features: FeatureSet, weights: Mapping[str, float], shares: Mapping[str, float] | None = None
) -> dict[str, float]:
    """The same evaluation written so that a piece has its mean value, and places what they add.

    A constant can be moved from all places of a piece to the piece itself without any effect: what
    is learnt is their sum. The mean is over all places, or by the `shares` of the time that pieces
    spend there: the 'typical' value of thesis 7.2.4.

    >>> features = FeatureSet.named("chess", "ranks-rings")
    >>> weights = dict.fromkeys(features.names, 0.0) | {f"pawn_rank{n}": 1.0 for n in range(2, 8)}
    >>> moved = centred(features, weights)
    >>> moved["pawn"], moved["pawn_rank4"]
    (1.0, 0.0)
    """
    moved = dict(weights)
    for piece, places in _pieces(features):
        often = dict(places) if shares is None else {n: shares.get(n, 0.0) for n in places}
        total = sum(often.values())
        if total <= 0.0:
            continue  # nothing of the kind was ever on the board
        mean = sum(weights[name] * count for name, count in often.items()) / total
        moved[piece] += mean
        for name in places:
            moved[name] -= mean
    return moved


def mean_parts(features: FeatureSet) -> dict[str, dict[str, float]]:
    """Of each piece that has a board the share of each of its places in the mean over all places.

    A piece's value is then its own weight and these shares of the places' weights: `centred`.

    >>> mean_parts(FeatureSet.named("chess", "ranks-rings"))["pawn"]["pawn_rank2"]
    0.16666666666666666
    """
    return {
        piece: {name: count / places.total() for name, count in places.items()}
        for piece, places in _pieces(features)
        if places
    }


def _pieces(features: FeatureSet) -> Iterator[tuple[str, Counter[str]]]:
    """The pieces that have a table, each with the features of its places and how many they have."""
    for table in features.tables:
        if table.name in features.names:
            yield (
                table.name,
                Counter(features.names[cell] for cell in table.cells if cell is not None),
            )
