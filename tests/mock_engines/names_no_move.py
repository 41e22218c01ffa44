"""Says `bestmove` and nothing more."""

from well_behaved import Uci, say


class Mock(Uci):
    def go(self) -> None:
        say("bestmove")


Mock().run()
