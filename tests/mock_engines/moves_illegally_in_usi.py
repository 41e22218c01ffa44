"""Wants to move a pawn two squares."""

from well_behaved import Usi, say


class Mock(Usi):
    def go(self) -> None:
        say("bestmove 3c3e")


Mock().run()
