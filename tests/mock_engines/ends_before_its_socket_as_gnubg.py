"""Is gone before anybody can connect."""

import sys

from well_behaved import Gnubg


class Mock(Gnubg):
    def listen(self, place: str) -> None:
        sys.exit(3)


Mock().run()
