"""A race by dice, the smallest game with chance, a choice and points."""

from plywise.games.facts import GameFacts

FACTS = GameFacts(ballot=0)  # dice bring variety enough
