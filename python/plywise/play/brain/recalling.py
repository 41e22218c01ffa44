"""A brain in use: the move that it plays at once, and what it plants before a search."""

from dataclasses import dataclass, field
from functools import cached_property

from plywise._kernel import Chosen, Evaluation, ExpectimaxResult, Planted, Position, SearchResult
from plywise.errors import BadSetting
from plywise.play.brain.after_game import OwnMove
from plywise.play.brain.brain import AHEAD, Brain, judge_of, ply_of
from plywise.play.brain.entry import Entry, as_pawns

PLAYED = 0.07
"""Pawns: a move is played at once where its bounds are so close (KnightCap's small window)."""


@dataclass(frozen=True)
class Recalling:
    """A brain as a player uses it in games; it changes nothing in the brain.

    >>> brain = Brain([Entry(position=str(Position.start("chess")), move="b1c3", low=.1, high=.1,
    ...                      depth=7, ply=0)])
    >>> Recalling(brain).entry(Position.start("chess")).move
    'b1c3'
    """

    brain: Brain
    plays_marked: bool = True
    """Whether it plays a move that is to be searched again, as that of a game just lost."""

    def entry(self, position: Position) -> Entry | None:
        """The entry whose move is played at once: known well enough, legal, and no repetition."""
        entry = self.brain.get(position)
        if entry is None or entry.high - entry.low > PLAYED or entry.move not in position.moves:
            return None
        if entry.is_marked and not self.plays_marked:
            return None
        return None if position.after(entry.move).key in position.history else entry

    def planted(self, position: Position, unit: int) -> Planted:
        """What is known of the next twenty plies, for a search of this position."""
        ply = ply_of(position)
        return self._all(unit).within(ply + 1, ply + AHEAD)

    def _all(self, unit: int) -> Planted:
        if unit not in self._made:
            self._made[unit] = self.brain.planted(unit)
        return self._made[unit]

    @cached_property
    def _made(self) -> dict[int, Planted]:
        """All that can be planted, by the worth of a pawn: told once for a game."""
        return {}

    def is_judged_by(self, evaluation: Evaluation) -> bool:
        """Whether its values are those of an evaluation."""
        return self.brain.judge == judge_of(evaluation)

    def refuse_other(self, game: str) -> None:
        """BadSetting if the brain is of another game."""
        if self.brain.game != game:
            raise BadSetting(f"the brain is of {self.brain.game}, and the game is {game}")


@dataclass
class Notes:
    """What a player with a brain did in a game, for what comes after it."""

    moves: list[OwnMove] = field(default_factory=list)
    """Its moves, in order."""

    def add_known(self, position: Position, entry: Entry) -> None:
        """A move that the brain played."""
        self.moves.append(
            OwnMove(
                position=position,
                move=entry.move,
                ply=ply_of(position),
                score=entry.low,
                depth=entry.depth,
                from_brain=True,
            )
        )

    def add_search(
        self,
        position: Position,
        found: SearchResult | ExpectimaxResult | Chosen,
        unit: int,
        *,
        move: str | None = None,
    ) -> None:
        """A move that was searched for; or another one that was played in its place."""
        assert isinstance(found, SearchResult), "brains are refused to other searches"
        assert found.move is not None, "a position that has not ended has a move"
        self.moves.append(
            OwnMove(
                position=position,
                move=move or found.move,
                ply=ply_of(position),
                score=as_pawns(found.value, unit),
                depth=found.depth,
                nodes=found.nodes,
            )
        )
