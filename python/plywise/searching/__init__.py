"""Searches: their settings, one search, and a plain-Python reference."""

from plywise.searching.expectimax import Expectimax
from plywise.searching.profiles import PROFILES, profile
from plywise.searching.result import RootMove, SearchResult
from plywise.searching.search import search
from plywise.searching.selective import SELECTIVE, Selective
from plywise.searching.settings import AlphaBeta, MTDf, RandomPlay, Searching, searching

__all__ = [
    "PROFILES",
    "SELECTIVE",
    "AlphaBeta",
    "Expectimax",
    "MTDf",
    "RandomPlay",
    "RootMove",
    "SearchResult",
    "Searching",
    "Selective",
    "profile",
    "search",
    "searching",
]
