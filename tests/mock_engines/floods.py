"""Never stops talking."""

from well_behaved import Uci, say


class Mock(Uci):
    def go(self) -> None:
        while True:
            say("info string " + "x" * 1000)


Mock().run()
