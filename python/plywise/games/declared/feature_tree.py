"""Random trees whose numbers hang on features."""

from plywise.games.facts import GameFacts

FACTS = GameFacts(steepness=2.0, starts="seed")
