"""Wants to move a pawn three squares."""

from well_behaved import Uci, say


class Mock(Uci):
    def go(self) -> None:
        say("bestmove e2e5")


Mock().run()
