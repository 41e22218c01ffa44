"""Accepts, and says nothing."""

from well_behaved import Gnubg


class Mock(Gnubg):
    def greet(self) -> None:
        pass


Mock().run()
