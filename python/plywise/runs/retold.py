"""A game of a run told again with what each search saw: its line, its leaf, and what counted there.

Searches remember nothing from move to move, so each is made once more on its own, from the seed of
its ply, and comes out as it did.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from plywise import _kernel
from plywise.evaluation.account import Term, terms
from plywise.evaluation.shape import LINEAR
from plywise.games.position import Position
from plywise.learning.against import RivalJob
from plywise.learning.self_play import SelfPlay
from plywise.play.in_python import searched
from plywise.play.record import GameRecord, PredictionKind
from plywise.runs.replay import games_again, known_game, learner_before
from plywise.runs.run import Run, load
from plywise.runs.why import Why, explained

__all__ = ["Retold", "Seen", "retold"]


@dataclass(frozen=True, kw_only=True)
class Seen:
    """What one search of the game saw."""

    ply: int
    """Index of its move in the game."""
    line: tuple[str, ...]
    """The moves that it expected, its own first."""
    leaf: Position
    """Where its line ends; where dice lie between, the likeliest of its leaves."""
    kind: str
    """`leaf`, or `result` where the line ends by the rules."""
    value: float
    """The value at the leaf in the first player's view, as the record has it."""
    terms: tuple[Term, ...]
    """What counts at the leaf, in the first player's view; none of an evaluation that is no sum."""
    is_sum: bool
    """Whether the terms add up to the value."""


@dataclass(frozen=True, kw_only=True, eq=False)
class Retold:
    """A game told again; see `retold`."""

    game: str
    """What is played."""
    why: Why
    """How it changed the weights."""
    record: GameRecord = field(repr=False)
    """The game."""
    weights: dict[str, float] = field(repr=False)
    """Those that played it."""
    job: _kernel.GameJob | None = field(repr=False)
    """What played it; None where games were handed to the run."""

    def positions(self) -> list[Position]:
        """The positions of the game, the first one included."""
        line = [Position(_kernel.Position.parse(self.game, self.record.start))]
        for move in self.record.moves:
            line.append(line[-1].after(move))
        return line

    def seen(self, stop: _kernel.Stop | None = None) -> Iterator[Seen]:
        """What each search that was learnt from saw, in time."""
        if self.job is None:
            return
        line = self.positions()
        rows = {int(ply): row for row, ply in enumerate(self.record.ply_numbers)}
        for move in self.why.moves:
            yield self._seen(line[move.ply], rows[move.ply], stop)

    def _seen(self, position: Position, row: int, stop: _kernel.Stop | None) -> Seen:
        assert self.job is not None
        ply = int(self.record.ply_numbers[row])
        found: Any = searched(self.job, position.kernel, ply, stop)
        evaluation = self.job.second if position.turn == "second" else self.job.first
        leaf, value = _leaf(position, found), float(self.record.values[row])
        is_result = self.record.kinds[row] == PredictionKind.RESULT
        counted: list[Term] = []
        is_sum = False
        if evaluation.shape == LINEAR and not is_result:
            # Some rules learn at the position itself, not where its search ended.
            for place in (leaf, position):
                counted = terms(place.kernel, evaluation)
                if is_sum := _adds_up(counted, value):
                    leaf = place
                    break
        return Seen(
            ply=ply, line=tuple(found.line), leaf=leaf, kind="result" if is_result else "leaf",
            value=value, terms=tuple(counted), is_sum=is_sum,
        )  # fmt: skip


def retold(run: Run | str | Path, game: int) -> Retold:
    """A game of a run told again, with what each of its searches saw.

    >>> import plywise as pw
    >>> run = pw.learn("chess", search={"depth": 1}, games=2, gate_every=0, seed=1)
    >>> seen = next(retold(run, 2).seen())
    >>> seen.kind, seen.is_sum, len(seen.line) >= 1
    ('leaf', True, True)
    """
    of = run if isinstance(run, Run) else load(run)
    learner = learner_before(of, known_game(of, game))
    record = games_again(of).next_game(learner).record
    weights = learner.weights_for(game)
    return Retold(
        game=of.config.game,
        why=explained(of, learner, record),
        record=record,
        weights=dict(zip(of.names, weights.tolist(), strict=True)),
        job=_job(of, game, weights, learner.rating_for(game)),
    )


def _job(run: Run, game: int, weights: Any, rating: float | None) -> _kernel.GameJob | None:
    if run.config.handed:
        return None
    job = SelfPlay(run.config, run.features, meets=False).job(game, weights, rating)
    return (job.watching or job.job) if isinstance(job, RivalJob) else job


def _adds_up(counted: list[Term], value: float) -> bool:
    total = sum(term.share for term in counted)
    return abs(total - value) <= 1e-9 * max(1.0, abs(value))


def _leaf(position: Position, found: Any) -> Position:
    """Where the line of a search ends."""
    if hasattr(found, "leaves"):
        likeliest = max(found.leaves, key=lambda leaf: leaf[0], default=None)
        return position if likeliest is None else Position(likeliest[1])
    if hasattr(found, "leaf"):
        return Position(found.leaf)
    return position.after(*found.line) if found.line else position
