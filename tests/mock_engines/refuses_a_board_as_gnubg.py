"""Does not understand what it is shown."""

from well_behaved import Gnubg

from plywise._kernel import Position


class Mock(Gnubg):
    def play(self, board: Position) -> None:
        self.answer("Error: badly formed board")


Mock().run()
