"""Talks and talks and does not come to a move."""

from well_behaved import Usi, say


class Mock(Usi):
    def go(self) -> None:
        while True:
            say("info string " + 1000 * "blah ")


Mock().run()
