"""Wants to move a pawn three squares."""

from well_behaved import Xboard, say


class Mock(Xboard):
    def go(self) -> None:
        say("move e2e5")


Mock().run()
