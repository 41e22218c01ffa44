"""Backgammon."""

from plywise.games.declared._backgammon_ladder import LADDER
from plywise.games.facts import GameFacts, PublishedSet

FACTS = GameFacts(
    ballot=0,  # dice bring variety enough
    depth=1,
    learns_in_batches=True,
    protocols=("gnubg",),
    engines=("gnubg",),
    has_hints=True,
    has_points_board=True,
    records=(".pgn", ".mat"),
    points_ladder=LADDER,
    published={
        "standard": PublishedSet(
            features="expert",
            values=(),
            source="learnt here by 1,000,000 games against itself (docs/backgammon.md)",
            evaluation="gammon:hidden=160,race=48",
            file="backgammon.json",
        ),
        "pubeval": PublishedSet(
            features="raw",
            values=(),
            source="G. Tesauro's public evaluation of 1993, the yardstick of the field",
            evaluation="pubeval",
        ),
    },
)
