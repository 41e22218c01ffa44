"""Othello."""

from plywise.games.boards import Layout
from plywise.games.facts import GameFacts, PublishedSet

FACTS = GameFacts(
    layout=Layout(
        columns="abcdefgh",
        rows="12345678",
        men={"X": ("disc", "first"), "O": ("disc", "second")},
        second="same",
        grounds=("#3f8f5f",),
        drawings="disc",
        signs={"disc": "●●"},
        inks=("#111", "#fff"),
    ),
    published={
        "standard": PublishedSet(
            features="disc-classes",
            values=(1.2, -0.2, 0.2, 0.05, -0.4, -0.05, -0.05, 0.15, 0.03, 0.03),
            source="the textbook's board / 100 (P. Norvig, Paradigms of AI Programming, 1992, "
            "chapter 18)",
        ),
    },
    compared={"textbook": "standard"},
)
