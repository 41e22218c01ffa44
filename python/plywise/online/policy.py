"""Whom to play: which offers of a server are accepted, and how many in a day."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

from plywise.errors import BadSetting

A_DAY: Final = 100
"""Games a day at most: as many as Lichess allows between bots."""


@dataclass(frozen=True, kw_only=True)
class Offer:
    """A game that somebody offers."""

    opponent: str
    variant: str = "chess"
    """The game by our name; other text for one that we do not know."""
    rating: float | None = None
    """The opponent's."""
    seconds: float | None = None
    """On the clock; None without one."""
    increment: float = 0.0
    rated: bool = True
    is_bot: bool = False


@dataclass(frozen=True, kw_only=True)
class Refusal:
    """Why an offer is declined."""

    key: str
    """One of the reasons that Lichess knows."""
    text: str


@dataclass(frozen=True, kw_only=True)
class Policy:
    """Rules by which offers are accepted.

    >>> policy = Policy(ratings=(1000, 2000), rated=True)
    >>> policy.refusal(Offer(opponent="Fritz", rating=2500, seconds=180)).text
    'a rating of 2500 is not from 1000 to 2000'
    >>> policy.refusal(Offer(opponent="Fritz", rating=1500, seconds=180)) is None
    True
    """

    game: str = "chess"
    ratings: tuple[int, int] = (0, 4000)
    """The opponent's rating, from and to; who has none is not asked for it unless it is above 0."""
    seconds: tuple[float, float] = (0.0, 10_800.0)
    """On the clock, from and to."""
    increment: float = 180.0
    """At most, in seconds."""
    rated: bool | None = None
    """Rated games alone (True), casual ones alone (False), or both."""
    bots: bool | None = None
    """Other programs alone, people alone, or both."""
    in_a_row: int = 0
    """So many games with one opponent, then somebody else comes first; 0 for any number."""
    a_day: int = A_DAY
    """Games a day at most."""
    no_play: frozenset[str] = field(default_factory=frozenset)
    """Names, in small letters, that are not played."""

    def __post_init__(self) -> None:
        for name, (low, high) in (("ratings", self.ratings), ("seconds", self.seconds)):
            if low > high:
                raise BadSetting(f"{name} from {low:g} to {high:g}: nobody would do")
        if self.a_day < 1:
            raise BadSetting(f"a_day={self.a_day}; at least one game a day is played")

    def refusal(self, offer: Offer, before: tuple[str, ...] = ()) -> Refusal | None:
        """Why an offer is declined, None if it is not; `before` are the last opponents."""
        checks = (self._by_game, self._by_clock, self._by_opponent)
        found = (refusal for check in checks if (refusal := check(offer)) is not None)
        return next(found, None) or self._by_history(offer, before)

    def _by_game(self, offer: Offer) -> Refusal | None:
        if offer.variant != self.game:
            return Refusal(key="variant", text=f"{offer.variant} is not {self.game}")
        if self.rated is True and not offer.rated:
            return Refusal(key="rated", text="only rated games are played")
        if self.rated is False and offer.rated:
            return Refusal(key="casual", text="only casual games are played")
        return None

    def _by_clock(self, offer: Offer) -> Refusal | None:
        low, high = self.seconds
        if offer.seconds is None:
            return Refusal(key="timeControl", text="games without a clock are not played")
        if offer.seconds < low or (offer.seconds == 0 and offer.increment == 0):
            return Refusal(key="tooFast", text=f"{offer.seconds:g} s are below {low:g} s")
        if offer.seconds > high or offer.increment > self.increment:
            limits = f"{high:g} s and {self.increment:g} s a move"
            return Refusal(
                key="tooSlow",
                text=f"{offer.seconds:g} s and {offer.increment:g} s a move are above {limits}",
            )
        return None

    def _by_opponent(self, offer: Offer) -> Refusal | None:
        low, high = self.ratings
        if offer.opponent.lower() in self.no_play:
            return Refusal(key="generic", text=f"{offer.opponent} is on the list of names")
        if offer.rating is None and low > 0:
            return Refusal(key="generic", text="an opponent without a rating")
        if offer.rating is not None and not low <= offer.rating <= high:
            text = f"a rating of {offer.rating:g} is not from {low} to {high}"
            return Refusal(key="generic", text=text)
        if self.bots is True and not offer.is_bot:
            return Refusal(key="onlyBot", text="only programs are played")
        if self.bots is False and offer.is_bot:
            return Refusal(key="noBot", text="only people are played")
        return None

    def _by_history(self, offer: Offer, before: tuple[str, ...]) -> Refusal | None:
        last = before[-self.in_a_row :] if self.in_a_row else ()
        if len(last) == self.in_a_row > 0 and set(last) == {offer.opponent}:
            return Refusal(key="later", text=f"{self.in_a_row} games with {offer.opponent}")
        return None


def span(text: str, what: str) -> tuple[float, float]:
    """Two numbers with a dash between them.

    >>> span("1200-2000", "ratings"), span("5", "minutes")
    ((1200.0, 2000.0), (5.0, 5.0))
    """
    low, dash, high = text.partition("-")
    try:
        return float(low), float(high if dash else low)
    except ValueError:
        raise BadSetting(f"{what} {text!r}; give two numbers, as '1200-2000'") from None
