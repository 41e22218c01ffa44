"""The brain: positions from lost games, searched again, that a player knows in later games.

Opening learning as KnightCap has it (Baxter et al. 1998, section 5). After a lost game the losing
position and the two after it are kept and searched again, the last first, until all that is kept
agrees over two plies; before each search of a later game they are planted, and where one of them is
reached its move is played at once.
"""

from plywise.play.brain.brain import Brain
from plywise.play.brain.entry import Entry
from plywise.play.brain.storing import read_brain, save_brain

__all__ = ["Brain", "Entry", "read_brain", "save_brain"]
