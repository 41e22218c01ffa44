"""Searches: their settings, one search, and a plain-Python reference."""

from plywise.searching.search import Found, search
from plywise.searching.settings import AlphaBeta, RandomPlay, Searching, searching

__all__ = ["AlphaBeta", "Found", "RandomPlay", "Searching", "search", "searching"]
