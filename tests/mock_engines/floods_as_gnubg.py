"""Never comes to the end of its answer."""

from well_behaved import Gnubg

from plywise._kernel import Position


class Mock(Gnubg):
    def play(self, board: Position) -> None:
        while True:
            self.connection.sendall(b"x" * 100_000)


Mock().run()
