"""Opponents with known ratings: the ladder that `plywise rate` climbs.

Fixed depths and nodes make an engine equally strong on every machine. `benchmarks/ladder.py` plays
the pool against itself and fits these numbers anew. sjeng is not among them: it learns from game to
game, and nothing can keep it from that.
"""

from dataclasses import dataclass


@dataclass(frozen=True, kw_only=True)
class Rung:
    """An opponent and what it is worth."""

    name: str
    """The engine with its limits, as `match` takes it."""
    elo: float
    """Its rating, on a scale where the anchor has its own."""
    error: float
    """Half the 95 % interval of that, as a difference to the anchor."""


ANCHOR = "stockfish:elo=1600,nodes=10000"
ANCHOR_ELO = 1600.0
SOURCE = "1,136 games in pairs from random openings, fitted jointly by benchmarks/ladder.py"
LADDER = tuple(
    Rung(name=name, elo=float(elo), error=float(error))
    for name, elo, error in (
        ("fairymax:depth=1", 1053, 141),
        ("hoichess:depth=1", 1095, 144),
        ("hoichess:depth=2", 1230, 115),
        ("fairymax:depth=2", 1319, 93),
        ("stockfish:elo=1350,nodes=10000", 1343, 98),
        ("stockfish:elo=1475,nodes=10000", 1417, 85),
        ("hoichess:depth=3", 1431, 87),
        ("gnuchess:depth=1", 1434, 88),
        ("fairymax:depth=3", 1486, 73),
        ("hoichess:depth=4", 1593, 72),
        (ANCHOR, ANCHOR_ELO, 0),
        ("gnuchess:depth=2", 1663, 80),
        ("phalanx:depth=1", 1667, 78),
        ("phalanx:depth=2", 1687, 70),
        ("fairymax:depth=4", 1735, 82),
        ("phalanx:depth=3", 1782, 81),
        ("stockfish:elo=1750,nodes=10000", 1787, 95),
        ("fairymax:depth=5", 1895, 110),
        ("phalanx:depth=4", 1950, 109),
        ("gnuchess:depth=3", 2010, 114),
        ("phalanx:depth=5", 2039, 141),
        ("phalanx:depth=6", 2188, 173),
        ("gnuchess:depth=4", 2265, 165),
        ("gnuchess:depth=5", 2360, 173),
        ("stockfish:elo=1900,nodes=20000", 2382, 190),
        ("gnuchess:depth=6", 2465, 283),
    )
)
"""From the weakest to the strongest; Debian 12's packages."""
