"""Thinks for ever."""

import time

from well_behaved import Gnubg

from plywise._kernel import Position


class Mock(Gnubg):
    def play(self, board: Position) -> None:
        time.sleep(3600)


Mock().run()
