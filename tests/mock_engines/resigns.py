"""Gives the game up at its second move, as it may."""

from well_behaved import Xboard, say


class Mock(Xboard):
    def go(self) -> None:
        if self.asked == 2:
            say("resign")
        else:
            super().go()


Mock().run()
