"""Believes that it was doubled, and takes."""

from well_behaved import Gnubg

from plywise._kernel import Position


class Mock(Gnubg):
    def play(self, board: Position) -> None:
        self.answer("take")


Mock().run()
