"""Who plays against a person: an evaluation, a search, and perhaps a brain."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from plywise import _kernel
from plywise.evaluation import account
from plywise.evaluation.shape import LINEAR
from plywise.games.boards import layout_of
from plywise.games.points import needs_expectimax
from plywise.games.told import player
from plywise.play.clock import for_clock
from plywise.play.judging import worth
from plywise.play.levels import is_in_kernel
from plywise.searching.result import SearchResult
from plywise.searching.search import search
from plywise.searching.settings import AlphaBeta, RandomPlay
from plywise.searching.usual import usual_search
from plywise.searching.written import search_written
from plywise.textual import aligned

if TYPE_CHECKING:
    from plywise.evaluation.features import FeatureSet
    from plywise.evaluation.protocol import Evaluation
    from plywise.games.position import Position
    from plywise.play.brain.recalling import Recalling
    from plywise.searching.settings import Searching

HINT_NODES = 20_000
"""A hint is looked for so far, however weakly the opponent plays."""
FEW_HINT_NODES = 2_000
"""The same where rules are Python."""
MOST_TERMS = 8
"""Terms of an evaluation that are told."""
LONGEST_LINE = 8
"""Moves of a line that are told."""
OVERHEAD = 50
"""Milliseconds of a clock that a move costs beside its search."""


@dataclass(frozen=True, kw_only=True)
class Opponent:
    """What answers a person's moves.

    >>> import plywise as pw
    >>> material = pw.Linear(pw.game("chess").features("material"), weights="chess/standard")
    >>> mates = Opponent(evaluation=material, searching=pw.AlphaBeta(depth=2), name="material")
    >>> mates.reply(pw.game("chess").position("6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1"), seed=1)
    'a1a8'
    """

    evaluation: Evaluation
    """By what it judges."""
    searching: Searching
    """How far it looks."""
    name: str
    """Whose weights they are."""
    strength: str = ""
    """How strong it plays, in words."""
    brain: Recalling | None = None
    """What it knows of lost games."""

    @property
    def title(self) -> str:
        """What records and people call it."""
        return f"{self.name}, {self.strength}" if self.strength else self.name

    def reply(
        self, position: Position, *, seed: int, clock: tuple[float, float] | None = None
    ) -> str:
        """The move that it makes; `clock` is what is left of its time, and what a move gives."""
        if self.brain is not None and (known := self.brain.entry(position.kernel)) is not None:
            return known.move
        found = self._looked(position, self._within(clock), seed)
        return found or position.moves[0]  # a time of nothing at all finds no move

    def _within(self, clock: tuple[float, float] | None) -> Searching:
        """The search, with no more time than its share of the clock."""
        using = self.searching
        if clock is None or isinstance(using, RandomPlay):
            return using
        left, increment = (int(1000 * seconds) for seconds in clock)
        share = for_clock(left, increment, overhead=OVERHEAD).soft
        return replace(using, movetime=min(share, using.movetime or share))

    def _looked(self, position: Position, using: Searching, seed: int) -> str | None:
        if self.brain is None or not isinstance(using, AlphaBeta):
            return search(position, self.evaluation, using, seed=seed).move
        kernel = self.evaluation.kernel
        found = _kernel.Searcher(position.game).search(
            position.kernel, kernel, using.settings(kernel.scale), seed=seed,
            planted=self.brain.planted(position.kernel, kernel.unit),
        )  # fmt: skip
        return found.move

    def hint(self, position: Position, *, seed: int) -> SearchResult:
        """What it would play in the person's place, looked at as well as it can at once."""
        return search(position, self.evaluation, self._hinting(position.game), seed=seed)

    def _hinting(self, game: str) -> Searching:
        if needs_expectimax(game):
            return usual_search(game)
        nodes = HINT_NODES if is_in_kernel(game) else FEW_HINT_NODES
        return search_written("playing", nodes=max(nodes, getattr(self.searching, "nodes", 0) or 0))

    def told(self, found: SearchResult, position: Position) -> str:
        """What a search thinks of a position, and the line that it expects, in words."""
        sign = -1 if position.roller == "second" else 1
        unit = self.evaluation.kernel.unit
        value = worth(sign * found.value, position.game, unit, found.win)["text"]
        value = value if "wins" in value else f"{value} for {player(position.game, 'first')}"
        line = _written(position, found.line[:LONGEST_LINE])
        return f"{value}{', expecting ' + line if line else ''}"

    def account(self, position: Position) -> list[str]:
        """What the evaluation says of a position without any search, and what counts most."""
        kernel = self.evaluation.kernel
        sign = -1 if position.roller == "second" else 1
        value = sign * self.evaluation.value(position) / kernel.unit
        features = self.evaluation.features
        counts_pieces = bool(features.pieces) and layout_of(position.game) is not None
        unit = f" ({features.unit.rpartition('.')[2]} = 1)" if counts_pieces else ""
        told = [f"as it stands: {value:+.2f} for {player(position.game, 'first')}{unit}"]
        if kernel.shape != LINEAR:
            return [*told, f"a {kernel.shape}: its value is no sum of terms"]
        size = kernel.unit / kernel.scale
        rows = [
            [name, f"{share / size:+.2f}"]
            for name, share in _shares(account.terms(position.kernel, kernel), features)
            if share
        ]
        left = len(rows) - MOST_TERMS
        more = [f"and {left} smaller"] if left > 0 else []
        table = aligned(["what counts", "worth"], rows[:MOST_TERMS]) if rows else []
        return [*told, *table, *more]


def _shares(terms: list[account.Term], features: FeatureSet) -> list[tuple[str, float]]:
    """What each term adds, or each group where terms are many; the largest first."""
    if len(terms) > account.MOST_TERMS:
        found = [(group.name, group.share) for group in account.grouped(terms, features)]
    else:
        found = [(term.name, term.share) for term in terms]
    return sorted(found, key=lambda pair: -abs(pair[1]))


def _written(position: Position, line: tuple[str, ...]) -> str:
    """A line of moves as people write it, as far as it is legal."""
    told = []
    for move in line:
        if position.outcome is not None or move not in position.moves:
            break
        told.append(position.notation(move))
        position = position.after(move)
    return " ".join(told)
