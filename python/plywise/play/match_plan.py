"""A match before it is played: its pairs of games, as pieces of work."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from hashlib import sha256
from typing import Literal, NamedTuple, TypeAlias

from plywise import _kernel
from plywise._kernel import GameJob, Stop
from plywise.distributed.belongings import with_programs
from plywise.games.ballot import Opening
from plywise.games.points import WIN_DRAW_LOSS, other_s, outcomes_of, result_of
from plywise.play.foreign_game import Sides, missing_programs, play_foreign_game, programs
from plywise.play.match_result import MatchResult
from plywise.play.player import Player
from plywise.play.points import Points
from plywise.play.record import GameRecord
from plywise.play.statistics import Sprt, Tally
from plywise.play.time_control import NO_CLOCKS, Clocks

Rules: TypeAlias = Literal["fide", "thesis"]
"""`thesis`: no fifty-move rule, and searches blind to repetition (the game still ends by it)."""
Adjudication: TypeAlias = Literal["agree", "draw"]
"""At the ply limit: a win if both evaluations agree who is ahead, or always a draw."""


@dataclass(frozen=True, kw_only=True)
class MatchPlan:
    """A match, ready to be played: everything that its games depend on."""

    a: Player
    b: Player
    openings: Sequence[Opening]
    game: str
    games: int
    rules: Rules
    adjudication: Adjudication
    max_plies: int
    seed: int
    ballot: int
    sprt: Sprt | None
    clocks: Clocks = NO_CLOCKS
    """A's clock first."""

    def pairs(self, first: int = 0) -> Iterator["Pair"]:
        """All pairs in their order, or those from a number on."""
        return map(self.pair, range(first, self.games // 2))

    def pair(self, number: int) -> "Pair":
        """The jobs of one pair: one opening, A first and then B."""
        opening = self.openings[number % len(self.openings)]
        return (
            self._task(2 * number, self.a, self.b, opening),
            self._task(2 * number + 1, self.b, self.a, opening),
        )

    def _task(self, number: int, first: Player, second: Player, opening: Opening) -> "Task":
        first, second = (who.in_game(seed=self.seed, number=number) for who in (first, second))
        job = GameJob(
            game=self.game, first=first.evaluation, second=second.evaluation,
            first_search=first.settings, second_search=second.settings,
            seed=self.seed, number=number, start=opening.start, opening=list(opening.moves),
            max_plies=self.max_plies, adjudication=self.adjudication,
            fifty_moves=self.rules == "fide", learn_at="none",
            dice=number // 2,  # both games of a pair have the same: luck is then shared
        )  # fmt: skip
        clocks = self.clocks.swapped if number % 2 else self.clocks
        return Task(job, (first.name, second.name), (first.seat, second.seat), clocks)

    @cached_property
    def settings(self) -> dict[str, object]:
        """Everything that the games depend on, as JSON knows it."""
        return {
            "game": self.game, "games": self.games, "seed": self.seed, "rules": self.rules,
            "adjudication": self.adjudication, "max_plies": self.max_plies, "ballot": self.ballot,
            "openings": _digest(self.openings), "version": _kernel.version,
            "a": self.a.as_dict(), "b": self.b.as_dict(),
            "sprt": None if self.sprt is None else [self.sprt.elo0, self.sprt.elo1],
            **self.clocks.as_dict(),
        }  # fmt: skip


PlayedPair: TypeAlias = tuple[GameRecord, GameRecord]
"""One opening, A first and then B."""


class Standing:
    """How a match stands, pair after pair."""

    def __init__(self, plan: MatchPlan) -> None:
        self._plan = plan
        self._outcomes = outcomes_of(plan.game)
        self._tally = Tally.of_pairs([])
        counts_points = self._outcomes != WIN_DRAW_LOSS
        self._points = Points(outcomes=self._outcomes) if counts_points else None
        self._records: list[GameRecord] = []

    def add(self, pair: PlayedPair) -> None:
        """Count one more pair."""
        one, two = pair
        outcomes = self._outcomes
        won = result_of(one.outcome, outcomes), 1 - result_of(two.outcome, outcomes)
        self._tally = self._tally.with_pair(*won)
        if self._points is not None:
            self._points = self._points.with_pair(one.outcome, other_s(two.outcome, outcomes))
        self._records += pair

    @property
    def pairs(self) -> int:
        """How many there were."""
        return len(self._records) // 2

    @property
    def is_over(self) -> bool:
        """Whether all pairs are played, or the sequential test has decided."""
        test = self._plan.sprt
        if self.pairs >= self._plan.games // 2:
            return True
        return bool(self.pairs and test and test.decision(test.llr(self._tally)))

    @property
    def result(self) -> MatchResult:
        """The result so far."""
        tally, plan = self._tally, self._plan
        return MatchResult(
            wins=tally.wins, draws=tally.draws, losses=tally.losses, pairs=tally.pairs,
            a=plan.a.name, b=plan.b.name, settings=plan.settings, sprt=plan.sprt,
            points=self._points, records=tuple(self._records),
        )  # fmt: skip


class Task(NamedTuple):
    """A game to be played."""

    job: GameJob
    names: tuple[str, str]
    """Of its players."""
    sides: Sides
    """Which of them are other people's engines, or have brains."""
    clocks: Clocks = NO_CLOCKS

    @property
    def is_foreign(self) -> bool:
        """Whether it is played move by move, and not by the kernel alone."""
        return any(self.sides) or bool(self.clocks)


Pair: TypeAlias = tuple[Task, Task]


@with_programs(
    lambda pair: programs(task.sides for task in pair),
    lambda pair: missing_programs(task.sides for task in pair),
)
def play_pair(pair: Pair, stop: Stop, *, remembers: bool = False) -> tuple[GameRecord, GameRecord]:
    """The records of two games: one piece of work for a worker.

    Games of our own are played by the kernel, both in one call and without Python in between. In
    games with another engine, a brain or clocks, our side keeps its table from move to move if it
    `remembers`.
    """
    if any(task.is_foreign for task in pair):
        one, two = (
            play_foreign_game(task.job, task.sides, stop, remembers=remembers, clocks=task.clocks)
            for task in pair
        )
    else:
        jobs = [task.job for task in pair]
        one, two = map(GameRecord.from_kernel, _kernel.play_games(jobs, stop))
    return replace(one, players=pair[0].names), replace(two, players=pair[1].names)


def _digest(openings: Sequence[Opening]) -> str:
    """A fingerprint of the openings, by which two matches can be told to have had the same."""
    text = "\n".join(f"{opening.start}: {' '.join(opening.moves)}" for opening in openings)
    return f"{len(openings)}, sha256 {sha256(text.encode()).hexdigest()[:16]}"
