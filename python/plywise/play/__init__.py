"""Playing: players, matches, openings, PGN, and what a result is worth."""
