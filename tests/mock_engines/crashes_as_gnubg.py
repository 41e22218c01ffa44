"""Ends by a signal when it is shown a board."""

import os
import signal

from well_behaved import Gnubg

from plywise._kernel import Position


class Mock(Gnubg):
    def play(self, board: Position) -> None:
        os.kill(os.getpid(), signal.SIGSEGV)


Mock().run()
