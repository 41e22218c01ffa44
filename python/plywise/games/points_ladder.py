"""A ladder in a game that counts points: opponents, and what they have won from each other.

A game declares it (`GameFacts.points_ladder`); `plywise rate` plays those who stand on it.
"""

from dataclasses import dataclass
from typing import NamedTuple


class PointsRung(NamedTuple):
    """An opponent of the ladder."""

    name: str
    """What tables and options call it."""
    player: str
    """Weights, `random` or another engine, as `match` takes it."""
    search: str = ""
    """How weights search, as `--using` has it; engines and random play know it themselves."""
    digest: str = ""
    """The beginning of the SHA-256 of its weights: with others the ladder is to be measured anew.
    Empty where it has none of ours."""


class RungMatch(NamedTuple):
    """What two of the ladder came to, with the same dice in both games of a pair."""

    a: str
    b: str
    games: int
    points: float
    """A's points a game."""
    error: float
    """Half the 95 % interval of that."""


@dataclass(frozen=True, kw_only=True)
class PointsLadder:
    """Opponents with known differences."""

    zero: str
    """The rung from which strengths are counted."""
    rungs: tuple[PointsRung, ...]
    """From the weakest to the strongest."""
    matches: tuple[RungMatch, ...]
    """Of each two of them; measured, and not smoothed to fit each other."""
    source: str
    """The command that played these matches, and what else they depend on."""

    def rung(self, name: str) -> PointsRung:
        """The rung of that name."""
        return next(rung for rung in self.rungs if rung.name == name)
