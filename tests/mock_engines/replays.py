"""Plays the moves that the variable MOCK_MOVES has, each in its turn."""

import os

from well_behaved import Uci, say


class Mock(Uci):
    played = 0

    def set_board(self, text: str) -> None:
        super().set_board(text)
        self.played = len(text.partition(" moves ")[2].split())

    def go(self) -> None:
        say(f"bestmove {os.environ['MOCK_MOVES'].split()[self.played]}")


Mock().run()
