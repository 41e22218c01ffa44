"""Says that it has a move, and not which."""

from well_behaved import Usi, say


class Mock(Usi):
    def go(self) -> None:
        say("bestmove")


Mock().run()
