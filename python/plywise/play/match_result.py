"""What a match came to, and its games as text."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from plywise.games.game import game as rules_of
from plywise.games.points import result_of
from plywise.play.opponents.failure import OUT_OF_TIME, is_failure
from plywise.play.pgn import pgn_game
from plywise.play.points import Points
from plywise.play.record import GameRecord
from plywise.play.statistics import Decision, Sprt, Tally

FIGURES = (
    "games", "wins", "draws", "losses", "pairs", "score", "score_interval",
    "elo", "elo_error", "elo_interval", "los", "llr", "decision", "failures",
)  # fmt: skip


@dataclass(frozen=True, kw_only=True)
class MatchResult(Tally):
    """What a match came to, in A's view: a tally with its games and settings.

    A match has no other chance than its seed: with the same `settings` it gives the same games,
    unless somebody else's engine draws lots of its own.
    """

    a: str
    """A's name."""
    b: str
    """B's name."""
    settings: Mapping[str, object] = field(repr=False)
    """Everything that the games depended on."""
    sprt: Sprt | None = None
    """The sequential test, if there was one."""
    points: Points | None = None
    """Points a game, in a game that counts points; wins and losses count each once."""
    records: tuple[GameRecord, ...] = field(default=(), repr=False)
    """The games, in order: A is the first player in every other one, beginning with the first."""

    @property
    def llr(self) -> float | None:
        """The sequential test's log-likelihood ratio; None without a test."""
        return None if self.sprt is None else self.sprt.llr(self)

    @property
    def decision(self) -> Decision | None:
        """The hypothesis that the test accepted; None without a test, or while it is open."""
        return None if self.sprt is None or self.llr is None else self.sprt.decision(self.llr)

    @property
    def failures(self) -> tuple[int, int]:
        """How many games A and B lost because an engine failed (crashed, hung, moved illegally)."""
        lost = [self._lost_by_a(record) for record in self.records if is_failure(record.reason)]
        return sum(lost), len(lost) - sum(lost)

    @property
    def forfeits(self) -> tuple[int, int]:
        """How many games A and B lost on time."""
        lost = [self._lost_by_a(record) for record in self.records if record.reason == OUT_OF_TIME]
        return sum(lost), len(lost) - sum(lost)

    @staticmethod
    def _lost_by_a(record: GameRecord) -> bool:
        """Whether a game that somebody lost was lost by A, who is first in even games."""
        return (result_of(record.outcome, record.outcomes) == 0.0) == (record.number % 2 == 0)

    def __str__(self) -> str:
        text = super().__str__()
        if self.points is not None:
            text += f"  {self.points}"
        if any(self.failures):
            text += f"  engine failures {self.failures[0]} v {self.failures[1]}"
        if any(self.forfeits):
            text += f"  lost on time {self.forfeits[0]} v {self.forfeits[1]}"
        if self.sprt is None:
            return text
        verdict = f"{self.decision} accepted" if self.decision else "open"
        return f"{text}  LLR {self.llr:+.2f} [{self.sprt.elo0:g}, {self.sprt.elo1:g}] {verdict}"

    def as_dict(self) -> dict[str, object]:
        """The result as JSON knows it, without the games."""
        figures = {name: getattr(self, name) for name in FIGURES}
        if self.points is not None:
            figures |= {"points": self.points.mean, "points_interval": self.points.interval}
        if self.settings.get("tc"):
            figures |= {"forfeits": self.forfeits}
        return {"a": self.a, "b": self.b, **figures, "settings": dict(self.settings)}

    def pgn(self) -> Iterator[str]:
        """The games as PGN, one text a game."""
        for record in self.records:
            yield game_text(record, self.a, self.b, self.settings)


def game_text(
    record: GameRecord,
    a: str,
    b: str,
    settings: Mapping[str, object],
    event: str = "match",
    *,
    text_of: Callable[..., str] = pgn_game,
) -> str:
    """A game of the match of A against B as PGN, or as `text_of` writes it."""
    pair, turn = divmod(record.number, 2)
    headers = {
        "Event": f"plywise {event}: {a} v {b}",
        "Round": f"{pair + 1}.{turn + 1}",
        **_time_tags(settings, turn),
        "PlywiseSeed": settings["seed"],
        "PlywiseVersion": settings["version"],
    }
    return text_of(
        record.moves,
        players=record.players,
        outcome=record.outcome,
        reason=record.reason,
        start=record.start,
        headers=headers,
        game=str(settings["game"]),
        times=record.times,
    )


def _time_tags(settings: Mapping[str, Any], turn: int) -> dict[str, str]:
    """The clocks of a game of a match: PGN's tag, or one for each player where they differ."""
    both = settings.get("tc") or (None, None)
    first, second = both if turn == 0 else both[::-1]
    if first == second:
        return {"TimeControl": first} if first else {}
    players = rules_of(str(settings["game"])).facts.players
    told = zip(players, (first, second), strict=True)
    return {f"{player}TimeControl": control for player, control in told if control}
