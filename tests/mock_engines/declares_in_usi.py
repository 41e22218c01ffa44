"""Declares that it has won, whether it may or not."""

from well_behaved import Usi, say


class Mock(Usi):
    def go(self) -> None:
        say("bestmove win")


Mock().run()
