"""Plays well, but neither `quit` nor the end of its input makes it go."""

import time

from well_behaved import Uci


class Mock(Uci):
    def quit(self) -> None:
        time.sleep(600)


Mock().run()
