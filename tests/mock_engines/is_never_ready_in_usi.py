"""Does not get ready for the game."""

from well_behaved import Usi


class Mock(Usi):
    def hear(self, line: str) -> None:
        if line.strip() != "isready":
            super().hear(line)


Mock().run()
