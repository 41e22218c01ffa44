"""Hangs up when it is shown a board, and stays."""

import socket
import time

from well_behaved import Gnubg

from plywise._kernel import Position


class Mock(Gnubg):
    def play(self, board: Position) -> None:
        self.connection.shutdown(socket.SHUT_RDWR)
        time.sleep(3600)


Mock().run()
