"""Gives the game up at its second move, as it may."""

from well_behaved import Usi, say


class Mock(Usi):
    def go(self) -> None:
        if self.asked == 2:
            say("bestmove resign")
        else:
            super().go()


Mock().run()
