"""What a suite of test positions came to: a row a position, and what they add up to."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from plywise._kernel import Position
from plywise.play.opponents.session import Iterated
from plywise.play.problems import Problem

LEAST_IN_GROUP: Final = 2
"""Groups are told where they have so many positions in the mean; else names are just names."""


@dataclass(frozen=True, kw_only=True)
class Solution:
    """What a search made of one position."""

    problem: Problem
    move: str | None
    """The move that it chose; None where an engine failed."""
    depth: int = 0
    """How deep it looked; 0 where nobody told."""
    nodes: int = 0
    """All that it took; 0 where nobody told."""
    seconds: float = 0.0
    """And how long."""
    found_at: Iterated | None = None
    """The iteration from which on it preferred moves that solve the position, to the end; None
    where it is not solved, or the search has no iterations to tell of."""
    failure: str = ""
    """What went wrong with an engine."""

    @property
    def is_solved(self) -> bool:
        """Whether the move solves the position."""
        return self.problem.is_solved(self.move)

    @property
    def points(self) -> int | None:
        """What the move is worth; None where moves have no points."""
        return None if self.problem.most is None else self.problem.points.get(self.move or "", 0)

    def as_dict(self) -> dict[str, Any]:
        """The same as JSON knows it."""
        problem, at = self.problem, self.found_at
        worth = {} if problem.most is None else {"points": self.points, "possible": problem.most}
        return {
            "id": problem.label, "position": problem.position, "solved": self.is_solved,
            "move": self.move, "best": problem.best, "avoid": problem.avoid, **worth,
            "solved_at": None if at is None else {
                "depth": at.depth, "nodes": at.nodes, "seconds": at.seconds
            },
            "depth": self.depth, "nodes": self.nodes, "seconds": self.seconds,
            **({"failure": self.failure} if self.failure else {}),
        }  # fmt: skip


@dataclass(frozen=True, kw_only=True)
class Score:
    """What some positions add up to."""

    name: str
    positions: int
    solved: int
    points: int | None
    """What the moves are worth; None where no position has points."""
    possible: int | None
    """What the best ones are."""

    @staticmethod
    def of(name: str, rows: Sequence[Solution]) -> "Score":
        """The sums over rows."""
        worth = [(row.points, row.problem.most) for row in rows if row.points is not None]
        return Score(
            name=name, positions=len(rows), solved=sum(row.is_solved for row in rows),
            points=sum(points for points, _ in worth) if worth else None,
            possible=sum(most or 0 for _, most in worth) if worth else None,
        )  # fmt: skip

    def __str__(self) -> str:
        """In words.

        >>> print(Score(name="WAC", positions=300, solved=270, points=None, possible=None))
        270 of 300 solved (90.0 %)
        """
        told = f"{self.solved} of {self.positions} solved ({self.solved_share})"
        if self.points is None or self.possible is None:
            return told
        return f"{told}, {self.points} of {self.possible} points ({self.points_share})"

    @property
    def solved_share(self) -> str:
        """The solved positions in percent."""
        return _share(self.solved, self.positions)

    @property
    def points_share(self) -> str:
        """The points in percent of the possible ones."""
        return _share(self.points or 0, self.possible or 0)

    def as_dict(self) -> dict[str, Any]:
        """The same as JSON knows it, with points where there are any."""
        worth = {} if self.points is None else {"points": self.points, "possible": self.possible}
        return {"name": self.name, "positions": self.positions, "solved": self.solved, **worth}


@dataclass(frozen=True, kw_only=True)
class SuiteResult:
    """What a suite came to."""

    name: str
    """Who searched."""
    rows: tuple[Solution, ...] = field(repr=False)
    """A row a position, in their order."""
    troubles: tuple[str, ...] = ()
    """A sentence for each line of the file that could not be used."""
    settings: Mapping[str, object] = field(repr=False)
    """Everything that the moves depend on."""

    @property
    def score(self) -> Score:
        """What all positions add up to."""
        return Score.of(self.name, self.rows)

    @property
    def positions(self) -> int:
        """How many there were."""
        return len(self.rows)

    @property
    def solved(self) -> int:
        """How many of them were solved."""
        return self.score.solved

    @property
    def points(self) -> int | None:
        """What the moves are worth; None where no position has points."""
        return self.score.points

    @property
    def possible(self) -> int | None:
        """What the best moves are worth."""
        return self.score.possible

    @property
    def groups(self) -> tuple[Score, ...]:
        """The sums by what the positions are called, numbers apart; none if that groups nothing."""
        counts = Counter(row.problem.group for row in self.rows)
        if len(counts) < 2 or len(self.rows) < LEAST_IN_GROUP * len(counts):
            return ()
        return tuple(
            Score.of(name, [row for row in self.rows if row.problem.group == name])
            for name in counts
        )

    def __str__(self) -> str:
        return str(self.score)

    def unsolved(self) -> list[str]:
        """The lines of the positions that were not solved."""
        return [row.problem.line for row in self.rows if not row.is_solved]

    def as_dict(self) -> dict[str, Any]:
        """The result as JSON knows it."""
        return {
            **self.score.as_dict(), "groups": [group.as_dict() for group in self.groups],
            "rows": [row.as_dict() for row in self.rows], "troubles": self.troubles,
            "settings": dict(self.settings),
        }  # fmt: skip


def wanted(problem: Problem) -> str:
    """What solves a position, as people write moves.

    >>> from plywise.play.problems import problem
    >>> wanted(problem("6k1/5ppp/8/8/8/8/8/R5K1 w - - bm Ra8#;"))
    'Ra8#'
    """
    position = Position.parse(problem.game, problem.position)

    def told(moves: Iterable[str]) -> str:
        return ", ".join(map(position.notation, moves))

    avoided = f"not {told(problem.avoid)}" if problem.avoid else ""
    return "; ".join(filter(None, (told(problem.solving), avoided)))


def _share(part: int, whole: int) -> str:
    return f"{100 * part / whole:.1f} %" if whole else "–"
