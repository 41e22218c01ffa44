"""The two kinds of ladders that `plywise rate` knows, in Elo and in points, and what it tells."""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final

from plywise.cli import options
from plywise.cli.match import game_of_entrant

if TYPE_CHECKING:
    from plywise.play.points_result import PointsRating
    from plywise.play.rating import Rating


class Ladder(ABC):
    """What differs between ladders."""

    using: str
    """How weights search where nobody says."""
    function: str
    """Where the function stands that plays on it."""

    @property
    def games(self) -> int:
        """How many games are played where nobody says."""
        from plywise.cli.from_settings import setting_at

        return int(setting_at(f"{self.function}.games").default)

    @abstractmethod
    def search(self, using: str | None, plies: int | None, *, on_clock: bool = False) -> str:
        """The search that the options name."""

    @abstractmethod
    def clock(self, tc: str | None, margin: int) -> dict[str, Any]:
        """The settings that say how the player's clock runs."""

    @abstractmethod
    def openings(self, ballot: int | None) -> dict[str, int]:
        """The setting that says how games open, if it was given."""

    @abstractmethod
    def play(self, who: Any, game: str, **settings: Any) -> Any:
        """The rating of a player."""

    @abstractmethod
    def lines(self, rating: Any) -> list[str]:
        """A rating for people."""


class EloLadder(Ladder):
    """Other people's engines."""

    using = "playing:nodes=50000"
    using_on_clock = "playing"
    function = "plywise.play.rating:rate"

    def search(self, using: str | None, plies: int | None, *, on_clock: bool = False) -> str:
        """As --using says."""
        if plies is not None:
            from plywise.errors import BadInput

            raise BadInput(f"--plies {plies} is for points; in Elo say --using thesis:depth=4")
        return using or (self.using_on_clock if on_clock else self.using)

    def clock(self, tc: str | None, margin: int) -> dict[str, Any]:
        """As --tc says."""
        return {"tc": tc, "margin": margin}

    def openings(self, ballot: int | None) -> dict[str, int]:
        """Random moves."""
        return {} if ballot is None else {"plies": ballot}

    def play(self, who: Any, game: str, **settings: Any) -> "Rating":
        """An Elo."""
        from plywise.play.rating import rate

        del game  # one game has such a ladder
        return rate(who, **settings)

    def lines(self, rating: "Rating") -> list[str]:
        """The opponents that were met, and the Elo."""
        from plywise.textual import aligned

        header = ["opponent", "Elo", "games", "won", "drawn", "lost", "score"]
        rows = [
            [m.rung.name, f"{m.rung.elo:.0f}", str(m.tally.games), str(m.tally.wins),
             str(m.tally.draws), str(m.tally.losses), f"{100 * m.tally.score:.0f} %"]
            for m in rating.met
            if m.tally.score is not None
        ]  # fmt: skip
        return [*aligned(header, rows), f"{rating.name}: {rating}", *_failures(rating)]


class PointsScale(Ladder):
    """Opponents whose strengths are points a game."""

    using = "expectimax:depth=1"
    function = "plywise.play.points_rating:rate_points"

    def search(self, using: str | None, plies: int | None, *, on_clock: bool = False) -> str:
        """As --using says, or so many plies: beyond the first, the best plays alone."""
        from plywise.errors import BadInput
        from plywise.play.backgammon.hint import CANDIDATES, MARGIN

        if using is not None and plies is not None:
            raise BadInput(f"--using {using} says how far to look; leave out --plies {plies}")
        if plies is None or plies == 1:
            return using or self.using
        return f"expectimax:depth={plies},candidates={CANDIDATES},margin={MARGIN}"

    def clock(self, tc: str | None, margin: int) -> dict[str, Any]:
        """None: its rungs are known by how far they look."""
        if tc is not None:
            from plywise.errors import BadInput

            raise BadInput(f"--tc {tc} is for ratings in Elo; for points say --plies 2")
        return {}

    def openings(self, ballot: int | None) -> dict[str, int]:
        """None: dice differ."""
        if ballot is not None:
            from plywise.errors import BadInput

            raise BadInput(f"--ballot {ballot}: dice bring variety enough; leave it out")
        return {}

    def play(self, who: Any, game: str, **settings: Any) -> "PointsRating":
        """A strength in points."""
        from plywise.play.points_rating import rate_points

        return rate_points(who, game=game, **settings)

    def lines(self, rating: "PointsRating") -> list[str]:
        """The rungs that were met, what is left over, and the strength with the parts of its error.

        The parts add up in squares.
        """
        from plywise.play.interval import told
        from plywise.textual import aligned

        header = ["opponent", "strength", "games", "points a game", "expected", "residual"]
        rows = [
            [met.rung.name, f"{strength:+.2f}", str(met.points.games),
             told(met.points.mean, met.points.interval or (None, None), "+.2f"),
             f"{expected:+.2f}", f"{residual:+.2f}"]
            for met, strength, expected, residual in rating.compared
        ]  # fmt: skip
        found = [*aligned(header, rows), f"{rating.name}: {rating}"]
        if rating.error is not None:
            found.append(
                f"of the error, ± {rating.games_error:.2f} is the chance of these games, "
                f"± {rating.ladder_error:.2f} that of the ladder's own, and "
                f"± {rating.misfit_error:.2f} stays: strengths do not quite add up"
            )
        return [*found, *_failures(rating)]


ELO: Final = EloLadder()
POINTS: Final = PointsScale()


def asked(words: Sequence[str]) -> tuple[str, str, Ladder]:
    """Who is to be rated, in which game, and on which ladder; of one word, weights tell the game.

    >>> asked(["backgammon", "backgammon/pubeval"])[:2], asked(["chess/standard@thesis"])[:2]
    (('backgammon/pubeval', 'backgammon'), ('chess/standard@thesis', 'chess'))
    """
    from plywise.errors import BadInput
    from plywise.games.declared import all_facts, facts_of
    from plywise.games.game import game
    from plywise.naming import listed

    if len(words) > 2:
        raise BadInput(f"{' '.join(words)!r}: give a game and who is to be rated in it")
    who = words[-1]
    rules = _game_of(who) if len(words) == 1 else game(options.named_game(words[0])).name
    facts = facts_of(rules)
    if facts.has_elo_ladder:
        return who, rules, ELO
    if facts.points_ladder is not None:
        return who, rules, POINTS
    having = [name for name, f in all_facts().items() if f.has_elo_ladder or f.points_ladder]
    raise BadInput(f"{rules} has no ladder to rate {who!r} on (those have one: {listed(having)})")


def _game_of(who: str) -> str:
    """The game that weights know; chess for engines."""
    from plywise.errors import BadInput
    from plywise.games.python_games import game_names

    if who in game_names():
        raise BadInput(f"{who!r} is a game; say who is to be rated: plywise rate {who} WEIGHTS")
    return game_of_entrant(who)


def _failures(rating: "Rating | PointsRating") -> list[str]:
    if not rating.failures:
        return []
    return [f"{rating.failures} pairs do not count: the opponent failed in them"]
