"""Boards for the page: what is to be drawn of a position, and what can be done there.

The page knows no rules. It is told cells and pieces, hands, dice and the legal moves, each with the
places by which it is made; a move without a place is a button.
"""

from plywise.page.boards.scene import scene

__all__ = ["scene"]
