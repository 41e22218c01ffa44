"""Thinks for ever at its second move."""

import time

from well_behaved import Usi


class Mock(Usi):
    def go(self) -> None:
        if self.asked == 2:
            time.sleep(600)
        super().go()


Mock().run()
