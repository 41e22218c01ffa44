"""Which positions of a game a brain keeps: the losing one and the two after it."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from plywise._kernel import Position
from plywise.play.brain.brain import Brain
from plywise.play.brain.entry import LEAST_DEPTH, Entry, is_mate

DECIDED = 0.4
"""Pawns: beyond these the last score says who wins, where nobody tells the result."""
SHORT = 6
"""Games of fewer plies from the first own move on teach nothing."""
KEPT = 3
"""The losing position and the two after it."""
BEYOND_BRAIN = 6
"""So many moves from the last one that came from the brain, itself included, where the game was
lost before that."""


@dataclass(frozen=True, kw_only=True)
class OwnMove:
    """One move of the player whose brain it is; values in pawns, in its own view."""

    position: Position
    """Where it was made."""
    move: str
    """The move."""
    ply: int
    """How many moves were made before it."""
    score: float
    """What the search, or the brain, thought of it."""
    depth: int = 0
    """How deep the search was."""
    nodes: int = 0
    """What it took."""
    from_brain: bool = False
    """Whether the brain played it."""

    def entry(self) -> Entry:
        """The move as an entry, not yet marked."""
        return Entry(
            position=str(self.position), move=self.move, low=self.score, high=self.score,
            depth=self.depth, ply=self.ply, nodes=self.nodes,
        )  # fmt: skip


def winner_by_score(score: float) -> int:
    """Who wins by the last score alone: 1 the player itself, −1 the opponent, 0 nobody.

    >>> winner_by_score(-2.0), winner_by_score(0.2), winner_by_score(0.5)
    (-1, 0, 1)
    """
    return (score > DECIDED) - (score < -DECIDED)


def losing_index(scores: Sequence[float]) -> int:
    """The last move that was the third in a row with a score above zero; 0 if there is none.

    >>> losing_index([0.3, 0.4, 0.2, 0.1, -0.3, -0.8, -2.0]), losing_index([-0.1, 0.2, -0.2, -1])
    (3, 0)
    """
    seen = _with_mates_kept(scores)
    good = [i for i in range(2, len(seen)) if min(seen[i - 2 : i + 1]) > 0]
    return good[-1] if good else 0


def kept_moves(
    scores: Sequence[float],
    from_brain: Sequence[bool],
    *,
    result: float | None = None,
    opponent_is_stronger: bool = False,
) -> range:
    """The places of the own moves that a brain keeps of a game.

    `result` is the player's own, 1, ½ or 0; where nobody tells it, the last score stands for it.
    Nothing is kept of a win, nor of a draw against a stronger opponent. Where the brain played on
    after the losing move, all is kept from there to five moves past the last that it played.

    >>> lost = [0.3, 0.4, 0.2, 0.1, -0.3, -0.8, -2.0]
    >>> kept_moves(lost, [False] * 7, result=0.0), kept_moves(lost, [True] * 5 + [False] * 2)
    (range(3, 6), range(3, 7))
    >>> kept_moves([0.3, 0.4, 0.5], [False] * 3)
    range(0, 0)
    """
    if not scores:
        return range(0)
    winner = winner_by_score(scores[-1]) if result is None else (result > 0.5) - (result < 0.5)
    if winner > 0 or (winner == 0 and result is not None and opponent_is_stronger):
        return range(0)
    lost = losing_index(scores)
    last = max((i for i, hit in enumerate(from_brain) if hit), default=0)
    end = last + BEYOND_BRAIN if lost < last else lost + KEPT
    return range(lost, min(end, len(scores)))


def is_stronger(one: float | None, other: float | None) -> bool:
    """Whether one is known to be stronger than the other.

    >>> is_stronger(1600, 1500), is_stronger(1600, None), is_stronger(1600, 1600)
    (True, False, False)
    """
    return one is not None and other is not None and one > other


def insert(
    brain: Brain,
    moves: Sequence[OwnMove],
    *,
    plies: int,
    result: float | None = None,
    opponent_is_stronger: bool = False,
) -> list[Entry]:
    """Keep what a game of `plies` moves teaches; the entries that are marked now, in its order.

    New ones are to be searched one ply deeper than in the game, and seven at least. Those that the
    brain knew are marked; they go a ply deeper only where nothing is new, since otherwise it is the
    new ones that have something to tell them.
    """
    brain.games += 1
    if not moves or plies - moves[0].ply < SHORT:
        return []
    scores, hits = [move.score for move in moves], [move.from_brain for move in moves]
    kept = [
        moves[i]
        for i in kept_moves(scores, hits, result=result, opponent_is_stronger=opponent_is_stronger)
    ]
    deeper = int(all(move.position in brain for move in kept))
    for move in kept:
        known = brain.get(move.position)
        if known is None:
            aim = max(LEAST_DEPTH, move.depth + 1)
            brain.put(replace(move.entry(), aim=aim, is_blunder=True))
        else:
            brain.mark(move.position.key, aim=known.depth + deeper, blunder=True)
    found = (brain.get(move.position) for move in kept)
    return [entry for entry in found if entry is not None]


def count_win(brain: Brain, positions: Sequence[Position], outcome: float) -> None:
    """Count a decided game at all its positions that the brain knows; `outcome` is the first's."""
    if outcome == 0.5:
        return
    place = 0 if outcome > 0.5 else 1
    for position in positions:
        entry = brain.get(position)
        if entry is not None:
            wins = (entry.wins[0] + (place == 0), entry.wins[1] + (place == 1))
            brain.put(replace(entry, wins=wins))


def _with_mates_kept(scores: Sequence[float]) -> list[float]:
    """The scores, with all after a mate equal to it: what comes later is its execution."""
    kept: list[float] = []
    for score in scores:
        kept.append(kept[-1] if kept and is_mate(kept[-1]) else score)
    return kept
