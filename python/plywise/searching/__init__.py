"""Searches: their settings, one search, and a plain-Python reference."""

from plywise.searching.profiles import PROFILES, profile
from plywise.searching.search import Found, search
from plywise.searching.settings import AlphaBeta, MTDf, RandomPlay, Searching, searching

__all__ = [
    "PROFILES",
    "AlphaBeta",
    "Found",
    "MTDf",
    "RandomPlay",
    "Searching",
    "profile",
    "search",
    "searching",
]
