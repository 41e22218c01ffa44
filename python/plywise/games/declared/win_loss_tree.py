"""Random trees whose features tell the chance of a win."""

from plywise.games.facts import GameFacts

FACTS = GameFacts(
    plain_win={"chance": 0.5},  # evaluations are chances minus ½
    starts="even",
)
