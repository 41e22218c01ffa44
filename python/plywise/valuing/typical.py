"""What a piece is typically worth where its value depends on its place (thesis 7.2.4, 7.4).

The weights of a piece and of its places say little alone: what counts is their sum. Averaging it
over the board would be wrong, since pawns seldom reach the seventh rank. So count where the pieces
stood in the games, and take the mean by frequency of occurrence.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from plywise._kernel import Position
from plywise.evaluation.boards import centred
from plywise.evaluation.features import FeatureSet
from plywise.games.boards import layout_of, standing

if TYPE_CHECKING:
    from plywise.runs.run import Run

MOST_GAMES = 100
"""Games of a run that are looked at: enough for shares to a percent, and a second's work."""


@dataclass(frozen=True, kw_only=True)
class Typical:
    """Weights rewritten so that each piece has its typical value, and a place what it adds."""

    weights: dict[str, float]
    shares: dict[str, float]
    """The share of its kind's time that each place saw; the places of a kind add up to 1."""
    games: int
    """In so many games."""


def typical(run: "Run", weights: Mapping[str, float] | None = None) -> Typical | None:
    """The typical values of a run's pieces, in its last games; None where no board tells places.

    `weights` are by default the means over the last half of the games.
    """
    features = run.features
    if not can_be_counted(features) or len(run.history) == 0:
        return None
    played = [game.moves for game in run.games()]
    last = played[len(played) // 2 :]
    picked = last[:: max(1, len(last) // MOST_GAMES)]
    shares = occupancy(features, picked)
    counted = run.mean() if weights is None else weights
    own = {name: counted[name] for name in features.names}
    return Typical(weights=centred(features, own, shares), shares=shares, games=len(picked))


def can_be_counted(features: FeatureSet) -> bool:
    """Whether some kind of piece has a board, and the game's positions can be read as boards."""
    has_board = any(table.name in features.names for table in features.tables)
    return has_board and layout_of(features.game) is not None


def occupancy(features: FeatureSet, games: Iterable[Sequence[str]]) -> dict[str, float]:
    """How often each place's feature was occupied, as shares of its kind, over both sides.

    >>> shares = occupancy(FeatureSet.named("chess", "ranks-rings"), [["e2e4"]])
    >>> shares["pawn_rank2"], shares["pawn_rank4"]
    (0.96875, 0.03125)
    """
    counts: Counter[str] = Counter()
    for moves in games:
        counts += _counted(features, moves)
    shares: dict[str, float] = {}
    for table in features.tables:
        names = {features.names[cell] for cell in table.cells if cell is not None}
        total = sum(counts[name] for name in names)
        shares |= {name: counts[name] / total if total else 0.0 for name in names}
    return shares


def _counted(features: FeatureSet, moves: Sequence[str]) -> Counter[str]:
    """How many pieces stood on each place's feature, over the positions of a game."""
    layout = layout_of(features.game)
    assert layout is not None, "asked by can_be_counted"
    cells = {table.name: table.cells for table in features.tables}
    counts: Counter[str] = Counter()
    position = Position.start(features.game)
    for move in (None, *moves):
        position = position if move is None else position.after(move)
        for man in standing(position):
            places = cells.get(man.kind)
            cell = None if places is None else places[layout.seen(man.place, man.side)]
            if cell is not None:
                counts[features.names[cell]] += 1
    return counts
