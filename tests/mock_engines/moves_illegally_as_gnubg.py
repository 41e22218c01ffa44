"""Bears off from the middle of the board."""

from well_behaved import Gnubg

from plywise._kernel import Position


class Mock(Gnubg):
    def play(self, board: Position) -> None:
        self.answer("13/off")


Mock().run()
