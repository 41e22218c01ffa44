"""What a piece is worth on average where its places have weights too: 'typical' values.

In a piece-square set the weight of a piece and those of its places overlap: what one gains, the
others may lose, and neither says much by itself. What can be compared is their sum, averaged over
the places by how often a piece stands there (thesis 7.2.4).
"""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import repeat

import numpy as np
from numpy.typing import NDArray

from plywise._kernel import Position
from plywise.errors import BadSetting
from plywise.evaluation.features import FeatureSet
from plywise.evaluation.weights import Weights
from plywise.games.boards import Layout, layout_of

Array = NDArray[np.float64]
Places = dict[str, list[int | None]]
"""A letter of a position's text -> the feature of each place, in the order of the text."""


def occurrences(
    features: FeatureSet,
    games: Iterable[Sequence[str]],
    starts: Iterable[str | None] | None = None,
) -> Array:
    """How often a piece stood on the places of each feature, over all positions of the games.

    A game is its moves from the start, or from the one of `starts`. Both players' pieces count, the
    second player's on the square as seen from that side. Features that are no places have 0; a
    position counts in the stage in which it stands, and in every phase.

    >>> rings = FeatureSet.named("chess", "ranks-rings")
    >>> dict(zip(rings.names, occurrences(rings, [["e2e4"]]).tolist()))["pawn_rank2"]
    31.0
    """
    found = {block: _places(features, block) for block in features.blocks}
    counts = [0] * len(features)

    def count(position: Position) -> None:
        for block in features.blocks_of(position):
            _count(position, *found[block], counts)

    for moves, start in zip(games, repeat(None) if starts is None else starts, strict=False):
        name = features.game
        position = Position.start(name) if start is None else Position.parse(name, start)
        count(position)
        for move in moves:
            position = position.after(move)
            count(position)
    return np.array(counts, dtype=np.float64)


def shares(features: FeatureSet, counts: Array) -> Array:
    """The same as shares of each kind: the places of the knight sum to 1 (thesis, table 7.4).

    Where a kind was never seen, all its places count alike.

    >>> rings = FeatureSet.named("chess", "ranks-rings")
    >>> shares(rings, occurrences(rings, [[]]))[rings.names.index("rook_ring1")]
    np.float64(1.0)
    """
    parts = np.zeros(len(features))
    for table in features.tables:
        own = table.features
        seen = counts[own]
        parts[own] = seen / seen.sum() if seen.sum() > 0 else 1 / len(own)
    return parts


def typical(weights: Weights, counts: Array) -> dict[str, float]:
    """Each piece's weight and the mean of its places' by how often it stands there, not divided.

    >>> from plywise.evaluation.weights import resolve
    >>> rings = FeatureSet.named("chess", "ranks-rings")
    >>> round(typical(resolve("chess/central"), occurrences(rings, [[]]))["knight"], 3)
    2.72
    """
    features = weights.feature_set
    values, parts = np.array(weights.values), shares(features, counts)
    tables = {table.name: table.features for table in features.tables}
    return {
        name: float(values[features.names.index(name)])
        + (float((values[own] * parts[own]).sum()) if (own := tables.get(name)) else 0.0)
        for name in features.pieces
    }


def without_places(weights: Weights, counts: Array, label: str = "zero") -> Weights:
    """Pieces at their typical values, and 0 for every place: the thesis's Zero."""
    means = typical(weights, counts)
    values = tuple(means.get(name, 0.0) for name in weights.names)
    return replace(weights, values=values, label=label)


def in_typical_units(weights: Weights, counts: Array) -> Weights:
    """The weights divided so that the unit, in chess the pawn, is typically worth 1."""
    unit = weights.feature_set.unit
    size = typical(weights, counts)[unit]
    if not size > 0:
        raise BadSetting(f"a {unit} is typically worth {size:.4g}, and cannot be the unit")
    return replace(weights, values=tuple(value / size for value in weights.values))


def _places(features: FeatureSet, block: str) -> tuple[Layout, Places]:
    """The board, and for each letter of a position's text the feature of each place in a block."""
    layout = layout_of(features.game)
    kinds = {kind for kind, _ in layout.men.values()} if layout else set()
    cells = {
        table.kind: table.cells
        for table in features.tables
        if table.block == block and table.kind in kinds
    }
    if layout is None or not cells:
        told = ", ".join(sorted({table.kind for table in features.tables}))
        raise BadSetting(
            f"{features.name!r} of {features.game} has no places of pieces"
            + (f" ({told})" if told else "")
        )
    everywhere = range(layout.places)
    return layout, {
        letter: [cells[kind][layout.seen(place, side)] for place in everywhere]
        for letter, (kind, side) in layout.men.items()
        if kind in cells
    }


def _count(position: Position, layout: Layout, places: Places, counts: list[int]) -> None:
    for place, letter in layout.standing(str(position)):
        feature = places[letter][place] if letter in places else None
        if feature is not None:
            counts[feature] += 1
