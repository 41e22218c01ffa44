"""Opponents with known ratings: the ladder that `plywise rate` climbs.

Fixed depths and nodes make an engine equally strong on every machine. `benchmarks/ladder.py` plays
the pool against itself and fits these numbers anew.
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
SOURCE = "40 games a pair, one anchor; errors between 45 and 190, taken as 100 for all"
LADDER = tuple(
    Rung(name=name, elo=float(elo), error=0.0 if name == ANCHOR else 100.0)
    for name, elo in (
        ("sjeng:depth=2", 939),
        ("hoichess:depth=1", 946),
        ("fairymax:depth=1", 1092),
        ("hoichess:depth=2", 1192),
        ("fairymax:depth=2", 1221),
        ("gnuchess:depth=1", 1301),
        ("stockfish:elo=1350,nodes=10000", 1325),
        ("phalanx:depth=1", 1585),
        (ANCHOR, ANCHOR_ELO),
        ("gnuchess:depth=2", 1632),
        ("phalanx:depth=2", 1643),
        ("fairymax:depth=4", 1705),
        ("hoichess:depth=4", 1711),
        ("gnuchess:depth=3", 1833),
        ("fairymax:depth=5", 1855),
        ("phalanx:depth=4", 1890),
        ("gnuchess:depth=4", 2050),
        ("stockfish:elo=1900,nodes=20000", 2075),
        ("phalanx:depth=6", 2400),
        ("gnuchess:depth=6", 2400),
    )
)
"""From the weakest to the strongest."""
