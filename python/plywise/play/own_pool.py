"""A graded pool of plywise's own players, where no other engine is installed.

Bare material, searched by the profile `playing` with few nodes or many, some with a little noise at
the root. They are equally strong on every machine, and play the same games there.
`benchmarks/ladder.py --own` plays them against each other and fits these numbers anew.
"""

from plywise.play.ladder import Rung

NODES = (125, 250, 500, 1_000, 2_000, 4_000, 8_000, 16_000)
"""Nodes a move of the pool's players."""
NOISES = ("", ",noise=0.05")
"""What is added to the search: nothing, or up to a twentieth of a pawn at the root."""
NAMES = tuple(f"chess/standard@playing:nodes={nodes}{noise}" for nodes in NODES for noise in NOISES)
"""The players, as `match` takes them."""
OWN_ANCHOR = "chess/standard@playing:nodes=2000"
OWN_ANCHOR_ELO = 1390.0
OWN_POOL = tuple(
    Rung(name=name, elo=float(elo), error=float(error))
    for name, (elo, error) in zip(NAMES, ((1000 + i * 50, 10) for i in range(16)), strict=True)
)
