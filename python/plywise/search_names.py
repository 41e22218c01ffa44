"""All searches by their names, listed once: whoever reads, offers or explains one asks here.

It stands outside `searching`, and imports nothing, since the command line and the engine name
searches before anything is loaded.
"""

from importlib import import_module
from typing import Any, Final

PLATFORM: Final = {
    "alpha-beta": "plywise.searching.settings:AlphaBeta",
    "mtd": "plywise.searching.settings:MTDf",
    "expectimax": "plywise.searching.expectimax:Expectimax",
    "random": "plywise.searching.settings:RandomPlay",
}
"""Searches of every game, and play without any -> the class of their settings."""
SELECTIVE: Final = {
    "bayesian": "plywise.searching.selective:Bayesian",
    "best-first": "plywise.searching.selective:BestFirst",
    "uct": "plywise.searching.selective:UCT",
    "probcut": "plywise.searching.selective:ProbCut",
    "b-star": "plywise.searching.selective:BStar",
    "palay": "plywise.searching.selective:ProbabilityBStar",
    "randomised": "plywise.searching.selective:RandomisedBestFirst",
    "conspiracy": "plywise.searching.selective:ConspiracyNumbers",
}
"""Those that grow a tree where it matters -> the class of their settings."""
PROFILES: Final = ("thesis", "knightcap", "playing")
"""Named sets of options of alpha-beta (`searching/profiles.py` has what they set)."""
WRITTEN: Final = {"mtdf": "mtd"}
"""Other words that people may write for a search."""


def settings_class(name: str) -> Any:
    """The class of a search's settings.

    >>> settings_class("uct")(c=1.0)
    UCT(nodes=50000, c=1.0)
    """
    module, _, kind = {**PLATFORM, **SELECTIVE}[name].partition(":")
    return getattr(import_module(module), kind)
