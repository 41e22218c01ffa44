"""A graded pool of plywise's own players, where no other engine is installed.

Bare material, searched by the profile `playing` with few nodes or many, some with the windows of a
little noise at the root: as the nodes end their searches within an iteration nothing is drawn, but
the windows cost nodes, so that they are a little weaker. They are equally strong on every machine,
and play the same games there.
`benchmarks/ladder.py --own` plays them against each other and fits these numbers anew. The scale
hangs on one of them, whom `plywise rate` rated on the ladder; but players that are alike in all but
their nodes beat each other by more than they beat others, so that far from the anchor these ratings
are the pool's own.
"""

from plywise.play.ladder import Rung

OWN_ANCHOR = "chess/standard@playing:nodes=2000"
OWN_ANCHOR_ELO = 1390.0
"""± 41: `plywise rate chess/standard --using playing:nodes=2000 --games 240 --opponents hoichess
--opponents fairymax --opponents gnuchess --opponents phalanx`."""
OWN_SOURCE = "1,682 games in pairs from random openings: benchmarks/ladder.py --own --rounds 22"
_MATERIAL = "chess/standard@playing:nodes="
OWN_POOL = tuple(
    Rung(name=f"{_MATERIAL}{limits}", elo=float(elo), error=float(error))
    for limits, elo, error in (
        ("125", 499, 116),
        ("125,noise=0.05", 508, 113),
        ("250,noise=0.05", 741, 98),
        ("250", 810, 92),
        ("500,noise=0.05", 913, 87),
        ("500", 1017, 72),
        ("1000,noise=0.05", 1067, 71),
        ("1000", 1176, 58),
        ("2000,noise=0.05", 1267, 56),
        ("4000,noise=0.05", 1374, 52),
        ("2000", OWN_ANCHOR_ELO, 0),
        ("8000,noise=0.05", 1565, 58),
        ("4000", 1596, 54),
        ("8000", 1749, 70),
        ("16000,noise=0.05", 1750, 72),
        ("16000", 1931, 85),
    )
)
"""From the weakest to the strongest."""
