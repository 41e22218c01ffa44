"""Names a second move a little later: it must not be taken for the answer to the next question."""

from well_behaved import Uci, say


class Mock(Uci):
    def go(self) -> None:
        super().go()
        say("bestmove e2e5")


Mock().run()
