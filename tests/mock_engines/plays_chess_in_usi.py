"""Has mistaken the game."""

from well_behaved import Usi, say


class Mock(Usi):
    def go(self) -> None:
        say("bestmove e7e5 ponder g1f3")


Mock().run()
