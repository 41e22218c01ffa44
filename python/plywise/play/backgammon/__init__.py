"""Backgammon among people: positions as other programs write them, records of matches, the cube."""
