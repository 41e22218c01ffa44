"""Says that a move is illegal which is not."""

from well_behaved import Xboard, say


class Mock(Xboard):
    def think(self) -> None:
        self.asked += 1
        if self.asked == 2:
            say("Illegal move: e7e5")
        else:
            self.go()


Mock().run()
