"""A run's own rating over its games, and whom it met: from the games and the settings alone."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from plywise.learning.standing import WINDOW, Meeting, meeting, others_of, rating_of
from plywise.play.elo_fit import Fit
from plywise.play.ladder import Rung
from plywise.play.opponents.failure import is_failure
from plywise.play.rating import Met
from plywise.play.record import OWN
from plywise.play.statistics import Tally

if TYPE_CHECKING:
    from plywise.learning.lines import PlayedGame
    from plywise.runs.run import Run

__all__ = ["RatingPoint", "forfeits", "opponents_met", "rating_curve"]

POINTS = 300
"""A curve has no more points than these: each is a fit of its own."""


@dataclass(frozen=True, kw_only=True)
class RatingPoint:
    """The rating after a game, over the last games before it."""

    game: int
    """After which game."""
    fit: Fit
    """The likeliest rating and its interval."""

    def as_dict(self) -> dict[str, float | int | None]:
        """The same as JSON knows it."""
        return {"game": self.game, "elo": self.fit.elo, "error": self.fit.error}


def rating_curve(run: "Run", *, window: int = WINDOW, points: int = POINTS) -> list[RatingPoint]:
    """The run's rating over its games, each over the last `window`: at most so many `points`.

    A run without rated opponents has none.
    """
    if run.config.opponents is None:
        return []
    met = meetings(run)
    every = max(1, -(-len(met) // points))
    return [
        RatingPoint(game=met[end - 1][0], fit=rating_of(one for _, one in met[:end][-window:]))
        for end in range(every, len(met) + 1, every)
    ]


def meetings(run: "Run") -> list[tuple[int, Meeting]]:
    """The games that count for a rating, each with its number."""
    rated = _ratings(run)
    found: list[tuple[int, Meeting]] = []
    for game in run.games():
        one = _met(game, rated)
        if one is not None:
            found.append((game.number, one))
    return found


def opponents_met(run: "Run") -> list[Met]:
    """Whom the run met, the weakest first, and how it did against each; without those unrated."""
    by_name: dict[str, list[Meeting]] = {}
    for _, one in meetings(run):
        by_name.setdefault(one.name, []).append(one)
    found = [
        Met(
            rung=Rung(name=name, elo=games[0].elo, error=0.0),
            tally=Tally(
                wins=sum(g.score == 1.0 for g in games),
                draws=sum(g.score == 0.5 for g in games),
                losses=sum(g.score == 0.0 for g in games),
            ),
        )
        for name, games in by_name.items()
    ]
    return sorted(found, key=lambda met: met.rung.elo)


def forfeits(run: "Run") -> list[str]:
    """Of each game that an opponent lost by failing, who it was."""
    if run.config.opponents is None:
        return []
    return [others_of(game.players) for game in run.games() if is_failure(game.reason)]


def _ratings(run: "Run") -> dict[str, float]:
    """The ratings of the opponents by the names that the games have."""
    opponents = run.config.opponents
    players = () if opponents is None else opponents.players
    return {" ".join(p.name.split()): p.rating for p in players if p.rating is not None}


def _met(game: "PlayedGame", rated: dict[str, float]) -> Meeting | None:
    """A game as a meeting; None where it says nothing of the strength."""
    if not game.is_finished or is_failure(game.reason):
        return None
    first = game.players[0] == OWN
    other = game.players[1 if first else 0]
    return meeting(game.players, game.outcome, rated.get(other), first=first)
