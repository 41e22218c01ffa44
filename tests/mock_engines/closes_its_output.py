"""Closes its output at its second move, and lives on."""

import os
import time

from well_behaved import Uci


class Mock(Uci):
    def go(self) -> None:
        if self.asked < 2:
            super().go()
            return
        os.close(1)
        time.sleep(600)


Mock().run()
