"""Backgammon's ladder: who stands on it, and what each two won from each other."""

from plywise.games.points_ladder import PointsLadder, PointsRung, RungMatch

STANDARD = "ba855afb10daf62c"
"""The networks of `backgammon/standard` with which the matches were played."""
LADDER = PointsLadder(
    zero="pubeval",
    rungs=(
        PointsRung("random", "random"),
        PointsRung("gnubg:noise=0.1", "gnubg:noise=0.1"),
        PointsRung("gnubg:noise=0.05", "gnubg:noise=0.05"),
        PointsRung("pubeval", "backgammon/pubeval", "expectimax:depth=1"),
        PointsRung("standard", "backgammon/standard", "expectimax:depth=1", STANDARD),
        PointsRung(
            "standard-2ply",
            "backgammon/standard",
            "expectimax:depth=2,candidates=5,margin=0.15",
            STANDARD,
        ),
        PointsRung("gnubg", "gnubg"),
    ),
    matches=(
        RungMatch("gnubg:noise=0.1", "random", 1000, 2.675, 0.0465),
        RungMatch("gnubg:noise=0.05", "random", 1000, 2.798, 0.0263),
        RungMatch("pubeval", "random", 4000, 2.5238, 0.0202),
        RungMatch("standard", "random", 4000, 2.649, 0.0174),
        RungMatch("standard-2ply", "random", 4000, 2.7107, 0.0165),
        RungMatch("gnubg", "random", 1000, 2.694, 0.0318),
        RungMatch("gnubg:noise=0.05", "gnubg:noise=0.1", 1000, 0.969, 0.1068),
        RungMatch("pubeval", "gnubg:noise=0.1", 1000, 1.348, 0.0855),
        RungMatch("standard", "gnubg:noise=0.1", 1000, 1.67, 0.0716),
        RungMatch("standard-2ply", "gnubg:noise=0.1", 1000, 1.641, 0.0738),
        RungMatch("gnubg", "gnubg:noise=0.1", 1000, 1.659, 0.0708),
        RungMatch("pubeval", "gnubg:noise=0.05", 1000, 0.19, 0.0981),
        RungMatch("standard", "gnubg:noise=0.05", 1000, 0.818, 0.0858),
        RungMatch("standard-2ply", "gnubg:noise=0.05", 1000, 0.876, 0.0873),
        RungMatch("gnubg", "gnubg:noise=0.05", 1000, 0.846, 0.0836),
        RungMatch("standard", "pubeval", 4000, 0.5475, 0.0393),
        RungMatch("standard-2ply", "pubeval", 4000, 0.6335, 0.0402),
        RungMatch("gnubg", "pubeval", 1000, 0.592, 0.0823),
        RungMatch("standard-2ply", "standard", 4000, 0.1027, 0.0386),
        RungMatch("gnubg", "standard", 1000, 0.153, 0.0798),
        RungMatch("gnubg", "standard-2ply", 1000, 0.031, 0.0759),
    ),
    source="benchmarks/points_ladder.py --games 1000 --kernel-games 4000 --seed 1 (gnubg 1.07.001)",
)
