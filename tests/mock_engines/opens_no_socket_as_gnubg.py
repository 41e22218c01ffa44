"""Does not do what it is told."""

import time

from well_behaved import Gnubg


class Mock(Gnubg):
    def listen(self, place: str) -> None:
        time.sleep(3600)


Mock().run()
