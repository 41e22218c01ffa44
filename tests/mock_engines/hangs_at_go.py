"""Thinks for ever at its second move."""

import time

from well_behaved import Uci


class Mock(Uci):
    def go(self) -> None:
        if self.asked == 2:
            time.sleep(600)
        super().go()


Mock().run()
