"""Random trees with a number on each edge."""

from plywise.games.facts import GameFacts

FACTS = GameFacts(steepness=4.0, starts="seed")
