"""How a run stands against its opponents: its own rating as it goes, and who failed."""

from collections import deque
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from plywise.learning.lines import PlayedGame
from plywise.learning.opponents import Opponents
from plywise.play.elo_fit import Fit, Results, fit_one, posterior
from plywise.play.opponents.failure import MOST_FAILURES, is_failure, refuse_failures
from plywise.play.record import OWN, GameRecord
from plywise.play.statistics import Tally, score_of

__all__ = ["WINDOW", "Meeting", "Standing", "rating_of"]

K = 32.0
"""How far one game moves the run's own rating at most (Elo's usual K for a new player)."""
WINDOW = 60
"""The last games that a rating is of: a learner is no longer who it was before."""
BEFOREHAND = 400.0
"""Before the first game the rating is thought to lie so far (one standard deviation) around that
which it begins with. That only chooses opponents; what is told comes from the games alone."""


@dataclass(frozen=True, kw_only=True)
class Meeting:
    """A game against somebody with a rating."""

    name: str
    """Who it was."""
    elo: float
    """What he is rated."""
    score: float
    """The run's own: 1, ½ or 0."""


def rating_of(meetings: Iterable[Meeting]) -> Fit:
    """The rating under which these games are likeliest, with its 95 % interval.

    >>> games = [Meeting(name="a", elo=1500.0, score=score) for score in (1.0, 0.5, 0.0, 1.0)]
    >>> print(rating_of(games * 10))
    1589 ± 97
    """
    return fit_one(_results(meetings))


def _results(meetings: Iterable[Meeting]) -> Results:
    """The games, together for each rating that was met."""
    scores: dict[float, list[float]] = {}
    for one in meetings:
        scores.setdefault(one.elo, []).append(one.score)
    return [
        (elo, Tally(wins=s.count(1.0), draws=s.count(0.5), losses=s.count(0.0)))
        for elo, s in scores.items()
    ]


def meeting(
    players: Sequence[str], outcome: float, elo: float | None, *, first: bool
) -> Meeting | None:
    """The game as a meeting; None where the opponent has no rating."""
    if elo is None:
        return None
    score = outcome if first else 1.0 - outcome
    return Meeting(name=players[1 if first else 0], elo=elo, score=score)


def forfeit_of(game: GameRecord | PlayedGame) -> str:
    """Who lost the game by failing, and how; empty where nobody did."""
    return f"{others_of(game.players)}: {game.reason}" if is_failure(game.reason) else ""


def others_of(players: Sequence[str]) -> str:
    """Whom the run met in a game with these players."""
    return " and ".join(name for name in players if name != OWN)


@dataclass(kw_only=True)
class Standing:
    """The run's own rating after each of the last `lag` games; whom it met, and who failed."""

    opponents: Opponents | None
    lag: int
    met: "deque[Meeting]" = field(init=False)
    """The last games that count, the newest last."""
    _ratings: "deque[float | None]" = field(init=False)
    _failures: list[str] = field(init=False, default_factory=list)
    _failed: str = field(init=False, default="an engine")
    """Who failed last."""

    def __post_init__(self) -> None:
        self.met = deque(maxlen=WINDOW)
        self._ratings = deque([self._start] * self.lag, maxlen=self.lag)

    @property
    def _start(self) -> float | None:
        return None if self.opponents is None else self.opponents.start_rating()

    def before(self, age: int) -> float | None:
        """The rating so many games ago; None where nobody is rated."""
        return self._ratings[-1 - age]

    def note(self, record: GameRecord) -> None:
        """Take a game in. A failure of the opponent says nothing of the strength."""
        own = self._ratings[-1]
        failed = is_failure(record.reason)
        self._failures = [*self._failures, record.reason] if failed else []
        if failed:
            self._failed = others_of(record.players)
        side = record.own_side
        if side is not None and own is not None and not failed and record.is_finished:
            first = side == "first"
            other = record.ratings[1 if first else 0]
            one = meeting(record.players, record.outcome, other, first=first)
            own = own if one is None else self._after(own, one)
        self._ratings.append(own)

    def _after(self, own: float, one: Meeting) -> float:
        """The rating after one more game."""
        self.met.append(one)
        if self.opponents is not None and self.opponents.choice == "graded":
            assert self._start is not None, "opponents that are chosen by rating have one"
            return posterior(_results(self.met), centre=self._start, width=BEFOREHAND)
        return own + K * (one.score - score_of(own - one.elo))

    def check(self) -> None:
        """BadSetting if an engine fails again and again."""
        if self._failures:
            refuse_failures(len(self._failures), self._failures[-1], self._failed)

    def state(self) -> dict[str, Any]:
        """All of it, as JSON knows it; nothing in self-play."""
        if self.opponents is None:
            return {}
        met = [[one.name, one.elo, one.score] for one in self.met]
        ratings = list(self._ratings)
        return {"standing": {"ratings": ratings, "failures": self._failures, "met": met}}

    def restore(self, state: Mapping[str, Any]) -> None:
        """Go on from a `state`, bit for bit; the failures that stopped a run may be mended."""
        if "standing" in state:
            told = state["standing"]
            self._ratings.extend(told["ratings"])
            failures = list(told["failures"])
            self._failures = failures if len(failures) < MOST_FAILURES else []
            self.met.clear()
            # Runs of before did not keep whom they met.
            self.met.extend(Meeting(name=n, elo=e, score=s) for n, e, s in told.get("met", ()))
