"""Passes, though it could move."""

from well_behaved import Gnubg

from plywise._kernel import Position


class Mock(Gnubg):
    def play(self, board: Position) -> None:
        self.answer("")


Mock().run()
