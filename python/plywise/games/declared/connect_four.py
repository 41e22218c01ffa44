"""Connect Four."""

from plywise.games.boards import Layout
from plywise.games.facts import GameFacts

FACTS = GameFacts(
    ballot=8,
    step_size="coherence:c=1,prior=.1,cap=.1",
    accuracy="plywise.play.connect_four.accuracy:accuracy",
    refusals=dict.fromkeys("1234567", "the column is full"),
    layout=Layout(
        columns="1234567",
        rows="654321",
        men={"x": ("disc", "first"), "o": ("disc", "second")},
        second="same",
        grounds=("#3366bb",),
        drawings="disc",
        has_holes=True,
        signs={"disc": "●●"},
        inks=("#f4d03f", "#c0392b"),
    ),
)
